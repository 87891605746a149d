"""Passing scenarios and maps on as one file, and taking such a file in (docs/packs.md).

What is chosen brings along what it needs: its map, the scenario a position is based on, the parts it includes. What
comes in is checked as a whole before anything is kept: it is put into a temporary folder, as it would be among the
player's own, and checked there file by file like any other. Nothing is replaced without consent: instead it is taken
in under another name, and whatever refers to it is changed accordingly.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from hexbench import __version__
from hexbench.engine.values import Say, say
from hexbench.session.checking import check_file
from hexbench.session.editor.map_trace import Trace, read_trace
from hexbench.session.game import Catalogue
from hexbench.store import canon, customs, maps, packs, scenarios, tables
from hexbench.store.packs import LICENCE, MadeFor, Manifest, Pack, bad_name, document_bytes, kind_of
from hexbench.store.strict import (
    BadFile,
    CannotWrite,
    check_header,
    convert,
    parse_json,
    parse_toml,
    read_raw,
)

Painter = Callable[[Path], None]
"""Has a picture checked by the worker. Raises BadFile if it is not one."""
State = Literal["new", "same", "differs", "ships", "refused"]
How = Literal["beside", "replace"]
PICTURES: Final = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".gif")
_FORMATS: Final = {
    "maps": (maps.FORMAT,),
    "tables": (tables.OWN,),
    "traces": ("hexbench-trace",),
    "scenarios": (scenarios.SCENARIO, scenarios.POSITION, scenarios.PART),
}
"""Folder of a pack -> the formats of its documents."""
NO_WORDS: Final = say("")
"""No sentence."""
BEFORE: Final = ".before"
"""What is added to the name of a file that was replaced."""


@dataclass(frozen=True)
class Mine:
    """Something of the player's own that could be passed on."""

    path: Path
    kind: str
    title: str
    game: str = ""


def own_things(catalogue: Catalogue) -> tuple[Mine, ...]:
    """The player's own scenarios and positions, maps and tables; what cannot be read is left out."""
    out = [
        Mine(info.path, "position" if info.is_position else "scenario", info.title, key)
        for key in catalogue.games
        for info in catalogue.scenarios(key)
        if not catalogue.ships(info.path)
    ]
    for folder in (catalogue.places.maps, catalogue.places.data / "tables"):
        for path in sorted(folder.glob("*.*")):
            with contextlib.suppress(BadFile):
                out.append(mine_of(path))
    return tuple(out)


def mine_of(path: Path) -> Mine:
    """The same for one file, wherever it is. Raises BadFile."""
    raw = read_raw(path)
    kinds = {
        scenarios.SCENARIO: "scenario",
        scenarios.POSITION: "position",
        maps.FORMAT: "map",
        tables.OWN: "tables",
    }
    kind = kinds[check_header(raw, tuple(kinds), 1, str(path))]
    title, game = raw.get("title"), raw.get("game")
    words = customs.brief(title if isinstance(title, str) and title else path.stem)
    return Mine(path, kind, words, game if isinstance(game, str) else "")


# ---- passing on ------------------------------------------------------------------------------------------------------
@dataclass
class _Gathered:
    """What goes into a pack. ``files``: path within it -> bytes; ``credits``: who must be named for its maps."""

    files: dict[str, bytes] = field(default_factory=dict)
    games: dict[str, MadeFor] = field(default_factory=dict)
    credits: list[str] = field(default_factory=list)

    def add(self, path: str, data: bytes, file: str) -> None:
        """Add a file. Raises BadFile for a name that is not possible on every system, or that another file has."""
        name = path.rpartition("/")[2]
        wrong = bad_name(name.rpartition(".")[0] or name)
        if wrong or kind_of(path) is None:
            raise BadFile(
                say(
                    'it cannot be passed on under the name "{name}": {why}.',
                    name=customs.brief(name),
                    why=wrong or say("a pack cannot contain it"),
                ),
                file,
            )
        if self.files.get(path, data) != data:
            raise BadFile(
                say(
                    "another file to be passed on is also called {name}: rename one of them.",
                    name=customs.brief(name),
                ),
                file,
            )
        self.files[path] = data


