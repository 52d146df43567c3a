"""No line of the chronicle names a unit without asking who knows it: every writer goes through `telling`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tanelorn.games import archmagi

FOR_ALL = {"kill", "send_back", "tell"}
"""These name what is destroyed, or banished for all to see; and `tell` itself, which asks."""


def named_for_all(function: ast.FunctionDef) -> bool:
    """Whether a function looks a unit's kind up and says a line that has no `knowers`."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    says = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "say"]
    if all(any(word.arg == "knowers" for word in call.keywords) for call in says):
        return False
    text = ast.unparse(function)
    return "KINDS[position.kinds[" in text or "unit_name(" in text


@pytest.mark.long
def test_units_are_named_through_telling():
    files = sorted(Path(archmagi.__file__).parent.rglob("*.py"))
    functions = [
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    assert {function.name for function in functions if named_for_all(function)} <= FOR_ALL
