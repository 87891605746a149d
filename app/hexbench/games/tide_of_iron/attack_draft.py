"""An attack being drafted (C.4, T2 to T5): figures, supporters and kind of attack, until it is rolled or cancelled. Other
modules start attacks here, and ask here for possible targets and reasons against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from hexbench.engine.events import Noted
from hexbench.engine.forecast import Forecast
from hexbench.engine.state import Declaration
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb
from hexbench.engine.verbs.kinds import Choose, Pick, Press
from hexbench.games.tide_of_iron import firing
from hexbench.games.tide_of_iron.acting import DraftVerb
from hexbench.games.tide_of_iron.decks import Mode
from hexbench.games.tide_of_iron.firing import any_mark, armed, marks, mortar_marks
from hexbench.games.tide_of_iron.pieces import Side
from hexbench.games.tide_of_iron.shooting import Attack, rapid
from hexbench.games.tide_of_iron.strength import Aim, Kind, Part, Role, Scene, band_of, bands, scene, worst
from hexbench.games.tide_of_iron.volley import allowed, area_targets, best_figures, foresee, volley

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat


# Which figures of a squad take part in an attack (C.4, T2): the owner may leave any of them out
# (TI-RNG-08).


class _DraftVerb(DraftVerb):
    """Base of the draft's verbs."""

    named = "TI-CF-02", say("Name one unit.")
    alone = "TI-ATK-09"


class TakeFigure(_DraftVerb):
    """One more figure of a squad takes part (TI-RNG-08)."""

    name = "take_figure"
    label = say("Let a figure fire")
    help = say("Add one more figure of the squad to the attack.")
    subject = "unit"
    object = "choice"

    def able(self, seat: TiSeat, step: AttackDraft) -> Iterable[str]:
        """The squads with more figures that could take part."""
        return (p.unit for p in step.parts if any(self._left(scene(seat), step, p)))

    def _left(self, sc: Scene, step: AttackDraft, part: Part) -> Iterator[str]:
        unit = sc.s.units[part.unit]
        if unit.squad and any(n > part.figures.get(kind, 0) for kind, n in unit.figures.items()):
            for kind, band in bands(sc, part.unit, step.aim).items():
                if allowed(step.aim, band) and unit.figures[kind] > part.figures.get(kind, 0):
                    yield kind

    def targets(self, seat: TiSeat, step: AttackDraft, subject: tuple[str, ...]) -> Iterable[Target]:
        """The kinds of figure."""
        for part in step.parts:
            if subject == (part.unit,):
                for kind in self._left(scene(seat), step, part):
                    yield Target(kind, rules=("TI-RNG-08",))

    def reasons(self, seat: TiSeat, step: AttackDraft | None, action: Action) -> Iterator[Reason]:
        """Why no more figures of that kind can take part."""
        wrong = tuple(self.one(seat, action))
        yield from wrong
        if wrong or step is None:
            return
        part = next((p for p in step.parts if action.subject == (p.unit,)), None)
        if part is None:
            yield Reason("TI-CF-02", say("That unit is not taking part."))
            return
        sc = scene(seat)
        if action.object in self._left(sc, step, part):
            return
        unit = seat.s.units[part.unit]
        left = unit.figures.get(action.object, 0) - part.figures.get(action.object, 0)
        if left <= 0:
            yield Reason("TI-RNG-08", say("The squad has no more figures of that kind."))
            return
        band = bands(sc, part.unit, step.aim).get(action.object)
        if band is None:
            yield Reason("TI-ABL-14", say("Mortars cannot fire together with other figures."))
        else:
            rule = "TI-RNG-06" if band == "out" else "TI-ACT-11"
            yield Reason(rule, say("The target is too far away for that figure."))

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        play.swap(parts=step.with_figure(play.units[action.subject[0]].figures, action, 1))