def gather(
    catalogue: Catalogue,
    chosen: Iterable[Path],
    *,
    pictures: bool = False,
    painter: Painter | None = None,
    checked: bool = True,
) -> _Gathered:
    """These scenarios, positions, maps and own tables with everything they need. Raises BadFile for those with faults.

    ``pictures``: include the pictures from which maps are traced, each checked by ``painter``. ``checked`` false:
    only to see what would be included; a scenario that cannot be played is then not reported.
    """
    out = _Gathered()
    found = [(path, read_raw(path)) for path in dict.fromkeys(chosen)]
    own = [path for path, raw in found if isinstance(raw, dict) and raw.get("format") == tables.OWN]
    for path in own:
        _add_tables(catalogue, out, path)
    for path, raw in found:
        if path in own:
            continue
        if catalogue.ships(path):
            why = say(
                "this came with Hexbench or the game, so everyone has it. Pass on a copy you have changed."
            )
            raise BadFile(why, str(path))
        kind = check_header(raw, (scenarios.SCENARIO, scenarios.POSITION, maps.FORMAT), 1, str(path))
        if kind == maps.FORMAT:
            _add_map(catalogue, out, path, pictures, painter)
        else:
            if checked:
                sound(catalogue, path, own)
            _add_document(catalogue, out, path, pictures, painter)
    if not out.files:
        raise BadFile(say("There is nothing to pass on."))
    return out


def sound(catalogue: Catalogue, path: Path, own: Iterable[Path]) -> Path | None:
    """The own tables a document plays with; None: those that ship. Raises BadFile if it plays with none of them."""
    try:
        catalogue.load_file(path)
    except BadFile as fault:
        for table in own:
            try:
                catalogue.with_own(tables.read_own(table)).load_file(path)
            except BadFile:
                continue
            return table
        raise fault from None
    return None


def _add_tables(catalogue: Catalogue, out: _Gathered, path: Path) -> None:
    own = tables.read_own(path)
    catalogue.with_own(own)
    data = (
        document_bytes(read_raw(path)) if path.suffix == ".json" else customs.take(path, customs.LARGEST_TOML)
    )
    out.add(f"tables/{path.name}", data, str(path))
    _add_game(catalogue, out, own.content.game)


def _add_game(catalogue: Catalogue, out: _Gathered, key: str) -> None:
    game = catalogue.games[key]
    out.games[key] = MadeFor(title=game.title, rules_version=game.rules_version)


def _add_document(
    catalogue: Catalogue, out: _Gathered, path: Path, pictures: bool, painter: Painter | None
) -> None:
    file = scenarios.read_file(path)
    raw = read_raw(path)
    out.add(f"scenarios/{file.game}/{file.name}.json", document_bytes(raw), str(path))
    _add_game(catalogue, out, file.game)
    for name in getattr(file, "include", ()):
        part = path.parent / name
        out.add(f"scenarios/{file.game}/{name}", document_bytes(read_raw(part)), str(part))
    base = getattr(file, "base", "")
    if base:
        below = catalogue.scenario_path(file.game, base)
        if not catalogue.ships(below):
            _add_document(catalogue, out, below, pictures, painter)
    if isinstance(file.map, str) and file.map:
        sheet = catalogue.map_path(file.map)
        if not catalogue.ships(sheet):
            _add_map(catalogue, out, sheet, pictures, painter)


def _add_map(
    catalogue: Catalogue, out: _Gathered, path: Path, pictures: bool, painter: Painter | None
) -> None:
    sheet = maps.read_map(path)
    maps.make_atlas(sheet, str(path))
    out.add(f"maps/{sheet.key}.json", document_bytes(read_raw(path)), str(path))
    out.credits += [line for line in sheet.credits if line not in out.credits]
    trace = read_trace(catalogue.places.data, sheet.key) if pictures else None
    if trace is None or trace.owner:
        return
    picture = Path(trace.image)
    if picture.suffix.lower() not in PICTURES:
        raise BadFile(
            say("this is not a picture that can be passed on (PNG, JPEG, BMP, WebP or GIF)."), str(picture)
        )
    data = customs.take(picture)
    if painter is not None:
        painter(picture)
    name = f"{sheet.key}{picture.suffix.lower()}"
    out.add(f"pictures/{name}", data, str(picture))
    laid = {**_trace_raw(trace), "image": name}
    out.add(f"traces/{sheet.key}.json", document_bytes(laid), str(picture))


