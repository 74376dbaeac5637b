"""Reasons that the program gives for a change: kept as a code with numbers, said in the reader's language.

What is written once must hold nobody's name, or that name could never be erased. A ruling is what people
wrote: the question and the answer, on a line each.
"""

import re

from django.utils.translation import gettext

CHECKED = "checked against paper"
SENT_AGAIN = "sent again from the second journal"
SUBSTITUTE = re.compile(r"substitute (\d+) from (\d+)")


def of_substitute(number: int, deal: int) -> str:
    """Write that the entry with a number plays from a deal on."""
    return f"substitute {number} from {deal}"


def of_ruling(question: str, ruling: str) -> str:
    """Put a question and what was ruled into one text, which is erased as one."""
    return "\n".join(" ".join(part.split()) for part in (question, ruling) if part.strip())


def said(reason: str) -> str:
    """Say a reason; what people gave stands as they wrote it."""
    if reason == CHECKED:
        return gettext("Checked against the paper.")
    if reason == SENT_AGAIN:
        return gettext("Sent again from the second journal, which keeps no reasons.")
    told = SUBSTITUTE.fullmatch(reason)
    if told is None:
        return " – ".join(reason.split("\n"))
    number, deal = told.groups()
    return gettext("Number %(number)s plays from deal %(deal)s.") % {"number": number, "deal": deal}
