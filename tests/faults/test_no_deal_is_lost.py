"""Whatever the network does, however often the server is killed: every deal counts once, as it was saved."""

from collections.abc import Callable

import pytest

from tests.faults.storm import Outcome

pytestmark = [pytest.mark.browser, pytest.mark.soak, pytest.mark.timeout(3600)]


@pytest.mark.parametrize("database", [pytest.param("sqlite", marks=pytest.mark.slow), "postgresql"])
def test_it_records_every_deal_once_as_it_was_saved(
    database: str, storm: Callable[..., Outcome], soak_length: Callable[[int, int], int]
) -> None:
    tablets, deals, kills = soak_length(8, 60), soak_length(10, 167), soak_length(2, 30)
    outcome = storm(database, tablets=tablets, deals=deals, kills=kills, seed=2026)
    assert outcome.findings == []
    assert outcome.saved == tablets * deals
    assert len(outcome.killed) == kills
    assert outcome.proxy.faulted >= 0.2 * outcome.proxy.submissions
