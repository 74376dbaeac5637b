"""The site in containers, as far as a machine without their engine can tell: what the files say and do."""

import http.client
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

import dev
from tests import servers
from tests.config import dockerfile
from tests.live.conftest import until

ROOT = dockerfile.ROOT
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "sparrows"}
LONG = {name: service for name, service in SERVICES.items() if name != "migrate"}
OF_COMPOSE = {"POSTGRES_PASSWORD", "CERTIFICATES"}  # told the engine, not the site
SOURCES = [
    file for package in ("config", "players", "tournaments") for file in (ROOT / package).rglob("*.py")
]
NAME = "sparrows.example"


# ------------------------------------------------------------------ what the files say
def judged(file):
    """Hold a compose file against the published schema."""
    line = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(file)]
    return subprocess.run(line, capture_output=True, text=True)


def test_compose_is_as_its_schema_says():
    told = judged(DEPLOY / "compose.yaml")
    assert told.returncode == 0, told.stdout


def test_the_schema_sees_a_word_that_compose_does_not_know(tmp_path):
    (tmp_path / "compose.yaml").write_text(
        (DEPLOY / "compose.yaml").read_text().replace("healthcheck:", "healtcheck:")
    )
    assert judged(tmp_path / "compose.yaml").returncode == 1


def read_by_the_site():
    """List the variables that the program reads."""
    text = (ROOT / "config" / "settings.py").read_text()
    return set(re.findall(r'env\.\w+\(\s*"(\w+)"', text)) | set(re.findall(r'"(SPARROWS_\w+)"', text))


def examples():
    """Read the variables of the example: the needed ones, and those that are commented out."""
    text = (DEPLOY / "environment.example").read_text()
    return [dict(re.findall(rf"^{mark}([A-Z_]+)=(.*)$", text, re.MULTILINE)) for mark in ("", "#")]


def test_every_variable_is_one_that_is_read():
    needed, possible = examples()
    told = (
        set(needed) | set(possible) | {name for service in OURS.values() for name in service["environment"]}
    )
    assert told - OF_COMPOSE <= read_by_the_site()


def test_what_production_needs_is_told():
    for service in OURS.values():
        assert set(dev.PRODUCTION) <= set(service["environment"])


def test_what_compose_asks_for_is_in_the_example_and_nothing_else_is_needed():
    needed, _ = examples()
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert asked == set(needed)
    assert [name for name, value in needed.items() if not value] == [
        "SPARROWS_SECRET_KEY",
        "POSTGRES_PASSWORD",
    ]


def commands():
    """List what the services, the health checks and the image run of Python."""
    lines = [service["command"] for service in OURS.values()]
    lines += [service["healthcheck"].get("test", ["CMD"])[1:] for service in OURS.values()]
    for stage in dockerfile.STAGES:
        lines += [
            yaml.safe_load(said[said.index("[") :]) for said in stage.all("CMD") + stage.all("HEALTHCHECK")
        ]
    return [" ".join(line).split() for line in lines if line]


@pytest.mark.parametrize("line", commands(), ids=" ".join)
def test_each_command_is_there(line):
    assert line[0] == "python"
    if line[1] == "-m":
        assert importlib.util.find_spec(line[2])
    elif line[1] == "manage.py":
        assert line[2] in get_commands()
    else:
        assert (ROOT / line[1]).is_file()
    for module in re.findall(r"config\.\w+", " ".join(line)):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()


def words(line):
    """Read a command as the set of its words, but for where it listens."""
    said = " ".join(line).replace("=", " ")
    return set(re.sub(r"--(?:bind|host|port) \S+", "", said).split())


@pytest.mark.parametrize("name", ["web", "live"])
def test_each_server_is_started_as_its_unit_starts_it(name):
    unit = (DEPLOY / f"sparrows-{name}.service").read_text()
    [started] = re.findall(r"^ExecStart=/opt/sparrows/.venv/bin/(.*)$", unit, re.MULTILINE)
    assert words(SERVICES[name]["command"]) == words(started.split())


