"""The combat dock: the attack being prepared, hexes that could be attacked, the combat being fought
(TT-ODD, TT-CRT).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from msgspec.structs import replace

from hexbench.engine.combat import dock
from hexbench.engine.combat.dock import Dock, Point
from hexbench.engine.display import Account, Choice, Clause, Combat, Factor, Light, Spread, Stage
from hexbench.engine.results import first_words, sentences
from hexbench.engine.values import Action, Offer, Say, say
from hexbench.games.trumpets import building, odds_report
from hexbench.games.trumpets.advance import Advance
from hexbench.games.trumpets.battlefield import Plan, fight_of
from hexbench.games.trumpets.combat import Combat as Fought
from hexbench.games.trumpets.combat import Counter
from hexbench.games.trumpets.declare import NAMES, Preparing, joining
from hexbench.games.trumpets.fight import Fight
from hexbench.games.trumpets.losses import Loss
from hexbench.games.trumpets.odds_report import rolled
from hexbench.games.trumpets.pieces import FOE
from hexbench.games.trumpets.resolution import Outcome
from hexbench.games.trumpets.results import BLITZ, COMBAT
from hexbench.games.trumpets.retreat import Retreat
from hexbench.games.trumpets.strength import Reckoning
from hexbench.games.trumpets.supporting import Defence

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat

_QUIET: Final = ("attack", "back", "kind", "clear", "fight")
"""Verbs that have their own buttons."""


class Focus(NamedTuple):
    """The combat on display: the Fight, its reckoning, and the dice if they have been rolled."""

    fight: Fight
    found: Reckoning
    dice: tuple[int, ...] = ()


def focus(seat: TtSeat) -> Focus | None:
    """The innermost combat in progress (prepared, being supported, or rolled), or None."""
    for step in reversed(seat.s.stack):
        fight: Fight | None = None
        dice: tuple[int, ...] = ()
        if isinstance(step, Preparing) and step.plan.hex and step.plan.units:
            fight = fight_of(seat.rules, seat.s, seat.board, step.who, step.plan)
        elif isinstance(step, Fought):
            fight, dice = step.fight, step.dice
            if fight is None:
                top = seat.step
                back = top.backing if isinstance(top, Defence) else step.defence
                fight = fight_of(seat.rules, seat.s, seat.board, step.side, step.plan, back)
        if fight is not None:
            found, ordinary = rolled(fight, seat.rules.tables, seat.rules.options)
            return Focus(replace(fight, kind="normal") if ordinary else fight, found, dice)
    return None


def _outcome_of(one: Focus, step: Fought) -> Outcome | str | None:
    """The result of a combat's dice as the key used by the distributions."""
    if not one.dice:
        return None
    if one.fight.kind != "normal":
        return step.code
    if step.code == "cancelled":
        return Outcome(True, "", "")
    attrition: Literal["", "1", "1*"] = "1*" if step.attrition == "1*" else "1" if step.attrition else ""
    return Outcome(False, attrition, step.code)


