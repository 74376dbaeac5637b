"""Plain Latin letters and digits for the corners of tiles, as lines on a grid of 10 by 16."""

from tournaments.tilefaces.shapes import line

FRAME = "frame"
"""The corner of the white dragon: an empty frame, which nobody takes for the letter of West."""

WEIGHT = 2.4
PITCH = 13.0  # from one letter of a word to the next
WIDE = {"M": 3.0, "W": 4.0}  # what a letter needs beyond the ten
LETTERS: dict[str, str] = {
    "1": "M1.5 4 6 1v14",
    "2": "M1 4.8a4 3.9 0 0 1 8 0c0 3.6-8 6.6-8 10.2h8.4",
    "3": "M1 1h8L4.6 6.6A4.2 4.2 0 1 1 .8 12.6",
    "4": "M7 15V1L.5 10.6H10",
    "5": "M8.8 1H2.2l-.7 6.4a4.3 4.2 0 1 1-.6 5.4",
    "6": "M8.2 1C4 2.6 1 6.6 1 10.7a4.1 4.1 0 1 0 8.2 0 4.1 4.1 0 0 0-8 -1",
    "7": "M.8 1h8.6L4 15",
    "8": "M5 7.4A3.2 3.2 0 1 1 5 1a3.2 3.2 0 1 1 0 6.4 3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 1 1 0-7.6",
    "9": "M2 15c4.2-1.6 7.2-5.6 7.2-9.7a4.1 4.1 0 1 0-8.2 0 4.1 4.1 0 0 0 8 1",
    "A": "M.4 15 5 1l4.6 14M2.2 10.4h5.6",
    "B": "M1 8h4.6a3.5 3.5 0 0 1 0 7H1V1h4a3.5 3.5 0 0 1 0 7",
    "C": "M9 4C8.4 2.2 7 1 5.2 1 2.5 1 1 4 1 8s1.5 7 4.2 7C7 15 8.4 13.8 9 12",
    "D": "M1 1v14h2.8c3.6 0 5.6-3 5.6-7s-2-7-5.6-7z",
    "E": "M9 1H1v14h8M1 8h6.6",
    "F": "M9 1H1v14M1 8h6.6",
    "G": "M9 4C8.4 2.2 7 1 5.2 1 2.5 1 1 4 1 8s1.5 7 4.2 7C7.7 15 9.2 13 9.2 9H5.8",
    "H": "M1 1v14M9 1v14M1 8h8",
    "I": "M5 1v14",
    "J": "M8 1v10a3.6 3.6 0 0 1-7.2.6",
    "K": "M1 1v14M9 1 1.2 9.4M4.4 6 9.2 15",
    "L": "M1 1v14h7.6",
    "M": "M1 15V1l5.5 8L12 1v14",
    "N": "M1 15V1l8 14V1",
    "O": "M5 1C2.4 1 1 4 1 8s1.4 7 4 7 4-3 4-7-1.4-7-4-7z",
    "R": "M1 15V1h4a3.7 3.7 0 0 1 0 7.6H1m4.2 0L9.2 15",
    "S": "M9 4C8.6 2.2 7 1 5 1 2.7 1 1.2 2.5 1.2 4.5 1.2 9.3 9 6.6 9 11.4 9 13.5 7 15 5 15S1 14 .7 12",
    "T": "M.4 1h9.2M5 1v14",
    "U": "M1 1v9.6C1 13.4 2.6 15 5 15s4-1.6 4-4.4V1",
    "W": "M.5 1 3.5 15 7 4l3.5 11 3-14",
    FRAME: "M.6 1.2h9.8v13.6H.6z",
}


def lettered(sign: str, left: float, top: float, scale: float, tone: str, weight: float = WEIGHT) -> str:
    """Draw one of LETTERS, ten units wide and sixteen high before scaling."""
    drawn = line(LETTERS[sign], tone, weight)
    return f'<g transform="translate({left:g} {top:g}) scale({scale:.3g})">{drawn}</g>'


def worded(word: str, box: tuple[float, float, float, float], tone: str, weight: float = WEIGHT) -> str:
    """Write a word of LETTERS into a box (left, top, width, height), as large as it fits."""
    left, top, width, height = box
    places, end = [], 0.0
    for letter in word:
        places.append(end)
        end += PITCH + WIDE.get(letter, 0.0)
    scale = min(width / (end - PITCH + 10), height / 16)
    letters = "".join(
        f'<g transform="translate({at:g})">{line(LETTERS[letter], tone, weight)}</g>'
        for letter, at in zip(word, places, strict=True)
    )
    down = top + (height - 16 * scale) / 2
    return f'<g transform="translate({left:g} {down:.3g}) scale({scale:.3g})">{letters}</g>'
