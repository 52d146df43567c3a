"""Finds words that would be read by people and do not come through gettext: each as “line: words”.

What is a word is told by its place (a child of an element, a label, a notice) and by its form (two words in a row, a
sentence); names of classes, paths, selectors and keys are none by the place where they stand.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

GETTEXT = {"gettext", "ngettext", "gettext_lazy", "ngettext_lazy", "gettext_noop"}
SHOWN_BY = {"html": 2, "svg": 2, "refill": 1, "append": 0, "announce": 0, "murmur": 0, "showNote": 0, "showRefusal": 0}
"""What shows its arguments from this place on."""
SHOWN_AS = {"title", "aria-label", "aria-valuetext", "placeholder", "alt", "ask", "main", "aside", "textContent"}
HIDDEN_AS = {
    *(
        "class",
        "className",
        "style",
        "cssText",
        "d",
        "transform",
        "viewBox",
        "points",
        "href",
        "src",
        "id",
        "type",
        "name",
    ),
    *("preserveAspectRatio", "easing", "accept", "role", "sign", "fill", "rel", "stroke-dasharray", "download"),
}
HIDDEN_BY = {
    *(
        "querySelector",
        "querySelectorAll",
        "closest",
        "matches",
        "matchMedia",
        "Error",
        "getPropertyValue",
        "toggle",
        "area",
        "ring",
    ),
    *(
        "add",
        "remove",
        "replace",
        "replaceAll",
        "split",
        "join",
        "test",
        "exec",
        "getItem",
        "setItem",
        "getAnimations",
        "RegExp",
    ),
}
COMPARED = {"===", "!==", "==", "!=", "case", "in"}
_TWO = re.compile(r"[^\W\d_]{2,}[,;:.!?]? +(?:[^\W\d_]{2,}|\d)")
_SENTENCE = re.compile(r"^\W*[A-Z][a-z]+\b(?!\w)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<name>[\w$]+)
    |(?P<sign>===|!==|==|!=|=>|\?\.|\?\?=?|&&|\|\||\.\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)
_REGEXP = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")


class Token(NamedTuple):
    """A piece of a script; of a template literal the text without what is filled in, which follows as tokens."""

    kind: str
    text: str
    line: int


def _tokens(source: str, at: int = 0, closing: str = "") -> Iterator[Token | int]:
    """Yield the tokens of a script, at last where it ends: behind the brace that closes it, or at its end."""
    last, depth = "", 0
    while at < len(source):
        line = source.count("\n", 0, at) + 1
        if source[at] == "`":
            at = yield from _template(source, at + 1, line)
            last = "string"
            continue
        if (
            source[at] == "/"
            and last not in ("name", "string", ")", "]", "}")
            and (found := _REGEXP.match(source, at))
            and source[at + 1] not in "/*"
        ):
            at, last = found.end(), "string"
            continue
        found = _TOKEN.match(source, at)
        assert found is not None
        at, kind, text = found.end(), str(found.lastgroup), found[0]
        if kind == "gap":
            continue
        if closing and text == "{":
            depth += 1
        if closing and text == closing:
            if not depth:
                yield at
                return
            depth -= 1
        last = text if kind == "sign" else "" if text == "return" else kind
        yield Token(kind, text[1:-1] if kind == "string" else text, line)
    yield at


def _template(source: str, at: int, line: int):
    """Yield a template literal's text, then the tokens of what is filled in; return where it ends."""
    text, inner = [], []
    while source[at] != "`":
        if source.startswith("${", at):
            inner.append(Token("sign", "${", line))
            for token in _tokens(source, at + 2, "}"):
                if isinstance(token, int):
                    at = token
                else:
                    inner.append(token)
            inner.append(Token("sign", "}", line))
            continue
        step = 2 if source[at] == "\\" else 1
        text.append(source[at : at + step])
        at += step
    yield Token("string", "".join(text), line)
    yield from inner
    return at + 1


class _Frame:
    """An open bracket: what is called by it, which argument this is, and the name that the present value is given."""

    def __init__(self, called: str, sign: str, key: str) -> None:
        self.called, self.sign, self.key = called, sign, key
        self.argument = self.asked = 0


