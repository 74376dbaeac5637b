"""A file of season rules answered: a season with its table, policies that are judged, or situations."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.ranking.seasons.clinch import answered
from tournaments.ranking.seasons.contradictions import contradictions
from tournaments.ranking.seasons.facts import Facts, Malformed, faults_of_facts, read_facts
from tournaments.ranking.seasons.faults import Fault, PolicyRefused, sentence
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.reading import read_policy
from tournaments.ranking.seasons.tables import season
from tournaments.ranking.seasons.written import written

Document = Mapping[str, Any]
Translate = Callable[[str], str]


def answer(document: Any, translate: Translate = str) -> tuple[Any, tuple[str, ...]]:
    """Answer a document as JSON gives it; why a single season is refused is said beside, in sentences.

    Raise Malformed for what is none of the three kinds.
    """
    if not isinstance(document, dict):
        raise Malformed("a season file is an object")
    if "policies" in document:
        return [_judged(each) for each in _objects(document["policies"])], ()
    if "situations" in document:
        return [_situation(each) for each in _objects(document["situations"])], ()
    if "meetings" not in document:
        raise Malformed("a season file has meetings, policies or situations")
    return _season(document, translate)


def _objects(found: Any) -> list[Document]:
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise Malformed("what is judged is a list of objects")
    return found


def accepted(document: Document) -> tuple[Policy, Facts]:
    """Return the policy and the facts of a document; raise PolicyRefused with every fault of either."""
    raw = document.get("season")
    if not isinstance(raw, dict):
        raise Malformed("the season is no object")
    policy = read_policy(raw)
    members = _members(document)
    if found := contradictions(policy, members):
        raise PolicyRefused(found)
    facts = read_facts(document)
    if found := faults_of_facts(policy, facts):
        raise PolicyRefused(found)
    return policy, facts


def _members(document: Document) -> int | None:
    """Return how many members the players of a document are, None where that cannot be told."""
    if not document.get("players"):
        return None
    try:
        return read_facts({"players": document["players"]}).members
    except PolicyRefused:
        return None


def _season(document: Document, translate: Translate) -> tuple[Any, tuple[str, ...]]:
    try:
        return written(season(*accepted(document))), ()
    except PolicyRefused as refused:
        said = tuple(sentence(fault, translate) for fault in refused.faults)
        return {"refused": listed(refused.faults)}, said


def listed(faults: tuple[Fault, ...]) -> list[dict[str, str]]:
    """Return faults as plain values."""
    return [{"code": fault.code, "key": fault.key} for fault in faults]


def _judged(document: Document) -> dict[str, Any]:
    try:
        accepted(document)
    except PolicyRefused as refused:
        return {"id": document.get("id"), "refused": listed(refused.faults)}
    return {"id": document.get("id"), "refused": []}


def _situation(document: Document) -> dict[str, Any]:
    try:
        policy, facts = accepted(document)
    except PolicyRefused as refused:
        return {"id": document.get("id"), "refused": listed(refused.faults)}
    return {"id": document.get("id"), **answered(policy, facts, document)}
