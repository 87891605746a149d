"""Chapter 1 of Ridge: set-up, game turn and player turn, each a table of contents."""

from __future__ import annotations

from hexbench.engine.events import PhaseBegan, TurnBegan
from hexbench.engine.state import Script
from hexbench.engine.values import say
from tests.toys.ridge.combat import draw_chit
from tests.toys.ridge.declaring import Choose, Clash, Declare
from tests.toys.ridge.kit import RidgePlay
from tests.toys.ridge.movement import Movement
from tests.toys.ridge.pieces import BLUE, RED, SIDES
from tests.toys.ridge.victory import end_game


def guards_draw(play: RidgePlay, step: SetUp) -> None:
    """1.3."""
    for uid, unit in play.units.items():
        if unit.guard and unit.on_map:
            draw_chit(play, uid)


class SetUp(Script, frozen=True, kw_only=True):
    """Before the first turn."""

    stages = (guards_draw,)


def movement(play: RidgePlay, step: PlayerTurn) -> None:
    """Chapter 3."""
    play.tell(PhaseBegan("movement", step.side, say("Movement of {side}.", side=step.side)))
    play.push(Movement(who=step.side))


def declaration(play: RidgePlay, step: PlayerTurn) -> None:
    """Chapter 5."""
    play.tell(PhaseBegan("declaration", step.side, say("{side} declares attacks.", side=step.side)))
    play.push(Declare(who=step.side))


def combat(play: RidgePlay, step: PlayerTurn) -> None:
    """Chapter 6."""
    if step.clashes:
        play.tell(PhaseBegan("combat", step.side, say("Combat of {side}.", side=step.side)))
        play.push(Choose(who=step.side, clashes=step.clashes))


def rest(play: RidgePlay, step: PlayerTurn) -> None:
    """All units may move again; a side without units has lost [1.2]."""
    for uid, unit in play.units.items():
        if unit.moved:
            play.put(uid, moved=False)
    if not all(any(u.side == side and u.on_map for u in play.units.values()) for side in SIDES):
        end_game(play)


class PlayerTurn(Script, frozen=True, kw_only=True):
    """The player turn of a side. ``clashes`` is what it has declared."""

    side: str
    clashes: tuple[Clash, ...] = ()
    stages = (movement, declaration, combat, rest)


def begin(play: RidgePlay, step: GameTurn) -> None:
    """1.1."""
    play.tell(TurnBegan(str(play.turn)))


def red_turn(play: RidgePlay, step: GameTurn) -> None:
    """1.1."""
    play.push(PlayerTurn(side=RED))


def blue_turn(play: RidgePlay, step: GameTurn) -> None:
    """1.1."""
    play.push(PlayerTurn(side=BLUE))


def end(play: RidgePlay, step: GameTurn) -> None:
    """1.2."""
    if play.turn >= play.rules.options.turns:
        end_game(play)
    else:
        play.set(turn=play.turn + 1)
        play.swap(at=0)


class GameTurn(Script, frozen=True, kw_only=True):
    """The sequence of play, repeated."""

    stages = (begin, red_turn, blue_turn, end)
