"""Every setting of Sparrows. One module: the environment decides, and without one it runs embedded and safe.

Embedded (nothing set): SQLite, cache, tasks and live stream in one process.
Production (`SPARROWS_PRODUCTION=1`): https, hashed static files, JSON logs; `DATABASE_URL`, `REDIS_URL`,
`SPARROWS_SECRET_KEY` and `SPARROWS_HOSTS` name the rest. `manage.py check --deploy` tells what is missing.
"""

import contextlib
import secrets
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab

from config import catalogues, site, sqlite
from tournaments.offline import pyodide

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = str(PROJECT["version"])

# ------------------------------------------------------------------ what the environment says
DEBUG = env.bool("SPARROWS_DEBUG", default=False)
PRODUCTION = env.bool("SPARROWS_PRODUCTION", default=False)
HTTPS = env.bool("SPARROWS_HTTPS", default=PRODUCTION)
BEHIND_PROXY: bool | None = env.bool("SPARROWS_BEHIND_PROXY", default=None)  # None: nobody has said
DATA_DIR = Path(env.str("SPARROWS_DATA", default=str(BASE_DIR / "var")))
SITE_FILE = DATA_DIR / "site.json"  # what it was told when it was set up
TOLD = {} if PRODUCTION else site.kept(SITE_FILE)
OF_SITE = {"time_zone": "SPARROWS_TIME_ZONE", "address": "SPARROWS_ADDRESS"}
SITE_ASKS = [] if PRODUCTION else [name for name, said in OF_SITE.items() if not env.str(said, default="")]
REDIS_URL: str | None = env.str("REDIS_URL", default="") or None
REDIS_PREFIX = env.str("SPARROWS_REDIS_PREFIX", default="sparrows")
ALLOWED_HOSTS = env.list("SPARROWS_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
NAME = ALLOWED_HOSTS[0] if ALLOWED_HOSTS else ""  # of the site, where one is as good as another
# Where links lead that no request is there for; "" where the site has no name of its own that others know.
ADDRESS = env.str("SPARROWS_ADDRESS", default="") or TOLD.get("address", "")
ALLOWED_HOSTS += site.host_of(ADDRESS)
ADDRESS = ADDRESS or (f"https://{NAME}" if HTTPS and NAME.strip("*.") == NAME else "")
# In a hall: the port at which the site is served by https beside the plain one (`config.hall`); else 0.
# HTTPS stays off there: both ways share their cookies, and no device may be told to come by https only.
HALL_PORT = env.int("SPARROWS_HALL", default=0)
HALL_PLAIN_PORT = env.int("PORT", default=8000) if HALL_PORT else 0  # elsewhere PORT is nobody's
HALL_FOLDER = DATA_DIR / "hall"
PREPARE = env.bool("SPARROWS_PREPARE", default=True)
DATABASE_URL = env.str("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'sparrows.sqlite3'}")


def kept_secret(file: Path) -> str:
    """Return the secret in `file`, drawing it once: embedded, Sparrows needs no set-up and shares no key."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):  # of two processes starting at once, the first one's stays
            file.hardlink_to(draft)
        draft.unlink()
    return file.read_text()


SECRET_KEY = env.str("SPARROWS_SECRET_KEY", default="") or (
    "" if PRODUCTION else kept_secret(DATA_DIR / "secret_key")
)
SECRET_KEY_FALLBACKS = env.list("SPARROWS_OLD_SECRET_KEYS", default=[])

# ------------------------------------------------------------------ the parts
INSTALLED_APPS = [
    "tournaments",
    "players",
    "config.apps.SiteConfig",
    "django.contrib.admin.apps.SimpleAdminConfig",  # its own pages alone: `views.admin` says what they show
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
]

# The policy headers come first, so that static files, redirects and refusals carry them too.
MIDDLEWARE = [
    "config.middleware.room_for_calls",
    "config.logs.numbered",
    "config.middleware.client_address",
    "csp.middleware.CSPMiddleware",
    "config.middleware.permissions_policy",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.Languages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]

METRICS_TOKEN = env.str("SPARROWS_METRICS_TOKEN", default="")  # who has it may read /metrics
if METRICS_TOKEN:
    MIDDLEWARE.insert(0, "config.metrics.timed")
SENTRY = site.of_errors(env.str("SPARROWS_SENTRY", default=""))  # the project that is told of errors

# Pages with the rows of the whole site (`views.admin`), for whoever looks after it. A door that nobody uses
# wants no watching: production opens it only when it is told to.
ADMIN = env.bool("SPARROWS_ADMIN", default=not PRODUCTION)

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# ------------------------------------------------------------------ the database
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Whoever is at a command line waits (`manage.py` says so): a migration or a restored backup may take long.
PATIENT = env.bool("SPARROWS_PATIENT", default=False)
CONNECT_SECONDS = 60 if PATIENT else 5

# A lock that never comes must end as "try again", long before the tablet gives up.
PG_TIMEOUTS = {
    "lock_timeout": "3s",
    "statement_timeout": f"{env.int('SPARROWS_STATEMENT_SECONDS', default=0 if PATIENT else 10)}s",
    "idle_in_transaction_session_timeout": f"{0 if PATIENT else 15}s",
}


def sqlite_database(url: str) -> dict[str, Any]:
    """Configure SQLite: writers queue up at BEGIN instead of failing in the middle of a transaction."""
    database: dict[str, Any] = env.db_url_config(url)
    # To open the file takes as long as an answer, and the threads that serve stay (`config.handler`).
    database["CONN_MAX_AGE"] = 60
    database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": sqlite.init_command(),
    }
    if database["NAME"] != ":memory:":
        # A file, as in real use: an in-memory database has other locks and no journal.
        database["TEST"] = {"NAME": f"{database['NAME']}.test"}
    return database


def postgresql_database(url: str) -> dict[str, Any]:
    """Configure PostgreSQL: the time-outs, and psycopg's pool in place of CONN_MAX_AGE, which must stay 0."""
    database: dict[str, Any] = env.db_url_config(url)
    database["CONN_HEALTH_CHECKS"] = True
    database["OPTIONS"] = {
        **database.get("OPTIONS", {}),
        "pool": {"min_size": 1, "max_size": env.int("SPARROWS_POOL", default=8), "timeout": CONNECT_SECONDS},
        "connect_timeout": CONNECT_SECONDS,
        # A statement that a connection has sent five times is planned once; behind a pooler that hands each
        # transaction another connection (PgBouncer) there is none to plan it for: SPARROWS_PREPARE=0.
        "server_side_binding": PREPARE,
        "prepare_threshold": 5 if PREPARE else None,
        "options": " ".join(f"-c {name}={value}" for name, value in PG_TIMEOUTS.items()),
    }
    return database


DATABASES = {
    "default": (sqlite_database if DATABASE_URL.startswith("sqlite") else postgresql_database)(DATABASE_URL)
}

# ------------------------------------------------------------------ Redis, or the same in one process
# No truth is kept in Redis. The short time-outs are what a page may lose when it hangs.
REDIS_TIMEOUTS = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}:cache",
        "OPTIONS": REDIS_TIMEOUTS,
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Open live streams of one process, and of one address: a whole hall may share one.
LIVE_STREAMS = env.int("SPARROWS_LIVE_STREAMS", default=3000)
LIVE_STREAMS_PER_ADDRESS = env.int("SPARROWS_LIVE_STREAMS_PER_ADDRESS", default=1000)

