"""A backup to look at."""

from pathlib import Path
from typing import Any

import pytest

from tournaments.backups.writing import backup_write


@pytest.fixture
def file(everything: dict[str, Any], tmp_path: Path) -> Path:
    """A backup of a site that has one of everything."""
    return backup_write(tmp_path / "whole.zip").file
