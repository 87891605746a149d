"""Everything a person reads, collected from the sources and the data: what there is to translate.

Two contexts, as `hexbench/ui/look/language.py` names them: `desktop` is what ``tr`` and ``mark`` are given there, `table`
what games and engine say, with the plain words that fill their sentences (terrain, phases, results, options).
A word that no rule below finds is one that no sentence should be filled with.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hexbench import bootstrap
from hexbench.engine.state import Step

DESKTOP, TABLE = "desktop", "table"
Found = tuple[str, str]
"""(context, source)."""

OF_DESKTOP = frozenset({"tr", "mark"})
OF_TABLE = frozenset({"say", "Say"})
OPTIONS = frozenset({"rule", "ruling", "balance"})
"""What declares an option of a game: its title, and sentences by name."""
EVENTS = frozenset(
    [
        "Declared",
        "Drawn",
        "GameEnded",
        "MarkerChanged",
        "Resolved",
        "Revealed",
        "UnitChanged",
        "UnitMoved",
        "UnitRemoved",
        "Verdict",
        "tell_changed",
    ]
)
"""Their plain words become part of a sentence of the log (`hexbench/session/log.py`) or of the outcome."""
SHOWN = frozenset(
    [
        "Account",
        "Box",
        "Card",
        "Chip",
        "Field",
        "Holding",
        "Possible",
        "Setting",
        "Shade",
        "Table",
        "TurnBegan",
    ]
)
"""Display values with plain words in them (`hexbench/engine/display.py`), and the like."""
OF_WORDS = re.compile(r"(calculator_sheet|charts|combat_board|combat_display|panels|results|victory|zoc)\.py")
"""Modules of games whose plain words are all for the screen."""
ALL_WORDS = "# Its plain words are all for the screen."
"""What another module says that is one of them."""
LETTERS = "abcd"
"""Names of the numbers in plain words, as `language.py` has them: "Turn {a}"."""
ACT_WORDS = 2
"""Which argument of ``Act`` is its words; its ``help`` is read too."""

NAMES = frozenset({"air_units", "depots", "entry_roads", "exit_roads", "places", "set_up", "units"})
"""Parts of a game's tables that hold names: of units and places."""
TITLES = frozenset({"builder", "level", "name", "note", "text", "title", "weather", "where"})
"""Keys of a game's tables whose words are shown."""
OF_INTRODUCTION = ("text", "scale")
OF_SCENARIO = ("title", "blurb", "provenance")

_FILLED = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-zÀ-ÿ][a-zà-ÿ]")
_NO_WORDS = re.compile(r"\(\?.*|[\w{}]+(\.[\w{}]+)+|(?!no$)[a-z]{1,2}")
"""Patterns, keys with a point in them, and letters of axes; *no* is a word."""
_NUMBER = re.compile(r"[+−-]?\d+(?:[-/:]\d+)*")
_KEY = re.compile(r"[a-z][a-z_]*")


def collect(root: Path) -> dict[Found, str]:
    """(context, source) -> the first place it was found in, as a path from the checkout with slashes."""
    out: dict[Found, str] = {}
    for file, found in _everything(root):
        place = file.relative_to(root).as_posix()
        for context, source in found:
            wordy = _WORD.search(_FILLED.sub("", source)) and not _NO_WORDS.fullmatch(source)
            if source and (wordy or context == DESKTOP):
                out.setdefault((context, source), place)
    return out


