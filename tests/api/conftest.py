"""What the API's tests share: requests as a tablet makes them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.conftest import Tam

Answer = Callable[..., Any]


@pytest.fixture
def post(tam: Tam) -> Answer:
    """Post as Tam's tablet: `post("/table/deals", body)`; `raw=b".."` sends bytes as they are."""

    def posting(path: str, body: Any = None, *, raw: bytes | None = None, **headers: Any) -> Any:
        data = raw if raw is not None else json.dumps(body).encode()
        return Client().post(
            f"/api/v1{path}", data, content_type="application/json", headers={**tam.headers, **headers}
        )

    return posting


@pytest.fixture
def get(tam: Tam) -> Answer:
    """Ask as Tam's tablet."""
    return lambda path: Client().get(f"/api/v1{path}", headers=tam.headers)


def faults(response: Any) -> set[tuple[str, str]]:
    """Take (path, code) of every fault of an answer."""
    return {(fault.get("path", ""), fault["code"]) for fault in response.json()["errors"]}
