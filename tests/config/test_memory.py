"""What a server has loaded is left out of the collector's rounds."""

import gc
import os
import subprocess
import sys

from config import memory

SERVERS = """
import gc
import config.asgi
print(gc.get_freeze_count())
gc.unfreeze()
import config.wsgi
print(gc.get_freeze_count())
"""


def test_it_collects_what_comes_later_only():
    loaded, later = ["loaded"], None
    memory.keep_what_is_loaded()
    try:
        later = ["later"]
        found = gc.get_objects()
        assert any(one is later for one in found)
        assert not any(one is loaded for one in found)
    finally:
        gc.unfreeze()


def test_both_servers_leave_what_they_loaded_out():
    embedded = {**os.environ, "DATABASE_URL": "sqlite://:memory:", "REDIS_URL": ""}
    said = subprocess.run([sys.executable, "-c", SERVERS], env=embedded, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert all(int(count) > 10_000 for count in said.stdout.split()), said.stdout
    assert len(said.stdout.split()) == 2
