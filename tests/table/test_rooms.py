"""The rooms of the tablet's modules: which may import which, and no circle between rooms or files."""

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path

from django.conf import settings

ROOT = settings.BASE_DIR / "tournaments/static/sparrows/table"
IMPORTED = re.compile(r'^import\b[^"]*"([^"]+)"', re.MULTILINE)

# room -> the rooms it may import besides itself; a module at the root is a room of its own.
GROUND = {"deal", "dom", "model", "outbox", "stage", "words"}
ALLOWED = {
    "deal": set(),
    "dom": {"faces", "vendor"},
    "faces": {"deal"},
    "vendor": set(),  # other people's, unchanged, each with its licence
    "words": set(),
    "model": {"deal", "words"},
    "stage": {"model"},
    "outbox": {"deal", "stage"},
    "engine": {"deal", "words"},
    "rules": {"deal", "dom", "stage", "words"},
    "board": {"rules", "deal", "dom", "stage", "words"},
    "shell": {"board", "deal", "dom", "model", "outbox", "stage", "vendor", "words"},
    "entry": {*GROUND, "board", "engine", "rules", "shell"},
    "sheet": {*GROUND, "board", "shell"},
    "pair": {"outbox", "words"},
    "app": {*GROUND, "board", "engine", "entry", "rules", "sheet", "shell"} - {"deal"},
}


def imports() -> dict[Path, set[Path]]:
    """Read which module imports which; an import of what is not there fails here."""
    files = {file.relative_to(ROOT): file for file in ROOT.rglob("*.js")}
    said = {name: IMPORTED.findall(file.read_text()) for name, file in files.items()}
    found = {
        name: {(ROOT / name.parent / one).resolve().relative_to(ROOT) for one in said[name]} for name in files
    }
    assert set().union(*found.values()) <= set(files)
    return found


def room(module: Path) -> str:
    """Name the folder of a module, or the module itself at the root."""
    return module.parts[0].removesuffix(".js")


def circle_free(arrows: Mapping[object, set[object]]) -> None:
    """Raise CycleError where the arrows lead back to where they began."""
    TopologicalSorter(arrows).prepare()


def test_it_imports_along_the_allowed_arrows_only_and_uses_each() -> None:
    drawn: dict[str, set[str]] = {}
    for module, names in imports().items():
        drawn.setdefault(room(module), set()).update({room(name) for name in names} - {room(module)})
    assert drawn == ALLOWED


def test_it_goes_in_no_circle() -> None:
    circle_free({**ALLOWED})
    circle_free({**imports()})


def brought_in_by(module: Path) -> set[Path]:
    """List all that is loaded with a module of another folder, wherever it lies."""
    found, open_ = set[Path](), [module]
    while open_:
        at = open_.pop()
        named = {(at.parent / one).resolve() for one in IMPORTED.findall(at.read_text())}
        open_ += named - found
        found |= named
    return found


def test_the_staffs_pages_bring_in_nothing_that_only_a_tablet_has() -> None:
    """They have the entry; what is kept, sent and confirmed at a table, and its shell, is the tablet's."""
    pages = sorted((ROOT.parent / "organiser").glob("*.js"))
    loaded = {
        file.relative_to(ROOT) for page in pages for file in brought_in_by(page) if ROOT in file.parents
    }
    assert {room(file) for file in loaded} == {
        *GROUND - {"outbox"},
        *("board", "entry", "faces", "rules", "vendor"),
    }


def test_it_imports_nothing_on_the_way() -> None:
    late = {file.name for file in ROOT.rglob("*.js") if re.search(r"\bimport\(", file.read_text())}
    assert late == {"engine-worker.js"}  # Pyodide, which is there or not


def test_it_has_the_licence_beside_what_is_not_its_own() -> None:
    vendored = sorted((ROOT / "vendor").glob("*.js"))
    assert vendored
    assert [file.name for file in vendored if not file.with_suffix(".LICENSE").read_text().strip()] == []


SAID = re.compile(r"(?<![\w.`])(_|marked|ofDeal|ofMeetings|written|signed|el|button|icon|tile|announce)\(")
TAKEN = re.compile(r"^import \{([^}]*)\}", re.MULTILINE)
OWN = re.compile(r"\b(?:const|function|let) (\w+)|[({,] *(\w+)(?= *[,})=])")


def test_it_imports_every_word_and_element_it_uses() -> None:
    """A name that nobody brings in is told by no browser until its line is reached."""
    missing = {}
    for file in ROOT.rglob("*.js"):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(), flags=re.DOTALL)
        known = {name.strip() for names in TAKEN.findall(text) for name in re.split(r",| as ", names)}
        known |= {name for pair in OWN.findall(re.sub(TAKEN, "", text)) for name in pair}
        if lost := set(SAID.findall(text)) - known:
            missing[str(file.relative_to(ROOT))] = lost
    assert missing == {}
