"""What the OpenAPI document says of the public lists is what they answer; jsonschema judges it.

jsonschema comes with drf-spectacular, which writes the document; OpenAPI 3.0 differs from it in `nullable`.
"""

from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

LISTS = {
    "/competitions": {},
    "/competitions/{slug}/entries": {},
    "/competitions/{slug}/rounds": {},
    "/competitions/{slug}/seating": {"round"},
    "/competitions/{slug}/deals": {"round", "table"},
    "/leagues": {},
    "/players": {},
}
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return plain(SchemaGenerator().get_schema(request=None, public=True))


def plain(schema: Any) -> Any:
    """Write OpenAPI's `nullable` as JSON Schema does."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {name: plain(value) for name, value in schema.items() if name != "nullable"}
    return {"anyOf": [told, {"type": "null"}]} if schema.get("nullable") is True else told


def faults(document: dict[str, Any], path: str, answer: Any) -> list[str]:
    """Judge an answer by what the document says of its path and status."""
    said = document["paths"][f"/api/v1{path}"]["get"]["responses"][str(answer.status_code)]
    schema = said["content"]["application/json"]["schema"]
    judge = Draft202012Validator({**schema, "components": document["components"]})
    return [f"{fault.json_path}: {fault.message}" for fault in judge.iter_errors(answer.json())]


def asking(path: str, slug: str) -> Any:
    return Client().get(f"/api/v1{path.format(slug=slug)}")


@pytest.mark.parametrize("path", LISTS)
def test_it_answers_as_the_document_says(document, running, season, table, play, path):
    play(table)
    answer = asking(path, running.slug)
    assert answer.json()["results"] or path == "/leagues"
    assert faults(document, path, answer) == []


@pytest.mark.parametrize("path", [path for path in LISTS if "{slug}" in path])
def test_it_refuses_as_the_document_says(document, db, path):
    answer = asking(path, "nowhere")
    assert (answer.status_code, faults(document, path, answer)) == (404, [])


@pytest.mark.parametrize(
    "path", [f"{path}?{name}=x" for path, names in LISTS.items() for name in sorted(names)]
)
def test_it_refuses_what_is_no_number_as_the_document_says(document, running, path):
    answer = asking(path, running.slug)
    assert (answer.status_code, faults(document, path.partition("?")[0], answer)) == (422, [])


@pytest.mark.parametrize("path", LISTS)
def test_it_says_that_there_is_no_such_page(document, running, path):
    answer = asking(f"{path}?page=99", running.slug)
    assert (answer.status_code, faults(document, path, answer)) == (404, [])


@pytest.mark.parametrize(("path", "asked"), LISTS.items())
def test_it_names_what_each_list_can_be_asked_for(document, path, asked):
    parameters = document["paths"][f"/api/v1{path}"]["get"]["parameters"]
    named = {one["name"] for one in parameters if one["in"] == "query"} - {"page", "page_size"}
    assert named == set(asked)
