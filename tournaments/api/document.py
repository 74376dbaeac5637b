"""What is added to the OpenAPI document: examples, and that a body has no other fields.

The examples were really sent and answered; tests/api/test_programs.py keeps them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "examples.json"


@cache
def known() -> dict[str, Any]:
    """Read the examples, by method and path."""
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def add_examples(result: dict[str, Any], **_asked: Any) -> dict[str, Any]:
    """Lay the examples beside what they are examples of; drf-spectacular calls it at the end."""
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            example = known().get(f"{method} {path.removeprefix('/api/v1')}")
            if example:
                _lay(example, operation)
    return result


def close_bodies(result: dict[str, Any], **_asked: Any) -> dict[str, Any]:
    """Say that a body takes the fields described and no others, as every serializer of one does."""
    for name, schema in result["components"]["schemas"].items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema["additionalProperties"] = False
    return result


def _lay(example: dict[str, Any], operation: dict[str, Any]) -> None:
    answered = operation["responses"].get(str(example["status"]), {})
    told = {"sent": operation.get("requestBody", {}), "answer": answered}
    for name, part in told.items():
        if "content" in part and name in example:
            part["content"]["application/json"]["example"] = example[name]
