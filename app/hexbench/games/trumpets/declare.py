"""Preparing and declaring attacks, one at a time (DECLARE, ARTY_ATT; TT-REC-06), and counterattacks
(TT-CA-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.events import Declared
from hexbench.engine.values import Action, Barrier, Check, Reason, Say, Target, say
from hexbench.engine.verb import LazyTargets, Verb
from hexbench.engine.verbs import kinds
from hexbench.engine.verbs.kinds import END, Pick, Press
from hexbench.games.trumpets import building, checklist, passage, supporting
from hexbench.games.trumpets.battlefield import (
    Backing,
    Plan,
    attack_factor,
    enemies_at,
    fight_of,
    in_squall,
    settled,
    turn_name,
    why_not_tot,
)
from hexbench.games.trumpets.fight import NIGHT
from hexbench.games.trumpets.pieces import Side
from hexbench.games.trumpets.strength import Reckoning, reckon
from hexbench.games.trumpets.supporting import Supporting

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.games.trumpets.rules import TtRules
    from hexbench.games.trumpets.seat import Position, TtBoard, TtPlay, TtSeat


# Why units may not attack, and why an attack may not be of a kind: every reason with its clause (TT-REC-06,
# TT-ENG-03, TT-BLZ).

KINDS: Final = ("normal", "ardennes_44", "tigers_in_the_mist")
NAMES: Final[dict[str, Say]] = {
    "normal": say("Ordinary attack"),
    "ardennes_44": say("Ardennes 44 attack"),
    "tigers_in_the_mist": say("Tigers in the Mist attack"),
}


# ---- units and hexes -------------------------------------------------------------------------------------------------
def fights(rules: TtRules, s: Position, uid: str) -> bool:
    """Whether a unit's type can attack: it has a factor or is a special HQ (TT-WPN-34, TT-ADV-09)."""
    tags = rules.tags(s.mission.units[uid])
    if "special_hq" in tags:
        return True
    return bool({"front_line", "combat_support"} & tags) and attack_factor(rules, s, uid) > 0


def why_not_unit(
    rules: TtRules, s: Position, board: TtBoard, side: str, uid: str, *, counter: bool = False
) -> Iterator[Reason]:
    """Why a unit may not attack at all. In a counterattack earlier attacks do not matter (TT-REC-06)."""
    unit = s.units.get(uid)
    if unit is None:
        yield rules.missing(f"unit {uid}")
        return
    name = rules.title(s.mission.units[uid])
    if unit.side != side:
        yield Reason("TT-SEQ-02", say("{unit} is not yours.", unit=name), unit.spot)
    if not unit.on_map:
        yield Reason("TT-SEQ-02", say("{unit} is not on the map.", unit=name))
        return
    if not fights(rules, s, uid):
        tags = rules.tags(s.mission.units[uid])
        text = (
            say("{unit} cannot attack; artillery only supports the attacks of other units.", unit=name)
            if "artillery" in tags
            else say("{unit} has no attack factor.", unit=name)
        )
        yield Reason("TT-WPN-34", text, unit.spot)
    if unit.attacked and not counter:
        yield Reason("TT-REC-06", say("{unit} has already attacked this segment.", unit=name), unit.spot)


def _why_not_hex(
    rules: TtRules, s: Position, board: TtBoard, side: str, at: str, *, counter: bool = False
) -> Iterator[Reason]:
    """Why a hex may not be attacked."""
    if not at:
        yield Reason("TT-SEQ-02", say("Name the hex to attack."))
        return
    if at not in rules.atlas.index:
        yield Reason("TT-SEQ-02", say("{hex} is not a hex of this map.", hex=at))
        return
    if not enemies_at(s, board, side, at):
        yield Reason("TT-GEN-01", say("There is no enemy in {hex}.", hex=at), (at,))
    if at in s.attacked and not counter:
        yield Reason("TT-REC-06", say("{hex} has already been attacked this segment.", hex=at), (at,))


