"""Checking a file without playing it: is it what it says, and does every action lead where it led when it was recorded?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hexbench.engine.rules import GameDef
from hexbench.engine.values import say
from hexbench.session.dice import DiceCheck, check_dice
from hexbench.session.game import Catalogue
from hexbench.session.lessons import check_lesson
from hexbench.session.library import judge
from hexbench.session.opening import restore_history
from hexbench.session.saved_history import SavedHistory, Unreachable, unpack
from hexbench.store import customs, lessons, letters, maps, packs, scenarios, tables
from hexbench.store.found_games import FILE, read_introduction
from hexbench.store.saves import Contents, SaveFile, check_is_save, is_save
from hexbench.store.strict import BadFile, check_header, read_raw
from hexbench.store.words import Locked


def shipped(catalogue: Catalogue) -> Iterator[Path]:
    """Every file of scenarios, lessons, maps, tables, introductions and rules that came with the program."""
    parts, resources = catalogue.places.scenarios, catalogue.places.resources
    for folder, pattern in (
        (parts, "**/*.json"),
        (parts, "**/*.toml"),
        (resources, "maps/*.json"),
        (resources, "games/*/tables.toml"),
        (resources, f"games/*/{FILE}"),
        (resources, "games/*/rules.md"),
    ):
        yield from sorted(folder.glob(pattern))


def check_file(catalogue: Catalogue, path: Path) -> str:
    """What a file is, in a few words, if it has no faults. Raises BadFile with the path to what is wrong."""
    if path.is_file() and is_save(path):
        return _check_save(catalogue, path)
    if letters.is_letter(path):
        envelope = letters.read_letter(path)
        return f"letter {envelope.number} of a game by mail, from {envelope.sender}"
    if letters.is_desk(path):
        desk = letters.read_desk(path)
        return f"a game by mail, {desk.header.title}, as {desk.me.side}"
    if packs.is_pack(path):
        pack = packs.read_pack(path)
        n = len(pack.files)
        files = "1 file" if n == 1 else f"{n} files"
        return f"a pack, {pack.manifest.title}, {files}; `hexbench unpack` says what is in it"
    if path.suffix == ".md":
        ledger = tables.read_ledger(path)
        return f"the rules of {ledger.title}, {len(ledger)} clauses"
    if path.name == FILE:
        return _check_introduction(catalogue, path)
    raw = read_raw(path)
    kind = raw.get("format") if isinstance(raw, dict) else None
    checks = {
        scenarios.SCENARIO: _check_scenario,
        scenarios.POSITION: _check_scenario,
        scenarios.PART: _check_part,
        lessons.FORMAT: _check_lesson,
        maps.FORMAT: _check_map,
        tables.FORMAT: _check_tables,
        tables.OWN: _check_own,
    }
    if not isinstance(kind, str) or kind not in checks:
        check_header(raw, tuple(checks), 1, str(path))
    return checks[str(kind)](catalogue, path, raw)


def _check_introduction(catalogue: Catalogue, path: Path) -> str:
    """It names no game: the game of its folder is meant, if there is one."""
    folder = path.absolute().parent
    read_introduction(folder)
    for key in catalogue.games:
        if catalogue.resources(key).absolute() == folder:
            catalogue.introduction(key)
            return f"the introduction of {catalogue.games[key].title}"
    return "the introduction of a game"


def _check_scenario(catalogue: Catalogue, path: Path, raw: Any) -> str:
    loaded = catalogue.load_file(path)
    if not loaded.info.is_position:
        check = getattr(loaded.game, "check_scenario", None)
        judge(check, (loaded.rules, loaded.scenario), str(path), "scenario")
    what = "a position" if loaded.info.is_position else "a scenario"
    return f"{what} of {loaded.game.title}, {loaded.info.title}"


def _check_lesson(catalogue: Catalogue, path: Path, raw: Any) -> str:
    """A lesson is played by its model up to its little game."""
    lesson = check_lesson(catalogue, path)
    return f"a lesson of {catalogue.games[lesson.game].title}, {lesson.title}, {len(lesson.step)} steps"


def _check_part(catalogue: Catalogue, path: Path, raw: Any) -> str:
    """A part is checked by every scenario beside it that includes it."""
    check_header(raw, (scenarios.PART,), scenarios.VERSION, str(path))
    users = []
    for beside in sorted(path.parent.glob("*.json")):
        other = read_raw(beside)
        if isinstance(other, dict) and path.name in (other.get("include") or ()):
            catalogue.load_file(beside)
            users.append(beside.stem)
    if not users:
        raise BadFile(
            say("no scenario in this folder includes this part, so there is nothing to check it against."),
            str(path),
        )
    return f"a part of {', '.join(users)}"


def _check_map(catalogue: Catalogue, path: Path, raw: Any) -> str:
    sheet = maps.read_map(path)
    maps.make_atlas(sheet, str(path))
    return f"a map, {sheet.title}, {len(sheet.cells)} hexes"


def _check_tables(catalogue: Catalogue, path: Path, raw: Any) -> str:
    game = _game_of_tables(catalogue, path, raw)
    table = tables.read_tables(path, game.Tables)
    judge(getattr(game, "check_tables", None), (table,), str(path), "")
    return f"the tables of {game.title}"


def _check_own(catalogue: Catalogue, path: Path, raw: Any) -> str:
    """A player's own tables are checked against the game, its map and every scenario of it."""
    own = tables.read_own(path)
    mine = catalogue.with_own(own)
    game = catalogue.games[own.content.game]
    for info in mine.scenarios(game.key):
        if not info.is_position:
            mine.load_scenario(game.key, info.name)
    parts = [*own.content.tables, *(f"the scenarios' {key}" for key in own.content.scenario)]
    return f"own tables for {game.title}, {own.content.title}: {', '.join(parts)}"