# Connections of one process, streams among them, and of one address: 60 tablets and 200 telephones share a
# hall's, and a browser opens six. Behind a proxy all have its address: there it counts. 0 for any number.
CONNECTIONS = env.int("SPARROWS_CONNECTIONS", default=4000)
CONNECTIONS_PER_ADDRESS = env.int("SPARROWS_CONNECTIONS_PER_ADDRESS", default=0 if BEHIND_PROXY else 2000)
# Seconds until the head of a request must be there, and then its body; the body gets one more for each
# SLOWEST bytes of it that came.
HEAD_SECONDS = env.float("SPARROWS_HEAD_SECONDS", default=10.0)
BODY_SECONDS = env.float("SPARROWS_BODY_SECONDS", default=20.0)
SLOWEST = 4096
LONGEST_HEAD = 64 * 1024  # bytes

TASK_SECONDS = env.int("SPARROWS_TASK_SECONDS", default=900)
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_ALWAYS_EAGER = REDIS_URL is None
# A refresh that fails must not turn the recorded deal before it into an error; the outbox tries again.
CELERY_TASK_EAGER_PROPAGATES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = TASK_SECONDS
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Redis hands a task out again after this time: twice the longest task, or a slow one would run twice.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 2 * TASK_SECONDS,
    "global_keyprefix": f"{REDIS_PREFIX}:tasks:",
    "socket_connect_timeout": 2,
    "socket_timeout": 2,  # a broker that hangs may cost a request this much, and then a while nothing
}
# Announcing a task happens within a request: one quick second try, then the outbox keeps it for later.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.05, "interval_max": 0.1}
# Work that nobody started, because the process died or the broker was away at that moment.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # in memory: its own would write a file where it was started
CELERY_BEAT_SCHEDULE = {
    "outbox": {"task": "tournaments.tasks.run_outbox", "schedule": 60.0},
    "hooks": {"task": "tournaments.tasks.send_hooks", "schedule": 60.0},
    "beat": {"task": "tournaments.tasks.beat", "schedule": 60.0},
    "tidy": {"task": "tournaments.tasks.tidy", "schedule": crontab(hour="3", minute="30")},
}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]