def test_the_proxy_asks_each_server_where_it_listens():
    asked = re.findall(r"server (\w+):(\d+) resolve;", (DEPLOY / "upstreams-compose.conf").read_text())
    listening = {name: " ".join(SERVICES[name]["command"]) for name in ("web", "live")}
    assert {
        name: re.findall(r"(?:0\.0\.0\.0:|--port=)(\d+)", line)[-1] for name, line in listening.items()
    } == dict(asked)
    for name, port in asked:
        assert f"http://127.0.0.1:{port}/healthz" in SERVICES[name]["healthcheck"]["test"]


def test_the_proxy_looks_names_up_again():
    version = SERVICES["proxy"]["image"].removeprefix("nginx:")
    assert tuple(map(int, version.split("."))) >= (1, 28)  # `resolve` came with 1.27.3


def test_the_files_of_the_proxy_are_there():
    mounted = [volume.split(":")[0] for volume in SERVICES["proxy"]["volumes"]]
    files = [name for name in mounted if name.startswith("./")]
    assert len(files) == 2
    assert all((DEPLOY / name).is_file() for name in files)


def test_every_service_is_kept_running_and_says_how_it_is():
    assert {service["restart"] for service in LONG.values()} == {"unless-stopped"}
    assert {name for name, service in LONG.items() if "test" not in service["healthcheck"]} == {"beat"}
    assert SERVICES["migrate"]["restart"] == "no"


def test_nobody_waits_for_what_does_not_say_how_it_is():
    for service in SERVICES.values():
        for name, how in service.get("depends_on", {}).items():
            assert (
                how["condition"] == "service_completed_successfully"
                if name == "migrate"
                else "service_healthy"
            )
            assert name == "migrate" or "test" in SERVICES[name]["healthcheck"]


def test_the_tables_are_brought_up_to_date_before_the_site_starts():
    assert {name for name, service in OURS.items() if "migrate" not in service["depends_on"]} == {"migrate"}


def test_only_the_proxy_can_be_reached():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert {name for name, service in SERVICES.items() if service["networks"] == ["inside"]} == {
        "db",
        "redis",
    }
    assert COMPOSE["networks"]["inside"] == {"internal": True}


def test_the_site_writes_where_it_may_only_and_is_nobody_special():
    for service in OURS.values():
        assert (service["read_only"], service["cap_drop"], service["tmpfs"]) == (True, ["ALL"], "/tmp")  # noqa: S108
        assert service["volumes"] == ["backups:/backups"]
        assert service["environment"]["SPARROWS_BACKUP_FOLDER"] == "/backups"
    last = dockerfile.STAGES[-1]
    assert last.all("USER") == ["10001"]
    made = " ".join(last.all("RUN"))
    assert "--uid 10001 " in made
    assert "-o sparrows -g sparrows -m 700 /backups" in made


def test_the_image_installs_by_hashes_what_a_site_needs():
    [step] = [
        said for stage in dockerfile.STAGES for said in stage.all("RUN") if " install --no-cache-dir " in said
    ]
    assert step.endswith("--require-hashes -r requirements-run.txt")


def test_every_stage_copies_what_is_let_in():
    given = dockerfile.context(ROOT)
    for stage in dockerfile.STAGES:
        for source, what, _ in map(dockerfile.copied, stage.all("COPY")):
            for one in [] if source else what:
                assert one == "." or [file for file in given if Path(file).is_relative_to(one)], one


def test_the_image_has_each_file_that_the_program_reads_beside_itself():
    read = {name for file in SOURCES for name in re.findall(r'BASE_DIR / "([\w.]+)"', file.read_text())}
    assert read >= {"templates", "pyproject.toml"}
    given = {Path(file).parts[0] for file in dockerfile.context(ROOT)}
    assert read - {"var"} <= given


