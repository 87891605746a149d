"""An action in short picks: first a verb and who uses it, then, unless there is one way only, whom it takes along and where to.

All legal actions of a large game in one list are tens of thousands; who can do something are a few hundred, and where one
unit can go are less. A list that is longer than its places goes on over pages, so that nothing legal is ever left out. What
only takes something back is left out: it is never needed, and a player without a plan would do and undo for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from hexbench.engine.seat import Seat
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, Offer, Target, action_of
from hexbench.session.game import Catalogue, LoadedScenario

Kind = Literal["default", "who", "where", "along", "back", "more"]
KINDS: tuple[Kind, ...] = ("default", "who", "where", "along", "back", "more")


class Pick(NamedTuple):
    """One thing that can be picked.

    ``default``: the prompt's own answer, whole; ``who``: a verb and the first unit; ``along``: one more unit; ``where``: the
    end of the action; ``back``: another unit after all, where those taken so far lead nowhere; ``more``: the next page.
    """

    kind: Kind
    verb: str = ""
    unit: str = ""
    target: Target | None = None

    def __str__(self) -> str:
        end = self.target
        where = () if end is None else (end.object, end.how)
        return " ".join(word for word in (self.kind, self.verb, self.unit, *where) if word)


class Picking:
    """What can be picked now, in at most ``places`` places. Never changes; a pick leads to another one or to an action."""

    __slots__ = ("_all", "page", "places", "seat", "subject", "verb")

    def __init__(
        self, seat: Seat, places: int, verb: str = "", subject: tuple[str, ...] = (), page: int = 0
    ) -> None:
        check_places(places)
        self.seat, self.places, self.verb, self.subject, self.page = seat, places, verb, subject, page
        self._all: tuple[Pick, ...] | None = None

    def __deepcopy__(self, memo: object) -> Picking:
        return self

    @property
    def all(self) -> tuple[Pick, ...]:
        """The whole list."""
        if self._all is None:
            self._all = tuple(self._ends() if self.verb else self._begins())
        return self._all

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The page at hand, never empty."""
        if len(self.all) <= self.places:
            return self.all
        room = self.places - 1
        begin = self.page * room
        return (*self.all[begin : begin + room], Pick("more"))

    def take(self, n: int) -> Picking | Action:
        """What place ``n`` leads to: more to pick, or an action to be settled and done. Raises IndexError."""
        if not 0 <= n < len(self.picks):
            raise IndexError(f"place {n} of {len(self.picks)} is empty")
        pick = self.picks[n]
        if pick.kind == "more":
            pages = -(-len(self.all) // (self.places - 1))
            return Picking(self.seat, self.places, self.verb, self.subject, (self.page + 1) % pages)
        if pick.kind == "back":
            return Picking(self.seat, self.places)
        if pick.target is not None:
            return action_of(pick.verb, self.subject, pick.target)
        if pick.kind == "default":
            default = self.seat.prompt.default
            assert default is not None
            return default
        return self._on(pick)

    def _on(self, pick: Pick) -> Picking | Action:
        subject = (*self.subject, pick.unit) if pick.unit else self.subject
        rank = self.seat.board.rank
        if all(unit in rank for unit in subject):  # an action names its units in their own order
            subject = tuple(sorted(subject, key=rank.__getitem__))
        found = Picking(self.seat, self.places, pick.verb, subject)
        only = found.all[0] if len(found.all) == 1 else None
        if only is not None and only.target is not None:
            return action_of(pick.verb, subject, only.target)
        return found

    # ---- the lists
    def _begins(self) -> Iterator[Pick]:
        seat = self.seat
        if seat.prompt.default is not None:
            yield Pick("default")
        for verb in seat.forward:
            offer = seat.offered(verb)
            for unit in () if offer is None else offer.subjects or ("",):
                yield Pick("who", verb, unit)

    def _ends(self) -> Iterator[Pick]:
        seat = self.seat
        targets = seat.targets(self.verb, self.subject)
        for target in targets:
            yield Pick("where", self.verb, "", target)
        offer = seat.offered(self.verb)
        mates = () if offer is None else tuple(self._mates(offer))
        for unit in mates:
            yield Pick("along", self.verb, unit)
        if not targets:
            yield Pick("back")

    def _mates(self, offer: Offer) -> Iterator[str]:
        if not offer.joins or not self.subject:
            return
        units = self.seat.s.units
        first = units.get(self.subject[0])
        for unit in offer.subjects:
            if unit in self.subject:
                continue
            other = units.get(unit)
            if offer.joins == "any" or (first is not None and other is not None and first.at == other.at):
                yield unit


def check_places(places: int) -> None:
    """Raise ValueError for a list that is too short to go on."""
    if places < 2:
        raise ValueError("A list of picks needs two places at least: one to pick and one to go on.")


def load(scenario: str, catalogue: Catalogue | None) -> LoadedScenario:
    """A scenario (``game/name``), read and bound once; every game begins from it. Raises BadFile, ValueError."""
    from hexbench import bootstrap

    game, slash, name = scenario.partition("/")
    if not slash or not name:
        raise ValueError(f"{scenario!r} names no scenario: write it as game/name.")
    return (catalogue or bootstrap.catalogue()).load_scenario(game, name)


def bare(state: Any) -> Any:
    """A position whose dice say nothing: whoever rolls is asked for numbers."""
    from msgspec.structs import replace

    return replace(state, dice=Dice())