class _DropFigure(_DraftVerb):
    """A figure does not fire (TI-RNG-08)."""

    name = "drop_figure"
    label = say("Hold a figure back")
    help = say("One figure of the squad does not fire and adds nothing to the attack strength.")
    subject = "unit"
    object = "choice"
    back = True

    def able(self, seat: TiSeat, step: AttackDraft) -> Iterable[str]:
        """The squads with more than one figure taking part."""
        return (p.unit for p in step.parts if sum(p.figures.values()) > 1)

    def targets(self, seat: TiSeat, step: AttackDraft, subject: tuple[str, ...]) -> Iterable[Target]:
        """The kinds that take part."""
        for part in step.parts:
            if subject == (part.unit,) and sum(part.figures.values()) > 1:
                for kind in part.figures:
                    yield Target(kind, rules=("TI-RNG-08",))

    def reasons(self, seat: TiSeat, step: AttackDraft | None, action: Action) -> Iterator[Reason]:
        """The figure must be taking part, and must not be the last one."""
        wrong = tuple(self.one(seat, action))
        yield from wrong
        if wrong or step is None:
            return
        part = next((p for p in step.parts if action.subject == (p.unit,)), None)
        if part is None or action.object not in part.figures:
            yield Reason("TI-RNG-08", say("No such figure is taking part."))
        elif sum(part.figures.values()) == 1:
            yield Reason("TI-ATK-03", say("At least one figure must take part."))

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        play.swap(parts=step.with_figure(play.units[action.subject[0]].figures, action, -1))


TAKE, DROP = TakeFigure(), _DropFigure()


MODES: tuple[Mode, ...] = ("normal", "suppressive")


def begin(play: TiPlay, *, who: Side, kind: Kind, leader: str, target: str) -> None:
    """Ask ``who`` how ``leader`` attacks ``target``, a unit or (for mortars) a hex.

    When the attack has been rolled or cancelled, ``fired`` is set on the step below.
    """
    unit = play.units[leader]
    aimed = play.units.get(target)
    aim = Aim(
        kind=firing.kind_of(unit, kind), target=target if aimed else "", hex=aimed.at if aimed else target
    )
    part = Part(unit=leader, figures=best_figures(scene(play), aim, (), leader))
    play.push(AttackDraft(who=who, kind=aim.kind, target=aim.target, hex=aim.hex, parts=(part,)))


def supporters(seat: TiSeat, step: AttackDraft) -> tuple[str, ...]:
    """The units that may join an attack, in order (TI-CF-02, TI-OPF-03)."""
    if step.kind == "fire_move" or not step.parts:
        return ()
    key = ("supporters", step.aim, step.units)
    if key not in seat.memo:
        seat.memo[key] = tuple(_supporters(seat, step))
    found: tuple[str, ...] = seat.memo[key]
    return found


def _supporters(seat: TiSeat, step: AttackDraft) -> Iterator[str]:
    sc, token = scene(seat), "op_fire" if step.kind == "op_fire" else ""
    mark = seat.s.units.get(step.target)
    target = ((step.target, mark, mark.squad),) if mark is not None else ()
    for x, u in seat.s.units.items():
        if u.side != step.who or u.token != token or u.condition or not u.on_map or x in step.units:
            continue
        if step.aim.area:
            ready = u.has("mortar") and not any(joins(sc, x, step))
        else:
            ready = any(firing.reached(seat, x, step.kind, "support", target))
        if ready:
            yield x


def joins(sc: Scene, uid: str, step: AttackDraft) -> Iterator[Reason]:
    """Every reason against a unit as supporter."""
    if uid in step.units:
        text = say("{unit} is already taking part.", unit=sc.rules.title(sc.s.units[uid]))
        yield Reason("TI-CF-02", text)
    if sc.s.units[uid].side != step.who:
        text = say("{unit} is not on your side.", unit=sc.rules.title(sc.s.units[uid]))
        yield Reason("TI-CF-02", text)
        return
    yield from firing.bars(sc, uid, step.aim, "support")


class Support(Pick["TiSeat", "AttackDraft", "TiPlay"]):
    """A friendly unit joins the attack with half its firepower (TI-CF-01, TI-CF-04)."""

    name = "support"
    label = say("Support")
    help = say("The unit supports the attack with half its firepower and is fatigued with the others.")
    rule = "TI-CF-04"

    def among(self, seat: TiSeat, step: AttackDraft) -> Sequence[str]:
        return supporters(seat, step)

    def unfit(self, seat: TiSeat, step: AttackDraft | None, ref: str) -> Iterable[Reason]:
        return joins(scene(seat), ref, step) if step is not None and step.parts else ()

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        uid = action.subject[0]
        figures = best_figures(scene(play), step.aim, step.parts, uid)
        play.swap(parts=(*step.parts, Part(unit=uid, figures=figures)))