def why_not_together(
    rules: TtRules, s: Position, board: TtBoard, side: str, uid: str, at: str, *, counter: bool = False
) -> Iterator[Reason]:
    """Why a unit may not attack a hex."""
    unit = s.units[uid]
    name = rules.title(s.mission.units[uid])
    if at not in rules.atlas.near[unit.at]:
        yield Reason("TT-REC-06", say("{unit} is not adjacent to {hex}.", unit=name, hex=at), (unit.at, at))
    if counter or not passage.is_engaged(rules, s, board, uid):
        return
    if not set(unit.engaged) & set(enemies_at(s, board, side, at)):
        text = say("{unit} is engaged and may attack only enemies it is engaged with.", unit=name)
        yield Reason("TT-ENG-03", text, unit.spot)


def _may_attack(
    rules: TtRules, s: Position, board: TtBoard, side: str, uid: str, at: str, *, counter: bool = False
) -> bool:
    """Whether a unit may attack a hex."""
    return (
        not any(why_not_unit(rules, s, board, side, uid, counter=counter))
        and not any(_why_not_hex(rules, s, board, side, at, counter=counter))
        and not any(why_not_together(rules, s, board, side, uid, at, counter=counter))
    )


# ---- blitz attacks ---------------------------------------------------------------------------------------------------
def why_not_kind(rules: TtRules, s: Position, side: Side, plan: Plan) -> Iterator[Reason]:
    """Why an attack may not be of the kind its plan says (TT-BLZ-01, 02, 17, 19)."""
    if plan.kind == "normal":
        return
    name = NAMES[plan.kind]
    allowed = rules.options.blitz_german if side == "german" else rules.options.blitz_allied
    if allowed not in ("both", plan.kind):
        text = say("{kind}: not available to this side in this game.", kind=name)
        yield Reason("TT-BLZ-17", text)
    night = turn_name(s)[-2:] in NIGHT
    clear = s.weather in ("Clear", "Overcast") and not in_squall(s, plan.hex)
    if plan.kind == "ardennes_44" and (night or not clear):
        text = say(
            "An Ardennes 44 attack needs a day turn with Clear or Overcast weather and no Snow Squall."
        )
        yield Reason("TT-BLZ-01", text, (plan.hex,))
    if plan.kind == "tigers_in_the_mist" and not night and clear:
        text = say("A Tigers in the Mist attack needs fog, snow or a night turn.")
        yield Reason("TT-BLZ-02", text, (plan.hex,))
    roster = s.mission.units
    tags = {uid: rules.tags(roster[uid]) for uid in plan.units}
    for uid in plan.units:
        if not {"front_line", "engineer", "recon", "special_hq"} & tags[uid]:
            text = say(
                "{unit} is not a front line unit, engineer or recon unit.", unit=rules.title(roster[uid])
            )
            yield Reason("TT-BLZ-17", text, s.units[uid].spot)
    if not any({"front_line", "afv"} <= tags[u] and rules.road_at(s.units[u].at) for u in plan.units):
        text = say("A blitz attack needs a front line AFV that starts on a road.")
        yield Reason("TT-BLZ-17", text, tuple(dict.fromkeys(s.units[u].at for u in plan.units)))


def foreseen(rules: TtRules, s: Position, board: TtBoard, side: Side, plan: Plan) -> Reckoning:
    """The reckoning of a plan before the defender commits support."""
    return reckon(fight_of(rules, s, board, side, plan), rules.tables, rules.options)


def why_powerless(rules: TtRules, s: Position, plan: Plan) -> Iterator[Reason]:
    """Why a plan has no attack strength: artillery adds nothing to units without factors (TT-REC-09)."""
    if not plan.backing.air and not any(attack_factor(rules, s, uid) for uid in plan.units):
        yield Reason("TT-ODD-01", say("The attackers have no attack factors."), (plan.hex,))


def why_not_fight(rules: TtRules, s: Position, board: TtBoard, side: Side, plan: Plan) -> Iterator[Reason]:
    """Why a plan may not be carried out as it stands."""
    if not plan.hex or not plan.units:
        yield Reason("TT-SEQ-02", say("No attack is being prepared."))
        return
    bars = [*why_not_kind(rules, s, side, plan), *why_powerless(rules, s, plan)]
    yield from bars
    for uid in plan.backing.tots:
        yield from why_not_tot(rules, s, plan.backing, uid)
    if plan.kind != "normal" and not bars and foreseen(rules, s, board, side, plan).blitz_column is None:
        text = say("The final odds are below 2-1: commit more, make it an ordinary attack, or take it back.")
        yield Reason("TT-BLZ-07", text, (plan.hex,))