# ---- the dock --------------------------------------------------------------------------------------------------------
class _TtDock(Dock["TtSeat"]):
    """The dock's content: one attack is prepared and fought at a time; the last one stays on display."""

    words: ClassVar = {
        "support": say("{unit} fires"),
        "withhold": say("{unit} does not fire"),
        "tot": say("{unit}: time on target"),
        "lose": say("{unit} loses a step"),
        "retreat": say("{unit} retreats to {hex}"),
        "advance": say("{unit} to {hex}"),
        "end": say("No further advance"),
    }

    def combats(self, seat: TtSeat) -> Iterator[Combat]:
        """The attack being prepared, or the hexes that could be attacked; then combats in progress, or the
        last ones fought.
        """
        step = seat.step
        if isinstance(step, Preparing) and seat.decides:
            yield from _prepared(seat, step)
        fought = [one for one in reversed(seat.s.stack) if isinstance(one, Fought)]
        yield from (_fought(seat, one) for one in fought)
        if not fought:
            yield from (_over(seat, one) for one in reversed(seat.s.last))

    def choices(self, seat: TtSeat) -> Iterable[Choice]:
        """While an attack may be prepared."""
        step = seat.step
        return _closing(seat, step) if isinstance(step, Preparing) and seat.decides else ()

    def nothing(self, seat: TtSeat) -> Say:
        """How to begin, if this seat may attack."""
        step = seat.step
        if not isinstance(step, Preparing) or not seat.decides:
            return say("No combat is in progress.")
        if not step.plan.hex and joining(seat, step):
            return say("Click an enemy hex to see which units could attack it, or drag units onto it.")
        return say("No enemy hex can be attacked.")

    def price(self, seat: TtSeat, uid: str) -> tuple[Clause, ...]:
        """A warning that the unit's work is lost (TT-DEF-20)."""
        return tuple(Clause(text, "TT-DEF-20") for text in building.lost_by_attacking(seat, (uid,)))

    def asked(self, offer: Offer) -> bool:
        """All verbs except those that have their own buttons."""
        return offer.verb not in _QUIET

    def back(self, offer: Offer) -> bool:
        """Verbs that undo support."""
        return offer.back

    def many(self, found: Sequence[Choice]) -> tuple[Choice, ...]:
        """Only choices that name no unit."""
        return tuple(one for one in found if not one.action.subject)


DOCK: Final = _TtDock()
board = DOCK.board


def _closing(seat: TtSeat, step: Preparing) -> Iterator[Choice]:
    if isinstance(step, Counter):
        text = say("The defenders retreat one hex (TT-CA-02).")
        yield Choice(seat.rules.verbs["decline"].label, Action("decline"), text, not step.plan.hex)
    elif not step.plan.hex:
        yield Choice(say("No more attacks"), Action("end"), say("End the combat segment."), True)


def _prepared(seat: TtSeat, step: Preparing) -> Iterator[Combat]:
    could = joining(seat, step)
    if step.plan.hex:
        yield _draft(seat, step, could)
        return
    targets: dict[str, list[str]] = {}
    for uid, hexes in could.items():
        for at in hexes:
            targets.setdefault(at, []).append(uid)
    for at in sorted(targets):
        plan = Plan(hex=at, units=tuple(targets[at]))
        fight = fight_of(seat.rules, seat.s, seat.board, step.who, plan)
        found, _ = rolled(fight, seat.rules.tables, seat.rules.options)
        yield Combat(
            key=f"on/{at}",
            say=say("{hex}: not attacked", hex=at),
            hexes=(at,),
            status="possible",
            note=say(
                "All together: {odds}, after shifts {column}.",
                odds=found.odds,
                column=odds_report.final(fight, found),
            ),
            accounts=(
                odds_report.accounts(fight, found)[1],
                Account(
                    say=say("Could attack"),
                    lines=DOCK.candidates(seat, targets[at], at),
                    side=step.who,
                ),
            ),
            choices=(
                Choice(
                    say("Attack with all"),
                    Action("attack", tuple(targets[at]), at),
                    _losing(seat, targets[at], seat.rules.verbs["attack"].help),
                ),
            ),
            verb="attack",
            lights=odds_report.lit_by(fight, seat.rules.tables, found),
        )


def _losing(seat: TtSeat, units: Sequence[str], first: Say) -> Say:
    """A sentence followed by what the units give up by attacking (TT-DEF-20)."""
    return sentences((first, *building.lost_by_attacking(seat, units)))


