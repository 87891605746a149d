"""What a session plays: a game bound to its map, tables and options, and where these come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec.structs import replace

from hexbench.engine.values import Problem, listed, say
from hexbench.store.found_games import Introduction, Source
from hexbench.store.paths import Places
from hexbench.store.recent import RecentGames
from hexbench.store.scenarios import ScenarioInfo
from hexbench.store.strict import BadFile
from hexbench.store.tables import Own

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas
    from hexbench.atlas.sheet import MapSheet
    from hexbench.engine.calculator import Calculator
    from hexbench.engine.ledger import Ledger
    from hexbench.engine.rules import GameDef, Outcome, Rules
    from hexbench.store.lessons import Lesson, LessonInfo


class BadPosition(BadFile):
    """A position that the rules do not allow; ``problems`` is what the audit found."""

    def __init__(self, problems: Sequence[Problem], file: str = "") -> None:
        self.problems = tuple(problems)
        shown = [say("[{rule}] {text}", rule=p.rule, text=p.text) for p in self.problems[:3]]
        rest = len(self.problems) - 3
        if rest > 0:
            shown.append(say("And {n} more.", n=rest))
        super().__init__(say("this position is not possible. {problems}", problems=listed(shown, " ")), file)


class Bound(msgspec.Struct, frozen=True):
    """A game bound to one map, its tables and options; ``sheet`` is the map as data if it is not a shipped one,
    ``own`` the player's tables it is played with.
    """

    game: GameDef
    rules: Rules[Any, Any, Any]
    options: Any
    map: str
    map_digest: str
    tables_digest: str
    sheet: MapSheet | None = None
    own: Own | None = None

    def plays_like(self, digest: str) -> bool:
        """Whether tables with this digest play like these: they are equal, or earlier ones of the game that differ in wording only."""
        return digest == self.tables_digest or digest in getattr(self.game, "reworded_tables", ())


class LoadedScenario(msgspec.Struct, frozen=True, dict=True):
    """A scenario or position ready to begin. ``scenario`` is of the game's own type; None for a bare position.

    ``position`` is set for positions: a State whose stack is ready to run, already audited.
    """

    bound: Bound
    info: ScenarioInfo
    scenario: Any
    position: Any = None
    catalogue: Catalogue | None = None

    @property
    def game(self) -> GameDef:
        """The game."""
        return self.bound.game

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        """The rules, bound to the scenario's map, tables and options."""
        return self.bound.rules

    @property
    def atlas(self) -> Atlas:
        """The map."""
        return self.bound.rules.atlas

    @cached_property
    def palette(self) -> dict[str, Any]:
        """The game's palette."""
        return self.catalogue.palette(self.game.key) if self.catalogue else {}

    @cached_property
    def ledger(self) -> Ledger | None:
        """The game's rules, clause by clause."""
        return self.catalogue.rules_text(self.game.key) if self.catalogue else None

    def begin(self, seed: int | None = 0, numbers: Sequence[int] | None = None) -> Outcome:
        """Run to the first decision. ``seed`` None keeps a position's own. Raises NeedDice, BadNumbers."""
        if self.position is None:
            return self.rules.new(self.scenario, seed or 0, numbers)
        from hexbench.engine.state import Dice

        state = self.position if seed is None else replace(self.position, dice=Dice(seed=seed))
        return self.rules.resume(state, numbers)


class Catalogue(Protocol):
    """All games, and what is needed to play them. Unknown keys and names raise BadFile."""

    places: Places
    recent: RecentGames
    left_out: tuple[str, ...]
    """A sentence for each game that was found but could not be loaded."""
    sources: Mapping[str, Source]
    """Key -> the package of somebody else that a game comes from."""
    faults: tuple[BadFile, ...]
    """The faults of the files left out when scenarios or lessons were last listed."""

    @property
    def games(self) -> Mapping[str, GameDef]:
        """key -> game, in the order they are shown. An outlined game is loaded when more of it is needed."""
        ...

    def whole(self, key: str) -> GameDef:
        """A game with its rules loaded."""
        ...

    def scenarios(self, game: str) -> tuple[ScenarioInfo, ...]:
        """The scenarios and positions of a game, in order."""
        ...

    def scenario_path(self, game: str, name: str) -> Path:
        """The file of a scenario."""
        ...

    def load_scenario(self, game: str, name: str, options: Mapping[str, Any] | None = None) -> LoadedScenario:
        """A scenario ready to begin; ``options`` override the scenario's own."""
        ...

    def load_file(self, path: Path, options: Mapping[str, Any] | None = None) -> LoadedScenario:
        """The same from any file."""
        ...

    def lessons(self, game: str) -> tuple[LessonInfo, ...]:
        """The lessons of a game, in order."""
        ...

    def load_lesson(self, lesson: Lesson, path: Path) -> LoadedScenario:
        """The position of a lesson, audited."""
        ...

    def load_position(
        self,
        game: str,
        position: dict[str, Any],
        *,
        base: str = "",
        map_: str | dict[str, Any] = "",
        options: Mapping[str, Any] | None = None,
        title: str = "",
    ) -> LoadedScenario:
        """A position given as data, audited."""
        ...

    def resources(self, game: str) -> Path:
        """The folder of a game's shipped data."""
        ...

    def maps(self, game: str) -> tuple[str, ...]:
        """The keys of the maps a game can be played on."""
        ...

    def map_path(self, key: str) -> Path:
        """The file of a map by its key."""
        ...

    def bind(self, game: str, map_: str | MapSheet, options: Mapping[str, Any], file: str = "") -> Bound:
        """A game bound to a map and options; ``file`` is where they were read."""
        ...

    def with_own(self, own: Own | None, game: str = "") -> Catalogue:
        """The same games, one of them with a player's own tables; None: as they ship. ``game``: the game to be played with them."""
        ...

    def at_home(self, home: Path) -> Catalogue:
        """The same games with another player's folder."""
        ...

    def ships(self, path: Path) -> bool:
        """Whether a file came with the program, or with a game."""
        ...

    def calculator(self, game: str) -> Calculator | None:
        """The calculator of a game; None: it has none."""
        ...

    def rules_text(self, game: str) -> Ledger:
        """The ledger of a game."""
        ...

    def palette(self, game: str) -> dict[str, Any]:
        """The palette of a game."""
        ...

    def introduction(self, game: str) -> Introduction:
        """What the start page says about a game."""
        ...
