"""Gathers the words of the site and makes its catalogs: `python docs/make_words.py`.

Every catalog in `src/tanelorn/site/locale/` is brought up to date with templates, Python and scripts, then compiled,
and what is not translated yet is listed. `python docs/make_words.py fr` begins another language. See docs/translate.md.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_javascript, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

SITE = Path(__file__).parents[1] / "src/tanelorn/site"
LOCALE = SITE / "locale"
PAGE = SITE / "static/tanelorn"
TEMPLATES = SITE / "templates"
FINDINGS = SITE.parent / "core/play/findings.py"
"""What the page says of a record that was checked, and the terminal as well."""
DOMAINS = ("django", "djangojs")
"""The words of the server's pages and answers, and those of the page's scripts."""
KEYWORDS = {
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
}
_HEAD = "# What the site says in another language; python docs/make_words.py keeps it up to date."
_WIDTH = 120
_EMPTY = tuple(
    f'"{name}'.encode() for name in ("Project", "Report", "Last-Translator", "Language-Team", "Generated-By")
)
"""Lines of a head that say nothing here."""


def extracted(domain: str) -> Catalog:
    """Return what the sources say, without translations."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    for path, method, source in _scripts() if domain == "djangojs" else _pages():
        for _, text, comments, context in extract(method, BytesIO(source), KEYWORDS, ()):
            catalog.add(text, None, [(os.path.relpath(path, SITE), 0)], auto_comments=comments, context=context)
    return catalog


def _scripts() -> Iterator[tuple[Path, object, bytes]]:
    for path in sorted(PAGE.rglob("*.js")):
        yield path, extract_javascript, path.read_bytes()


def _pages() -> Iterator[tuple[Path, object, bytes]]:
    for path in (*sorted(SITE.rglob("*.py")), FINDINGS):
        yield path, extract_python, path.read_bytes()
    for path in sorted(TEMPLATES.rglob("*.html")):
        lines = templatize(path.read_text(encoding="utf-8")).splitlines()
        yield path, extract_python, "\n".join(line.lstrip() for line in lines).encode()  # indented it is no Python


def languages() -> list[str]:
    """Return the languages that have catalogs, by their folders."""
    return sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())


def catalog_path(language: str, domain: str) -> Path:
    """Return where a catalog lies as a text; beside it lies what is made from it."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read_catalog(language: str, domain: str) -> Catalog:
    """Return a catalog, an empty one if there is none yet."""
    path = catalog_path(language, domain)
    if not path.exists():
        return Catalog(language, domain, header_comment=_HEAD, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language, domain)


def updated(language: str, domain: str) -> Catalog:
    """Return a catalog with exactly what the sources say now, and what of it has been translated."""
    catalog, template = read_catalog(language, domain), extracted(domain)
    template.creation_date = catalog.creation_date  # what has not changed is written as it was
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def write(language: str, domain: str) -> list[str]:
    """Write a catalog and what is made from it; return what has not been translated."""
    catalog, path = updated(language, domain), catalog_path(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = BytesIO()
    write_po(text, catalog, width=_WIDTH, sort_by_file=True, include_lineno=False)
    path.write_bytes(b"".join(line for line in text.getvalue().splitlines(True) if not line.startswith(_EMPTY)))
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)
    return [str(message.id) for message in catalog if message.id and not is_translated(message.string)]


def is_translated(said: object) -> bool:
    """Whether a text, or every form of it, has been translated."""
    return bool(said) and (isinstance(said, str) or all(said))  # type: ignore[call-overload]


def main(begun: list[str]) -> None:
    """Bring all catalogs up to date, and begin those of the languages named."""
    for language in sorted({*languages(), *begun}):
        for domain in DOMAINS:
            lacking = write(language, domain)
            print(f"{language}, {domain}: {len(lacking)} not translated", *lacking, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
