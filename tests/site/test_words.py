"""Every word of the page comes through gettext, and every language has all of them."""

from __future__ import annotations

import re

import pytest
from babel.messages.mofile import read_mo
from docs.make_words import (
    DOMAINS,
    PAGE,
    SITE,
    TEMPLATES,
    catalog_path,
    extracted,
    is_translated,
    languages,
    read_catalog,
)

from tanelorn.bots import LEVELS
from tanelorn.core.content.data import SOURCE_SAYS
from tanelorn.core.game import WEIGHTS
from tanelorn.site.words import OF_THE_CORE, language_of, page_words
from tests.site.unsaid import unsaid_in_python, unsaid_in_script, unsaid_in_template

pytestmark = pytest.mark.usefixtures("words")
CATALOGS = [(language, domain) for language in languages() for domain in DOMAINS]
each = pytest.mark.parametrize(("language", "domain"), CATALOGS)
_HELD = re.compile(r"%\(\w+\)[sd]|<[^>]+>|\*\*")


def all_of(text: object) -> tuple[str, ...]:
    """The forms of a text: one, or those for one and for several."""
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def test_german_is_there() -> None:
    assert "de" in languages()


@pytest.mark.long
@each
def test_a_catalog_holds_what_the_sources_say(language: str, domain: str) -> None:
    wanted = {all_of(message.id) for message in extracted(domain) if message.id}
    found = {all_of(message.id) for message in read_catalog(language, domain) if message.id}
    assert found == wanted, "The words have changed: run python docs/make_words.py and translate what it lists."


@each
def test_nothing_is_left_untranslated(language: str, domain: str) -> None:
    assert [m.id for m in read_catalog(language, domain) if m.id and not is_translated(m.string)] == []


@each
def test_a_translation_holds_what_the_english_holds(language: str, domain: str) -> None:
    for message in read_catalog(language, domain):
        if not message.id:
            continue
        wanted = sorted(_HELD.findall(all_of(message.id)[-1]))
        for said in all_of(message.string):
            assert sorted(_HELD.findall(said)) == wanted, message.id


@each
def test_what_is_compiled_is_what_is_written(language: str, domain: str) -> None:
    path = catalog_path(language, domain)
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {all_of(m.id): all_of(m.string) for m in read_mo(file) if m.id}
    written = {all_of(m.id): all_of(m.string) for m in read_catalog(language, domain) if m.id}
    assert compiled == written, "Run python docs/make_words.py."


@pytest.mark.parametrize("language", languages())
def test_page_and_scripts_say_the_same_alike(language: str) -> None:
    pages, scripts = ({m.id: m.string for m in read_catalog(language, domain) if m.id} for domain in DOMAINS)
    assert {
        text: (pages[text], scripts[text]) for text in pages.keys() & scripts.keys() if pages[text] != scripts[text]
    } == {}


def test_words_of_the_core_are_known() -> None:
    slugs = {level.slug for level in LEVELS}
    assert {str(word) for word in OF_THE_CORE} == {
        *WEIGHTS,
        *(level.title for level in LEVELS),
        *slugs,
        *SOURCE_SAYS.values(),
    }


def test_the_page_is_told_which_form_goes_with_a_count() -> None:
    words = page_words("de")
    assert str(words["plural"])[:4] == "1011"
    assert words["catalog"]["**%(names)s** decides."] == ["**%(names)s** entscheidet.", "**%(names)s** entscheiden."]  # type: ignore[index]


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de-CH,de;q=0.9,en;q=0.5", "de"),
        ("", "fr,en;q=0.5", "en"),
        ("django_language=en; csrftoken=x", "de", "en"),
        ("django_language=tlh", "de", "de"),
    ],
)
def test_a_socket_speaks_as_its_page_does(cookie: str, accepted: str, language: str) -> None:
    assert language_of([(b"cookie", cookie.encode()), (b"accept-language", accepted.encode())]) == language


@pytest.mark.parametrize("path", sorted(PAGE.rglob("*.js")), ids=lambda path: path.relative_to(PAGE).as_posix())
def test_no_word_of_a_script_escapes(path) -> None:
    assert unsaid_in_script(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_word_of_a_template_escapes(path) -> None:
    assert unsaid_in_template(path.read_text(encoding="utf-8")) == []


TO_THE_TERMINAL = ("asgi.py", "health.py", "serve.py", "settings.py", "thinking.py", "models.py")
"""What these say is read by who starts the site, in its terminal or its log."""


@pytest.mark.parametrize(
    "path", [path for path in sorted(SITE.glob("*.py")) if path.name not in TO_THE_TERMINAL], ids=lambda path: path.name
)
def test_no_word_of_the_server_escapes(path) -> None:
    assert unsaid_in_python(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('html("p", {}, "lost")', "lost"),
        ('html("p", {}, on ? `${n} more` : gettext("none"))', " more"),
        ('html("p", { "aria-label": `total ${n}` })', "total "),
        ('part("x").textContent = "Nothing here."', "Nothing here."),
        ('const WAITS = "Your choice waits.";', "Your choice waits."),
        ('showNote("gone")', "gone"),
        ('html("p", { class: "paper tray", title: "Fold" })', "Fold"),
    ],
)
def test_a_word_that_escapes_is_found(script: str, found: str) -> None:
    assert unsaid_in_script(f"\n{script}") == [f"2: {found}"]


@pytest.mark.parametrize(
    "script",
    [
        'html("p", { class: on ? "paper tray" : "paper" }, gettext("Fold"))',
        'if (event.key === "Enter") list.querySelector("button:not([hidden]), .main b")?.focus();',
        'svg("path", { d: "M5-28L-11 2h8l-5 22L11-8H2L9-28z", transform: `rotate(${turn}) translate(0 -64)` })',
        "const found = /^Two words/.test(text) ? words : 1 / 2; // One comment",
        'html("p", {}, gettext("%(all)s of them", { all: word === "Mine" ? "x" : y }))',
    ],
)
def test_what_is_no_word_is_let_pass(script: str) -> None:
    assert unsaid_in_script(script) == []


def test_a_word_that_escapes_from_a_template_or_from_python_is_found() -> None:
    template = (
        '{% load i18n %}\n<p title="Fold">{% translate "Open" %} {{ name|default:"Replay" }}</p>\n'
        "<p>Two {{ count }}</p>"
    )
    assert unsaid_in_template(template) == ["2: Replay", "2: Fold", "3: Two"]
    assert unsaid_in_python('"""A text."""\nraise Illegal(gettext("Not so."), remedy=f"Do it {n} times.")') == [
        "2: Do it ",
        "2:  times.",
    ]
