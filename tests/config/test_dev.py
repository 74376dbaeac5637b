"""The command that sets everything up: when it installs, with what, and what it runs."""

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TAKEN = 8124  # another program's port
PINS = """\
uv==1.2.3 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via -r requirements-dev.in
uvicorn==9 \\
    --hash=sha256:cc
"""


@pytest.fixture
def dev(tmp_path, monkeypatch):
    """Return dev.py on a project of its own, with every program it would run written down instead."""
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements.txt").write_text(PINS)
    module.ROOT, module.LOCK, module.VENV = tmp_path, tmp_path / "requirements.txt", tmp_path / ".venv"
    module.RUN_LOCK = tmp_path / "requirements-run.txt"
    module.PYTHON, module.STAMP = module.VENV / "bin" / "python", module.VENV / "installed"
    module.ran = []
    monkeypatch.setattr(module, "is_free", lambda host, port: port != TAKEN)
    monkeypatch.setattr(module, "run", lambda line, **extra: note(module, list(map(str, line)), extra))
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    return module


def note(dev, line, extra):
    """Write a command down, and do what the rest of dev.py looks at: the interpreter and uv appear."""
    dev.ran.append((line, extra))
    if "venv" in line:
        dev.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        dev.PYTHON.symlink_to(sys.executable)
    if "install" in line and "-r" in line and dev.LOCK.name not in line[-1]:
        (dev.VENV / "bin" / "uv").touch()
    return 0


def steps(dev):
    """Return the commands that were run, as lines."""
    return [" ".join(line) for line, _ in dev.ran]


def test_it_installs_once(dev):
    dev.environment()
    first = len(dev.ran)
    dev.environment()
    assert (first > 0, len(dev.ran)) == (True, first)


def test_it_installs_again_when_the_requirements_change(dev):
    dev.environment()
    dev.ran.clear()
    dev.LOCK.write_text(PINS + "# newer\n")
    dev.environment()
    assert [line for line in steps(dev) if "sync" in line]
    assert not [line for line in steps(dev) if "-m venv" in line]


def test_it_starts_afresh_for_another_python(dev, monkeypatch):
    dev.environment()
    dev.ran.clear()
    monkeypatch.setattr(dev.sys, "version", "3.99.0 (another one)")
    dev.environment()
    assert [line for line in steps(dev) if "-m venv" in line]


def test_it_goes_on_with_pip_where_uv_fails(dev, monkeypatch):
    plain = dev.run
    monkeypatch.setattr(dev, "run", lambda line, **extra: plain(line, **extra) or int("sync" in line))
    dev.environment()
    assert steps(dev)[-1].endswith(f"install -q --require-hashes -r {dev.LOCK}")


def test_it_does_not_trust_a_half_finished_installation(dev, monkeypatch):
    plain = dev.run
    monkeypatch.setattr(
        dev, "run", lambda line, **extra: plain(line, **extra) or int(str(dev.LOCK) in map(str, line))
    )
    with pytest.raises(SystemExit):
        dev.environment()
    assert not dev.is_current()


def test_it_prefers_the_uv_of_the_machine(dev, monkeypatch):
    monkeypatch.setattr(dev.shutil, "which", lambda name: "/opt/uv")
    dev.environment()
    assert steps(dev) == [
        f"/opt/uv venv -q --python {dev.THIS_PYTHON} {dev.VENV}",
        f"/opt/uv pip sync -q --python {dev.PYTHON} --require-hashes {dev.LOCK}",
    ]


def test_it_brings_the_locked_uv_by_its_hashes(dev):
    dev.environment()
    venv, bring, sync = steps(dev)
    assert venv == f"{dev.THIS_PYTHON} -m venv {dev.VENV}"
    assert "install -q --require-hashes -r" in bring
    assert sync.startswith(f"{dev.VENV}/bin/uv pip sync")
    assert dev.locked("uv") == "uv==1.2.3 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"


def test_it_goes_on_with_pip_where_uv_cannot_be_had(dev, monkeypatch):
    plain = dev.run

    def without_uv(line, **extra):
        return 1 if "-r" in line and str(dev.LOCK) not in map(str, line) else plain(line, **extra)

    monkeypatch.setattr(dev, "run", without_uv)
    dev.environment()
    assert steps(dev)[-1].endswith(f"install -q --require-hashes -r {dev.LOCK}")
    assert dev.is_current()


