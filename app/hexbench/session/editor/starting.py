"""The sources of documents: a file, a blank document, or a running game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.documents.editing import Format, editing_of
from hexbench.engine.values import Say, Wrong, say
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.editor.scenario import NEW_NAME, ScenarioDraft
from hexbench.session.game import Catalogue
from hexbench.session.library import raw_options
from hexbench.session.session import Session
from hexbench.store.customs import brief
from hexbench.store.scenarios import POSITION, SCENARIO, VERSION, read_file
from hexbench.store.strict import BadFile, read_raw


def open_scenario(catalogue: Catalogue, path: Path) -> ScenarioDraft:
    """A scenario or position from its file, with the parts it includes. Raises BadFile."""
    file = read_file(path)
    files: dict[str, Any] = {MAIN: read_raw(path)}
    for name in getattr(file, "include", ()):
        if "/" in name or "\\" in name or name.startswith("."):
            raise BadFile(
                say("a part must be in the scenario's own folder."), str(path), "include", ("include",)
            )
        files[name] = read_raw(path.parent / name)
    return ScenarioDraft(catalogue, Document(files), path)


def new_scenario(
    catalogue: Catalogue, game: str, map_: str, kind: Format | None = None, title: str = "", **header: Any
) -> ScenarioDraft:
    """A new, complete document on a map, without counters. Raises BadFile."""
    found = catalogue.games.get(game)
    editing = editing_of(found)
    if found is None or editing is None:
        raise BadFile(say('there is no game "{game}" that can be edited.', game=game))
    wanted = kind or editing.formats[0]
    if wanted not in editing.formats:
        raise BadFile(say("{title} has no documents of the type {wanted}.", title=found.title, wanted=wanted))
    options = header.get("options", {})
    bound = catalogue.bind(game, map_, options)
    main = {
        **_frame(wanted, game, title or f"New {wanted}", options),
        "map": map_,
        "provenance": "Made with the scenario editor.",
        wanted: msgspec.to_builtins(editing.blank(bound.rules, wanted)),
        **header,
    }
    return ScenarioDraft(catalogue, Document({MAIN: main}))


def editing_refusal(session: Session) -> Say | None:
    """Why the position of a running game may not be opened in the editor, where everything is visible; None
    if it may.
    """
    if session.study or session.umpire or session.decider is None or not session.secret:
        return None
    return say(
        "One side has information the other lacks: the position can be edited only in study "
        "mode, or when the game is over."
    )


def from_position(catalogue: Catalogue, session: Session, title: str = "") -> ScenarioDraft:
    """The current position of a game as a document, without its dice. Raises ValueError
    (:func:`editing_refusal`), BadFile.
    """
    why = editing_refusal(session)
    if why is not None:
        raise Wrong(why)
    rules = session.rules
    editing = editing_of(catalogue.games.get(rules.key))
    if editing is None:
        raise BadFile(say("{key} does not support the editing of scenarios.", key=rules.key))
    content = editing.position(rules, session.state)
    content.pop("dice", None)
    main = position_document(session, content, title, f"A position from a game: {session.title}.")
    return ScenarioDraft(catalogue, Document({MAIN: main}))


def position_document(
    session: Session, content: dict[str, Any], title: str, provenance: str
) -> dict[str, Any]:
    """A position as a document, with the map and options of a running game; ``content`` is the game's
    description of it.
    """
    options = raw_options(session.bound)
    left = own_tables_left(session)
    if left is not None:
        provenance = f"{provenance} {left}"
    return {
        **_frame("position", session.rules.key, title or f"{session.title}, {session.turn}", options),
        "map": _map_of(session.bound.sheet, session.bound.map),
        "provenance": provenance,
        # Otherwise a game continued from it would have no turn until the next one begins.
        **({"first_turn": session.turn} if session.turn else {}),
        "position": content,
    }


def own_tables_left(session: Session) -> Say | None:
    """What to note about the position of a game with a player's own tables, which no position can include."""
    own = session.bound.own
    if own is None:
        return None
    return say(
        'The game uses own tables, "{title}", which a position does not include: choose them '
        "again when you start it.",
        title=brief(own.content.title),
    )


def _map_of(sheet: MapSheet | None, key: str) -> str | dict[str, Any]:
    """A map as a document names it; one that was not supplied with the program is written out."""
    if sheet is None:
        return key
    raw: dict[str, Any] = msgspec.to_builtins(sheet)
    return raw


def _frame(kind: Format, game: str, title: str, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "format": POSITION if kind == "position" else SCENARIO,
        "version": VERSION,
        "game": game,
        "name": NEW_NAME,
        "title": title,
        "source": "reconstruction",
        "options": dict(options),
    }
