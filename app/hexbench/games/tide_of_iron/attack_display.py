"""The combat dock of Tide of Iron: the attack or assault being drafted or resolved, with its steps, tallies by clause, dice,
odds and answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from hexbench.engine.combat import dock
from hexbench.engine.combat.dock import Dock, Point
from hexbench.engine.display import Account, Bar, Choice, Clause, Combat, Factor, Spread, Stage
from hexbench.engine.values import Action, Offer, Say, Target, say
from hexbench.games.tide_of_iron import assault, attack_draft, names, results
from hexbench.games.tide_of_iron.assault import AssaultDraft
from hexbench.games.tide_of_iron.assault_fight import Assault, Excess, FollowUp, Retreat
from hexbench.games.tide_of_iron.attack_draft import AttackDraft
from hexbench.games.tide_of_iron.losses import Fall
from hexbench.games.tide_of_iron.opfire import Window
from hexbench.games.tide_of_iron.pieces import FOE
from hexbench.games.tide_of_iron.resolve import Strike
from hexbench.games.tide_of_iron.shooting import Attack
from hexbench.games.tide_of_iron.strength import scene
from hexbench.games.tide_of_iron.volley import foresee, volley

if TYPE_CHECKING:
    from hexbench.engine.forecast import Fan, Forecast, OddsLine, Pool, Tally, Term
    from hexbench.games.tide_of_iron.seat import TiSeat


# The steps of an attack, an assault or an area attack as the combat dock lists them (C.4, C.5).


def _dress(steps: Sequence[tuple[Say, str, str, Say]], now: int) -> Iterator[Stage]:
    """Stages from (title, side, rule, outcome) tuples; steps after ``now`` have no outcome yet."""
    points = [Point(title, -1, rule) for title, _, rule, _ in steps]
    return dock.stages(points, now, sides=lambda n: steps[n][1], found=lambda n: steps[n][3], open_=True)


def _attack_stages(seat: TiSeat, step: AttackDraft | Attack) -> Iterator[Stage]:
    """Target, participants, dice, casualties, fatigue."""
    drafting = isinstance(step, AttackDraft)
    who = step.who
    target = seat.s.units.get(step.target)
    owner = target.side if target is not None else FOE[who]
    text = say("{n} units", n=len(step.parts)) if len(step.parts) > 1 else say("one unit")
    dice = Say("") if isinstance(step, AttackDraft) else _successes(step.successes)
    steps = (
        (say("Target"), who, "TI-ATK-02", say("{hex}", hex=step.hex)),
        (say("Figures, support, kind"), who, "TI-CF-02", text),
        (say("Dice"), "", "TI-ATK-09", dice),
        (say("Casualties"), owner, "B-ATK-1", _falling(seat)),
        (say("Fatigue"), "", "TI-CF-06", Say("")),
    )
    yield from _dress(steps, 1 if drafting else 3)


def _strike_stages(seat: TiSeat, step: Strike) -> Iterator[Stage]:
    """An area attack by card."""
    steps = (
        (say("Dice"), "", "TI-AREA-03", _successes(step.blacks)),
        (say("Casualties"), "", "TI-AREA-04", _falling(seat)),
    )
    yield from _dress(steps, 1)


def _assault_stages(seat: TiSeat, step: AssaultDraft | Assault) -> Iterator[Stage]:
    """From the choice of the hex to the advance."""
    who, foe = step.who, FOE[step.who]
    fought = step if isinstance(step, Assault) else None
    top = seat.step
    now = 0
    if fought is not None:
        now = 2 if isinstance(top, Fall) and top.who == who else 3
        now = 4 if isinstance(top, Retreat | Excess) else 5 if isinstance(top, FollowUp) else now
    hits = _hits(fought) if fought is not None else Say("")
    steps = (
        (say("Hex and support"), who, "TI-ASL-03", say("{hex}", hex=step.hex)),
        (say("Dice"), "", "TI-ASL-17", hits),
        (say("Attacker's casualties"), who, "TI-ASL-19", _falling(seat) if now == 2 else Say("")),
        (say("Defender's casualties"), foe, "TI-ASL-20", _falling(seat) if now == 3 else Say("")),
        (
            say("Retreat"),
            foe,
            "TI-ASL-24",
            say("{hex}", hex=fought.to) if fought is not None and fought.to else Say(""),
        ),
        (say("Advance"), who, "TI-ASL-29", Say("")),
    )
    yield from _dress(steps, now)


def _hits(fought: Assault) -> Say:
    return say("{a} hits against {d}", a=fought.attack, d=fought.defence)


def _successes(n: int) -> Say:
    return say("1 success") if n == 1 else say("{n} successes", n=n)


def _falling(seat: TiSeat) -> Say:
    top = seat.step
    if not isinstance(top, Fall):
        return Say("")
    return say("1 more hit") if top.left == 1 else say("{n} more hits", n=top.left)


# ---- the dock --------------------------------------------------------------------------------------------------------
class _TiDock(Dock["TiSeat"]):
    """One attack or assault at a time, drafted or resolved."""

    asks = ("lose", "retreat", "give_up", "follow_up", "stay", "hold")

    def combats(self, seat: TiSeat) -> Iterator[Combat]:
        """The current draft, op fire window or attack being resolved."""
        step = seat.step
        if isinstance(step, AttackDraft):
            yield _draft(seat, step)
        elif isinstance(step, AssaultDraft):
            yield _assault_draft(seat, step)
        elif isinstance(step, Window) and seat.decides:
            yield _window(seat, step)
        else:
            fought = (one for one in reversed(seat.s.stack) if isinstance(one, Attack | Assault | Strike))
            yield from (_fought(seat, one) for one in islice(fought, 1))

    def nothing(self, seat: TiSeat) -> Say:
        """The same for every viewer."""
        return say("No attack is in progress.")

    def subjects(self, offer: Offer) -> Sequence[tuple[str, ...]]:
        """For a retreat one subject is enough: all units retreat together."""
        found = super().subjects(offer)
        return found[:1] if offer.verb == "retreat" else found

    def answer(self, seat: TiSeat, action: Action, target: Target) -> Say:
        """A button text for each kind of answer."""
        unit = seat.called(action.subject[0]) if action.subject else Say("")
        match action.verb:
            case "lose" if action.object == "hull":
                return say("{unit} takes the hit", unit=unit)
            case "lose":
                return say("{unit} loses {figure}", unit=unit, figure=names.figures({action.object: 1}))
            case "retreat":
                return say("Retreat to {hex}", hex=action.object)
            case "give_up":
                return say("Give up {unit}", unit=unit)
            case "follow_up":
                return say("{unit} advances", unit=unit)
            case _:
                return super().answer(seat, action, target)


DOCK: Final = _TiDock()
board = DOCK.board


# ---- drafts ----------------------------------------------------------------------------------------------------------
def _unseen(step: AttackDraft | AssaultDraft, text: Say) -> Combat:
    """A draft as the other side sees it: without details."""
    return Combat(key=f"by/{step.who}", say=text, hexes=(), status="draft")


def _draft(seat: TiSeat, step: AttackDraft) -> Combat:
    if not step.parts:
        return _unseen(step, step.say(seat))
    found = attack_draft.odds(seat, step)
    ((_, line),) = found.lines
    able = attack_draft.supporters(seat, step) if seat.decides else ()
    could = DOCK.candidates(seat, able, verb="support")
    sums = list(accounts(seat, line, lambda uid: _part_choices(seat, step, uid)))
    if could:
        sums.insert(1, Account(say=say("Can support at half FPR"), lines=could, side=step.who))
    if seat.decides and (figures := tuple(_figures(seat, step))):
        sums.insert(1, Account(say=say("Figures firing"), lines=figures, side=step.who))
    return Combat(
        key=f"fire/{step.target or step.hex}",
        say=_title(seat, step.target, step.hex, step.parts[0].unit),
        hexes=(step.hex,),
        status="draft",
        note=_kind_note(step.kind, step.mode),
        stages=tuple(_attack_stages(seat, step)),
        accounts=tuple(sums),
        spreads=spreads(found),
        choices=tuple(_draft_choices(seat)),
        verb="support",
    )


def _title(seat: TiSeat, target: str, hex_: str, leader: str) -> Say:
    units = seat.s.units
    who = seat.rules.title(units[leader]) if leader in units else say("Attack")
    if target:
        return say(
            "{leader} on {target} in {hex}", leader=who, target=seat.rules.title(units[target]), hex=hex_
        )
    return say("{leader} on {hex}", leader=who, hex=hex_)


_KINDS: Final = {
    "concentrated": say("Concentrated Fire"),
    "rally": say("Rally"),
    "op_fire": say("Opportunity fire"),
    "fire_move": say("Fire and Movement"),
}


def _kind_note(kind: str, mode: str) -> Say:
    return say("{kind}, {how}", kind=_KINDS[kind], how=names.mode(mode))


def _part_choices(seat: TiSeat, step: AttackDraft, uid: str) -> tuple[Choice, ...]:
    """The button that leaves a supporter out again."""
    if not seat.decides or uid not in step.units[1:]:
        return ()
    return (Choice(say("Leave out"), Action("dismiss", (uid,)), back=True),)


def _figures(seat: TiSeat, step: AttackDraft) -> Iterator[Factor]:
    """The figures of each squad, with buttons to add and remove those that fire (TI-RNG-08)."""
    for part in step.parts:
        unit = seat.s.units[part.unit]
        more = {t.object for t in _targets(seat, "take_figure", part.unit)}
        less = {t.object for t in _targets(seat, "drop_figure", part.unit)}
        for kind, n in unit.figures.items():
            choices = []
            if kind in more:
                choices.append(Choice(say("one more"), Action("take_figure", (part.unit,), kind)))
            if kind in less:
                text = say("Without {figure}", figure=names.figures({kind: 1}))
                choices.append(Choice(text, Action("drop_figure", (part.unit,), kind), back=True))
            if choices:
                yield Factor(
                    say=say(
                        "{unit}: {figures}", unit=seat.rules.title(unit), figures=names.figures({kind: n})
                    ),
                    amount=str(part.figures.get(kind, 0)),
                    unit=part.unit,
                    hexes=(unit.at,),
                    choices=tuple(choices),
                )


def _targets(seat: TiSeat, verb: str, uid: str) -> tuple[Target, ...]:
    offer = seat.offered(verb)
    return seat.targets(verb, (uid,)) if offer is not None and uid in offer.subjects else ()


def _draft_choices(seat: TiSeat) -> Iterator[Choice]:
    if not seat.decides:
        return
    for target in seat.targets("attack_type"):
        text = say("Make it suppressive") if target.object == "suppressive" else say("Make it normal")
        yield Choice(text, Action("attack_type", (), target.object))
    rolls = seat.targets("roll")
    warning = rolls[0].says[0] if rolls and rolls[0].says else Say("")
    yield Choice(say("Roll"), Action("roll"), warning, True)
    yield Choice(say("Cancel"), Action("cancel_attack"), back=True)


def _assault_draft(seat: TiSeat, step: AssaultDraft) -> Combat:
    if not step.squad or step.squad not in seat.s.units or not seat.decides:
        return _unseen(step, step.say(seat))
    hexes = tuple(t.object for t in _targets(seat, "assault_hex", step.squad))
    choices = [_hex_choice(seat, step, h) for h in hexes]
    sums: list[Account] = []
    found = None
    if step.hex:
        found = assault.STORM.forecast(seat, Action("storm"))
        choices.append(Choice(say("Roll the assault"), Action("storm"), main=True))
    if found is not None:
        sums = list(_assault_sums(seat, step, found))
    choices.append(Choice(say("Do not assault"), Action("decline_assault"), back=True))
    return Combat(
        key=f"assault/{step.hex or step.squad}",
        say=step.say(seat),
        hexes=(step.hex,) if step.hex else hexes,
        status="draft",
        stages=tuple(_assault_stages(seat, step)),
        accounts=tuple(sums),
        spreads=spreads(found) if found is not None else (),
        choices=tuple(choices),
        verb="assault_support",
    )


def _hex_choice(seat: TiSeat, step: AssaultDraft, hex_: str) -> Choice:
    """A hex that could be assaulted, with the chance of success without support."""
    found = assault.STORM.forecast(seat, Action("storm", (step.squad,), hex_))
    chance = dict(found.chances()).get("success", 0.0) if found is not None else 0.0
    text = say("Assault {hex}: {n} % without support", hex=hex_, n=round(100 * chance))
    return Choice(text, Action("assault_hex", (step.squad,), hex_))


def _assault_sums(seat: TiSeat, step: AssaultDraft, found: Forecast) -> Iterator[Account]:
    ((_, line),) = found.lines

    def beside(uid: str) -> tuple[Choice, ...]:
        if uid not in step.supporters:
            return ()
        return (Choice(say("Leave out"), Action("assault_dismiss", (uid,)), back=True),)

    first, *rest = accounts(seat, line, beside)
    yield first
    could = DOCK.candidates(seat, assault.supporters(seat, step), verb="assault_support")
    if could:
        yield Account(say=say("Can support at half FPR"), lines=could, side=step.who)
    yield from rest


def _window(seat: TiSeat, step: Window) -> Combat:
    """The op fire window: which units could lead fire at the moving unit."""
    unit = seat.s.units[step.mover]
    offer = seat.offered("shoot")
    lines = tuple(
        DOCK.line(seat, uid, Choice(say("Fire"), Action("shoot", (uid,))))
        for uid in (offer.subjects if offer is not None else ())
    )
    return Combat(
        key=f"fire/{step.mover}",
        say=say("{unit} is moving in {hex}", unit=seat.rules.title(unit), hex=unit.at),
        hexes=(unit.at,) if unit.on_map else (),
        status="now",
        note=say(
            "One attack in this hex. All units taking part are fatigued, except squads "
            "that fire only machine guns."
        ),
        stages=(Stage(say=say("Fire or hold"), state="now", side=step.who, rule="TI-OPF-01"),),
        accounts=(Account(say=say("Can lead op fire"), lines=lines, side=step.who),) if lines else (),
        choices=(Choice(say("Hold fire"), Action("hold"), back=True),),
        verb="shoot",
    )


# ---- being fought ----------------------------------------------------------------------------------------------------
def _fought(seat: TiSeat, step: Attack | Assault | Strike) -> Combat:
    sums: tuple[Account, ...] = ()
    if isinstance(step, Attack):
        ((_, line),) = foresee(scene(seat), volley(scene(seat), step.aim, step.parts)).lines
        sums = tuple(accounts(seat, line))
        stages = _attack_stages(seat, step)
        title = _title(seat, step.target, step.hex, step.parts[0].unit)
        note = _kind_note(step.kind, step.mode)
        key = f"fire/{step.target or step.hex}"
    elif isinstance(step, Assault):
        stages, note, key = _assault_stages(seat, step), Say(""), f"assault/{step.hex}"
        squad = seat.s.units.get(step.squad)
        name = seat.rules.title(squad) if squad is not None else say("A squad")
        title = say("{unit} assaults {hex}", unit=name, hex=step.hex)
    else:
        stages, note, key = _strike_stages(seat, step), Say(""), f"area/{step.hex}"
        title = say("Area attack on {hex}", hex=step.hex)
    return Combat(
        key=key,
        say=title,
        hexes=(step.hex,),
        status="now",
        note=note,
        stages=tuple(stages),
        accounts=sums,
        choices=DOCK.answers(seat),
    )


Choices = Callable[[str], tuple[Choice, ...]]
"""unit -> the buttons beside it."""
BANDS: Final = {
    "close": say("Close range"),
    "normal": say("Normal range"),
    "long": say("Long range"),
    "out": say("Out of range"),
    "area": say("Area attack"),
    "assault": say("Assault"),
}
_BAND_RULES: Final = {
    "close": "TI-ATK-10",
    "normal": "TI-ATK-11",
    "long": "TI-ATK-12",
    "out": "TI-RNG-06",
    "area": "TI-AREA-03",
    "assault": "TI-ASL-17",
}


def _no_choices(unit: str) -> tuple[Choice, ...]:
    """No buttons."""
    return ()


def accounts(seat: TiSeat, line: OddsLine, choices: Choices = _no_choices) -> Iterator[Account]:
    """Every tally of an attack: strengths by unit, cover by term, and the resulting dice."""
    for tally in line.tallies:
        by_unit = tally is line.tallies[0] or (tally.terms and all(term.unit for term in tally.terms))
        lines = _units(seat, tally, choices) if by_unit else tuple(map(_factor, tally.terms))
        yield Account(say=tally.say, lines=lines, total=str(tally.total), side=tally.side)
    yield Account(say=say("Dice"), lines=tuple(_dice(pool, line) for pool in line.pools))


def _units(seat: TiSeat, tally: Tally, choices: Choices) -> tuple[Factor, ...]:
    """A line for each unit, with the terms that make up its share."""
    by_unit: dict[str, list[Term]] = {}
    for term in tally.terms:
        by_unit.setdefault(term.unit, []).append(term)
    out = []
    for uid, terms in by_unit.items():
        unit = seat.s.units.get(uid)
        amount = sum(t.amount for t in terms)
        full = sum(t.amount for t in terms if t.amount > 0)
        out.append(
            Factor(
                say=seat.rules.title(unit) if unit is not None else terms[0].say,
                amount=str(amount),
                was=str(full) if full != amount else "",
                clauses=tuple(_clauses(terms)),
                unit=uid if unit is not None else "",
                hexes=(unit.at,) if unit is not None and unit.on_map else (),
                choices=choices(uid),
            )
        )
    return tuple(out)


def _clauses(terms: list[Term]) -> Iterator[Clause]:
    """The terms of a unit's share; those with the same clause are joined."""
    sums: dict[str, list[Say]] = {}
    for term in terms:
        for i, clause in enumerate(term.clauses):
            if term.amount >= 0:
                text = say("{what}: {n}", what=term.say, n=term.amount)
            else:
                text = say("{what} ({why})", what=term.say, why=clause.say) if not i else clause.say
            sums.setdefault(clause.rule, []).append(text)
    for rule, parts in sums.items():
        keys = [f"part{i}" for i in range(len(parts))]
        told = ", ".join("{" + key + "}" for key in keys)
        yield Clause(Say(told, tuple(zip(keys, parts, strict=True))), rule)