def test_it_uses_the_pip_outside_where_venv_has_none(dev, monkeypatch):
    has = {"ensurepip": None, "pip": "yes"}
    monkeypatch.setattr(dev.importlib.util, "find_spec", has.get)
    dev.environment()
    assert steps(dev)[0] == f"{dev.THIS_PYTHON} -m venv --without-pip {dev.VENV}"
    assert steps(dev)[1].startswith(f"{dev.THIS_PYTHON} -m pip --python {dev.PYTHON} install")


def test_it_says_what_to_install_where_there_is_nothing(dev, monkeypatch):
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        dev.environment()


def test_it_refuses_an_old_python(dev, monkeypatch):
    monkeypatch.setattr(dev.sys, "version_info", (3, 10, 4))
    with pytest.raises(SystemExit, match=r"3\.11"):
        dev.environment()


def test_it_tests_on_sqlite_first_and_on_postgresql_last(dev):
    assert dev.main(["test"]) == 0
    embedded, last = [(line, extra) for line, extra in dev.ran if "pytest" in line]
    assert embedded[1] == {"TEST_DB": "sqlite", "TEST_REDIS": "0"}
    assert "--database-part" in embedded[0]
    assert last[1] == {}
    assert last[0][1:] == ["-m", "pytest", "--other-part", *dev.EVERY_TEST, *dev.side_by_side()]


def test_it_soaks_what_the_test_run_leaves_out(dev):
    assert dev.main(["soak", "--share", "0.2"]) == 0
    [line] = [line for line, _ in dev.ran if "pytest" in line]
    assert (line[3:6], line[-2:]) == (["-m", "soak or slow or in_turn", "--long"], ["--share", "0.2"])
    assert dev.EVERY_TEST[:2] == ["-m", "not slow and not in_turn"]


@pytest.mark.parametrize(("cores", "workers"), [(1, "1"), (2, "3"), (64, "8")])
def test_it_shares_the_whole_run_out_among_the_cores(dev, monkeypatch, cores, workers):
    monkeypatch.setattr(dev.os, "sched_getaffinity", lambda number: set(range(cores)))
    dev.main(["test"])
    assert [line[-4:-2] for line, _ in dev.ran if "pytest" in line] == [["-n", workers]] * 2


def test_it_counts_all_cores_where_the_system_does_not_say_which_are_ours(dev, monkeypatch):
    monkeypatch.delattr(dev.os, "sched_getaffinity")
    monkeypatch.setattr(dev.os, "cpu_count", lambda: 3)
    assert dev.side_by_side()[:2] == ["-n", "4"]


@pytest.mark.parametrize("name", ["setup", "test", "soak", "demo", "benchmarks", "load"])
def test_it_brings_what_tablets_score_with_offline(dev, name):
    dev.main([name])
    brought = [step for step in steps(dev) if "-m tournaments.offline" in step]
    assert len(brought) == 1


def test_it_goes_on_where_that_cannot_be_had(dev, monkeypatch):
    plain = dev.run
    monkeypatch.setattr(
        dev, "run", lambda line, **extra: plain(line, **extra) or int("tournaments.offline" in line)
    )
    assert (dev.main(["setup"]), dev.main(["demo"])) == (0, 0)


@pytest.mark.parametrize(("failing", "status"), [("--database-part", 1), ("-m", 1), ("nothing", 0)])
def test_it_fails_when_either_run_fails(dev, monkeypatch, failing, status):
    plain = dev.run
    monkeypatch.setattr(
        dev, "run", lambda line, **extra: plain(line, **extra) or int("pytest" in line and failing in line)
    )
    assert dev.main(["test"]) == status


def test_it_names_an_earlier_failure_in_the_last_run(dev, monkeypatch):
    plain = dev.run
    monkeypatch.setattr(
        dev, "run", lambda line, **extra: plain(line, **extra) or int("--database-part" in line)
    )
    dev.main(["test"])
    assert dev.ran[-1][1] == {"TESTED_BEFORE": "THE SQLITE RUN ABOVE FAILED"}


def test_it_runs_only_the_tests_you_name(dev):
    dev.main(["test", "tests/players", "-x"])
    assert [line[1:] for line, _ in dev.ran if "pytest" in line] == [["-m", "pytest", "tests/players", "-x"]]


def test_it_hands_a_load_what_it_is_asked(dev):
    assert dev.main(["load", "crowd", "--beside", "main"]) == 0
    assert steps(dev)[-1] == f"{dev.PYTHON} -m tests.load crowd --beside main"