def _trace_raw(trace: Trace) -> dict[str, Any]:
    """The placement of a picture, as data."""
    made: dict[str, Any] = parse_json(canon.dumps(trace))
    return made


def pass_on(
    catalogue: Catalogue, gathered: _Gathered, to: Path, *, title: str, author: str, licence: str, text: str
) -> None:
    """Write a pack. ``licence`` is its name, ``text`` its wording. Raises BadFile, CannotWrite."""
    files = dict(gathered.files)
    words = "\n\n".join(part for part in (text.strip(), "\n".join(gathered.credits)) if part)
    if words:
        files[LICENCE] = f"{words}\n".encode()
    manifest = Manifest(
        made_with=__version__,
        title=title.strip(),
        author=author.strip(),
        licence=licence,
        games=gathered.games,
    )
    packs.write_pack(to, manifest, files)


# ---- looking at one --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Row:
    """One thing in a pack. ``title``: its own title; ``target``: where it would be put; ``other``: the name it would
    get because something else has its own; ``why``: why it is refused.
    """

    path: str
    kind: str
    game: str
    title: str
    state: State
    target: Path | None = None
    other: str = ""
    why: Say = NO_WORDS
    plays_with: str = ""
    """The own tables in the pack without which it could not be played."""


@dataclass(frozen=True)
class Look:
    """A pack, and what would happen to everything in it. ``notes``: what else the player should know before taking it in."""

    pack: Pack
    rows: tuple[Row, ...]
    notes: tuple[Say, ...]
    plans: Mapping[How, Plan]

    @property
    def takes(self) -> bool:
        """Whether anything in it would be kept."""
        return any(row.state not in ("same", "refused") for row in self.rows)

    @property
    def clashes(self) -> bool:
        """Whether something of the player's own could be replaced by it."""
        return any(row.state == "differs" for row in self.rows)


def look(catalogue: Catalogue, path: Path, painter: Painter | None = None) -> Look:
    """Read a pack and see what is in it; nothing is kept. Raises BadFile if it is not a sound pack."""
    pack = packs.read_pack(path)
    plans: dict[How, Plan] = {
        "beside": Plan(catalogue, pack, "beside"),
        "replace": Plan(catalogue, pack, "replace"),
    }
    plan = plans["beside"]
    refused, with_ = _tried(catalogue, plan, painter)
    rows = []
    for name in sorted(pack.files, key=lambda p: (_kind_order(p), p)):
        if name == LICENCE:
            continue
        kind, title, game = plan.about(name)
        step = plan.steps.get(name)
        why = refused.get(name, NO_WORDS)
        state: State = "refused" if name in refused or step is None else step.state
        other = step.target.stem if step is not None and step.moved else ""
        rows.append(
            Row(
                name, kind, game, title, state, step.target if step else None, other, why, with_.get(name, "")
            )
        )
    for one in plans.values():
        for name in refused:
            one.steps.pop(name, None)
    return Look(pack, tuple(rows), tuple(_notes(catalogue, pack)), plans)


def _notes(catalogue: Catalogue, pack: Pack) -> Iterable[Say]:
    for key, made in pack.manifest.games.items():
        game = catalogue.games.get(key)
        if game is None:
            yield say("It is for the game {game}, which is missing here.", game=customs.brief(made.title))
        elif game.rules_version != made.rules_version:
            yield say(
                "It was made for version {theirs} of the rules of {game}; the version here is {ours}.",
                theirs=made.rules_version, game=game.title, ours=game.rules_version,
            )  # fmt: skip


def _sentence(fault: BadFile) -> Say:
    """Why a file is refused, without its name."""
    return fault.because if isinstance(fault.because, Say) else say("{word}", word=fault.because)


def _reason(fault: BadFile) -> Say:
    """The same with the place in the file."""
    if not fault.where:
        return _sentence(fault)
    return say("{where}: {why}", where=fault.where, why=_sentence(fault))


def _kind_order(path: str) -> int:
    """Scenarios first, then what they need."""
    return ("scenarios", "maps", "tables", "traces", "pictures", LICENCE).index(path.partition("/")[0])


