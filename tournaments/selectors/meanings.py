"""What a table can look up of its rules without network: what words mean, and who gets a discard."""

from functools import lru_cache
from typing import Any

from scoring import RuleSet
from tournaments.wording import citations, glossary


@lru_cache(maxsize=64)
def looked_up(rules: RuleSet, language: str) -> dict[str, Any]:
    """Write both down in the language of the moment, which a caller names: every tablet asks for the same."""
    return {
        "claims": {
            "order": rules.claims["order"],
            "several": bool(rules.settlement["several_winners"]),
            "source": citations.written(rules.claims["source"]),
        },
        "meanings": {
            code: {"text": one.text, "source": one.source and citations.written(one.source)}
            for code, one in glossary.meanings(rules).items()
        },
    }
