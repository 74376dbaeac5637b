"""A proof that cannot fail proves nothing: each planted bug, in server or tablet, must be found.

Every run plants one in the server and one in the tablet; `make soak` plants all."""

from collections.abc import Callable, Mapping

import pytest

from tests.faults import proxy
from tests.faults.proxy import Fault, written
from tests.faults.storm import Outcome

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TWICE = {proxy.delivered_twice: 60}
ERRORS = {proxy.bad_gateway: 10, proxy.unavailable: 15, proxy.too_many: 15}
PORTAL = {proxy.captive_portal: 40}
EACH = {fault: share // 3 for fault, share in {**TWICE, **ERRORS, **PORTAL}.items()}

# The tablet's own module with another `submit`: one line decides what it takes for a receipt.
CARELESS = """
export * from "./api.js?careful";
export async function submit(body) {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch("/api/v1/table/deals", request).catch(() => null);
  if (%s) return { kind: "receipt", receipt: { status: "recorded" } };
  return (await import("./api.js?careful")).submit(body);
}
"""


def careless(forgets_when: str) -> Mapping[str, bytes]:
    """Serve a tablet that forgets a deal as soon as this is true of the answer."""
    module = (CARELESS % forgets_when).encode()
    return {"/static/sparrows/table/outbox/api.js": written("200 OK", "text/javascript", module)}


@pytest.mark.parametrize(
    ("database", "planted", "faults", "found"),
    [
        pytest.param("sqlite", "key_outside_the_transaction", TWICE, "doubled", marks=pytest.mark.slow),
        ("postgresql", "check_then_act", TWICE, "doubled"),
        pytest.param("sqlite", "answer_before_the_commit", {}, "lost", marks=pytest.mark.slow),
        pytest.param("sqlite", "always_a_draw", {}, "altered", marks=pytest.mark.slow),
    ],
)
def test_it_finds_a_bug_of_the_server(
    database: str, planted: str, faults: Mapping[Fault, int], found: str, storm: Callable[..., Outcome]
) -> None:
    outcome = storm(database, planted, tablets=4, deals=6, faults=faults, patience=5)
    assert found in outcome.kinds


@pytest.mark.parametrize(
    ("forgets_when", "faults"),
    [
        pytest.param("response && response.status >= 400", ERRORS, marks=pytest.mark.slow),
        ("response && response.ok", PORTAL),
    ],
)
def test_it_finds_a_tablet_that_forgets(
    forgets_when: str, faults: Mapping[Fault, int], storm: Callable[..., Outcome]
) -> None:
    outcome = storm("sqlite", tablets=4, deals=6, faults=faults, altered=careless(forgets_when), patience=5)
    assert "lost" in outcome.kinds


@pytest.mark.slow
def test_it_finds_nothing_where_no_bug_is_planted(storm: Callable[..., Outcome]) -> None:
    outcome = storm("sqlite", tablets=4, deals=6, faults=EACH, altered=careless("false"))
    assert outcome.findings == []