def _tried(
    catalogue: Catalogue, plan: Plan, painter: Painter | None
) -> tuple[dict[str, Say], dict[str, str]]:
    """Why files of a pack are refused, and which own tables some need: each is checked where it would be, in a temporary folder."""
    refused, needs = dict(plan.refused), dict[str, str]()
    data = catalogue.places.data
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        home = Path(folder)
        stage = catalogue.at_home(home)
        staged = {path: home / step.target.relative_to(data) for path, step in plan.steps.items()}
        for path, there in staged.items():
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(plan.steps[path].data)
        own = {there: plan.about(path)[1] for path, there in staged.items() if path.startswith("tables/")}
        order = ("maps", "pictures", "traces", "tables", "scenarios")
        for path in sorted(staged, key=lambda p: (plan.is_part(p), order.index(p.partition("/")[0]), p)):
            try:
                table = _try(stage, path, staged[path], plan, own, refused, painter)
                needs[path] = own[table] if table is not None else ""
            except BadFile as fault:
                refused[path] = _reason(fault)
                if not plan.is_part(path):
                    staged[path].unlink()
    return refused, needs


def _try(
    stage: Catalogue,
    path: str,
    staged: Path,
    plan: Plan,
    own: Mapping[Path, str],
    refused: Mapping[str, Say],
    painter: Painter | None,
) -> Path | None:
    kind = path.partition("/")[0]
    if kind == "pictures":
        if painter is not None:
            painter(staged)
    elif kind == "traces":
        trace: Trace = convert(read_raw(staged), Trace, str(staged))
        if {f"maps/{path.rpartition('/')[2]}", plan.picture_of(path)} & refused.keys():
            raise BadFile(say("its map or its picture was rejected."))
        if not 0 <= trace.opacity <= 1:
            raise BadFile(say("this must be a number from 0 to 1."), "", "opacity")
    elif (
        kind == "tables"
    ):  # against what ships: what is wrong with a scenario of the pack is no fault of the tables
        check_file(stage.at_home(stage.places.data / "nobody"), staged)
    elif kind == "maps":
        check_file(stage, staged)
    elif not plan.is_part(path):
        return sound(stage, staged, [table for table in own if table.is_file()])
    elif all(user in refused for user in plan.users_of(path)):
        raise BadFile(say("none of the scenarios taken in includes this part."))
    return None


# ---- taking it in ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Step:
    """One file as it would be kept. ``moved``: under another name than its own."""

    target: Path
    data: bytes
    state: State
    moved: bool = False