class Dismiss(Pick["TiSeat", "AttackDraft", "TiPlay"]):
    """Remove a supporter again."""

    name = "dismiss"
    label = say("Leave out")
    help = say("This unit takes no part in the attack.")
    rule = "TI-CF-02"
    back = True
    other = say("The unit is not supporting this attack.")

    def among(self, seat: TiSeat, step: AttackDraft) -> Sequence[str]:
        """All participants except the leader."""
        return step.units[1:]

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        play.swap(parts=tuple(p for p in step.parts if p.unit != action.subject[0]))


class ChooseMode(Choose["TiSeat", "AttackDraft", "TiPlay"]):
    """Normal or suppressive (TI-ATK-08)."""

    name = "attack_type"
    label = say("Kind of attack")
    help = say(
        "A normal attack removes figures; a suppressive attack pins, disrupts or routs. Only "
        "normal attacks affect vehicles."
    )
    rule = "TI-ATK-08"
    other = say("An attack is either normal or suppressive.")

    def choices(self, seat: TiSeat, step: AttackDraft) -> Sequence[Target]:
        """The other kind, if this attack can be of that kind."""
        if not step.parts:
            return ()
        return [Target(mode, rules=(self.rule,)) for mode in MODES if not any(self.unfit(seat, step, mode))]

    def unfit(self, seat: TiSeat, step: AttackDraft | None, key: str) -> Iterator[Reason]:
        """Why the mode is unknown or not possible for this attack."""
        if key not in MODES:
            yield Reason("TI-ATK-08", self.other)
        elif step is not None and step.parts:
            if key == step.mode:
                yield Reason("TI-ATK-08", say("The attack is already of that kind."))
            yield from firing.target_bars(scene(seat), step.who, replace(step.aim, mode=key))

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        play.swap(mode=action.object)