def _draft(seat: TtSeat, step: Preparing, could: dict[str, tuple[str, ...]]) -> Combat:
    plan = step.plan
    one = focus(seat)
    accounts: list[Account] = []
    spreads: tuple[Spread, ...] = ()
    if one is not None:
        accounts = [_removable(seat, a, i) for i, a in enumerate(odds_report.accounts(one.fight, one.found))]
        spreads = odds_report.spreads(one.fight, seat.rules.tables, one.found)
    if lines := DOCK.candidates(seat, could, plan.hex):
        accounts.insert(1, Account(say=say("Could join"), lines=lines, side=step.who))
    if lines := _guns(seat):
        accounts.insert(1, Account(say=say("Could support"), lines=lines, side=step.who))
    choices = [
        Choice(
            seat.rules.verbs["fight"].label,
            Action("fight"),
            _losing(seat, plan.units, seat.rules.verbs["fight"].help),
            True,
        ),
        *_simple(seat, "fly"),
        *_simple(seat, "recall"),
    ]
    for kind, name in NAMES.items():
        if not step.counter and kind != plan.kind:
            choices.append(Choice(name, Action("kind", (), kind), seat.rules.verbs["kind"].help))
    choices.append(Choice(seat.rules.verbs["clear"].label, Action("clear"), Say(""), False, True))
    what = say("Counterattack") if step.counter else NAMES[plan.kind]
    return Combat(
        key=f"on/{plan.hex}",
        say=say("{kind} on {hex}", kind=what, hex=plan.hex),
        hexes=(plan.hex,),
        status="draft",
        note=_losing(seat, plan.units, say("Before the defender's support.")),
        accounts=tuple(accounts),
        spreads=spreads,
        choices=tuple(choices),
        verb="attack",
        lights=_lights(seat, one),
    )


def _removable(seat: TtSeat, account: Account, i: int) -> Account:
    """The attacker's account, with a button on each unit to remove it."""
    if i:
        return account
    step = seat.step
    lines: list[Factor] = []
    for line in account.lines:
        choices: tuple[Choice, ...] = ()
        if line.unit in step.plan.units:
            choices = (Choice(say("Remove"), Action("back", (line.unit,)), Say(""), False, True),)
        elif line.unit in step.plan.backing.guns:
            choices = (Choice(say("Withhold"), Action("withhold", (line.unit,)), Say(""), False, True),)
            if line.unit in _seat_subjects(seat, "tot"):
                choices = (Choice(say("Time on target"), Action("tot", (line.unit,))), *choices)
        lines.append(replace(line, choices=choices))
    return replace(account, lines=tuple(lines))


def _guns(seat: TtSeat) -> tuple[Factor, ...]:
    fire = ((uid, Choice(say("Fire"), Action("support", (uid,)))) for uid in _seat_subjects(seat, "support"))
    return tuple(replace(DOCK.line(seat, uid, choice), clauses=()) for uid, choice in fire)


def _seat_subjects(seat: TtSeat, verb: str) -> tuple[str, ...]:
    """The subjects a verb is offered with."""
    offer = seat.offered(verb)
    return offer.subjects if offer is not None else ()


def _simple(seat: TtSeat, verb: str) -> Iterator[Choice]:
    for offer in seat.prompt.offers:
        if offer.verb == verb:
            one = seat.rules.verbs[verb]
            yield Choice(one.label, Action(verb), one.help, False, offer.back)


# ---- being fought ----------------------------------------------------------------------------------------------------
def _fought(seat: TtSeat, step: Fought) -> Combat:
    inner = next(one for one in reversed(seat.s.stack) if isinstance(one, Fought))
    at = step.plan.hex
    accounts: tuple[Account, ...] = ()
    spreads: tuple[Spread, ...] = ()
    one = focus(seat) if step is inner and not isinstance(seat.step, Preparing) else _past(seat, step)
    if one is not None:
        accounts = odds_report.accounts(one.fight, one.found)
        spreads = odds_report.spreads(one.fight, seat.rules.tables, one.found, _outcome_of(one, step))
    what = say("Counterattack") if step.counter else NAMES[step.plan.kind]
    return Combat(
        key=f"{'counter' if step.counter else 'on'}/{at}",
        say=say("{kind} on {hex}", kind=what, hex=at),
        hexes=(at,),
        status="now" if step is inner else "waiting",
        stages=tuple(_stages(seat, step)) if step is inner else (),
        accounts=accounts,
        spreads=spreads,
        choices=DOCK.answers(seat) if step is inner else (),
        lights=_lights(seat, one),
        result=_told(seat, step) if step.dice else Say(""),
    )