def _game_of_tables(catalogue: Catalogue, path: Path, raw: dict[str, Any]) -> GameDef:
    """The game a tables file is for: it names it, or it is in that game's folder."""
    named = raw.get("game", path.absolute().parent.name)
    if named in catalogue.games:
        return catalogue.games[named]
    if len(catalogue.games) == 1:
        return next(iter(catalogue.games.values()))
    raise BadFile(
        say("this must name its game, one of {known}.", known=", ".join(catalogue.games)),
        str(path),
        "game",
        ("game",),
    )


# ---- saves -----------------------------------------------------------------------------------------------------------
@contextmanager
def _copy(path: Path) -> Iterator[SaveFile]:
    """A copy of a save, opened: checking a game never touches it, and works where nothing may be written."""
    check_is_save(path)
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        copy = Path(folder) / path.name
        try:
            for suffix in ("-journal", ""):
                beside = path.with_name(path.name + suffix)
                if not suffix or beside.is_file():
                    customs.bring(beside, copy.with_name(copy.name + suffix))
        except OSError as fault:
            raise BadFile(
                say("this file could not be read ({why}).", why=str(fault.strerror)), str(path)
            ) from None
        try:
            save = SaveFile.open(copy)
        except Locked as fault:
            raise Locked(fault.seal, fault.because, str(path)) from None
        except BadFile as fault:
            raise BadFile(fault.because, str(path), fault.where, fault.keys) from None
        try:
            yield save
        except Locked as fault:
            raise Locked(fault.seal, fault.because, str(path)) from None
        except BadFile as fault:
            raise BadFile(fault.because, str(path), fault.where, fault.keys) from None
        finally:
            save.close()


def _check_save(catalogue: Catalogue, path: Path) -> str:
    with _copy(path) as save:
        contents = save.read()
        history, game = restore_history(catalogue, save, contents)
        for node in contents.snapshots:
            _position(game, history, save, node)
        try:
            history.state_at(contents.here)
        except Unreachable as fault:
            raise BadFile(fault.say, str(path)) from None
        title = contents.header.title
    return f"a saved game of {game.title}, {title}, {len(contents.rows)} actions"


def _position(game: GameDef, history: SavedHistory, save: SaveFile, node: int) -> Any:
    found = save.state(node)
    assert found is not None
    return unpack(game, history.rules, *found, str(save.path))


def dice_file(catalogue: Catalogue, path: Path, noted: str = "") -> DiceCheck:
    """Check the dice of a saved game, and against the commitment as a player noted it if one is given. Raises BadFile."""
    with _copy(path) as save:
        contents = save.read()
        history, _ = restore_history(catalogue, save, contents)
        try:
            over = history.rules.verdict(history.state_at(contents.here)).over
            return check_dice(contents.header, history, noted, show_seed=over or contents.header.study)
        except Unreachable as fault:
            raise BadFile(fault.say, str(path)) from None


def replay_file(catalogue: Catalogue, path: Path) -> str:
    """Replay every action of a save from its first position, with all branches, and compare. Raises BadFile."""
    with _copy(path) as save:
        contents: Contents = save.read()
        history, game = restore_history(catalogue, save, contents, fetch=False)
        for row in contents.rows:
            try:
                history.state_at(row.node)
            except Unreachable as fault:
                raise BadFile(fault.say, str(path)) from None
        for node in contents.snapshots:
            kept, played = _position(game, history, save, node), history.state_at(node)
            if history.rules.digest(kept) != history.rules.digest(played):
                raise BadFile(
                    say("the position kept after action {n} is not the one that play leads to.", n=node),
                    str(path),
                )
        leaves = sum(not node.children for node in history.nodes)
    branches = f" on {leaves} branches" if leaves > 1 else ""
    return f"{len(contents.rows)} actions{branches} and {len(contents.snapshots)} positions agree"
