"""What the worker with its clock leaves where it was started: nothing."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_it_keeps_its_clock_out_of_the_checkout(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "REDIS_URL": "redis://127.0.0.1:1/0"}
    line = [sys.executable, "-m", "celery", "-A", "config", "beat", "--loglevel", "info", "--pidfile="]
    with (tmp_path / "said").open("w") as said:
        beat = subprocess.Popen(line, cwd=tmp_path, env=environment, stdout=said, stderr=said)
        end = time.monotonic() + 30
        while "beat: Starting..." not in (tmp_path / "said").read_text() and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(0.5)
        beat.terminate()
        beat.wait(20)
    assert "beat: Starting..." in (tmp_path / "said").read_text()
    assert [file.name for file in tmp_path.iterdir()] == ["said"]
