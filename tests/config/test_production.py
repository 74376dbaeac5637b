"""The command that sets a production site up: what it writes, what it leaves alone, what it runs and when."""

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

import dev
from tests import servers
from tests.config.test_deploy import NGINX, needs_nginx
from tests.live.conftest import database_url

ROOT = Path(__file__).resolve().parents[2]
NAME = "sparrows.test.example"
WRITTEN = [
    *(f"etc/systemd/system/sparrows-{name}.service" for name in ("live", "web", "worker")),
    *("etc/nginx/sparrows/upstreams.conf", "etc/nginx/conf.d/sparrows.conf"),
]


def loaded(monkeypatch):
    """Import the program, which lies in no package."""
    spec = importlib.util.spec_from_file_location("production", ROOT / "deploy" / "production.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "production", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def production(monkeypatch):
    """Return the program, with every command that it would run written down instead; it is asked as root."""
    module = loaded(monkeypatch)
    module.ran, module.failing, module.answers = [], "nothing", {}
    monkeypatch.setattr(module.Machine, "call", lambda machine, line, *rest: note(module, [*line], *rest))
    monkeypatch.setattr(module.Machine, "answer", lambda machine, *line: answered(module, line))
    return module


def note(production, line, given, into, within):
    production.ran.append((" ".join(line), given, into, within))
    return 7 * (production.failing in " ".join(line))


def answered(production, line):
    return next((said for word, said in production.answers.items() if word in " ".join(line)), "")


def lines(production):
    """Return the commands that were run."""
    return [line for line, *_ in production.ran]


@pytest.fixture
def site(production, tmp_path):
    """Return a site on a machine whose files are in a folder of the test."""
    return production.Site(production.Machine(tmp_path), NAME, Path("/srv/sparrows"))


def set_up(production, site):
    """Take every step on the machine as it is."""
    production.ran.clear()
    for step in production.STEPS:
        step(site)
    return lines(production)


def files(folder):
    """Read what is there."""
    found = [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(folder)): (file.read_text(), file.stat().st_mtime_ns) for file in found}


def test_it_writes_all_that_a_site_is_made_of(production, site, tmp_path):
    set_up(production, site)
    assert set(files(tmp_path)) == {*WRITTEN, "etc/sparrows/environment", "etc/sparrows/written.json"}