def unsaid_in_script(source: str) -> list[str]:
    """Return the words of a script that do not come through gettext."""
    tokens = [token for token in _tokens(source) if isinstance(token, Token)]
    frames = [_Frame("", "", "")]
    found = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else Token("sign", "", 0)
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        top = frames[-1]
        if token.kind == "string" and _is_unsaid(token.text, frames, before.text, after):
            found.append(f"{token.line}: {token.text}")
        if token.kind != "sign":
            continue
        if token.text in ("(", "[", "{", "${"):
            called = before.text if token.text == "(" and before.kind == "name" else ""
            frames.append(_Frame(called, token.text, "" if called else top.key))
        elif token.text in (")", "]", "}") and len(frames) > 1:
            frames.pop()
        elif token.text in (",", ";"):
            top.argument += token.text == ","
            top.asked = 0
            if top.sign in ("{", "") or token.text == ";":
                top.key = ""
        elif token.text == "?":
            top.asked += 1
        elif token.text == ":" and top.asked:
            top.asked -= 1
        elif (token.text == ":" and top.sign == "{") or (token.text == "=" and before.kind == "name"):
            top.key = before.text
    return found


def _is_unsaid(text: str, frames: list[_Frame], before: str, after: str) -> bool:
    if not _LETTERS.search(text) or "{" in text or before in COMPARED or after in ("===", "!==", "==", "!=", "in"):
        return False
    top = frames[-1]
    if before in ("from", "import") or (after == ":" and top.sign == "{" and not top.asked):  # a module, a name
        return False
    if any(frame.called in GETTEXT for frame in frames):
        return False
    if top.key in SHOWN_AS:
        return True
    call = next((frame for frame in reversed(frames) if frame.called or frame.sign not in ("(", "${")), top)
    if call.called in SHOWN_BY:
        return call.argument >= SHOWN_BY[call.called]
    if call.called in HIDDEN_BY or any(frame.key in HIDDEN_AS for frame in frames[-3:]):
        return False
    return bool(_TWO.search(text) or _SENTENCE.match(text))


class _Texts(HTMLParser):
    """Gathers the words of a page that is no longer a template."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def told(self, text: str | None) -> None:
        words = (text or "").replace("Tanelorn", "").strip(" \n·.,:;")
        if _LETTERS.search(words):
            self.found.append(f"{self.getpos()[0]}: {words}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in SHOWN_AS:
                self.told(value)

    def handle_data(self, data: str) -> None:
        self.told(data)


_SAID = re.compile(
    r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}|"
    r"\{% block body %\}.*?\{% endblock %\}|\{% blocktranslate.*?\{% endblocktranslate %\}|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
_FILTERED = re.compile(r"\{\{[^}]*\|(\w+):\"([^\"]*)\"[^}]*\}\}")
_PROTOCOL = ("default-src", "attachment; filename", "private, max-age")
"""What answers say to browsers."""


def unsaid_in_template(source: str) -> list[str]:
    """Return the words of a template that do not come through gettext."""
    filled = [
        f"{source.count(chr(10), 0, found.start()) + 1}: {found[2]}"
        for found in _FILTERED.finditer(source)
        if found[1] != "json_script" and _LETTERS.search(found[2])
    ]
    texts = _Texts()
    texts.feed(_SAID.sub(lambda found: "\n" * found[0].count("\n"), source))
    texts.close()
    return filled + texts.found


def unsaid_in_python(source: str) -> list[str]:
    """Return the words of a module that do not come through gettext; docstrings and what is logged are none."""
    found: list[tuple[int, str]] = []

    def walk(node: ast.AST) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in GETTEXT or name == "exception":
                return
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if not text.startswith(_PROTOCOL) and (
                _TWO.search(text) or re.search(r"^ ?[a-z]+\.$|[A-Z][a-z]+ [a-z]+ $", text)
            ):
                found.append((node.lineno, text))
        for child in ast.iter_child_nodes(node):
            walk(child)

    walk(ast.parse(source))
    return [f"{line}: {text}" for line, text in found]