# ------------------------------------------------------------------ e-mail, where there is a server for it
# smtp+tls://user:password@mail.example.org:587; without it nothing is sent, and links are shown to be copied.
EMAIL_URL = env.str("SPARROWS_EMAIL", default="")
EMAIL_CONFIGURED = bool(EMAIL_URL)
vars().update(env.email_url_config(EMAIL_URL or "dummymail://"))
EMAIL_TIMEOUT = 10  # a mail server that says nothing must not hold a request for ever
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("SPARROWS_EMAIL_FROM", default="sparrows@localhost")

# ------------------------------------------------------------------ what is kept how long
# The nightly tidying (`services.tidying`) deletes it afterwards; the ledger and its log are kept for ever.
KEEP_EXPORTS = timedelta(days=env.int("SPARROWS_KEEP_EXPORT_DAYS", default=30))  # written files
KEEP_DRAFTS = timedelta(days=env.int("SPARROWS_KEEP_DRAFT_DAYS", default=30))  # seatings that were put aside
KEEP_DELIVERIES = timedelta(days=env.int("SPARROWS_KEEP_DELIVERY_DAYS", default=30))  # what hooks were told
KEEP_OUTBOX = timedelta(days=env.int("SPARROWS_KEEP_OUTBOX_DAYS", default=7))  # rows that are done
KEEP_CODES = timedelta(days=env.int("SPARROWS_KEEP_CODE_DAYS", default=1))  # dead codes, counts of wrong ones
KEEP_INVITATIONS = timedelta(days=env.int("SPARROWS_KEEP_INVITATION_DAYS", default=30))  # over, taken or not
# What people told when they registered, counted from when registration closed.
KEEP_REGISTRATIONS = timedelta(days=env.int("SPARROWS_KEEP_REGISTRATION_DAYS", default=180))
KEEP_LOGINS = timedelta(days=env.int("SPARROWS_KEEP_LOGIN_DAYS", default=30))  # log-ins, failed ones too

