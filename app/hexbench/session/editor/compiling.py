"""A document read by the strict reader, as after every edit: what it sets up, or why it cannot be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexbench.atlas.sheet import MapSheet
from hexbench.engine.values import Problem, say
from hexbench.session.editor.document import MAIN, Document
from hexbench.session.game import Bound, Catalogue, LoadedScenario
from hexbench.session.library import compose
from hexbench.store import maps, scenarios
from hexbench.store.scenarios import PositionFile, ScenarioFile
from hexbench.store.strict import BadFile

NOWHERE: Final = Path("new.json")
"""The file of a document that has none yet."""


@dataclass(frozen=True)
class Compiled:
    """What one document comes to.

    ``state`` is the opening position, run to its first decision; None when ``fault`` says why there is none.
    ``complaints`` are the game's sentences about the scenario, ``problems`` those of its audit: with either it can be
    shown and not be played.
    """

    bound: Bound | None
    loaded: LoadedScenario | None
    state: Any
    fault: BadFile | None
    complaints: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Compiler:
    """Reads documents of one catalogue. Maps and bases are kept, for they rarely change between two edits."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._bound: tuple[Any, Bound] | None = None
        self._bases: dict[tuple[str, str], LoadedScenario] = {}

    def forget(self) -> None:
        """Read maps and bases again: they have been edited meanwhile."""
        self._bound = None
        self._bases.clear()

    def compile(self, document: Document, path: Path | None) -> Compiled:
        """What a document comes to. Never raises: every fault is in the answer."""
        bound: Bound | None = None
        where = path or NOWHERE
        try:
            file = scenarios.parse_file(document.main, where)
            bound = self._bind(file, str(where))
            loaded, complaints = self._load(file, document, where, bound)
            state = _begun(loaded, str(where))
        except BadFile as fault:
            return Compiled(bound, None, None, fault)
        return Compiled(bound, loaded, state, None, complaints, _audited(loaded, state))

    def _bind(self, file: ScenarioFile | PositionFile, where: str) -> Bound:
        base = self._base(file.game, file.base, where) if isinstance(file, PositionFile) else None
        options = {**(base.info.options if base else {}), **file.options}
        own_map = file.map or (base.bound.sheet or base.bound.map if base else "")
        if not own_map:
            raise BadFile(
                say("a position without a base scenario must name its map."), where, "map", ("map",)
            )
        key = (file.game, own_map, options)
        if self._bound is not None and self._bound[0] == key:
            return self._bound[1]
        sheet: str | MapSheet = (
            maps.inline_map(own_map, self.catalogue.places.resources, where)
            if isinstance(own_map, dict)
            else own_map
        )
        bound = self.catalogue.bind(file.game, sheet, options, where)
        self._bound = key, bound
        return bound

    def _base(self, game: str, name: str, where: str) -> LoadedScenario | None:
        if not name:
            return None
        if (game, name) not in self._bases:
            found = self.catalogue.load_scenario(game, name)
            if found.info.is_position:
                raise BadFile(
                    say('"{name}" is a position itself; a base must be a scenario.', name=name),
                    where,
                    "base",
                    ("base",),
                )
            self._bases[game, name] = found
        return self._bases[game, name]

    def _load(
        self, file: ScenarioFile | PositionFile, document: Document, where: Path, bound: Bound
    ) -> tuple[LoadedScenario, tuple[str, ...]]:
        info = scenarios.info_of(file, where)
        if isinstance(file, PositionFile):
            base = self._base(file.game, file.base, str(where))
            state = compose(
                bound.game, bound.rules, file.position, base.scenario if base else None, str(where)
            )
            return LoadedScenario(
                bound, info, base.scenario if base else None, state, catalogue=self.catalogue
            ), ()
        parts: Mapping[str, Any] = {name: content for name, content in document.files.items() if name != MAIN}
        scenario = scenarios.decode_scenario(file, where, bound.game.Scenario, bound.own, parts)
        check = getattr(bound.game, "check_scenario", None)
        complaints = tuple(check(bound.rules, scenario)) if check is not None else ()
        return LoadedScenario(bound, info, scenario, catalogue=self.catalogue), complaints


def _begun(loaded: LoadedScenario, where: str) -> Any:
    """The opening position; that which was described where the game cannot begin from it."""
    try:
        return loaded.begin(0).state
    except Exception as fault:  # noqa: BLE001 - whatever it trips over: the player is told why it cannot begin
        if loaded.position is not None:
            return loaded.position
        raise BadFile(
            say(
                "the game cannot begin from this ({name}: {fault}).",
                name=type(fault).__name__,
                fault=str(fault),
            ),
            where,
        ) from None


def _audited(loaded: LoadedScenario, state: Any) -> tuple[Problem, ...]:
    try:
        return tuple(loaded.rules.audit(loaded.position if loaded.position is not None else state))
    except Exception as fault:  # noqa: BLE001 - what is half set up may trip an audit; the player is told
        return (Problem("position", say("This cannot be judged yet ({what}).", what=str(fault))),)
