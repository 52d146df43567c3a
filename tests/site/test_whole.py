"""Modules of the page put together as one script run as they do in files of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tanelorn.site.wire.parts import WHOLE
from tanelorn.site.wire.whole import needed, whole

STATIC = Path(__file__).parents[2] / "src/tanelorn/site/static"
NODE = Path(sys.executable).with_name("node")

WALK = {
    "a/walk.js": """import "../b/quiet.js";
import { Count, step as go } from "./step.js";
import {
  LIMIT,
} from "../b/limit.js";
console.log("walk", LIMIT, go(), go(), new Count().n);
export async function later() {
  const { last } = await import("./last.js");
  return last();
}
console.log("asked");
later().then(console.log);
""",
    "a/step.js": """import { LIMIT } from "../b/limit.js";
console.log("step", LIMIT);
let steps = 0;
export function step() {
  return (steps += 1);
}
export class Count {
  n = steps;
}
""",
    "a/last.js": """import { step } from "./step.js";
console.log("last");
export const last = () => step();
""",
    "b/limit.js": """console.log("limit");
export const LIMIT = 3;
""",
    "b/quiet.js": """console.log("quiet");
/** @param {import("./limit.js").Nothing} nothing not fetched */
export function* quiet(nothing) {
  yield nothing;
}
""",
}


def run(script: Path) -> list[str]:
    return subprocess.run([NODE, script], capture_output=True, text=True, check=True).stdout.splitlines()


def written(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.mark.long
def test_together_they_run_once_each_in_the_order_of_files_and_later_what_is_asked_for_later(tmp_path: Path) -> None:
    folder = written(tmp_path, WALK)
    apart = run(folder / "a/walk.js")
    assert apart == ["quiet", "limit", "step 3", "walk 3 1 2 2", "asked", "last", "3"]
    (folder / "whole.js").write_text(whole("a/walk.js", WALK.__getitem__))
    assert run(folder / "whole.js") == apart


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./b.js";',
        'import all from "./b.js";',
        "export default 3;",
        "export let n = 3;",
        'export { n } from "./b.js";',
        'import { n } from "elsewhere";',
        "const { n } = await import(`./${name}.js`);",
    ],
)
def test_what_is_written_otherwise_is_named(line: str) -> None:
    files = {"a.js": f"const name = 1;\n{line}\n", "b.js": "export const n = 3;\n"}
    with pytest.raises(ValueError, match=r"^a\.js: ") as refused:
        whole("a.js", files.__getitem__)
    assert repr(line) in str(refused.value)


@pytest.mark.long
@pytest.mark.parametrize("module", WHOLE.values())
def test_a_script_holds_each_module_it_needs_once(module: str) -> None:
    def read(name: str) -> str:
        return (STATIC / name).read_text()

    names = list(needed(module, read))
    script = whole(module, read)
    assert len(names) == len(set(names)) > 50
    assert all(script.count(f'"{name}": () =>') == 1 for name in names)
    assert subprocess.run([NODE, "--check", "-"], input=script, text=True).returncode == 0
