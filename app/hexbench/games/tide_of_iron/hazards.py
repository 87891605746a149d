"""What a move does and suffers besides fire: overruns, mines, and the way back from where a unit cannot stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.engine.events import DiceRolled, Noted, UnitMoved
from hexbench.engine.values import say
from hexbench.games.tide_of_iron import concealment, harm, losses, passage, veil
from hexbench.games.tide_of_iron.strength import scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.hands import TiPlay


def roll_over(play: TiPlay, tank: str, hex_: str) -> None:
    """TI-ABL-19..21: as a tank leaves a hex, the enemy squads in it become pinned.

    Spared are vehicles, squads in fortifications, concealed squads (TI-CNC-04) and who is pinned or disrupted already.
    """
    for uid in passage.enemies(scene(play), play.units[tank].side, hex_):
        unit = play.units[uid]
        if unit.squad and not unit.shelter and not unit.condition:
            text = say("{unit} is overrun.", unit=play.rules.title(unit))
            play.tell(Noted("TI-ABL-19", text, (uid,)))
            harm.set_condition(play, uid, "pinned")


def mines(play: TiPlay, uid: str) -> None:
    """TI-FORT-21, TI-FORT-22, B-MOV-5: four dice without defence; engineers roll nothing."""
    unit, field = play.units[uid], play.rules.tables.minefield
    special = play.rules.tables.specializations.get(unit.specialization)
    if special is not None and special.mine_casualty_exempt:
        text = say("{unit} finds its way through the mines.", unit=play.rules.title(unit))
        veil.note(play, uid, Noted("TI-FORT-22", text, (uid,)))
        return
    why = say("Minefield in {hex}", hex=unit.at)
    faces = tuple(play.number(why, 6) for _ in range(field.dice))
    play.tell(DiceRolled(why, faces, "TI-FORT-21"))
    hits = sum(face in field.hit_on for face in faces)
    if hits:
        if veil.handle_of(play, uid):
            concealment.reveal(play, uid, "TI-FORT-21")  # which squad has lost men would be known anyhow
        losses.suffer(play, uid, "normal", hits)


def go_back(play: TiPlay, uid: str, path: tuple[str, ...]) -> None:
    """B-MOV-11, TI-STK-05: back along its path to the last hex where it may stay, without MP, fire or mines.

    A tank that had to stop among enemies is fatigued and pins nobody (TI-ABL-23); concealed squads it has stopped upon are
    revealed (B-CNC-1).
    """
    sc = scene(play)
    unit, here = play.units[uid], path[-1]
    among = passage.enemies(sc, unit.side, here)
    for lurker in passage.lurkers(sc, unit.side, here):
        concealment.reveal(play, lurker, "B-CNC-1")
    back = next((h for h in reversed(path[:-1]) if passage.may_stand(sc, unit, h)), path[0])
    play.put(uid, at=back)
    rule = "TI-ABL-23" if among else "TI-STK-05"
    veil.note(
        play,
        uid,
        Noted(rule, say("{unit} goes back to {hex}.", unit=play.rules.title(unit), hex=back), (uid,)),
    )
    veil.tell(play, uid, UnitMoved(uid, (here, back), "back"))
    if among:
        harm.fatigue(play, uid)
    concealment.check(play)