def _everything(root: Path) -> Iterator[tuple[Path, Iterable[Found]]]:
    app = root / "app" / "hexbench"
    for file in sorted(app.rglob("*.py")):
        room = file.relative_to(app).parts[0]
        text = file.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(text)))
        yield file, _of_source(nodes, room)
        if room == "games":
            yield file, _of_boxes(nodes)
            if OF_WORDS.fullmatch(file.name) or ALL_WORDS in text:
                yield file, _of_screen(nodes)
    yield app / "bootstrap.py", _of_games()
    for file in sorted((root / "resources" / "games").glob("*/tables.toml")):
        yield file, _of_tables(tomllib.loads(file.read_text(encoding="utf-8")))
    for file in sorted((root / "resources" / "games").glob("*/introduction.toml")):
        found = tomllib.loads(file.read_text(encoding="utf-8"))
        yield file, [(TABLE, found[key]) for key in OF_INTRODUCTION if key in found]
    for file in sorted((root / "resources" / "maps").glob("*.json")):
        yield file, _of_map(json.loads(file.read_text(encoding="utf-8")))
    for file in sorted((root / "scenarios").glob("*/*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        yield file, [(TABLE, data[key]) for key in OF_SCENARIO if key in data]


# ---- sources
def _of_source(nodes: Sequence[ast.AST], room: str) -> Iterator[Found]:
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from _of_call(node, room)
        elif isinstance(node, ast.Subscript) and _name(node.value) == "Literal" and room == "games":
            yield from ((TABLE, _words(key)) for key in _strings(node.slice) if _KEY.fullmatch(key))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and room in ("games", "engine"):
            yield from _of_assignment(node)


def _of_boxes(nodes: Sequence[ast.AST]) -> Iterator[Found]:
    """The names of boxes beside the map: "#due/19AM" is told as "due 19AM"."""
    for text in _texts(nodes):
        if re.match(r"#[a-z]", text):
            yield from ((TABLE, _words(part)) for part in text[1:].split("/") if _KEY.fullmatch(part))


def _of_event(key: ast.Tuple) -> bool:
    """Whether a key begins with the name of a kind of event: codes, and no words."""
    first = key.elts[0] if key.elts else None
    return isinstance(first, ast.Constant) and str(first.value) in EVENTS


def _of_screen(nodes: Sequence[ast.AST]) -> Iterator[Found]:
    """Every plain word or phrase of a module that is all for the screen, keys and sentences of errors left out."""
    out: set[ast.AST] = set()
    for node in nodes:
        body = getattr(node, "body", None)
        if isinstance(body, list):
            out |= {line.value for line in body if isinstance(line, ast.Expr)}
        if isinstance(node, ast.Raise):
            out |= set(ast.walk(node))
        elif isinstance(node, ast.Call) and _name(node.func) in OF_TABLE | {
            "join",
            "replace",
            "startswith",
            "cast",
            "partition",
        }:
            out |= {part for arg in node.args for part in ast.walk(arg)}
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            out |= set(ast.walk(node.annotation))
        elif isinstance(node, ast.Compare):
            out |= {part for side in node.comparators for part in ast.walk(side)}
        elif isinstance(node, ast.Subscript):
            out |= set(ast.walk(node.slice))
        elif isinstance(node, ast.Call) and _name(node.func) == "get" and isinstance(node.args[0], ast.Tuple):
            out |= set(ast.walk(node.args[0]))
        elif isinstance(node, ast.Dict):
            kinds = [key for key in node.keys if isinstance(key, ast.Tuple) and _of_event(key)]
            out |= {part for key in kinds for part in ast.walk(key)}
        elif isinstance(node, ast.JoinedStr):
            out |= set(node.values)
    for node in nodes:
        if node not in out and isinstance(node, ast.Constant | ast.JoinedStr):
            text = _numbered(node)
            if re.search(r"[A-Z ]", text) or (isinstance(node, ast.Constant) and _KEY.fullmatch(text)):
                yield TABLE, _words(text).strip()


def _of_games() -> Iterator[Found]:
    """What the games say of themselves: sides, phases, the steps that ask something, the levels of their opponents."""
    games = [
        [*game.sides, *(side.title() for side in game.sides), *game.phases, *game.opponents]
        for game in bootstrap.GAMES
    ]  # first of all, since asking a game brings in the modules that hold its steps
    steps, todo = dict[str, None](), [Step]
    while todo:
        step: type[Step] = todo.pop()
        todo += step.__subclasses__()
        if step.__module__.startswith("hexbench.") and step.verbs:
            steps.update(dict.fromkeys((step.phase, str(step.__struct_config__.tag or ""))))
    for words in games:
        yield from ((TABLE, _words(word)) for word in words)
    yield from ((TABLE, _words(word)) for word in sorted(steps))
    yield TABLE, "over"


def _numbered(node: ast.AST) -> str:
    """The text of a constant, or of an f-string with letters in place of what fills it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    letters = iter(LETTERS)
    parts = (
        part.value if isinstance(part, ast.Constant) else f"{{{next(letters, 'e')}}}" for part in node.values
    )
    return "".join(str(part) for part in parts)


def _of_call(node: ast.Call, room: str) -> Iterator[Found]:
    name = _name(node.func)
    if name in OF_DESKTOP and node.args and room == "ui":
        yield from ((DESKTOP, text) for text in _choices(node.args[0]))
    elif name == "Act" and room == "ui" and len(node.args) > ACT_WORDS:
        helps = [k.value for k in node.keywords if k.arg == "help"]
        yield from ((DESKTOP, text) for part in (node.args[ACT_WORDS], *helps) for text in _choices(part))
    elif name in OF_TABLE and node.args and isinstance(node.func, ast.Name):  # not what a screen reader says
        yield from ((TABLE, text) for text in _choices(node.args[0]))
        filled = [*node.args[1:], *(k.value for k in node.keywords)]
        yield from ((TABLE, text) for part in filled for text in _filling(part))
    elif name in EVENTS or name in SHOWN or (name in ("number", "words") and room == "games"):
        parts = [*node.args, *(k.value for k in node.keywords)]
        yield from (
            (TABLE, _words(text))
            for part in parts
            for text in _filling(part)
            if not _NO_WORDS.fullmatch(text)
        )
        if name in EVENTS:
            inner = (piece for part in parts for piece in ast.walk(part) if isinstance(piece, ast.JoinedStr))
            yield from ((TABLE, _numbered(piece)) for piece in inner)
    elif name in OPTIONS and room == "games":
        words = [*node.args[:1], *(k.value for k in node.keywords)]
        yield from ((TABLE, text) for part in words for text in _choices(part))
    elif name == "Meta":
        words = [k.value for k in node.keywords if k.arg in ("title", "description")]
        yield from ((TABLE, text) for part in words for text in _choices(part))


def _of_assignment(node: ast.Assign | ast.AnnAssign) -> Iterator[Found]:
    """Tables of words: a constant whose name says so (``..._WORDS``, ``NAMES``, ``TITLES``), and the phases of a game."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    if node.value is None:
        return
    if any(re.search(r"(^|_)(WORDS|NAMES|TITLES|LABELS)$", name) for name in names):
        parts = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
        yield from ((TABLE, _words(text)) for part in parts for text in _strings(part))
    elif "phases" in names or "PHASES" in names:
        yield from ((TABLE, _words(text)) for text in _strings(node.value) if _KEY.fullmatch(text))


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _choices(node: ast.expr) -> Iterator[str]:
    """The texts an expression may be: one written out, or either of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for part in node.values:
            yield from _choices(part)


def _filling(node: ast.expr) -> Iterator[str]:
    """Plain words within an expression, but not those of a sentence or a question within it."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and not node.value.startswith("#"):
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield _numbered(node)
    elif isinstance(node, ast.IfExp):
        yield from _filling(node.body)
        yield from _filling(node.orelse)
    elif isinstance(node, ast.BoolOp | ast.Tuple | ast.List):
        for part in node.values if isinstance(node, ast.BoolOp) else node.elts:
            yield from _filling(part)


def _strings(node: ast.AST) -> Iterator[str]:
    return _texts(ast.walk(node))


def _texts(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for part in nodes:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _words(key: str) -> str:
    """A key as it stands within a sentence."""
    return key.replace("_", " ") if " " not in key else key


# ---- data
def _of_tables(data: object, key: str = "") -> Iterator[Found]:
    if isinstance(data, dict):
        for name, part in data.items():
            if name not in NAMES:
                yield from _of_tables(part, "weather" if key == "weather" else name)
    elif isinstance(data, list):
        for part in data:
            yield from _of_tables(part, key)
    elif isinstance(data, str) and (key in TITLES or (data.endswith(".") and " " in data)):
        yield TABLE, _words(data)
        yield from ((TABLE, part) for part in data.split(" / ") if part != data)


def _of_map(data: dict[str, object]) -> Iterator[Found]:
    found: dict[str, None] = {}
    _terrain(data, found)
    yield from ((TABLE, _words(key)) for key in found)


def _terrain(data: object, found: dict[str, None]) -> None:
    if isinstance(data, dict):
        for name, part in data.items():
            if name in ("terrain", "features"):
                found.update(dict.fromkeys(_leaves(part)))
            else:
                _terrain(part, found)
    elif isinstance(data, list):
        for part in data:
            _terrain(part, found)


def _leaves(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for part in data:
            yield from _leaves(part)
    elif isinstance(data, dict):
        yield from data
