"""What the ops of a card mean: the base of all of them, and the registry that finds one by its word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeVar

from hexbench.engine.values import Reason, Say, say
from hexbench.games.tide_of_iron.card_fits import CARD
from hexbench.games.tide_of_iron.decks import Op

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.card_run import CardRun
    from hexbench.games.tide_of_iron.decks import Card
    from hexbench.games.tide_of_iron.hands import TiPlay
    from hexbench.games.tide_of_iron.strength import Scene

OpT = TypeVar("OpT", bound=Op)
Kind = Literal["hex", "unit", "card"]


class Word(Generic[OpT]):
    """The meaning of one op: what it would do, whether it can, what it asks, what it does. Stateless.

    An op that does all by itself gives :meth:`do`. One that asks names the ``kind`` of thing it asks for, gives
    :meth:`why_not` against each and :meth:`chosen` for the answer.
    """

    kind: ClassVar[Kind | None] = None

    def says(self, sc: Scene, who: str, card: Card, op: OpT) -> Say:
        """What it would do, in one sentence."""
        raise TypeError(f"{type(self).__name__} has no word for this")

    def against(self, sc: Scene, who: str, op: OpT) -> Iterator[Reason]:
        """Why the op can do nothing now."""
        kind = self.asks(op)
        if kind is not None and self.times(op) and not any(self.choices(sc, who, op, None, kind)):
            yield Reason(CARD, say("There is nothing that the card can be used on."))

    def asks(self, op: OpT) -> Kind | None:
        """The kind of thing it asks for, or None."""
        return self.kind

    def times(self, op: OpT) -> int:
        """How often it asks."""
        return 1

    def choices(self, sc: Scene, who: str, op: OpT, run: CardRun | None, kind: Kind) -> Iterator[str]:
        """All the answers there are to its question."""
        for one in domain(sc, who, kind):
            if not any(self.why_not(sc, who, op, run, kind, one)):
                yield one

    def why_not(
        self, sc: Scene, who: str, op: OpT, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """Reasons against one answer, which is a hex of the map, a unit, or a card of a play area."""
        return iter(())

    def may_decline(self, op: OpT, kind: Kind) -> bool:
        """Whether the owner may answer with nothing."""
        return False

    def preview(self, sc: Scene, who: str, op: OpT, run: CardRun, choice: str) -> tuple[Say, ...]:
        """What an answer would lead to, where that is not plain."""
        return ()

    def favourite(self, sc: Scene, who: str, op: OpT, run: CardRun) -> str:
        """The answer that whoever does not care gives; an empty string: the first."""
        return ""

    def do(self, play: TiPlay, run: CardRun, op: OpT) -> None:
        """Do it. The card's run is on top of the stack and set to go on with the next op."""

    def chosen(self, play: TiPlay, run: CardRun, op: OpT, kind: Kind, choice: str) -> None:
        """Do it with an answer. The card's run is on top of the stack."""
        raise TypeError(f"{type(self).__name__} has no word for this")


WORDS: Final[dict[type[Op], Word[Any]]] = {}
"""op -> its meaning; the chapters of the cards fill it in."""


def word_of(op: Op) -> Word[Any]:
    """The meaning of an op."""
    return WORDS[type(op)]


def domain(sc: Scene, who: str, kind: Kind) -> tuple[str, ...]:
    """Everything of a kind that could be an answer."""
    if kind == "hex":
        return sc.rules.atlas.labels
    if kind == "unit":
        return tuple(sc.s.units)
    return tuple(dict.fromkeys(c.card for side in sc.rules.sides for c in sc.s.in_play.get(side, ())))