def _over(seat: TtSeat, step: Fought) -> Combat:
    """A finished combat, with its calculation and the result of the dice."""
    at = step.plan.hex
    one = _past(seat, step)
    what = say("Counterattack") if step.counter else NAMES[step.plan.kind]
    return Combat(
        key=f"{'counter' if step.counter else 'on'}/{at}",
        say=say("{kind} on {hex}: {result}", kind=what, hex=at, result=_result(step)),
        hexes=(at,),
        status="over",
        note=_fate(step),
        stages=tuple(_stages(seat, step))[:3],
        accounts=odds_report.accounts(one.fight, one.found) if one is not None else (),
        spreads=(
            odds_report.spreads(one.fight, seat.rules.tables, one.found, _outcome_of(one, step))
            if one is not None
            else ()
        ),
        lights=_lights(seat, one),
        result=_told(seat, step),
    )


def _told(seat: TtSeat, step: Fought) -> Say:
    """The result in words, followed by its code."""
    code = _result(step)
    what = COMBAT if step.fought.kind == "normal" else BLITZ
    return first_words(seat.result(what, code), code)


def _lights(seat: TtSeat, one: Focus | None) -> tuple[tuple[str, tuple[Light, ...]], ...]:
    """The table cells to highlight while a combat of the dock is on display."""
    fight, found, dice = one if one is not None else (None, None, ())
    return odds_report.lit_by(fight, seat.rules.tables, found, dice)


def last(seat: TtSeat) -> Focus | None:
    """The last combat fought in this player turn."""
    return _past(seat, seat.s.last[-1]) if seat.s.last else None


def _fate(step: Fought) -> Say:
    """The result in words."""
    if step.code == "cancelled":
        return say("The attack was cancelled.")
    words = odds_report.result_name(step.code)
    if step.attrition == "1*":
        return say("Attackers lose an AFV step. {result}.", result=words)
    if step.attrition:
        return say("Attackers lose a step. {result}.", result=words)
    return say("{result}.", result=words)


def _past(seat: TtSeat, step: Fought) -> Focus | None:
    if step.fight is None:
        return None
    found, _ = rolled(step.fight, seat.rules.tables, seat.rules.options)
    return Focus(step.fight, found, step.dice)


def _stages(seat: TtSeat, step: Fought) -> Iterator[Stage]:
    """The stages ARTY_ATT to ADVANCE: finished, current and to come."""
    top = seat.step
    at = next(
        (i for i, kinds in enumerate(_ASKED) if isinstance(top, kinds)), len(_ASKED) if step.dice else 2
    )
    if step in seat.s.last:
        at = len(_ASKED)
    dice = ", ".join(str(n) for n in step.dice)
    found = (
        say("artillery: {n}", n=len(step.plan.backing.guns)),
        say("artillery: {n}", n=len(step.defence.guns)) if step.dice else Say(""),
        say("{dice}: {result}", dice=dice, result=_result(step)) if step.dice else Say(""),
    )
    return dock.stages(
        POINTS,
        at,
        sides=(step.side, FOE[step.side]),
        found=lambda n: found[n] if n < len(found) else Say(""),
    )


POINTS: Final = (
    Point(say("Attacker's support"), 0, "TT-REC-08"),
    Point(say("Defender's support"), 1, "TT-REC-08"),
    Point(say("Dice"), -1, "TT-ODD-10"),
    Point(say("Losses"), -1, "TT-LOSS-01"),
    Point(say("Counterattack"), 1, "TT-CA-02"),
    Point(say("Retreat"), -1, "TT-RET-01"),
    Point(say("Advance"), 0, "TT-ADV-09"),
)
_ASKED: Final[tuple[tuple[type, ...], ...]] = (
    (),
    (Defence,),
    (),
    (Loss,),
    (Counter,),
    (Retreat,),
    (Advance,),
)


def _result(step: Fought) -> str:
    if step.code == "cancelled" or step.fought.kind != "normal":
        return step.code
    return f"{step.attrition}/{step.code}" if step.attrition or step.code else "-"