# ------------------------------------------------------------------ backups
# Made by themselves: by one process that does everything before migrations and after each round, by a worker
# each night. "" for none.
BACKUP_FOLDER = env.str("SPARROWS_BACKUP_FOLDER", default="" if PRODUCTION else str(DATA_DIR / "backups"))
BACKUP_SECOND_FOLDER = env.str("SPARROWS_BACKUP_SECOND_FOLDER", default="")  # a stick, which may be missing
if BACKUP_FOLDER:
    nightly = {"task": "tournaments.tasks.back_up", "schedule": crontab(hour="3", minute="0")}
    CELERY_BEAT_SCHEDULE["backup"] = {**nightly, "args": ["night"]}
KEEP_BACKUPS = env.int("SPARROWS_KEEP_BACKUPS", default=10)  # the newest; and of each day the last one
KEEP_BACKUP_DAYS = env.int("SPARROWS_KEEP_BACKUP_DAYS", default=30)
# A folder on another disk in which each deal that was sent is written, too (`manage.py replay`); "" for none.
JOURNAL_FOLDER = env.str("SPARROWS_JOURNAL_FOLDER", default="")
KEEP_JOURNAL = timedelta(days=env.int("SPARROWS_KEEP_JOURNAL_DAYS", default=60))

# ------------------------------------------------------------------ who is there
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "organiser:home"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # a link to a new password, sent or given by an owner

# Accounts come by invitation (`services.invitations`); what they do with themselves is allauth's.
ACCOUNT_ADAPTER = "config.accounts.Accounts"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers get no mail
ACCOUNT_EMAIL_NOTIFICATIONS = True  # of a changed password or second factor, where mails are sent
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
# Passwords are counted by axes below, which leaves the owner alone. Codes of the second factor are counted
# here, for the account: whoever is slowed down knew its password.
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": "5/5m/key"}
MFA_ADAPTER = "config.accounts.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a site without e-mail
MFA_TOTP_ISSUER = "Sparrows"
MFA_TOTP_TOLERANCE = 1  # half a minute: clocks of telephones

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Strict"

# Counted in the database, so that every node sees the same number and a restart forgets nothing.
AXES_HANDLER = "axes.handlers.database.AxesDatabaseHandler"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "config.login.counted_name"
AXES_CLIENT_IP_CALLABLE = "config.login.counted_address"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # who goes on guessing must not keep the lock shut
AXES_LOCKOUT_TEMPLATE = "login_locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

# ------------------------------------------------------------------ what browsers are told
NONE, SELF = "'none'", "'self'"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["sparrows-fragment", "sparrows-engine", "sparrows-shell"],  # few lines each
    }
}
PERMISSIONS_POLICY = (
    "screen-wake-lock=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=(), "
    "accelerometer=(), gyroscope=(), magnetometer=(), display-capture=()"
)
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked by machines next door, over plain http
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Other names under this one, and lists built into browsers, are not ours to bind: only when asked for.
SECURE_HSTS_PRELOAD = env.bool("SPARROWS_HSTS_PRELOAD", default=False)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SPARROWS_HSTS_SUBDOMAINS", default=SECURE_HSTS_PRELOAD)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they ask for just these two
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024  # a player list of 5 MB, and the form around it
LARGEST_BODY = DATA_UPLOAD_MAX_MEMORY_SIZE + 2 * 1024 * 1024  # bytes: files are in no form field's count

# ------------------------------------------------------------------ static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [("sparrows/pyodide", pyodide.folder())] if pyodide.is_there() else []
# `manage.py collectstatic` compresses them for production, which also hashes their names, and for a site that
# `dev.py` serves; everywhere else they are served where they lie.
COLLECTED = PRODUCTION or env.bool("SPARROWS_COLLECTED", default=False)
_KEPT_AS = "whitenoise.storage.Compressed%sStaticFilesStorage" % ("Manifest" if PRODUCTION else "")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": _KEPT_AS if COLLECTED else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not COLLECTED
if not PRODUCTION:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns of a folder that is not there
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False  # pages of this site only
MEDIA_ROOT = DATA_DIR / "media"

