"""Leave to compile WebAssembly: the script of the engine's thread has it, and nothing else has."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

WORKER = "/table/engine/worker.js"
OTHERS = [
    "/table/",
    "/pair/",
    "/",
    "/static/sparrows/table/engine/engine-worker.js",
    "/static/sparrows/table/engine/engine.js",
]


def policy(address: str) -> dict[str, str]:
    sent = Client().get(address)["Content-Security-Policy"]
    return dict(part.strip().partition(" ")[::2] for part in sent.split(";"))


def test_it_lets_the_worker_compile() -> None:
    assert policy(WORKER)["script-src"] == "'self' 'wasm-unsafe-eval'"


@pytest.mark.parametrize("address", OTHERS)
def test_it_lets_nothing_else_compile(address: str) -> None:
    assert policy(address)["script-src"] == "'self'"


def test_it_changes_nothing_else_for_the_worker() -> None:
    worker, page = policy(WORKER), policy("/table/")
    assert {name for name in page if worker[name] != page[name]} == {"script-src"}


def test_it_serves_the_worker_as_a_script() -> None:
    answer = Client().get(WORKER)
    assert answer["Content-Type"].startswith("text/javascript")
    assert b"loadPyodide" in answer.content
