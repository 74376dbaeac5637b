"""What a name may be made of, so that it can be shown, sorted and read aloud everywhere."""

import unicodedata

from django.utils.translation import gettext

LENGTH = 60
REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn"}  # control, bidi, zero-width, halves of pairs, unassigned
FULL, INITIAL, ALIAS, ERASED = "full", "initial", "alias", "erased"  # how a person is shown
# Letters that are no letter with a mark, as `unmarked` reads them.
WHOLE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
JOINERS = {"\u200c", "\u200d"}  # zero-width, and letters of Persian and Indian names lean on them


class UnfitName(ValueError):
    """Raised for text that cannot be a name; `code` is name_unfit, name_too_long or name_without_letter."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean(text: str, length: int = LENGTH) -> str:
    """Write a name in composed form with single spaces; raises UnfitName for signs that cannot be seen.

    >>> clean("  Łukasz   Żo\u0301łć ")
    'Łukasz Żółć'
    """
    if any(unicodedata.category(sign) in REFUSED and sign not in JOINERS for sign in text.replace("\t", " ")):
        raise UnfitName("name_unfit")
    composed = " ".join(unicodedata.normalize("NFC", text).split())
    if composed and not any(sign.isalnum() for sign in composed):
        raise UnfitName("name_unfit")
    if len(composed) > length:
        raise UnfitName("name_too_long")
    return composed


def clean_person(text: str) -> str:
    """Write a person's name as `clean` does; raises UnfitName also for one without a letter.

    A season may be called 2026 and a club 49; nobody is called so.
    """
    cleaned = clean(text)
    if cleaned and not any(sign.isalpha() for sign in cleaned):
        raise UnfitName("name_without_letter")
    return cleaned


def shown(given: str, family: str, how: str, alias: str) -> tuple[str, str]:
    """Give the names by which a person is shown to others, given and family name.

    >>> shown("Zoë", "Kemble", INITIAL, "")
    ('Z.', 'Kemble')
    """
    if how == ERASED:
        return "", gettext("name erased")
    if how == ALIAS:
        return "", alias
    return (f"{given[0]}.", family) if how == INITIAL and given else (given, family)


def full_name(given: str, family: str) -> str:
    """Write a name as people say it: given name, then family name."""
    return f"{given} {family}".strip()


def listed_name(given: str, family: str) -> str:
    """Write a name as it stands in a list in order of names: family name, comma, given name."""
    return f"{family}, {given}" if given else family


def folded(text: str) -> str:
    """Give the form under which two spellings count as the same name."""
    return unicodedata.normalize("NFC", text.casefold())


def unmarked(text: str) -> str:
    """Give the form under which spellings with and without marks are the same.

    >>> unmarked("Zoë")
    'zoe'
    """
    apart = unicodedata.normalize("NFD", text.casefold().translate(WHOLE))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def list_order(listed: str) -> tuple[str, str, str]:
    """Give the place of a `listed_name` in a list: by family name, then given name, marks deciding last.

    Of Danish, Hungarian and Polish readers each would put ø, ö and ł elsewhere: on an international list
    all look under the letter without the mark.

    >>> sorted(["Zoll", "Łukasik", "Østby", "Luk"], key=list_order)
    ['Luk', 'Łukasik', 'Østby', 'Zoll']
    """
    family, _comma, given = listed.partition(", ")
    return unmarked(family), unmarked(given), folded(listed)