# ------------------------------------------------------------------ the API
# Requests a minute of one address to the public lists; 0 for no bound. A whole hall shares one address: 240
# phones ask once a minute when their round ends, and again when they are looked at; the rest is for programs.
# What a crowd polls, and what tablets ask, is not counted.
API_REQUESTS = env.int("SPARROWS_API_REQUESTS", default=1200)
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],  # the table protocol names its own; public addresses read no cookie
    "EXCEPTION_HANDLER": "tournaments.api.errors.exception_handler",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(
        ("public", "token"), f"{API_REQUESTS}/min" if API_REQUESTS else None
    ),
    "URL_FORMAT_OVERRIDE": None,  # it answers in JSON; a parameter that nobody knows is refused
    "NUM_PROXIES": 0,  # `client_address` has read the proxy's header; REMOTE_ADDR is the caller
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Sparrows",
    "DESCRIPTION": "Mah-jong tournaments and leagues: tables, deals, standings.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.document.add_examples",
        "tournaments.api.document.close_bodies",
    ],
    "ENUM_NAME_OVERRIDES": {
        "SeatEnum": "tournaments.api.table.input.SEATS",
        "WindEnum": "tournaments.api.table.input.WINDS",
        "CompetitionKindEnum": "tournaments.models.Competition.Kind",
        "EntryStatusEnum": "tournaments.models.Entry.Status",
        "EntryBecomesEnum": "tournaments.api.organise.bodies.MAY_BECOME",
        "HeldDecisionEnum": "tournaments.api.organise.bodies.DECISIONS",
        "RulingDecisionEnum": "tournaments.models.Ruling.Decision",
        "EnteredAsEnum": "tournaments.api.organise.bodies.ENTERED",
        "ConfirmedByEnum": "tournaments.models.Competition.ConfirmedBy",
        "EntryLevelEnum": "tournaments.models.Competition.EntryLevel",
        "RoundStateEnum": "tournaments.models.Round.State",
        "NameShownEnum": "tournaments.api.organise.persons.SHOWN",
        "NameShownNowEnum": "players.models.Player.Shown",
    },
}

# ------------------------------------------------------------------ language and time
USE_I18N = USE_TZ = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("da", "Dansk"), ("pl", "Polski"), ("hu", "Magyar")]
IN_ADDRESSES = [code for code, _ in LANGUAGES if code != LANGUAGE_CODE]  # deploy/nginx.conf has them, too
FORMAT_MODULE_PATH = ["config.formats"]
LOCALE_PATHS = [catalogues.FOLDER]
TIME_ZONE = env.str("SPARROWS_TIME_ZONE", default="") or TOLD.get("time_zone", "Europe/London")
CELERY_TIMEZONE = TIME_ZONE  # night is the hall's

# ------------------------------------------------------------------ logs
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "config.logs.PlainLine", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "config.logs.JsonLine"},
    },
    "filters": {"short": {"()": "config.logs.OneLine"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json" if PRODUCTION else "plain"}
    },
    "root": {"handlers": ["console"], "level": env.str("SPARROWS_LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "ERROR"},  # a page that is not there is no event
        "django.security.DisallowedHost": {"filters": ["short"]},  # whoever scans for open doors asks all day
    },
}
if SENTRY:
    LOGGING["handlers"]["sentry"] = {
        "class": "config.reports.Reporter",
        "level": "ERROR",
        "address": SENTRY,
        "environment": "production" if PRODUCTION else "embedded",
    }
    LOGGING["root"]["handlers"].append("sentry")
    LOGGING["loggers"]["uvicorn.error"] = {"handlers": ["sentry"]}  # live streams; it hands nothing up