class Plan:
    """Where everything in a pack would be among the player's own, under which name, and with which references."""

    def __init__(self, catalogue: Catalogue, pack: Pack, how: How) -> None:
        self.catalogue, self.pack, self.how = catalogue, pack, how
        self.steps: dict[str, Step] = {}
        self.refused: dict[str, Say] = {}
        self._raw: dict[str, Any] = {}
        self._names: dict[str, str] = {}
        """Path in the pack -> its name here."""
        self._taken = {path.casefold() for path in pack.files}
        for path in pack.files:
            if path.endswith((".json", ".toml")):
                self._read(path)
        data = catalogue.places.data
        for path in (p for p in pack.files if p.startswith(("maps/", "tables/", "pictures/"))):
            self._settle(path, data / path, self._map_named if path.startswith("maps/") else None)
        for path in (p for p in pack.files if p.startswith("traces/")):
            self._settle_trace(path)
        documents = [p for p in pack.files if p.startswith("scenarios/")]
        for path in sorted(documents, key=lambda p: (not self.is_part(p), self._depth(p), p)):
            game = path.split("/")[1]
            if game not in catalogue.games:
                self.refused[path] = say('there is no game "{key}" in this Hexbench.', key=game)
                continue
            self._settle(path, data / path, self._document_named)

    # ---- contents
    def _read(self, path: str) -> None:
        try:
            text = self.pack.files[path].decode("utf-8")
            raw = parse_toml(text) if path.endswith(".toml") else parse_json(text)
            check_header(raw, _FORMATS[path.partition("/")[0]], 1)
        except UnicodeDecodeError:
            self.refused[path] = say("this is not UTF-8 text.")
        except BadFile as fault:
            self.refused[path] = _reason(fault)
        else:
            self._raw[path] = raw

    def is_part(self, path: str) -> bool:
        """Whether it is a part that scenarios include."""
        return bool(self._raw.get(path, {}).get("format") == scenarios.PART)

    def users_of(self, part: str) -> tuple[str, ...]:
        """The scenarios of the pack that include a part."""
        folder, _, name = part.rpartition("/")
        return tuple(
            p for p, raw in self._raw.items() if p.startswith(f"{folder}/") and name in _names(raw, "include")
        )

    def picture_of(self, trace: str) -> str:
        """The picture that a trace belongs to, as a path in the pack."""
        return f"pictures/{self._raw.get(trace, {}).get('image')}"

    def _depth(self, path: str) -> int:
        return 1 if self._raw.get(path, {}).get("base") else 0

    def about(self, path: str) -> tuple[str, str, str]:
        """(kind, title, game) of a file in the pack."""
        raw, found = self._raw.get(path, {}), kind_of(path)
        assert found is not None, "a pack holds nothing else"
        kind: str = found[0]
        if kind == "document":
            kind = {scenarios.POSITION: "position", scenarios.PART: "part"}.get(raw.get("format"), "scenario")
        title = raw.get("title")
        game = raw.get("game") if kind == "tables" else found[2]
        return (
            kind,
            title if isinstance(title, str) and title else found[1],
            game if isinstance(game, str) else "",
        )

    # ---- names
    def _settle(self, path: str, target: Path, renamed: Callable[[str, str], bytes] | None) -> None:
        """Choose the name for a file, and so its step."""
        if path in self.refused:
            return
        name = path.rpartition("/")[2]
        stem, dot, suffix = name.rpartition(".")
        n = 1
        while True:
            here = stem if n == 1 else f"{stem}_{n}"
            there = target.with_name(f"{here}{dot}{suffix}")
            try:
                data = renamed(path, here) if renamed is not None else self.pack.files[path]
            except BadFile as fault:
                self.refused[path] = _sentence(fault)
                return
            state = self._state(path, here, there, data)
            clash = n > 1 and f"{path.rpartition('/')[0]}/{there.name}".casefold() in self._taken
            if state in ("new", "same") and not clash:
                break
            if state == "differs" and self.how == "replace" and n == 1:
                break
            n += 1
        first = self._state(path, stem, target, data) if n > 1 else state
        kept: State = "same" if state == "same" else first
        self.steps[path] = Step(there, data, kept, moved=n > 1)
        self._names[path] = here

    def _state(self, path: str, name: str, target: Path, data: bytes) -> State:
        """What exists under this name."""
        kind = path.partition("/")[0]
        if kind == "maps" and self._ships_map(name):
            return "ships"
        if kind == "scenarios" and not self.is_part(path) and self._ships_scenario(path.split("/")[1], name):
            return "ships"
        there = _alike(target)
        if there is None:
            return "new"
        if there.name != target.name:
            return "differs"  # a different spelling: the same file on some systems
        try:
            found = customs.take(there)
            if target.suffix == ".json":
                found = document_bytes(parse_json(found.decode("utf-8-sig")))
        except (BadFile, UnicodeDecodeError):
            return "differs"
        return "same" if found == data else "differs"

    def _ships_map(self, key: str) -> bool:
        try:
            return self.catalogue.ships(self.catalogue.map_path(key))
        except BadFile:
            return False

    def _ships_scenario(self, game: str, name: str) -> bool:
        try:
            return self.catalogue.ships(self.catalogue.scenario_path(game, name))
        except BadFile:
            return False

    def _map_named(self, path: str, key: str) -> bytes:
        return document_bytes({**self._raw[path], "key": key})

    def _document_named(self, path: str, name: str) -> bytes:
        """A document under a name, with the names that what it refers to has here."""
        raw = dict(self._raw[path])
        folder = path.rpartition("/")[0]
        if not self.is_part(path):
            raw["name"] = name
            own = kind_of(path)
            if own is not None and own[1] != name and isinstance(raw.get("title"), str):
                raw["title"] = f"{raw['title']} ({name.rpartition('_')[2]})"
        if isinstance(raw.get("map"), str):
            raw["map"] = self._names.get(f"maps/{raw['map']}.json", raw["map"])
        if isinstance(raw.get("base"), str):
            raw["base"] = self._names.get(f"{folder}/{raw['base']}.json", raw["base"])
        if raw.get("include"):
            raw["include"] = [
                f"{self._names[part]}.json" if (part := f"{folder}/{one}") in self._names else one
                for one in _names(raw, "include")
            ]
        return document_bytes(raw)

    def _settle_trace(self, path: str) -> None:
        """The placement of a picture goes with its map; the player's own is never changed."""
        if path in self.refused:
            return
        raw = self._raw[path]
        sheet, picture = f"maps/{path.rpartition('/')[2]}", self.picture_of(path)
        if sheet not in self.steps or picture not in self.steps:
            self.refused[path] = say("its map or its picture is not in this pack, or was rejected.")
            return
        data = self.catalogue.places.data
        target = data / "traces" / self.steps[sheet].target.name
        made = document_bytes({**raw, "image": str(self.steps[picture].target)})
        there = target.is_file()
        state: State = "new" if not there else "same"
        self.steps[path] = Step(target, made, state)