def test_it_draws_the_secrets_of_a_complete_production_for_nobody_else_to_read(production, site, tmp_path):
    set_up(production, site)
    file = tmp_path / "etc/sparrows/environment"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert set(dev.PRODUCTION) <= set(site.environment)
    assert len(site.environment["SPARROWS_SECRET_KEY"]) > 80
    line = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    told = {"PATH": os.environ["PATH"], **site.environment, "SPARROWS_BACKUP_FOLDER": str(tmp_path)}
    checked = subprocess.run(line, cwd=ROOT, env=told, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_it_draws_other_secrets_for_another_site(production):
    one, other = (production.told(production.drawn(NAME)) for _ in range(2))
    assert {name for name in one if one[name] != other[name]} == {"SPARROWS_SECRET_KEY", "DATABASE_URL"}


def test_it_tells_nobody_the_secrets(production, site, capsys):
    set_up(production, site)
    said = capsys.readouterr().out + " ".join(lines(production))
    password = re.search(r":(\w{64})@", site.environment["DATABASE_URL"])[1]
    assert site.environment["SPARROWS_SECRET_KEY"] not in said
    assert password not in said
    [given] = [given for line, given, *_ in production.ran if "psql" in line]
    assert password in given


def test_it_gives_the_site_its_environment_and_its_user(production, site):
    set_up(production, site)
    asked = [(line, within) for line, _, _, within in production.ran if "manage.py" in line]
    assert [line.split("manage.py ")[1].split()[0] for line, _ in asked] == [
        *("check", "migrate", "collectstatic", "setup_code")
    ]
    assert all(line.startswith("runuser -u sparrows -- /srv/sparrows/.venv/bin/python ") for line, _ in asked)
    assert all(within == site.environment for _, within in asked)


def test_it_lets_systemd_run_the_program_where_it_lies(production, site, tmp_path):
    set_up(production, site)
    for name in WRITTEN[:3]:
        text = (tmp_path / name).read_text()
        assert "WorkingDirectory=/srv/sparrows\n" in text
        assert "/opt/sparrows" not in text


@needs_nginx
def test_nginx_accepts_what_it_writes_under_the_name_of_the_site(production, site, tmp_path):
    set_up(production, site)
    placed = {"/etc/ssl/sparrows": f"{tmp_path}/etc/ssl/sparrows", "/var/cache/nginx": str(tmp_path)}
    text = (tmp_path / "etc/nginx/conf.d/sparrows.conf").read_text()
    assert text.count(f"server_name {NAME};") == 2
    for old, new in placed.items():
        text = text.replace(old, new)
    (tmp_path / "etc/ssl/sparrows").mkdir(parents=True)
    [drawn] = [line for line in lines(production) if line.startswith("openssl")]
    subprocess.run(drawn.replace("/etc/ssl", f"{tmp_path}/etc/ssl").split(), check=True, capture_output=True)
    main = tmp_path / "etc/nginx/nginx.conf"
    main.write_text(f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{text}\n}}\n")
    checked = subprocess.run([NGINX, "-t", "-c", main], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_it_changes_nothing_the_second_time(production, site, tmp_path):
    first = set_up(production, site)
    before = files(tmp_path)
    (tmp_path / "etc/ssl/sparrows").mkdir(parents=True)
    certificate = tmp_path / "etc/ssl/sparrows/fullchain.pem"
    certificate.touch()
    production.answers = {"dpkg-query": "installed", "getent": "sparrows:x:999", "pip --version": "pip 26"}
    second = set_up(production, site)
    certificate.unlink()
    assert files(tmp_path) == before
    assert {line.split()[0] for line in first} - {line.split()[0] for line in second} == {
        *("apt-get", "useradd", "/usr/bin/python3", "openssl")
    }


def test_it_installs_only_what_is_missing(production, site):
    production.answers = dict.fromkeys(["Status} nginx", "Status} openssl"], "installed")
    set_up(production, site)
    [line] = [line for line in lines(production) if "apt-get -qq install" in line]
    assert line.endswith("--no-install-recommends postgresql redis-server python3-venv")


def test_it_keeps_what_was_changed_by_hand_and_lays_the_new_one_beside_it(production, site, tmp_path, capsys):
    set_up(production, site)
    conf, key = tmp_path / "etc/nginx/conf.d/sparrows.conf", tmp_path / "etc/sparrows/environment"
    text = conf.read_text()
    conf.write_text(f"{text}# mine\n")
    key.write_text(f"{key.read_text()}SPARROWS_TIME_ZONE=Europe/Copenhagen\n")
    set_up(production, site)
    assert conf.read_text() == f"{text}# mine\n"
    assert conf.with_name("sparrows.conf.new").read_text() == text
    assert site.environment["SPARROWS_TIME_ZONE"] == "Europe/Copenhagen"
    assert "sparrows.conf was changed by hand and stays" in capsys.readouterr().out


def test_it_brings_the_next_version_of_what_it_wrote_itself(production, site, tmp_path):
    site.machine.write("/etc/nginx/sparrows/upstreams.conf", "# an older one\n")
    set_up(production, site)
    assert "sparrows_web" in (tmp_path / "etc/nginx/sparrows/upstreams.conf").read_text()
    assert not list(tmp_path.rglob("*.new"))


def test_it_leaves_alone_what_it_did_not_write(production, site, tmp_path):
    (tmp_path / "etc/nginx/conf.d").mkdir(parents=True)
    (tmp_path / "etc/nginx/conf.d/sparrows.conf").write_text("# somebody's\n")
    set_up(production, site)
    assert (tmp_path / "etc/nginx/conf.d/sparrows.conf").read_text() == "# somebody's\n"


def test_it_makes_an_environment_of_debian_s_python_that_its_user_may_run(production, site):
    made = "/usr/bin/python3 -m venv --clear /srv/sparrows/.venv"
    assert made in set_up(production, site)
    production.answers = {"runuser -u sparrows -- /srv/sparrows/.venv/bin/python -m pip": "pip 26"}
    assert made not in set_up(production, site)


def test_it_ends_where_a_step_fails(production, site):
    production.failing = "manage.py migrate"
    with pytest.raises(SystemExit, match="ended with 7; nothing after it was done"):
        set_up(production, site)
    assert "manage.py migrate" in lines(production)[-1]


def test_it_dumps_the_tables_before_it_changes_them(production, site, tmp_path):
    assert not [line for line in set_up(production, site) if "pg_dump" in line]
    production.answers = {"to_regclass": "django_migrations"}
    steps = set_up(production, site)
    [dumped] = [at for at, line in enumerate(steps) if "pg_dump" in line]
    assert "manage.py migrate" in steps[dumped + 1]
    into = production.ran[dumped][2]
    assert (into.parent, into.suffix) == (tmp_path / "var/lib/sparrows/backups", ".dump")


def test_it_makes_no_database_on_another_machine(production, site):
    elsewhere = production.drawn(NAME).replace("127.0.0.1:5432", "db.example:5432")
    site.machine.put("/etc/sparrows/environment", elsewhere)
    assert not [line for line in set_up(production, site) if "postgres" in line.split()]


def test_it_refuses_an_environment_that_says_too_little(production, site):
    site.machine.put("/etc/sparrows/environment", "SPARROWS_PRODUCTION=1\nREDIS_URL=redis://127.0.0.1/\n")
    with pytest.raises(SystemExit, match="does not say SPARROWS_HOSTS, SPARROWS_SECRET_KEY"):
        set_up(production, site)


def test_it_keeps_a_dump_from_others(monkeypatch, tmp_path):
    file = tmp_path / "before.dump"
    loaded(monkeypatch).Machine().run("cat", given="deals", into=file)
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("deals", 0o600)


# ------------------------------------------------------------------ the command
def asked(*arguments):
    """Run the command as a person would."""
    line = [sys.executable, ROOT / "dev.py", "production", *arguments]
    return subprocess.run(line, capture_output=True, text=True)


def test_a_dry_run_says_every_step_of_the_readme_and_changes_nothing():
    there = Path("/etc/sparrows").exists()
    dry = asked(NAME, "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert dry.stdout.endswith("This was a dry run: nothing was changed.\n")
    assert Path("/etc/sparrows").exists() == there
    readme = (ROOT / "README.md").read_text()
    [by_hand] = re.findall(r"By hand it is.*?```\n(.*?)```", readme, re.DOTALL)
    words = r"requirements-run\.txt|-m config\.\w+|-m tournaments\.\w+|manage\.py \w+|useradd|nginx/\w+"
    named = re.findall(words, by_hand)
    assert len(named) > 8
    assert [word for word in named if word not in dry.stdout] == []


@pytest.mark.parametrize("name", ["", "sparrows", "https://sparrows.example/", "a b.example", "-x.example"])
def test_it_wants_the_name_of_the_site(production, name):
    site = production.Site(production.Machine(dry=True), name)
    assert [line for line in production.obstacles(site, True) if "Say the name" in line]


def test_it_knows_the_name_of_a_site_that_is_there(production, tmp_path):
    machine = production.Machine(tmp_path)
    assert production.named(machine, "Sparrows.Example") == "sparrows.example"
    machine.put("/etc/sparrows/environment", "SPARROWS_HOSTS=.first.example,second.example\n")
    assert production.named(machine, "") == "first.example"


@pytest.mark.parametrize(
    ("folder", "is_root", "said"),
    [("/home/olive/sparrows", True, "cannot read /home/olive"), ("/opt/sparrows", False, "takes root")],
)
def test_it_says_what_is_in_the_way(production, tmp_path, folder, is_root, said):
    site = production.Site(production.Machine(tmp_path), NAME, Path(folder))
    assert said in "\n".join(production.obstacles(site, is_root))


# ------------------------------------------------------------------ the database
def psql():
    """Find the program: the one of the tests' PostgreSQL, else the machine's."""
    ours = servers.postgres_folder() / "psql"
    return ours if ours.exists() else shutil.which("psql")


@pytest.mark.postgres_only
@pytest.mark.django_db
def test_it_makes_role_and_database_once_and_the_password_each_time(production):
    where = database_url().rpartition("/")[0]
    with psycopg.connect(f"{where}/postgres", autocommit=True) as line:
        try:
            for password in ("first", 'it\'s \\ "second"'):
                url = f"postgresql://o'Live:{''.join(f'%{byte:02x}' for byte in password.encode())}@h/birds"
                ran = [psql(), "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", f"{where}/postgres"]
                done = subprocess.run(ran, input=production.made(url), capture_output=True, text=True)
                assert (done.returncode, done.stderr) == (0, "")
            owner = "SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding) FROM pg_database"
            told = line.execute(f"{owner} WHERE datname = 'birds'").fetchall()
            assert told == [("o'Live", "UTF8")]
        finally:
            line.execute("DROP DATABASE IF EXISTS birds")
            line.execute("""DROP ROLE IF EXISTS "o'Live" """)
