"""Short ways to write a season: its evenings in rows, and one line of what comes of it."""

from typing import Any

from tournaments.exchange.season_files import answer

POINTS = {"meetings": 10, "credit_scheme": "table_points", "table_points": [4, 2, 1, 0]}
NETS = {"meetings": 10, "credit_scheme": "net"}


def row(player: int, net: Any = 0, **more: Any) -> dict[str, Any]:
    """Write a row; `sat_for` is the player whose seat he had."""
    sat_for = more.pop("sat_for", None)
    return {"player": player, "net": net, **more, **({} if sat_for is None else {"for": sat_for})}


def evening(number: int, *tables: Any, **more: Any) -> dict[str, Any]:
    """Write a meeting; a table is a list of rows, or the net of each player."""
    rows = [
        [row(player, net) for player, net in table.items()] if isinstance(table, dict) else table
        for table in tables
    ]
    return {"number": number, "tables": rows, **more}


def evenings(*nets: Any, **more: Any) -> list[dict[str, Any]]:
    """Write meetings 1, 2, ... in which player 1 has these nets against 2, 3 and 4; None is absence."""
    return [
        evening(number, {2: 0, 3: 0, 4: 0} if net is None else {1: net, 2: -net, 3: 0, 4: 0}, **more)
        for number, net in enumerate(nets, 1)
    ]


def document(policy: dict[str, Any], meetings: list[Any], players: Any = 4, **more: Any) -> dict[str, Any]:
    """Write a season file; `players` are so many members, or what is to be said of each number."""
    known = {number: {} for number in range(1, players + 1)} if isinstance(players, int) else players
    listed = [{"number": number, "name": f"P{number}", **own} for number, own in known.items()]
    return {"season": policy, "players": listed, "meetings": meetings, **more}


def made(policy: dict[str, Any], meetings: list[Any], players: Any = 4, **more: Any) -> Any:
    """Return what comes of a season."""
    return answer(document(policy, meetings, players, **more))[0]


def line(found: Any, player: int) -> Any:
    """Return the line of one player."""
    return next(each for each in found["lines"] if each["player"] == player)


def own(policy: dict[str, Any], meetings: list[Any], players: Any = 4, **more: Any) -> Any:
    """Return the line of player 1."""
    return line(made(policy, meetings, players, **more), 1)


def states(of: Any) -> str:
    """Write the states of a line by their first letters: c, d, a, z, n."""
    return "".join(each["state"][0] for each in of["meetings"])


def parts(of: Any, meeting: int = 1) -> list[tuple[str, str]]:
    """Return the codes and amounts of a meeting's parts."""
    held = next(each for each in of["meetings"] if each["meeting"] == meeting)
    return [(part["code"], part["amount"]) for part in held["parts"]]


def order(found: Any) -> list[tuple[int, int | None]]:
    """Return players with their ranks, in order."""
    return [(each["player"], each["rank"]) for each in found["lines"]]