def test_it_demonstrates_where_it_was_told(dev, monkeypatch, capsys):
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.delenv("SPARROWS_HOSTS", raising=False)
    assert dev.main(["demo"]) == 0
    migrate, collect, demo, serve = steps(dev)[-4:]
    assert "manage.py collectstatic" in collect
    assert ("manage.py migrate" in migrate, demo.endswith("manage.py demo")) == (True, True)
    assert "config.asgi:application --host 127.0.0.1 --port 8123" in serve
    assert dev.ran[-2][1]["SPARROWS_ADDRESS"] == "http://127.0.0.1:8123"
    assert "http://127.0.0.1:8123/" in capsys.readouterr().out


def test_it_demonstrates_apart_from_the_own_site(dev, tmp_path):
    dev.main(["demo"])
    assert {extra["DATABASE_URL"] for _, extra in dev.ran[-3:]} == {f"sqlite:///{tmp_path}/var/demo/sparrows.sqlite3"}
    assert {extra["SPARROWS_DATA"] for _, extra in dev.ran[-3:]} == {f"{tmp_path}/var/demo"}


def test_it_serves_the_own_site_and_says_how_it_is_begun(dev, monkeypatch, capsys):
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("HOST", "127.0.0.1")
    assert dev.main(["serve"]) == 0
    migrate, _, code, serve = steps(dev)[-4:]
    assert ("manage.py migrate" in migrate, "uvicorn config.asgi:application" in serve) == (True, True)
    assert code.endswith("manage.py setup_code --at http://127.0.0.1:8123")
    assert all(set(extra) == {"SPARROWS_HOSTS", "SPARROWS_COLLECTED"} for _, extra in dev.ran[-3:])
    assert "http://127.0.0.1:8123/" in capsys.readouterr().out


def test_it_serves_a_hall_by_both_ways(dev, monkeypatch):
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("HTTPS_PORT", "8453")
    monkeypatch.setenv("HOST", "127.0.0.1")
    assert dev.main(["hall"]) == 0
    migrate, _, code, serve = steps(dev)[-4:]
    assert "manage.py migrate" in migrate
    assert code.endswith("setup_code --at http://127.0.0.1:8123")
    assert serve.endswith("-m config.hall 127.0.0.1 localhost")
    told = {name: dev.ran[-1][1][name] for name in ("HOST", "PORT", "SPARROWS_HALL", "SPARROWS_HTTPS")}
    assert told == {"HOST": "127.0.0.1", "PORT": "8123", "SPARROWS_HALL": "8453", "SPARROWS_HTTPS": "0"}


def test_it_leads_nobody_to_the_program_that_has_the_hall_s_port(dev, monkeypatch):
    monkeypatch.setenv("HTTPS_PORT", str(TAKEN))
    with pytest.raises(SystemExit, match=f"HTTPS_PORT={TAKEN + 1} make hall"):
        dev.main(["hall"])
    assert not [line for line in steps(dev) if "manage.py" in line]


def test_it_backs_up_before_it_migrates_and_goes_no_further_without(dev, monkeypatch):
    def full(line, **extra):
        return note(dev, list(map(str, line)), extra) or int("backup" in line)

    monkeypatch.setattr(dev, "run", full)
    assert dev.main(["serve"]) == 1
    assert steps(dev)[-1].endswith("manage.py backup --because migration")


def test_it_leads_nobody_to_the_program_that_has_its_port(dev, monkeypatch):
    monkeypatch.setenv("PORT", str(TAKEN))
    with pytest.raises(SystemExit, match=f"PORT={TAKEN + 1} make demo"):
        dev.main(["demo"])
    assert not [line for line in steps(dev) if "manage.py" in line]


def test_it_sees_which_port_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as other:
        line = [sys.executable, "-c", "import dev, sys; sys.exit(dev.is_free('127.0.0.1', int(sys.argv[1])))"]
        port = str(other.getsockname()[1])
        assert subprocess.run([*line, port], cwd=ROOT).returncode == 0
    assert subprocess.run([*line, port], cwd=ROOT).returncode == 1


def test_it_does_not_serve_a_demonstration_that_failed(dev, monkeypatch):
    plain = dev.run
    monkeypatch.setattr(dev, "run", lambda line, **extra: plain(line, **extra) or 3 * ("demo" in line))
    assert dev.main(["demo"]) == 3
    assert not [line for line in steps(dev) if "uvicorn" in line]


