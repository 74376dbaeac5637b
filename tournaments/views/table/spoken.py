"""What the engine says, in the reader's language: its own sentences speak English, in the browser too."""

import ast
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language, gettext

import scoring
from tournaments.deal import preview


def spoken() -> dict[str, str]:
    """Map every text of the engine that the language of the moment says otherwise to how it says it."""
    return _spoken_in(get_language() or settings.LANGUAGE_CODE)


@cache
def _spoken_in(language: str) -> dict[str, str]:
    """Look a thousand texts up, once in a process for a language: it must be the one of the moment."""
    told = ((text, gettext(text)) for text in _texts())
    return {text: said for text, said in told if said != text}


@cache
def _texts() -> tuple[str, ...]:
    """List the texts in the engine's files; which of them are ever said, the catalogue knows."""
    files = [*Path(scoring.__file__).parent.glob("*.py"), Path(preview.__file__)]
    nodes = (node for file in sorted(files) for node in ast.walk(ast.parse(file.read_text())))
    found = (node.value for node in nodes if isinstance(node, ast.Constant))
    return tuple(sorted({text for text in found if isinstance(text, str) and text}))