def _names(raw: Mapping[str, Any], key: str) -> list[str]:
    found = raw.get(key)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def _alike(target: Path) -> Path | None:
    """The file with a name, or with one that differs only in capital letters; None: there is none."""
    if target.exists() or target.is_symlink():
        return target
    folder = target.parent
    if not folder.is_dir():
        return None
    wanted = target.name.casefold()
    return next((one for one in sorted(folder.iterdir()) if one.name.casefold() == wanted), None)


def _beside(there: Path) -> Path:
    """A free name for a file that is replaced: one replaced earlier is kept, too."""
    names = (there.with_name(f"{there.name}{BEFORE}{n}") for n in ("", *range(2, 10_000)))
    return next(path for path in names if not os.path.lexists(path))


def take_in(found: Look, how: How = "beside") -> tuple[Path, ...]:
    """Keep the contents of a pack, all or nothing; returns the files written. What is replaced is kept beside it.

    Raises CannotWrite, and then everything is as it was.
    """
    written: list[Path] = []
    moved: list[tuple[Path, Path]] = []
    try:
        for step in found.plans[how].steps.values():
            if step.state == "same":
                continue
            there = _alike(step.target)
            if there is not None and (step.moved or step.state != "differs"):
                raise CannotWrite(
                    say("a file of this name has appeared there since the pack was checked. Check it again."),
                    str(there),
                )
            if there is not None:
                moved.append((there.replace(_beside(there)), there))
            canon.write_bytes(step.target, step.data)
            written.append(step.target)
    except (BadFile, OSError) as fault:
        for path in written:
            path.unlink(missing_ok=True)
        for before, there in moved:
            before.replace(there)
        if isinstance(fault, BadFile):
            raise
        raise CannotWrite(
            say("this could not be written: {why}.", why=str(fault.strerror)), str(fault.filename or "")
        ) from None
    return tuple(written)


def contents(found: Look) -> tuple[str, ...]:
    """The contents of a pack, a line for each thing, for a terminal."""
    words = {
        "new": "new",
        "same": "there already",
        "differs": "yours is another of this name",
        "ships": "a file that ships has this name",
        "refused": "refused",
    }
    out = []
    for row in found.rows:
        more = f", taken in as {row.other}" if row.other and row.state != "refused" else ""
        more += f", with the tables {row.plays_with}" if row.plays_with else ""
        reason = f": {row.why}" if row.state == "refused" else more
        out.append(f"{row.kind} {row.title} ({row.path}): {words[row.state]}{reason}")
    return (*out, *map(str, found.notes))


def headings(found: Look) -> tuple[str, ...]:
    """Who made a pack, for what, under which licence: lines for a terminal."""
    made = found.pack.manifest
    games = ", ".join(f"{one.title} (rules version {one.rules_version})" for one in made.games.values())
    rows = (
        ("", made.title),
        ("by", made.author),
        ("licence", made.licence),
        ("for", games),
        ("made with Hexbench", made.made_with),
    )
    return tuple(f"{word} {text}".strip() for word, text in rows if text)


def title_of(path: Path) -> str:
    """The title of a document. Raises BadFile."""
    raw = read_raw(path)
    title = raw.get("title") if isinstance(raw, dict) else None
    return title if isinstance(title, str) else path.stem