@pytest.mark.parametrize(
    "name",
    [
        "deploy/.env",
        ".git/config",
        "sparrows.sqlite3",
        "var/secret_key",
        ".venv/bin/python",
        "deploy/certificates/a",
    ],
)
def test_no_secret_gets_into_the_image(name):
    assert not dockerfile.is_let_in(name)


@pytest.mark.parametrize(
    ("name", "let_in"),
    [
        ("config/settings.py", True),
        ("deploy/healthy.py", True),
        ("deploy/nginx.conf", False),
        ("tests/conftest.py", False),
        ("tournaments/offline/pack.py", True),
        ("tournaments/offline/__pycache__/pack.pyc", False),
        ("config/locale/da/LC_MESSAGES/django.po", True),
        ("config/locale/da/LC_MESSAGES/django.mo", False),
    ],
)
def test_the_image_is_made_of_the_program(name, let_in):
    assert dockerfile.is_let_in(name) == let_in


def test_the_readme_speaks_of_services_and_commands_that_are_there():
    text = (ROOT / "README.md").read_text()
    section = text[text.index("\n## In containers") : text.index("\n## Backup and restore")]
    asked = re.findall(r"docker compose (?:exec|run|cp)(?: -\S+)* (\w+)", section)
    stopped = re.findall(r"docker compose stop ([\w ]+)", section)[0].split()
    assert set(asked) | set(stopped) <= set(SERVICES)
    assert set(re.findall(r"manage\.py (\w+)", section)) <= set(get_commands())


# ------------------------------------------------------------------ how the health check asks
class Answering(BaseHTTPRequestHandler):
    """Answer as the site does to a name that is its own, and to others."""

    def do_GET(self):
        statuses = {"/healthz": 200, "/moved": 301, "/down": 503}
        self.send_response(statuses[self.path] if self.headers["Host"] == NAME else 400)
        self.end_headers()

    def log_message(self, *said):
        """Say nothing."""


@pytest.fixture(scope="module")
def site():
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "hosts", "said"),
    [
        ("/healthz", NAME, ""),
        ("/healthz", f" .{NAME},other.example", ""),
        ("/healthz", "other.example", ": 400"),
        ("/healthz", "", ": 400"),
        ("/moved", NAME, ": 301"),
        ("/down", NAME, ": 503"),
    ],
)
def test_it_is_healthy_where_the_answer_is_200_and_says_what_else_it_is(site, path, hosts, said):
    line = [sys.executable, DEPLOY / "healthy.py", site + path]
    asked = subprocess.run(line, env={"SPARROWS_HOSTS": hosts}, capture_output=True, text=True)
    assert (asked.returncode, asked.stderr.strip()) == ((1, site + path + said) if said else (0, ""))


def test_it_waits_as_long_as_it_is_told():
    port = servers.free_port()
    line = [sys.executable, DEPLOY / "healthy.py", f"http://127.0.0.1:{port}/healthz", "60"]
    with subprocess.Popen(line, env={"SPARROWS_HOSTS": NAME}) as asking:
        with pytest.raises(subprocess.TimeoutExpired):
            asking.wait(1.5)
        with ThreadingHTTPServer(("127.0.0.1", port), Answering) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            assert asking.wait(60) == 0
            server.shutdown()


def test_it_is_not_healthy_where_nobody_answers():
    line = [sys.executable, DEPLOY / "healthy.py", f"http://127.0.0.1:{servers.free_port()}/healthz"]
    asked = subprocess.run(line, capture_output=True, text=True)
    assert (asked.returncode, "ConnectionRefusedError" in asked.stderr) == (1, True)


# ------------------------------------------------------------------ what the image does
@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """Take the steps of the Dockerfile for real, with the packages of a site alone where they are at hand."""
    folder = tmp_path_factory.mktemp("image")
    return dockerfile.Image(folder, alone(folder / "alone") or Path(sys.prefix)).last