def _factor(term: Term) -> Factor:
    amount = f"{term.amount:+d}" if term.amount < 0 else str(term.amount)
    return Factor(say=term.say, amount=amount, clauses=tuple(Clause(Say(""), c.rule) for c in term.clauses))


def _dice(pool: Pool, line: OddsLine) -> Factor:
    clauses: list[Clause] = []
    if pool is line.pools[0]:
        clauses.append(
            Clause(BANDS.get(line.column, Say(line.column)), _BAND_RULES.get(line.column, "TI-ATK-09"))
        )
    elif line.column != "assault":
        clauses.append(Clause(say("always"), "TI-ATK-13"))
    if pool.mended:
        clauses.append(Clause(say("thick armour: one failed die counts as a 6"), "TI-ABL-24"))
    faces = ", ".join(map(str, pool.wins)) or "-"
    return Factor(
        say=say("{what}, success on {faces}", what=pool.say, faces=faces),
        amount=str(pool.dice),
        clauses=tuple(clauses),
    )


WIDE = 52
"""Bits of a bar's weight: enough for any picture, and exact in a floating-point number."""


def spreads(found: Forecast) -> tuple[Spread, ...]:
    """The chances: outcomes first, then hits."""
    ((_, line),) = found.lines
    fates = [fan for fan in line.fans if not _numeric(fan)]
    numbers = [fan for fan in line.fans if _numeric(fan)]
    out = [_spread(fan) for fan in fates]
    if not fates:
        out = [Spread(say("Outcome"), _bars([(results.words(n), ways) for n, ways in line.results]))]
    hits = [fan for fan in numbers if fan.unit] or numbers
    return (*out, *(_spread(fan) for fan in hits))


def _numeric(fan: Fan) -> bool:
    return all(name.isdigit() for name, _ in fan.results)


def _spread(fan: Fan) -> Spread:
    named = [(Say(name) if name.isdigit() else results.words(name), ways) for name, ways in fan.results]
    return Spread(fan.say, _bars(named))


def _bars(named: Sequence[tuple[Say, int]]) -> tuple[Bar, ...]:
    """The bars of a distribution, scaled down where the number of ways exceeds 64 bits."""
    total = sum(ways for _, ways in named)
    scale = max(1, total >> WIDE)
    return tuple(Bar(text, ways // scale) for text, ways in named)
