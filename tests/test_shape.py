"""The script that measures how the code is built, on code that is made up here, and the one figure that may not be more than nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import shape

GAMES = sorted(
    p.name for p in (shape.ROOT / "app" / "hexbench" / "games").glob("*") if p.is_dir() and p.name[0] != "_"
)
BODY = """
def {name}({one}):
    \"\"\"What {name} does.\"\"\"
    # why
    for {two} in {one}:
        if {two} > {n}:
            yield {two}, "{name}"
    {two} = {n}
    return {two}
"""


def written(folder: Path, monkeypatch: pytest.MonkeyPatch, *texts: str) -> list[shape.Counted]:
    monkeypatch.setattr(shape, "ROOT", folder)
    files = [folder / "app" / "hexbench" / f"part{n}" / "file.py" for n in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    return [shape.count(file) for file in files]


def test_other_names_and_numbers_are_the_same_shape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = BODY.format(name="a", one="b", two="c", n=1), BODY.format(name="q", one="r", two="s", n=7)
    counted = written(tmp_path, monkeypatch, first, again)
    assert (counted[0].lines, counted[0].code, counted[0].doc, counted[0].comment) == (9, 6, 1, 1)
    found = shape.repetition(c.shapes for c in counted)
    assert (found.lines, found.repeated, found.surplus) == (12, 12, 6)
    assert found.pairs == {("part0", "part1"): 6}
    assert found.declared == 0


def test_repeated_fields_are_declared_and_statements_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = "T = (\n" + "".join(f'    field("{key}", {n}),\n' for n, key in enumerate("abcdef")) + ")\n"
    body = BODY.format(name="a", one="b", two="c", n=1)
    counted = written(tmp_path, monkeypatch, table, table, body, body)
    found = shape.repetition(c.shapes for c in counted)
    assert (found.repeated, found.declared) == (28, 16)


def test_five_lines_are_no_repetition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = BODY.format(name="a", one="b", two="c", n=1)
    counted = written(tmp_path, monkeypatch, text, text.replace("return c", "raise c"))
    found = shape.repetition(c.shapes for c in counted)
    assert (found.repeated, found.surplus) == (0, 0)


def test_imports_for_the_type_checker_and_in_functions_close_no_circle() -> None:
    text = (
        "import a\nif TYPE_CHECKING:\n    import b\ndef f():\n    import c\nclass D:\n    from e import g\n"
    )
    assert sorted(shape.imports_of(ast.parse(text))) == ["a", "e", "e.g"]


def test_a_circle_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shape, "ROOT", tmp_path)
    folder = tmp_path / "app" / "x"
    folder.mkdir(parents=True)
    for name, text in {
        "a": "import x.b",
        "b": "from x import c",
        "c": "import x.a",
        "d": "import x.a",
    }.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    assert shape.cycles(folder) == [["x.a", "x.b", "x.c"]]


@pytest.mark.parametrize("game", GAMES)
def test_no_modules_of_a_game_import_each_other_in_a_circle(game: str) -> None:
    assert shape.cycles(shape.ROOT / "app" / "hexbench" / "games" / game) == []
