"""Planted faults by which a side learns what it may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from hexbench.engine.events import Drawn, UnitMoved
from hexbench.engine.play import Play
from hexbench.engine.rules import Rules
from hexbench.engine.values import Action, Reason, say
from tests.laws.faults.plant import fault, patched
from tests.laws.hidden import Silence, Twins, Views
from tests.laws.sound import Audited, Boards
from tests.toys.patrol import fire, moving, sequence
from tests.toys.patrol.game import PatrolRules
from tests.toys.patrol.kit import PatrolSeat
from tests.toys.ridge import combat, declaring
from tests.toys.ridge.game import RidgeRules
from tests.toys.ridge.pieces import foe


# ---- views that show too much ------------------------------------------------------------------------------------------
@fault("a view holds the seed and how many numbers were drawn", "ridge/contact", Views)
def dice_visible() -> Iterator[None]:
    """A view with dice."""
    honest = Rules.view

    def view(self: Any, state: Any, side: str | None) -> Any:
        return replace(honest(self, state, side), dice=state.dice)

    with patched(Rules, view=view):
        yield


@fault("the cup in a view lacks the chits that lie unseen", "ridge/contact", Twins)
def cup_not_pooled() -> Iterator[None]:
    """Counting the cup reveals what is out."""
    honest = RidgeRules.hide

    def hide(self: Any, state: Any, side: str) -> Any:
        return replace(honest(self, state, side), cup=state.cup)

    with patched(RidgeRules, hide=hide):
        yield


@fault("the support pool is paid before the secret number is shown", "ridge/contact", Silence)
def bid_told_by_pool() -> Iterator[None]:
    """The pool reveals the bid."""
    honest = combat.Bid.do

    def do(self: Any, play: Any, step: Any, action: Action) -> None:
        play.edit("support")[step.who] -= int(action.object)
        honest(self, play, step, action)

    def both_show(play: Any, step: Any) -> None:
        for i, side in enumerate((step.attacker, foe(step.attacker))):
            play.edit("support")[side] += step.bids[i]  # otherwise paid twice
        combat.both_show(play, step)

    stages = tuple(both_show if stage is combat.both_show else stage for stage in combat.Battle.stages)
    with patched(combat.Bid, do=do), patched(combat.Battle, stages=stages):
        yield


@fault("a chit drawn in secret is told to everybody", "ridge/contact", Audited)
def chit_told_to_all() -> Iterator[None]:
    """Masked only in the view."""

    def tell_only(self: Play, side: str, event: Any, others: Any = None) -> None:
        self.tell(event if isinstance(event, Drawn) else others)

    with patched(Play, tell_only=tell_only):
        yield


@fault("a public number is computed from hidden ones", "ridge/contact", Twins)
def public_number_from_hidden() -> Iterator[None]:
    """The turn counts strong chits."""
    honest = RidgeRules.hide

    def hide(self: Any, state: Any, side: str) -> Any:
        strong = sum(1 for u in state.units.values() if u.side != side and (u.chit or 0) > 5)
        return replace(honest(self, state, side), turn=state.turn + 100 * strong)

    with patched(RidgeRules, hide=hide):
        yield


@fault("units are listed by their hidden strength", "ridge/contact", Twins)
def order_leak() -> Iterator[None]:
    """The order reveals it."""
    honest = RidgeRules.hide

    def hide(self: Any, state: Any, side: str) -> Any:
        seen = honest(self, state, side)
        order = sorted(seen.units, key=lambda uid: state.units[uid].chit or 0)
        return replace(seen, units={uid: seen.units[uid] for uid in order})

    with patched(RidgeRules, hide=hide):
        yield


@fault("the way a squad means to go on shows in the stack", "patrol/crossroads", Silence)
def plan_visible() -> Iterator[None]:
    """Moving is not masked."""
    with patched(moving.Moving, masked=lambda self, side: self):
        yield


@fault("attacks being drafted show before they are declared", "ridge/contact", Silence)
def draft_visible() -> Iterator[None]:
    """The draft is not masked, and nobody is told."""
    with patched(declaring.Declare, masked=lambda self, side: self):
        yield


# ---- asking and barring on hidden grounds ------------------------------------------------------------------------------
@fault("no barrier where a search finds nothing", "patrol/crossroads", Twins)
def no_barrier() -> Iterator[None]:
    """Undo reveals it."""
    with patched(Play, saw=lambda self: None):
        yield


@fault("the question of opportunity fire comes only when a hidden squad can shoot", "patrol/ambush", Twins)
def window_on_hidden_grounds() -> Iterator[None]:
    """The pause reveals it."""

    def open_window(play: Any, mover: str) -> None:
        unit = play.units[mover]
        owner = foe(unit.side)
        if fire.watchers(play.units, play.rules.atlas, owner, unit.at):
            play.push(fire.Window(who=owner, mover=mover))

    with patched(moving, open_window=open_window):
        yield


@fault("the question of opportunity fire is answered for whoever cannot shoot", "patrol/ambush", Twins)
def window_answered_for() -> Iterator[None]:
    """The missing pause reveals it."""
    with patched(fire.Window, auto=True):
        yield


@fault("a round ends by itself when no squad is fresh, hidden ones counted", "patrol/crossroads", Twins)
def round_ends_by_itself() -> Iterator[None]:
    """The skip reveals it."""
    honest = sequence.Rounds.run

    def run(self: Any, play: Any) -> None:
        tired = not any(u.fresh for u in play.units.values())
        if tired and len(self.passed) < 2:
            play.stack[-1] = replace(
                self, passed=sequence.SIDES if hasattr(sequence, "SIDES") else ("red", "blue")
            )
            return
        honest(self, play)

    with patched(sequence.Rounds, run=run):
        yield


@fault("targets are asked of the whole position", "patrol/crossroads", Twins)
def targets_of_full_state() -> Iterator[None]:
    """A seat that holds everything, and a reach that uses it."""

    def seat(self: Any, state: Any, side: str | None) -> Any:
        return PatrolSeat(self, state, side)

    def enemy(self: Any, side: str, hex_: str) -> bool:
        return any(self.s.units[x].side != side for x in self.board.units_at(hex_))

    with patched(PatrolRules, seat=seat), patched(PatrolSeat, enemy_in_sight=enemy):
        yield


@fault("a view shares the board of its position, though hiding moves units", "patrol/crossroads", Boards)
def board_of_everything() -> Iterator[None]:
    """The stacks on the board reveal it."""
    with patched(PatrolRules, same_board=True):
        yield


@fault("reach goes round hidden enemies, remembered from the whole position", "patrol/crossroads", Twins)
def reach_avoids_hidden() -> Iterator[None]:
    """A cache on the rules keeps what a view hides."""
    honest = Rules.view

    def view(self: Any, state: Any, side: str | None) -> Any:
        if not any(u.at.startswith("#unseen") for u in state.units.values()):
            self.peeked = state
        return honest(self, state, side)

    def enemy(self: Any, side: str, hex_: str) -> bool:
        return any(u.side != side and u.at == hex_ for u in self.rules.peeked.units.values())

    with patched(Rules, view=view), patched(PatrolSeat, enemy_in_sight=enemy):
        yield


@fault("a refusal knows who lies hidden", "patrol/crossroads", Twins)
def refusal_knows() -> Iterator[None]:
    """Only the reasons use it."""
    honest_view, honest = Rules.view, moving.AdvanceSquad.reasons

    def view(self: Any, state: Any, side: str | None) -> Any:
        if not any(u.at.startswith("#unseen") for u in state.units.values()):
            self.peeked = state
        return honest_view(self, state, side)

    def reasons(self: Any, seat: Any, step: Any, action: Action) -> Iterator[Reason]:
        yield from honest(self, seat, step, action)
        peeked = seat.rules.peeked
        if any(u.hidden and u.at == action.object and u.side != seat.side for u in peeked.units.values()):
            yield Reason("3.2", say("An enemy is in sight there."))

    with patched(Rules, view=view), patched(moving.AdvanceSquad, reasons=reasons):
        yield


@fault("something public changes and nobody is told", "ridge/meeting", Silence)
def move_untold() -> Iterator[None]:
    """Units move without a report."""
    honest = Play.tell

    def tell(self: Play, event: Any) -> None:
        if not isinstance(event, UnitMoved):
            honest(self, event)

    with patched(Play, tell=tell):
        yield
