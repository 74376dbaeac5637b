"""Is it mah-jong? Every fault of one declared hand with its tiles, but none that merely follows."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.fishing import one_tile_away, tile_specials
from scoring.hands import FLAGS, WIN_SOURCES, Hand
from scoring.layout import Layout
from scoring.problems import Problem
from scoring.readings import EXPOSED, Suits, chows, partitions
from scoring.rules import RuleSet
from scoring.tiles import BONUS, COPIES, INDEX, JOKER, KINDS, WINDS
from scoring.wording import _

ALWAYS_FIT = frozenset({"wall", "last_wall", "discard", "last_discard"})
NEITHER_SHORT_NOR_LONG = frozenset({"short_hand", "long_hand"})


def faults(hand: Hand, layout: Layout, rules: RuleSet, players: int) -> list[Problem]:
    """List every fault of a hand."""
    found: list[Problem] = []
    if players not in rules.players:
        found.append(Problem("wrong_number_of_players", facts={"allowed": rules.players, "players": players}))
    if hand.own_wind not in WINDS or hand.round_wind not in WINDS:
        found += _unknown_winds(hand)
    if not rules.goulash and ("goulash" in hand.flags or hand.wild is not None):
        found.append(Problem("goulash_not_allowed"))
    if hand.waived:
        found += _waived_faults(hand, rules)
    if layout.strange or layout.broken or hand.bonus or holds_too_many(layout):
        found += _tile_faults(hand, layout, rules)
    if hand.flags:
        found += _flag_faults(hand, layout)
    if hand.is_winner:
        found += _win_faults(hand, layout)
    elif hand.win_source is not None or hand.winning_tile is not None:
        found.append(_source_fault(hand, _("only a winner has a winning tile")))
    if layout.size + hand.unshown != _needed(hand):
        found += _size_faults(hand, layout.size + hand.unshown)
    return found


def holds_too_many(layout: Layout) -> bool:
    """Tell whether there is a fifth tile of a kind."""
    # What strip leaves of the counts begins and ends with one that is none of these.
    return bool(layout.held.strip(bytes(range(COPIES + 1))))


def _waived_faults(hand: Hand, rules: RuleSet) -> Iterator[Problem]:
    codes = {row.code for row in rules.special}
    for code in dict.fromkeys(hand.waived):
        if code not in codes:
            yield Problem("unknown_special_hand", facts={"special": code})


def _unknown_winds(hand: Hand) -> Iterator[Problem]:
    for wind in dict.fromkeys((hand.own_wind, hand.round_wind)):
        if wind not in WINDS:
            yield Problem("unknown_wind", facts={"wind": wind if wind is not None else "-"})


def _tile_faults(hand: Hand, layout: Layout, rules: RuleSet) -> Iterator[Problem]:
    if layout.strange:
        yield from _strange_tiles(layout.strange)
    if hand.bonus:
        yield from _bonus_faults(hand.bonus, rules)
    for meld in layout.broken:
        if all(tile in INDEX for tile in meld.tiles):
            yield Problem("bad_meld", meld.tiles, facts={"tiles": meld.tiles})
    if not hand.wild:
        yield from _too_many(layout)


def _strange_tiles(strange: tuple[str, ...]) -> Iterator[Problem]:
    for tile in sorted({tile for tile in strange if tile not in BONUS and tile != JOKER}):
        yield Problem("unknown_tile", (tile,), facts={"tile": tile})
    bonus = tuple(sorted(tile for tile in strange if tile in BONUS))
    if bonus:
        yield Problem("bonus_in_hand", bonus, facts={"tiles": bonus})
    if JOKER in strange:
        yield Problem("joker_not_allowed", (JOKER,) * strange.count(JOKER))


def _bonus_faults(bonus: tuple[str, ...], rules: RuleSet) -> Iterator[Problem]:
    for tile in sorted(set(bonus) - BONUS):
        yield Problem("unknown_tile", (tile,), facts={"tile": tile})
    known = tuple(sorted(tile for tile in bonus if tile in BONUS))
    if known and not rules.bonus_tiles:
        yield Problem("bonus_not_allowed", known, facts={"tiles": known})
        return
    for tile in sorted({tile for tile in known if known.count(tile) > 1}):
        yield Problem("bonus_repeated", (tile,) * known.count(tile), facts={"tile": tile})


def _too_many(layout: Layout) -> Iterator[Problem]:
    for kind, count in enumerate(layout.held):
        if count > COPIES:
            yield Problem(
                "too_many_of_kind", (KINDS[kind],) * count, facts={"tile": KINDS[kind], "count": count}
            )


def _flag_faults(hand: Hand, layout: Layout) -> Iterator[Problem]:
    for flag in dict.fromkeys(hand.flags):
        if flag not in FLAGS:
            yield Problem("unknown_flag", facts={"flag": flag})
        elif _contradicted(flag, hand, layout):
            yield Problem("flag_does_not_fit", facts={"flag": flag})


def _contradicted(flag: str, hand: Hand, layout: Layout) -> bool:
    """Tell whether the hand cannot be what a flag says (decision 28)."""
    if flag == "twofold_fortune":
        return not hand.is_winner or layout.kongs < 2 or hand.win_source not in ("loose_tile", None)
    if flag == "original_call":
        # A second claim would have come after the first discard and changed the hand.
        return sum(bool(each.traits & EXPOSED) for each in layout.sets) > 1
    if hand.is_winner or layout.strange or layout.broken:
        return False
    size = layout.size + hand.unshown
    return (flag == "short_hand" and size >= 13) or (flag == "long_hand" and size <= 13)


def _needed(hand: Hand) -> int:
    return 14 if hand.is_winner else 13


def _size_faults(hand: Hand, size: int) -> Iterator[Problem]:
    if not NEITHER_SHORT_NOR_LONG.intersection(hand.flags):
        code = "too_few_tiles" if size < _needed(hand) else "too_many_tiles"
        yield Problem(code, facts={"count": size, "needed": _needed(hand)})


def _win_faults(hand: Hand, layout: Layout) -> list[Problem]:
    told = hand.flags or layout.dead or hand.undeclared or hand.unshown
    found = _hindrances(hand, layout) if told else []
    if hand.winning_tile not in INDEX or not layout.rack[INDEX[hand.winning_tile]]:
        found += _winning_tile_faults(hand, layout)
    if hand.win_source not in ALWAYS_FIT:
        found += _source_faults(hand, layout)
    return found


def _hindrances(hand: Hand, layout: Layout) -> list[Problem]:
    """List what keeps a player from winning, whatever the tiles."""
    found = [Problem(flag) for flag in ("short_hand", "long_hand") if flag in hand.flags]
    if layout.dead or "dead_hand" in hand.flags:
        found.append(Problem("dead_hand", tuple(tile for meld in layout.dead for tile in meld.tiles)))
    if hand.undeclared and hand.win_source not in ("dealt", "first_discard"):
        found.append(Problem("fishing_not_declared"))
    if hand.unshown:
        found.append(Problem("unshown_not_allowed", facts={"count": hand.unshown}))
    return found


def _winning_tile_faults(hand: Hand, layout: Layout) -> Iterator[Problem]:
    tile = hand.winning_tile
    if tile is None:
        yield Problem("winning_tile_missing")
    elif tile in INDEX:
        yield Problem("winning_tile_not_in_rack", (tile,), facts={"tile": tile})
    elif tile not in layout.strange:
        yield from _strange_tiles((tile,))


def _source_fault(hand: Hand, reason: str) -> Problem:
    tiles = (hand.winning_tile,) if hand.winning_tile else ()
    return Problem(
        "win_source_does_not_fit", tiles, facts={"win_source": hand.win_source or "-", "reason": reason}
    )


def _source_faults(hand: Hand, layout: Layout) -> list[Problem]:
    if hand.win_source is None:
        return [Problem("win_source_missing")]
    if hand.win_source not in WIN_SOURCES:
        return [Problem("unknown_win_source", facts={"win_source": hand.win_source})]
    reason = _misfit(hand, layout)
    return [_source_fault(hand, reason)] if reason else []


def _misfit(hand: Hand, layout: Layout) -> str:
    """Say why the hand cannot have been won from its source; an empty text if it can."""
    laid = _on_table(hand)
    if hand.win_source == "loose_tile" and not (layout.kongs or hand.bonus):
        return _("a loose tile follows a kong, a flower or a season")
    if hand.win_source == "dealt" and (laid or hand.bonus):
        return _("the first fourteen tiles leave nothing on the table")
    if hand.win_source == "dealt" and hand.own_wind in ("S", "W", "N"):
        return _("only East is dealt fourteen tiles")
    if hand.win_source == "first_discard" and laid:
        return _("before East’s first discard nothing lies on the table")
    if hand.win_source == "first_discard" and hand.own_wind == "E":
        return _("East does not win on East’s own discard")
    if hand.win_source == "robbed_kong" and not hand.wild and _held_twice(hand, layout):
        return _("the other three of the tile lie in the robbed kong")
    return ""


def _on_table(hand: Hand) -> bool:
    return any(not meld.concealed or len(meld.tiles) not in (2, 3) for meld in hand.melds)


def _held_twice(hand: Hand, layout: Layout) -> bool:
    kind = INDEX.get(hand.winning_tile or "")
    return kind is not None and layout.held[kind] > 1 and layout.rack[kind] > 0


def can_be_read(layout: Layout) -> bool:
    """Tell whether the tiles are known and of the right number, so that asking for a mah-jong makes sense."""
    return layout.size == 14 and not layout.strange and not layout.broken


def shape_faults(layout: Layout, rules: RuleSet, specials: bool) -> Iterator[Problem]:
    """Tell why the tiles are no mah-jong: not four sets and a pair, or too many chows.

    With `specials` a special hand of tiles is a mah-jong too; without, the special hands have been
    refused already.
    """
    if specials and tile_specials(layout, _with_one_less(layout), rules):
        return
    ways = partitions(layout.suits)
    if not ways:
        nearest = tuple((KINDS[kind], KINDS[wanted]) for kind, wanted in one_tile_away(layout, rules))
        yield Problem("not_a_mahjong", facts={"nearest": nearest})
    if layout.chows + min(map(chows, ways), default=0) > rules.chows:
        yield Problem("too_many_chows", facts={"limit": rules.chows})


def _with_one_less(layout: Layout) -> Suits:
    return layout.without(next(kind for kind, count in enumerate(layout.rack) if count)).suits
