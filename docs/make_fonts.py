"""Make the page's fonts: `python docs/make_fonts.py FOLDER`, where FOLDER holds, at any depth, the files of Debian's
packages fonts-texgyre (TeX Gyre Pagella) and fonts-crosextra-carlito (Carlito).

Each is cut to the letters of Latin scripts with the figures and small capitals that the page asks for, renamed as its
licence wants it, and written as WOFF2. Needs fonttools and brotli.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "src/tanelorn/site/static/tanelorn/page/fonts"
FACES = {
    "serif": "texgyrepagella-regular.otf",
    "serif-italic": "texgyrepagella-italic.otf",
    "serif-bold": "texgyrepagella-bold.otf",
    "serif-bold-italic": "texgyrepagella-bolditalic.otf",
    "sans": "Carlito-Regular.ttf",
    "sans-bold": "Carlito-Bold.ttf",
}
# Basic Latin, Latin-1, Latin Extended-A, punctuation, euro, arrows, and the signs of arithmetic.
LETTERS = [*range(0x20, 0x17F), *range(0x2010, 0x203B), 0x2044, 0x20AC, *range(0x2190, 0x2196), 0x2212, 0x2260]
LETTERS += [0x2264, 0x2265]
FEATURES = ["kern", "mark", "mkmk", "liga", "ccmp", "locl", "smcp", "c2sc", "lnum", "onum", "tnum", "pnum", "frac"]


def main(folder: Path) -> None:
    """Write the six faces."""
    FONTS.mkdir(parents=True, exist_ok=True)
    for face, name in FACES.items():
        found = next(folder.rglob(name), None)
        if found is None:
            sys.exit(f"{name} is not below {folder}. On Debian: apt-get download fonts-texgyre fonts-crosextra-carlito")
        font = TTFont(found)
        options = subset.Options(
            layout_features=FEATURES, hinting=False, desubroutinize=True, flavor="woff2", notdef_outline=True
        )
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        _rename(font, face)
        path = FONTS / f"{face}.woff2"
        subset.save_font(font, str(path), options)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def _rename(font: TTFont, face: str) -> None:
    """Give a changed font a name of its own; who made it stays in it."""
    family, _, style = face.partition("-")
    called = f"Tanelorn {family.title()}"
    style = style.replace("-", " ").title() or "Regular"
    whole = f"{called} {style}"
    names = {1: called, 2: style, 3: whole, 4: whole, 6: f"{called}-{style}".replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(names[record.nameID], *_places(record))
        elif record.nameID in (16, 17, 18):
            font["name"].removeNames(nameID=record.nameID)
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [names[6]]
        cff.topDictIndex[0].FullName, cff.topDictIndex[0].FamilyName = names[4], called


def _places(record) -> tuple[int, int, int, int]:
    return record.nameID, record.platformID, record.platEncID, record.langID


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
