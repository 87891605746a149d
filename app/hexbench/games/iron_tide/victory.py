"""19.0, 20.0: which side holds which place, what the Germans score, and the level of victory."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from hexbench.engine.board import remembered
from hexbench.engine.display import Fact, Facts
from hexbench.engine.events import FactChanged
from hexbench.engine.values import Verdict, say
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN, SIDES, Side
from hexbench.games.iron_tide.supply import Supply

if TYPE_CHECKING:
    from hexbench.games.iron_tide.board import ItBoard
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat
    from hexbench.games.iron_tide.tables import Scenario, VictoryPlace

_LAST: Final[tuple[tuple[str, Scenario], ...]] = (("20PM", "ten"), ("25PM", "twenty"))
"""19.0b: the last turns of the two short scenarios."""
BEST: Final = "German Strategic"


def scenario_of(rules: ItRules, last_turn: int) -> Scenario:
    """19.0b: which column of the victory tables a game with this last turn goes by."""
    for name, scenario in _LAST:
        if last_turn <= rules.turn_number(name):
            return scenario
    return "campaign"


# ---- holding places --------------------------------------------------------------------------------------------------
@remembered
def towns(rules: ItRules) -> dict[str, None]:
    """The hexes of towns and cities, in the order of the map."""
    atlas = rules.atlas
    return dict.fromkeys(
        at for at, cell in zip(atlas.labels, atlas.cells, strict=True) if {"town", "city"} & {*cell.features}
    )


@remembered
def owned_at_start(rules: ItRules) -> dict[str, Side]:
    """Every place that can change hands -> who holds it at the start: the Allies all that score (B46), the Germans the
    towns behind their front.
    """
    zones = rules.zones
    rear = zones.get("east_of_front") or zones["east_of_westwall"]
    found: dict[str, Side] = {at: GERMAN if at in rear else ALLIED for at in towns(rules)}
    for place in rules.tables.victory_points.places:
        for at in hexes_of(rules, place):
            found[at] = ALLIED
    return found


def hexes_of(rules: ItRules, place: VictoryPlace) -> tuple[str, ...]:
    """The hexes of a place of the victory point list on this map."""
    return tuple(rules.atlas.sheet.zones.get(f"vp.{place.place}", ()))


def holder(rules: ItRules, s: Any, board: ItBoard, at: str) -> Side:
    """B46: the side that was last to have a unit other than a commando in a place."""
    i = rules.atlas.index[at]
    for side in SIDES:
        if board.held[side][i]:
            return side
    found: Side = s.held.get(at) or owned_at_start(rules).get(at, ALLIED)
    return found


def occupied(rules: ItRules, s: Any) -> dict[str, Side]:
    """Places occupied by units of a side not yet recorded as holding them: the side in a place was the last to enter it and
    keeps it after leaving (B46).
    """
    owners = owned_at_start(rules)
    found: dict[str, Side] = {}
    for uid, unit in s.units.items():
        owner = owners.get(unit.at)
        if owner is not None and not s.roster[uid].commando and s.held.get(unit.at, owner) != unit.side:
            found[unit.at] = unit.side
    return found


def take(play: ItPlay, side: Side, at: str) -> None:
    """Units other than commandos have come into a hex: a place there changes hands (B46)."""
    owner = owned_at_start(play.rules).get(at)
    if owner is not None and play.held.get(at, owner) != side:
        play.edit("held")[at] = side
        names = ", ".join(place.name for place in play.rules.atlas.places_at.get(at, ())) or at
        text = say("{place} is in {side} hands.", place=names, side=play.rules.side_name(side))
        play.tell(FactChanged(f"held.{at}", side, text))


# ---- scoring ---------------------------------------------------------------------------------------------------------
class Score(NamedTuple):
    """One place of the list as it stands now."""

    place: VictoryPlace
    hexes: tuple[str, ...]
    worth: int | Literal["win"]
    held: bool
    """All its hexes are in German hands."""
    supplied: bool
    """A German supply path runs from all of them."""

    @property
    def scores(self) -> bool:
        """20.0c-d: held, and held in supply."""
        return self.held and self.supplied


class Account:
    """What the Germans would score if the game ended now."""

    def __init__(self, rules: ItRules, s: Any, board: ItBoard) -> None:
        self.rules, self.s, self.board = rules, s, board
        self._supply: Supply | None = None
        self.scenario = scenario_of(rules, s.last_turn)

    @cached_property
    def places(self) -> tuple[Score, ...]:
        """The list of victory points as it stands."""
        return tuple(self._place(place) for place in self.rules.tables.victory_points.places)

    def _traces(self, at: str) -> bool:
        if self._supply is None:
            s = self.s
            lines = self.rules.lines(GERMAN, s.bridges, s.closed_exits)
            self._supply = Supply(s, self.board, GERMAN, lines)
        return self._supply.traces(at)

    def _place(self, place: VictoryPlace) -> Score:
        hexes = hexes_of(self.rules, place)
        held = bool(hexes) and all(holder(self.rules, self.s, self.board, at) == GERMAN for at in hexes)
        supplied = held and all(self._traces(at) for at in hexes)
        return Score(place, hexes, place.points(self.scenario), held, supplied)

    @cached_property
    def exits(self) -> tuple[tuple[str, int], ...]:
        """20.0f: units that left by a Victory Point Exit road -> their points, 0 when they are not in supply now."""
        table = self.rules.tables.victory_points
        roads = {
            at
            for road in self.rules.tables.exit_roads.roads
            for at in self.rules.atlas.sheet.zones.get(f"exit.{road.id}", ())
        }
        out: list[tuple[str, int]] = []
        for uid, at in self.s.exited.items():
            if at not in roads:
                continue
            whole = self.s.roster[uid].size == "regiment" and not self.s.units[uid].cadre
            worth = table.exited_regiment if whole else table.exited_small
            out.append((uid, worth if self._traces(at) else 0))
        return tuple(out)

    @property
    def points(self) -> int:
        """20.0c-d, 20.0f: German victory points."""
        places = sum(one.worth for one in self.places if one.scores and one.worth != "win")
        return places + sum(points for _, points in self.exits)

    @property
    def outright(self) -> bool:
        """20.0e: Liège in German hands and in supply."""
        winning = (p for p in self.rules.tables.victory_points.places if p.points(self.scenario) == "win")
        return any(self._place(place).scores for place in winning)

    @property
    def heavy(self) -> bool:
        """20.0g, 17.12c: whether the Allies have lost so many units that the level moves one step."""
        return bool(self.s.allied_losses >= self.rules.tables.victory_levels.heavy_losses)

    @property
    def level(self) -> str:
        """20.0h-i, 20.0g: the level for the points as they stand, Liège left out."""
        return self.rules.tables.victory_levels.level(self.scenario, self.points, int(self.heavy))


def winner_of(level: str) -> str | None:
    """The side a level belongs to; None for a draw."""
    return next((side for side in SIDES if level.lower().startswith(side)), None)


def verdict(rules: ItRules, s: Any, board: ItBoard) -> Verdict:
    """20.0a-b: the outcome, or how it stands. Only the Germans score."""
    account = Account(rules, s, board)
    over = not s.stack
    level = BEST if over and account.outright else account.level
    return Verdict(over, winner_of(level) if over else None, level, ((GERMAN, account.points),))


def decided(play: ItPlay) -> str | None:
    """4.27c, 20.0e: at the end of a game turn the level if the game is over, else None. Liège is tested here only (B65)."""
    account = Account(play.rules, play, play.board)
    if account.outright:
        return BEST
    return account.level if play.turn >= play.last_turn else None


# ---- shown -----------------------------------------------------------------------------------------------------------
def panel(seat: ItSeat) -> Facts:
    """The score as it stands: level, points, losses, places in German hands, units that left."""
    account = Account(seat.rules, seat.s, seat.board)
    rule = "20.0h" if account.scenario == "ten" else "20.0i"
    heavy = seat.rules.tables.victory_levels.heavy_losses
    out = [
        Fact(say("Level now"), say("{level}", level=account.level), (rule,)),
        Fact(say("German points"), say("{n}", n=account.points), ("20.0b",)),
        Fact(say("Allied units lost"), say("{n} of {most}", n=seat.s.allied_losses, most=heavy), ("20.0g",)),
    ]
    for one in account.places:
        if one.held:
            worth = say("wins the game") if one.worth == "win" else say("{n}", n=one.worth)
            value = worth if one.supplied else say("held out of supply: no points")
            out.append(Fact(say("{place}", place=one.place.place), value, (one.place.clause,), one.hexes))
    for uid, points in account.exits:
        name = seat.s.roster[uid].name
        value = say("{n}", n=points) if points else say("out of supply: no points")
        out.append(Fact(say("{unit} left the map", unit=name), value, ("20.0f",), (seat.s.exited[uid],)))
    return Facts(say("Victory"), tuple(out))