class Preparing(Supporting, frozen=True, kw_only=True):
    """A step in which one attack is prepared. An empty plan means that none is."""

    who: Side
    plan: Plan = Plan()
    counter: ClassVar[bool] = False

    @property
    def about(self) -> str:
        """The hex to be attacked."""
        return self.plan.hex

    @property
    def backs(self) -> Backing:
        """The support of the plan."""
        return self.plan.backing

    def backed(self, backing: Backing) -> dict[str, Any]:
        """The plan with its support replaced."""
        return {"plan": replace(self.plan, backing=settled(backing))}

    def masked(self, side: str) -> Preparing:
        """Other seats learn nothing before the attack is declared."""
        return self if side == self.who else replace(self, plan=Plan())

    def able(self, seat: TtSeat) -> tuple[str, ...]:
        """The units that may be chosen at all."""
        return tuple(u for u, unit in seat.s.units.items() if unit.side == self.who and unit.on_map)

    def hexes(self, seat: TtSeat, uid: str) -> tuple[str, ...]:
        """The hexes a unit may attack; only that of the plan, if there is one."""
        near = seat.rules.atlas.near[seat.s.units[uid].at]
        wanted = (self.plan.hex,) if self.plan.hex else near
        return tuple(
            at
            for at in wanted
            if at in near
            and enemies_at(seat.s, seat.board, self.who, at)
            and _may_attack(seat.rules, seat.s, seat.board, self.who, uid, at, counter=self.counter)
        )

    def bars(self, seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
        """Further reasons against a unit attacking a hex."""
        return iter(())


def joining(seat: TtSeat, step: Preparing) -> dict[str, tuple[str, ...]]:
    """Maps each unit not yet in the plan to the hexes it could attack."""
    found: dict[str, tuple[str, ...]] | None = seat.memo.get("joining")
    if found is None:
        beside = {
            n
            for at, here in seat.board.at.items()
            if at[0] != "#" and seat.s.units[here[0]].side != step.who
            for n in seat.rules.atlas.near[at]
        }
        found = seat.memo["joining"] = {
            uid: hexes
            for uid in step.able(seat)
            if seat.s.units[uid].at in beside
            and uid not in step.plan.units
            and (hexes := step.hexes(seat, uid))
        }
    return found


class Attack(Verb["TtSeat", Preparing, "TtPlay"]):
    """Units begin an attack on a hex, or join it."""

    name = "attack"
    label = say("Attack")
    help = say("Drag units onto an adjacent enemy; more units, artillery and aircraft may join.")
    subject = "unit"
    object = "hex"
    joins = "any"
    plain = True

    def able(self, seat: TtSeat, step: Preparing) -> Iterable[str]:
        """Every unit that may attack something."""
        return joining(seat, step)

    def targets(self, seat: TtSeat, step: Preparing, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex all of them may attack."""
        could = joining(seat, step)
        if not subject or len(set(subject)) < len(subject) or any(uid not in could for uid in subject):
            return ()
        hexes = [at for at in could[subject[0]] if all(at in could[uid] for uid in subject[1:])]
        lost = tuple(building.lost_by_attacking(seat, subject))
        rules = ("TT-ODD-04", *(("TT-DEF-20",) if lost else ()))
        return LazyTargets(
            hexes, lambda at: Target(at, says=(self._odds(seat, step, subject, at), *lost), rules=rules)
        )

    def _odds(self, seat: TtSeat, step: Preparing, subject: tuple[str, ...], at: str) -> Say:
        plan = replace(step.plan, hex=at, units=(*step.plan.units, *subject))
        found = foreseen(seat.rules, seat.s, seat.board, step.who, plan)
        return say(
            "{attack} to {defence}: {odds}", attack=found.attack, defence=found.defence, odds=found.odds
        )

    def reasons(self, seat: TtSeat, step: Preparing | None, action: Action) -> Iterator[Reason]:
        """Every rule against the action."""
        s, rules, board = seat.s, seat.rules, seat.board
        who = step.who if step is not None else s.phasing
        counter = step is not None and step.counter
        if not action.subject:
            yield Reason("TT-SEQ-02", say("Name the units that attack."))
        if len(set(action.subject)) < len(action.subject):
            yield Reason("TT-SEQ-02", say("A unit is named twice."))
        if action.how:
            yield Reason("TT-SEQ-02", say("The kind of attack is chosen separately."))
        if action.via:
            yield Reason("TT-SEQ-02", say("An attack takes no route."))
        hex_bars = list(_why_not_hex(rules, s, board, who, action.object, counter=counter))
        yield from hex_bars
        if step is not None and step.plan.hex not in ("", action.object):
            text = say("Finish the attack on {hex} first: fight it or take it back.", hex=step.plan.hex)
            yield Reason("TT-GEN-01", text, (step.plan.hex,))
        for uid in dict.fromkeys(action.subject):
            bars = list(why_not_unit(rules, s, board, who, uid, counter=counter))
            yield from bars
            if step is not None and uid in step.plan.units:
                text = say("{unit} is already taking part.", unit=rules.title(s.mission.units[uid]))
                yield Reason("TT-SEQ-02", text, s.units[uid].spot)
            if uid in s.units and s.units[uid].on_map and action.object in rules.atlas.index:
                yield from why_not_together(rules, s, board, who, uid, action.object, counter=counter)
                if step is not None:
                    yield from step.bars(seat, uid, action.object)

    def settle(self, seat: TtSeat, step: Preparing, action: Action) -> Action:
        """Sort the units in order of battle order."""
        return replace(action, subject=seat.board.in_order(action.subject))

    def do(self, play: TtPlay, step: Preparing, action: Action) -> None:
        """Add the units to the plan."""
        units = sorted((*step.plan.units, *action.subject), key=play.board.rank.__getitem__)
        play.swap(plan=replace(step.plan, hex=action.object, units=tuple(units)))

    def forecast(self, seat: TtSeat, action: Action) -> Forecast | None:
        """The exact odds of the attack with these units too, before the defender supports."""
        from hexbench.games.trumpets import odds_report

        step = seat.step
        if not isinstance(step, Preparing) or any(self.reasons(seat, step, action)):
            return None
        plan = replace(step.plan, hex=action.object, units=(*step.plan.units, *action.subject))
        return odds_report.of_plan(seat, step.who, plan)


class Back(Pick["TtSeat", Preparing, "TtPlay"]):
    """A unit does not attack after all."""

    name = "back"
    label = say("Leave the attack")
    help = say("The unit drops out; when the last one does, the attack is taken back.")
    rule = "TT-SEQ-02"
    back = True
    other = say("It is not part of the attack.")

    def among(self, seat: TtSeat, step: Preparing) -> Sequence[str]:
        """Every unit in the attack."""
        return step.plan.units

    def do(self, play: TtPlay, step: Preparing, action: Action) -> None:
        """Remove the unit from the plan."""
        units = tuple(u for u in step.plan.units if u not in action.subject)
        play.swap(plan=replace(step.plan, units=units) if units else Plan())


class Choose(kinds.Choose["TtSeat", Preparing, "TtPlay"]):
    """The kind of attack."""

    name = "kind"
    label = say("Kind of attack")
    help = say("Make it an ordinary attack or one of the two kinds of blitz attack.")
    rule = "TT-BLZ-17"
    back = True
    other = say("Choose one of the three kinds of attack.")

    def choices(self, seat: TtSeat, step: Preparing) -> Sequence[Target]:
        """The other kinds this attack could be of."""
        return [
            Target(kind, says=(NAMES[kind],), rules=(self.rule,))
            for kind in KINDS
            if not any(self.unfit(seat, step, kind))
        ]

    def unfit(self, seat: TtSeat, step: Preparing | None, key: str) -> Iterator[Reason]:
        """The kind must exist, differ from the current one and be allowed for this attack."""
        if key not in KINDS:
            yield Reason("TT-SEQ-02", self.other)
        elif step is None:
            return
        elif not step.plan.hex:
            yield Reason("TT-SEQ-02", say("No attack is being prepared."))
        else:
            if key == step.plan.kind:
                yield Reason("TT-SEQ-02", say("It is already an attack of that kind."))
            yield from why_not_kind(seat.rules, seat.s, step.who, replace(step.plan, kind=key))

    def do(self, play: TtPlay, step: Preparing, action: Action) -> None:
        play.swap(plan=replace(step.plan, kind=action.object))


class Clear(Press["TtSeat", Preparing, "TtPlay"]):
    """The attack is taken back."""

    name = "clear"
    label = say("Take back")
    help = say("Take back the whole attack; nothing is spent.")
    rule = "TT-SEQ-02"
    back = True

    def against(self, seat: TtSeat, step: Preparing | None) -> Iterator[Reason]:
        """There must be an attack in preparation."""
        if step is not None and not step.plan.hex:
            yield Reason("TT-SEQ-02", say("No attack is being prepared."))

    def do(self, play: TtPlay, step: Preparing, action: Action) -> None:
        play.swap(plan=Plan())


class Fight(Press["TtSeat", Preparing, "TtPlay"]):
    """The attack is declared and fought."""

    name = "fight"
    label = say("Fight")
    help = say("The attack becomes binding; the defender commits support, then the dice are rolled.")
    risk = "dice"
    rule = "TT-GEN-01"

    def against(self, seat: TtSeat, step: Preparing | None) -> Iterable[Reason]:
        """Everything that prevents the attack."""
        if step is None:
            return ()
        return why_not_fight(seat.rules, seat.s, seat.board, step.who, step.plan)

    def undo_barrier(self, seat: TtSeat, step: Preparing) -> tuple[Barrier, bool]:
        """The dice, or the defender's choice."""
        return "dice", not _asks(seat, step)

    def do(self, play: TtPlay, step: Preparing, action: Action) -> None:
        """Record the declaration and begin the combat."""
        from hexbench.games.trumpets.combat import Combat

        plan = step.plan
        play.tell(Declared(plan.kind, (*plan.units, *plan.backing.guns), plan.hex))
        supporting.tell_backing(play, plan.hex, plan.backing)
        if step.counter:
            play.pop()
        else:
            play.set(last=())
            play.swap(plan=Plan())
        play.push(Combat(side=step.who, plan=plan, counter=step.counter))

    def forecast(self, seat: TtSeat, action: Action) -> Forecast | None:
        """The exact chances of the attack as it is prepared."""
        from hexbench.games.trumpets import odds_report

        step = seat.step
        if not isinstance(step, Preparing) or not step.plan.hex:
            return None
        return odds_report.of_plan(seat, step.who, step.plan)


def _asks(seat: TtSeat, step: Preparing) -> bool:
    return not step.plan.hex or supporting.can_support(
        seat.rules, seat.s, step.who, step.plan.hex, counter=step.counter
    )


ATTACK: Final = Attack()
BACK: Final = Back()
KIND: Final = Choose()
CLEAR: Final = Clear()
FIGHT: Final = Fight()


class Declare(Preparing, frozen=True, kw_only=True):
    """DECLARE: the phasing side makes any number of attacks."""

    verbs: ClassVar = (ATTACK, BACK, KIND, *supporting.VERBS, CLEAR, FIGHT, END)
    phase: ClassVar[str] = "combat"

    def duties(self, seat: TtSeat) -> Iterator[Reason]:
        """What is prepared must be fought or taken back."""
        if self.plan.hex:
            text = say("An attack on {hex} is being prepared: fight it or take it back.", hex=self.plan.hex)
            yield Reason("TT-SEQ-02", text, (self.plan.hex,))

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Attacks that could still be made, and air points that would be lost."""
        return checklist.combat_left(seat)

    def say(self, seat: TtSeat) -> Say:
        """What to do now."""
        if self.plan.hex:
            return say("Prepare the attack on {hex}.", hex=self.plan.hex)
        return say("Declare an attack, or end the combat segment.")

    def default(self, seat: TtSeat) -> Action | None:
        """Fight the prepared attack if allowed; otherwise end the segment."""
        if not self.plan.hex:
            return Action(END.name)
        if any(FIGHT.reasons(seat, self, Action(FIGHT.name))):
            return Action(CLEAR.name)
        return Action(FIGHT.name)