def alone(venv):
    """Make an environment of the site's lock from what was fetched before; None where that is not enough."""
    uv = shutil.which("uv", path=f"{sys.prefix}/bin:{os.environ['PATH']}")
    made = [uv, "venv", "-q", "--python", dockerfile.BASE / "python3", venv]
    filled = [
        uv,
        "pip",
        "sync",
        "-q",
        "--offline",
        "--require-hashes",
        "-p",
        venv,
        ROOT / "requirements-run.txt",
    ]
    done = all(subprocess.run(line, capture_output=True).returncode == 0 for line in (made, filled))
    return venv if done else None


class Containers:
    """Start what the services start in the folder of the image, with its environment, at a free port."""

    def __init__(self, image, folder):
        self.image, self.folder, self.port = image, folder, servers.free_port()
        self.environment = {name: str(value) for name, value in SERVICES["web"]["environment"].items()}
        self.environment |= {**dev.PRODUCTION, "SPARROWS_HOSTS": NAME, "SPARROWS_BACKUP_FOLDER": str(folder)}
        self.environment |= {
            "PATH": f"{image}/.venv/bin:{os.environ['PATH']}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def call(self, line, **more):
        """Write a command as it is run here."""
        return {"args": line, "cwd": self.image, "env": {**self.environment, **more}}

    def run(self, *line, **more):
        """Run a command to its end."""
        return subprocess.run(**self.call(line, **more), capture_output=True, text=True, timeout=100)

    @contextmanager
    def running(self, name, **more):
        """Run a service meanwhile, on this one's port."""
        line = [self.here(word) for word in SERVICES[name]["command"]]
        with (self.folder / "said").open("w") as said:
            process = subprocess.Popen(**self.call(line, **more), stdout=said, stderr=said)
            try:
                yield
            finally:
                process.terminate()
                process.wait(60)

    def here(self, word):
        """Let a server listen at this one's port, on the loopback."""
        return re.sub(r"(0\.0\.0\.0:|--port=)\d+", rf"\g<1>{self.port}", word).replace("0.0.0.0", "127.0.0.1")  # noqa: S104

    def health(self):
        """Ask as the health check does."""
        return self.run("python", "deploy/healthy.py", f"http://127.0.0.1:{self.port}/healthz").returncode

    def ask(self, path):
        """Ask over what the proxy says is https."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        line.request("GET", path, headers={"Host": NAME, "X-Forwarded-Proto": "https"})
        return line.getresponse()


@pytest.fixture
def containers(image, tmp_path):
    return Containers(image, tmp_path)


def contents(image):
    """List all that is in the image, with what tells one state of a file from another."""
    files = (file for file in image.rglob("*") if ".venv" not in file.parts)
    return {file: (file.stat().st_mtime_ns, file.stat().st_size) for file in files}


@pytest.mark.slow
@pytest.mark.pyodide
def test_the_image_passes_the_checks_of_a_production_site(containers):
    done = containers.run("python", "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.pyodide
@pytest.mark.parametrize("name", ["web", "live"])
def test_the_image_serves_and_writes_nothing_into_itself(containers, image, name):
    before = contents(image)
    [style] = (image / "var/static/sparrows").glob("app.*.css")
    with containers.running(name):
        until(lambda: containers.health() == 0, 60)
        answer = containers.ask(f"/static/sparrows/{style.name}")
        assert (answer.status, answer.read()) == (200, style.read_bytes())
        assert "immutable" in answer.headers["Cache-Control"]
    assert contents(image) == before


@pytest.mark.slow
@pytest.mark.pyodide
@pytest.mark.redis_only
def test_the_worker_says_how_it_is(containers, image):
    before, [_, asked] = contents(image), SERVICES["worker"]["healthcheck"]["test"]
    redis = {"REDIS_URL": os.environ["REDIS_URL"], "SPARROWS_REDIS_PREFIX": "worker"}

    def health():
        return containers.run("sh", "-c", asked.replace("$$", "$"), **redis).returncode

    with containers.running("worker", **redis):
        until(lambda: health() == 0, 90)
    assert health() == 1
    assert contents(image) == before
