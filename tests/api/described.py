"""Judge answers by the OpenAPI document, whose schemas are JSON Schema since OpenAPI 3.1."""

from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator


def document() -> dict[str, Any]:
    """Make the document as a JSON Schema."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    for schema in made["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)  # what is not described is not answered
    return made


def faults(document: dict[str, Any], path: str, answer: Any, method: str = "get") -> list[str]:
    """Judge an answer by what the document says of its path and status."""
    said = document["paths"][f"/api/v1{path}"][method]["responses"][str(answer.status_code)]
    if "content" not in said:
        return [f"a body: {answer.content!r}"] if answer.content else []
    schema = said["content"]["application/json"]["schema"]
    judge = Draft202012Validator({**schema, "components": document["components"]})
    return [f"{fault.json_path}: {fault.message}" for fault in judge.iter_errors(answer.json())]
