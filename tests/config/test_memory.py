"""What a server has loaded is left out of the collector's rounds."""

import gc

from config import memory


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