class Roll(_DraftVerb):
    """Commit the attack and roll the dice (T6)."""

    name = "roll"
    barrier = "dice"
    label = say("Roll the attack")
    help = say("Commit to the attack and roll the dice.")

    def offer(self, seat: TiSeat, step: AttackDraft) -> Offer | None:
        """When the attack can be made."""
        return None if any(self._wrong(seat, step)) else Offer(self.name)

    def _wrong(self, seat: TiSeat, step: AttackDraft) -> Iterator[Reason]:
        if not step.parts:
            yield Reason("TI-ATK-09", say("No unit is attacking."))
            return
        sc = scene(seat)
        if not allowed(step.aim, worst(*(band_of(sc, p, step.aim) for p in step.parts))):
            rule = "TI-ACT-11" if step.kind == "fire_move" else "TI-RNG-06"
            yield Reason(rule, say("The target is too far away for one of the units taking part."))

    def targets(self, seat: TiSeat, step: AttackDraft, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing more to choose; warns about friendly units in the hex (B-AREA-2)."""
        if not subject and not any(self._wrong(seat, step)):
            yield Target(says=tuple(self._warnings(seat, step)), rules=("TI-ATK-09",))

    def _warnings(self, seat: TiSeat, step: AttackDraft) -> Iterator[Say]:
        if step.aim.area:
            for uid in area_targets(scene(seat), step.hex):
                if seat.s.units[uid].side == step.who:
                    yield say("{unit} is in the hex and will be attacked too.", unit=seat.called(uid))
        for part in step.parts:
            if step.kind == "op_fire" and not rapid(part):
                name = seat.called(part.unit)
                yield say("{unit} will be fatigued.", unit=name)

    def reasons(self, seat: TiSeat, step: AttackDraft | None, action: Action) -> Iterator[Reason]:
        """There must be an attack."""
        yield from self.bare(action)
        if step is not None:
            yield from self._wrong(seat, step)

    def forecast(self, seat: TiSeat, action: Action) -> Forecast | None:
        """The odds of the attack as it stands."""
        step = seat.step
        if not isinstance(step, AttackDraft) or any(self._wrong(seat, step)):
            return None
        return odds(seat, step)

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        play.pop()
        play.push(
            Attack(
                who=step.who,
                kind=step.kind,
                target=step.target,
                hex=step.hex,
                mode=step.mode,
                parts=step.parts,
            )
        )


class Cancel(Press["TiSeat", "AttackDraft", "TiPlay"]):
    """No attack after all; nothing is spent (T5)."""

    name = "cancel_attack"
    label = say("Cancel the attack")
    help = say("No dice have been rolled yet; the unit may do something else.")
    rule = "TI-ATK-09"
    back = True

    def do(self, play: TiPlay, step: AttackDraft, action: Action) -> None:
        """Return to the step below; the other side is told, because it saw an attack being prepared."""
        play.tell(
            Noted(
                "TI-ATK-01",
                say("The {side} player calls off the attack.", side=play.rules.side_name(step.who)),
            )
        )
        play.pop()
        play.swap(fired=False)


SUPPORT, DISMISS = Support(), Dismiss()
MODE, ROLL, CANCEL = ChooseMode(), Roll(), Cancel()
VERBS: tuple[AnyVerb, ...] = (SUPPORT, DISMISS, TAKE, DROP, MODE, CANCEL, ROLL)


def odds(seat: TiSeat, step: AttackDraft) -> Forecast:
    """The exact odds of the attack as it stands."""
    known = seat.memo.get("attack odds")
    if known is None or known[0] != step:
        sc = scene(seat)
        known = seat.memo["attack odds"] = (step, foresee(sc, volley(sc, step.aim, step.parts)))
    found: Forecast = known[1]
    return found


class AttackDraft(Declaration, frozen=True, kw_only=True):
    """``parts`` attack ``target`` (or, without one, every unit in ``hex``); the first part leads."""

    who: Side
    kind: Kind
    target: str
    hex: str
    parts: tuple[Part, ...] = ()
    mode: Mode = "normal"
    verbs: ClassVar = VERBS

    @property
    def aim(self) -> Aim:
        """The target of the attack, with its kind and mode."""
        return Aim(kind=self.kind, target=self.target, hex=self.hex, mode=self.mode)

    @property
    def units(self) -> tuple[str, ...]:
        """The participating units, the leader first."""
        return tuple(part.unit for part in self.parts)

    def masked(self, side: str) -> AttackDraft:
        """The other side learns the details only when the attack is committed."""
        if side == self.who:
            return self
        kind: Kind = "concentrated" if self.kind == "rally" else self.kind
        return replace(self, kind=kind, target="", hex="", parts=(), mode="normal")

    def with_figure(self, all_figures: dict[str, int], action: Action, by: int) -> tuple[Part, ...]:
        """The parts with a figure more or less, kinds in the order of the squad."""

        def changed(part: Part) -> Part:
            now = {**part.figures, action.object: part.figures.get(action.object, 0) + by}
            return replace(part, figures={kind: now[kind] for kind in all_figures if now.get(kind)})

        return tuple(changed(p) if p.unit == action.subject[0] else p for p in self.parts)

    def say(self, seat: TiSeat) -> Say:
        """Who attacks what."""
        if not self.parts:
            return say("The {side} player is preparing an attack.", side=seat.rules.side_name(self.who))
        units = seat.s.units
        leader = seat.rules.title(units[self.parts[0].unit])
        target = seat.rules.title(units[self.target]) if self.target else say("{hex}", hex=self.hex)
        return say(
            "{leader} attacks {target}: choose figures, support and kind of attack.",
            leader=leader,
            target=target,
        )

    def default(self, seat: TiSeat) -> Action | None:
        return Action("cancel_attack") if any(ROLL.reasons(seat, self, Action("roll"))) else Action("roll")


__all__ = ["aim_at", "any_mark", "armed", "begin", "marks", "mortar_marks", "why_not"]


def aim_at(reader: TiSeat | TiPlay, leader: str, kind: Kind, target: str) -> Aim:
    """The aim of a leader at a unit or, when there is no unit of that name, at a hex."""
    units = scene(reader).s.units
    how = firing.kind_of(units[leader], kind) if leader in units else kind
    if target in units:
        return Aim(kind=how, target=target, hex=units[target].at)
    return Aim(kind=how, target="", hex=target)


def why_not(
    reader: TiSeat | TiPlay, leader: str, kind: Kind, target: str, role: Role = "lead"
) -> Iterator[Reason]:
    """Every reason why a unit cannot fire at that unit or (mortars) hex; that a leader must be fresh is left out."""
    yield from firing.bars(scene(reader), leader, aim_at(reader, leader, kind, target), role)
