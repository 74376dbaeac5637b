"""Rule sets written down: a competition goes on by the table it began with, whatever an upgrade brings."""

from __future__ import annotations

import json
from functools import lru_cache

from scoring.problems import RuleSetError
from scoring.rules import RuleSet, bind
from scoring.tables import check_known


def kept(rules: RuleSet) -> str:
    """Write a rule set down, prose and all, so that it can be bound again when its table has changed.

    >>> from scoring import load_rules
    >>> restored(kept(load_rules("danish"))).content_hash == load_rules("danish").content_hash
    True
    """
    return json.dumps([rules.table, rules.options], ensure_ascii=False)


@lru_cache(maxsize=64)
def restored(text: str) -> RuleSet:
    """Bind what `kept` wrote; raise RuleSetError if it has rows that today's engine does not know."""
    table, options = json.loads(text)
    problems = check_known(table)
    if problems:
        raise RuleSetError(problems)
    return bind(table, options)
