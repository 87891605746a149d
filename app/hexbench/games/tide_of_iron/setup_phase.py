"""C.1: the steps of set-up, each for the holder of the initiative first."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from hexbench.engine.events import PhaseBegan
from hexbench.engine.state import Script
from hexbench.engine.values import say
from hexbench.games.tide_of_iron.asking import in_order
from hexbench.games.tide_of_iron.hands import TiPlay
from hexbench.games.tide_of_iron.pieces import TRAYS
from hexbench.games.tide_of_iron.readiness import FirstOpFire
from hexbench.games.tide_of_iron.setup_build import BuildSquads, bases
from hexbench.games.tide_of_iron.setup_deploy import Deploy
from hexbench.games.tide_of_iron.setup_markers import PlaceMarkers


def begin(play: TiPlay, step: SetUp) -> None:
    """Tell that set-up begins."""
    play.tell(PhaseBegan("set_up", None, say("Set-up")))


def opening_cards(play: TiPlay, step: SetUp) -> None:
    """S5, TI-SET-05: so many cards from each deck; the + symbol does nothing here (TI-SET-14)."""
    for side in in_order(play):
        force = play.mission.forces.get(side)
        for deck, n in (force.decks if force else {}).items():
            for _ in range(n):
                if any(play.decks.get(f"{side}/{deck}", {}).values()):
                    from hexbench.games.tide_of_iron import cards

                    cards.draw(play, side, deck)


def build_squads(play: TiPlay, step: SetUp) -> None:
    """S2."""
    play.push(*(BuildSquads(who=side) for side in in_order(play) if bases(play, side)))


def place_markers(play: TiPlay, step: SetUp) -> None:
    """S3."""
    play.push(*(PlaceMarkers(who=side) for side in in_order(play) if play.markers_left.get(side)))


def deploy(play: TiPlay, step: SetUp) -> None:
    """S4."""
    play.push(*(Deploy(who=x) for x in in_order(play) if any(u.at == TRAYS[x] for u in play.units.values())))


def op_fire(play: TiPlay, step: SetUp) -> None:
    """S6."""
    play.push(*(FirstOpFire(who=side) for side in in_order(play)))


class SetUp(Script, frozen=True, kw_only=True):
    """The set-up, from opening cards to op fire."""

    phase: ClassVar[str] = "set_up"
    stages: ClassVar[tuple[Callable[[TiPlay, SetUp], None], ...]] = (
        begin,
        opening_cards,
        build_squads,
        place_markers,
        deploy,
        op_fire,
    )
