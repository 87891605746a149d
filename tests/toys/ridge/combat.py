"""Chapter 6 of Ridge: a combat, stage by stage."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexbench.engine.events import Drawn, FactChanged, Noted, Resolved, Revealed
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Ask, Script
from hexbench.engine.values import Action, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from tests.toys.ridge.advance import Advance, may_advance
from tests.toys.ridge.kit import RidgePlay, RidgeSeat
from tests.toys.ridge.losses import TakeLoss
from tests.toys.ridge.odds import foresee, odds_line, result_of
from tests.toys.ridge.pieces import foe, strength
from tests.toys.ridge.retreat import Retreat

MOST = 2
"""Support points a side may commit to one combat [6.1]."""


def draw_chit(play: RidgePlay, uid: str) -> None:
    """Put a chit under a unit that has none; its owner looks at it [6.3]."""
    unit = play.units[uid]
    if unit.drawn:
        return
    found = play.cup[play.number("strength chit", len(play.cup)) - 1]
    cup = list(play.cup)
    cup.remove(found)
    play.set(cup=tuple(cup))
    play.put(uid, drawn=True, chit=found)
    play.tell_only(unit.side, Drawn(uid, str(found)), Drawn(uid, None))


class Bid(Verb["RidgeSeat", "Commit", "RidgePlay"]):
    """Commit support points, face down [6.1, 6.2]."""

    name = "commit"
    label = say("Commit")
    object = "choice"

    def targets(self, seat: RidgeSeat, step: Commit, subject: tuple[str, ...]) -> Iterator[Target]:
        """0, 1 or 2 points, as far as there are any."""
        if not subject:
            for n in range(min(MOST, seat.s.support[step.who]) + 1):
                yield Target(str(n), says=(say("Shift the column by {n}.", n=n),), rules=("6.5",))

    def reasons(self, seat: RidgeSeat, step: Commit | None, action: Action) -> Iterator[Reason]:
        """More than there are, or not a number."""
        number = int(action.object) if action.object in ("0", "1", "2") else None
        if number is None:
            yield Reason("6.1", say("Commit 0, 1 or 2 points."))
        elif step is not None and number > seat.s.support[step.who]:
            yield Reason("6.1", say("Only {n} points are left.", n=seat.s.support[step.who]))

    def forecast(self, seat: RidgeSeat, action: Action) -> Forecast | None:
        """The odds with this number, if the other side commits none that is not known yet."""
        battle = seat.s.stack[-2] if len(seat.s.stack) > 1 else None
        if not isinstance(battle, Battle) or action.object not in ("0", "1", "2"):
            return None
        mine = int(action.object)
        support = (0, mine) if battle.bids else (mine, 0)
        return foresee(seat, battle.attackers, battle.target, support)

    def do(self, play: RidgePlay, step: Commit, action: Action) -> None:
        """The number is face down in the combat; the points are paid when both are revealed."""
        battle: Battle = play.stack[-2]
        play.answer(bids=(*battle.bids, int(action.object)))


BID = Bid()


class Commit(Ask, frozen=True, kw_only=True):
    """How much support."""

    verbs = (BID,)

    def say(self, seat: RidgeSeat) -> Say:
        """The prompt."""
        return say("Commit support points in secret.")


# ---- the stages, a line of the rules each
def attacker_commits(play: RidgePlay, step: Battle) -> None:
    """6.1."""
    if not play.board.units_at(step.target):
        play.tell(Noted("6.7", say("Nobody is left in {hex} to be attacked.", hex=step.target)))
        play.pop()
        return
    play.push(Commit(who=step.attacker))


def defender_commits(play: RidgePlay, step: Battle) -> None:
    """6.2."""
    play.push(Commit(who=foe(step.attacker)))


def both_show(play: RidgePlay, step: Battle) -> None:
    """6.3."""
    for side, bid in zip((step.attacker, foe(step.attacker)), step.bids, strict=True):
        assert bid is not None, "only a view masks a commitment"
        left = play.support[side] - bid
        play.edit("support")[side] = left
        text = say("{side} commits {n}, {left} left.", side=side, n=bid, left=left)
        play.tell(FactChanged(f"support.{side}", str(left), text))
    defenders = play.board.units_at(step.target)
    for x in (*step.attackers, *defenders):
        draw_chit(play, x)
    for x in (*step.attackers, *defenders):
        play.tell(Revealed(x, str(play.units[x].chit)))
    play.swap(defenders=defenders)


def roll(play: RidgePlay, step: Battle) -> None:
    """6.4 to 6.6."""
    sums = [0, 0]
    for i, who in enumerate((step.attackers, step.defenders)):
        for x in who:
            unit = play.units[x]
            assert unit.chit is not None, "both_show saw to it"
            sums[i] += strength(unit, unit.chit)
    wood = play.rules.atlas.cell(step.target).terrain == "wood"
    bids = (step.bids[0] or 0, step.bids[1] or 0)
    line = odds_line(play.rules.tables, (sums[0], sums[1]), wood, bids)
    die = play.roll(say("Combat in {hex}", hex=step.target), rule="6.6")
    result = result_of(play.rules.tables, line, die)
    play.tell(Resolved(f"{sums[0]} to {sums[1]}", step.target, f"{line.column}: {result}", "6.6"))
    play.swap(column=line.column, die=die, result=result)


def losses(play: RidgePlay, step: Battle) -> None:
    """7.1."""
    if step.result == "A":
        play.push(TakeLoss(who=step.attacker, among=step.attackers))
    elif step.result.startswith("D"):
        play.push(TakeLoss(who=foe(step.attacker), among=step.defenders))


def retreat(play: RidgePlay, step: Battle) -> None:
    """8.1."""
    hexes = int(step.result[-1]) if "R" in step.result else 0
    alive = tuple(x for x in step.defenders if play.units[x].on_map)
    if hexes and alive:
        play.push(Retreat(who=foe(step.attacker), units=alive, left=hexes, start=step.target))


def advance(play: RidgePlay, step: Battle) -> None:
    """9.1."""
    if "R" in step.result and not play.board.units_at(step.target):
        alive = tuple(x for x in step.attackers if play.units[x].on_map)
        if may_advance(play, alive, step.target):
            play.push(Advance(who=step.attacker, units=alive, into=step.target))


class Battle(Script, frozen=True, kw_only=True):
    """One combat. ``bids`` are the commitments made so far, attacker's first; None is one that is face down."""

    target: str
    attackers: tuple[str, ...]
    attacker: str
    bids: tuple[int | None, ...] = ()
    defenders: tuple[str, ...] = ()
    column: str = ""
    die: int = 0
    result: str = ""
    stages = (attacker_commits, defender_commits, both_show, roll, losses, retreat, advance)

    def masked(self, side: str) -> Battle:
        """The attacker's number is secret while the defender chooses [6.2]."""
        if len(self.bids) == 1 and side != self.attacker:
            return replace(self, bids=(None,))
        return self