def test_it_lists_every_command_also_for_make(dev, capsys):
    assert dev.main([]) == 0
    said = capsys.readouterr().out
    makefile = next(
        line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("COMMANDS")
    )
    assert set(makefile.partition(":=")[2].split()) == set(dev.COMMANDS)
    assert all(f"  {name} " in said for name in dev.COMMANDS)


def test_it_refuses_a_command_it_does_not_know(dev):
    assert dev.main(["bake"]) == 2


def pins(name):
    """Read a lock: of each package its version and its hashes."""
    text = (ROOT / name).read_text()
    found = re.findall(r"^([\w.\[\],-]+)==(\S+).*((?:\n[ \t]+--hash=.*)+)", text, re.MULTILINE)
    return {package: (version, set(re.findall(r"sha256:\w+", hashes))) for package, version, hashes in found}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-run.txt"])
def test_it_pins_every_package_with_hashes(name):
    lock = (ROOT / name).read_text()
    lines = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    assert len(lines) == len(pins(name)) > 50
    assert all("==" in line and line.endswith("\\") for line in lines)
    assert "http" not in lock.replace("httptools", "").replace("httpx", "").replace("httpcore", "")


def test_it_pins_for_a_site_what_the_tests_ran_with_and_no_tools():
    every, site = pins("requirements.txt"), pins("requirements-run.txt")
    assert {name: every.get(name) for name in site} == site
    assert {"pytest", "ruff", "mypy", "uv"} <= set(every) - set(site)


def test_it_pins_for_a_site_all_that_the_program_asks_for():
    asked = re.findall(r"^([\w-]+)(?:\[.*\])?[~=]=", (ROOT / "requirements.in").read_text(), re.MULTILINE)
    assert len(asked) > 20
    assert {name.lower() for name in asked} <= set(pins("requirements-run.txt"))


def test_it_writes_both_locks_in_one_go_the_site_s_within_the_other(dev):
    dev.environment()
    dev.ran.clear()
    assert dev.main(["lock", "--upgrade"]) == 0
    both, site = [step for step in steps(dev) if "pip compile" in step]
    assert both.endswith(f"-o {dev.LOCK} --upgrade requirements-dev.in")
    assert site.endswith(f"-o {dev.RUN_LOCK} --constraints requirements.txt requirements.in")


def test_it_leaves_the_site_s_lock_alone_where_the_other_cannot_be_made(dev, monkeypatch):
    plain = dev.run
    monkeypatch.setattr(dev, "run", lambda line, **extra: plain(line, **extra) or int("compile" in line))
    assert dev.main(["lock"]) == 1
    assert len([step for step in steps(dev) if "pip compile" in step]) == 1


def test_it_gives_a_reason_for_every_requirement():
    for name in ("requirements.in", "requirements-dev.in"):
        lines = (ROOT / name).read_text().splitlines()
        assert [
            line for line in lines if line and not line.startswith(("#", "-r")) and "# " not in line
        ] == []


def test_it_parses_as_shell():
    assert subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")]).returncode == 0


COMPILING = """\
import sys
sys.path[:0] = sys.argv[1:]
import dev
dev.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {sys.argv[1]!r}); import compiled"])
"""


def test_it_keeps_what_was_compiled_whatever_the_shell_says(tmp_path):
    (tmp_path / "compiled.py").touch()
    line = [sys.executable, "-c", COMPILING, str(tmp_path), str(ROOT)]
    subprocess.run(line, check=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert list((tmp_path / "__pycache__").glob("compiled.*.pyc"))


STAYING = """\
import importlib.util, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let what runs in their background ignore it
spec = importlib.util.spec_from_file_location("dev", sys.argv[1])
dev = importlib.util.module_from_spec(spec)
spec.loader.exec_module(dev)
child = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
dev.COMMANDS["stay"] = lambda arguments: dev.run([sys.executable, "-c", child])
dev.PATIENCE = 0.1
sys.exit(dev.main(["stay"]))
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_it_leaves_no_server_behind(number, status):
    line = [sys.executable, "-c", STAYING, str(ROOT / "dev.py")]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=ROOT) as running:
        child = int(running.stdout.readline())
        running.send_signal(number)
        assert running.wait(20) == status
    assert not is_there(child)


def is_there(process):
    """Tell whether a process runs; one that just ended may take a moment to go."""
    for _ in range(50):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True
