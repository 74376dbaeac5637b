"""Examples in the OpenAPI document: what was really sent and answered, kept by tests/api/test_programs.py."""

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


def _lay(example: dict[str, Any], operation: dict[str, Any]) -> None:
    answered = operation["responses"].get(str(example["status"]), {})
    told = {"sent": operation.get("requestBody", {}), "answer": answered}
    for name, part in told.items():
        if "content" in part and name in example:
            part["content"]["application/json"]["example"] = example[name]
