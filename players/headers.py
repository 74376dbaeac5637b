"""Which column of a list of people is what, by the words over it."""

from collections.abc import Mapping

# Words of headers in the languages of the clubs we know; compared without case.
COLUMNS: Mapping[str, frozenset[str]] = {
    "given": frozenset(
        {
            "given",
            "given name",
            "first name",
            "firstname",
            "forename",
            "first",
            "imię",
            "imie",
            "vorname",
            "prénom",
            "prenom",
            "voornaam",
            "fornavn",
            "förnamn",
            "keresztnév",
            "utónév",
            "nombre",
            "nome",
        }
    ),
    "family": frozenset(
        {
            "family",
            "family name",
            "last name",
            "lastname",
            "surname",
            "last",
            "nazwisko",
            "nachname",
            "nom",
            "achternaam",
            "efternavn",
            "efternamn",
            "vezetéknév",
            "családnév",
            "apellido",
            "cognome",
        }
    ),
    "name": frozenset(
        {
            "name",
            "player",
            "full name",
            "imię i nazwisko",
            "zawodnik",
            "spieler",
            "naam",
            "navn",
            "namn",
            "név",
            "joueur",
            "giocatore",
            "jugador",
        }
    ),
    "club": frozenset(
        {"club", "klub", "verein", "vereniging", "egyesület", "klubb", "association", "town", "miasto"}
    ),
    "country": frozenset({"country", "kraj", "land", "pays", "ország", "nation"}),
    "ema": frozenset({"ema", "ema number", "ema no", "ema no.", "ema nr", "ema nr.", "ema id"}),
    "number": frozenset({"number", "no", "no.", "nr", "nr.", "#", "numer", "nummer", "sorszám", "numéro"}),
}


def is_header(cells: list[str]) -> bool:
    """Tell whether at least half of the cells that say something are words of headers."""
    known = [_column(cell) for cell in cells if cell.strip()]
    return len(known) > 0 and sum(column is not None for column in known) * 2 >= len(known)


def _column(cell: str) -> str | None:
    word = " ".join(cell.replace("_", " ").split()).casefold()
    return next((column for column, words in COLUMNS.items() if word in words), None)


def columns_of(heading: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the columns; the first of two equal ones counts, what is unknown is ignored and told."""
    columns: list[str] = []
    for cell in heading:
        column = _column(cell) or ""
        columns.append("" if column in columns else column)
    ignored = [
        cell.strip() for cell, column in zip(heading, columns, strict=True) if not column and cell.strip()
    ]
    return tuple(columns), tuple(ignored)
