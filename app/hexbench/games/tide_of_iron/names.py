"""Names of markers, terrain, figures and specializations in the game's sentences, and the wording of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Say, counted, listed, say

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiSeat


_MARKERS: Final = {
    "entrenchment": say("entrenchment"),
    "pillbox": say("pillbox"),
    "razor_wire": say("razor wire"),
    "tank_trap": say("tank trap"),
    "minefield": say("minefield"),
    "smoke": say("smoke"),
}
_TERRAIN: Final = {
    "clear": say("clear ground"),
    "rough": say("rough ground"),
    "woods": say("woods"),
    "building": say("building"),
    "stream_shallow": say("shallow stream"),
    "stream_deep": say("deep stream"),
    "stream_flooded": say("flooded stream"),
    "pond": say("pond"),
    "bridge": say("bridge"),
}
_FIGURES: Final = {
    "regular": (say("1 regular"), say("{n} regulars")),
    "elite": (say("1 elite"), say("{n} elite")),
    "officer": (say("1 officer"), say("{n} officers")),
    "mg": (say("1 machine gun"), say("{n} machine guns")),
    "mortar": (say("1 mortar"), say("{n} mortars")),
}
_SPECIALS: Final = {
    "engineer": say("engineers"),
    "anti_tank": say("anti-tank"),
    "flamethrower": say("flamethrower"),
    "medic": say("medics"),
}
_MODES: Final = {"normal": say("normal"), "suppressive": say("suppressive")}
_CHOICES: Final = {
    **_MARKERS,
    **_SPECIALS,
    **_MODES,
    "regular": say("regular"),
    "elite": say("elite"),
    "officer": say("officer"),
    "mg": say("machine gun"),
    "mortar": say("mortar"),
    "hull": say("the vehicle itself"),
    "concealed": say("concealed"),
    "concealed_entrenchment": say("concealed in an entrenchment"),
    "concealed_pillbox": say("concealed in a pillbox"),
    "enter": say("the squad enters the entrenchment"),
    "stay": say("the squad stays outside"),
    "advance": say("Advance"),
    "fire_move": say("Fire and Movement"),
    "assault": say("Assault"),
}


def marker(kind: str) -> Say:
    """A marker, in a sentence without article."""
    return _MARKERS.get(kind, Say(kind.replace("_", " ")))


def terrain(kind: str) -> Say:
    """A terrain in a sentence, after "the"."""
    return _TERRAIN.get(kind, Say(kind.replace("_", " ")))


def special(kind: str) -> Say:
    """A specialization, after the name of a squad."""
    return _SPECIALS.get(kind, Say(kind.replace("_", " ")))


def mode(kind: str) -> Say:
    """The type of an attack, after it."""
    return _MODES.get(kind, Say(kind))


def choice(seat: TiSeat, code: str) -> Say:
    """See :meth:`hexbench.engine.seat.Seat.choice`: figures, markers, actions, decks, and cards by their titles."""
    for deck in seat.rules.tables.decks:
        if deck.id == code:
            return Say(deck.name)
        for card in deck.cards:
            if card.id == code:
                return Say(card.title)
    return _CHOICES.get(code, Say(""))


def choices(codes: Sequence[str]) -> Say:
    """Everything there is to choose from, in a sentence."""
    return listed([_CHOICES[code] for code in codes])


def figures(counts: Mapping[str, int]) -> Say:
    """Figures in a sentence: "2 regulars, 1 machine gun"."""
    words: list[Say] = []
    for kind, n in counts.items():
        one, many = _FIGURES.get(kind, (Say(f"1 {kind}"), Say("{n} " + kind)))
        words.append(one if n == 1 else Say(many.template, (("n", n),)))
    if not words:
        return say("nobody")
    return listed(words)


# Log sentences for events that hold codes.

_WORDS: Final = {
    ("UnitChanged", "token", ""): say("{unit} is fresh again."),
    ("UnitChanged", "token", "fatigued"): say("{unit} is fatigued."),
    ("UnitChanged", "token", "op_fire"): say("{unit} enters op fire mode."),
    ("UnitChanged", "condition", ""): say("{unit} has recovered."),
    ("UnitChanged", "condition", "pinned"): say("{unit} is pinned."),
    ("UnitChanged", "condition", "disrupted"): say("{unit} is disrupted."),
    ("UnitChanged", "condition", "routed"): say("{unit} is routed."),
    ("UnitChanged", "damage", ""): say("{unit} is no longer damaged."),
    ("UnitChanged", "damage", "light"): say("{unit} is lightly damaged."),
    ("UnitChanged", "damage", "heavy"): say("{unit} is heavily damaged."),
    ("UnitChanged", "concealed", "yes"): say("{unit} is concealed."),
    ("UnitChanged", "concealed", ""): say("{unit} is no longer concealed."),
    ("UnitChanged", "specialization", ""): say("{unit} is no longer specialized."),
    ("UnitChanged", "shelter", ""): say("{unit} has left its fortification."),
    ("UnitRemoved", "destroyed", ""): say("{unit} is destroyed."),
    ("UnitRemoved", "lost", ""): say("{unit} leaves the game."),
    ("Declared", "advance", "one nowhere"): say("{units} advances."),
    ("Declared", "fire_move", "one nowhere"): say("{units} uses Fire and Movement."),
    ("Declared", "assault", "one nowhere"): say("{units} begins an Assault."),
    ("Declared", "assault", "one"): say("{units} assaults {object}."),
    ("Declared", "assault", "many"): say("{units} assault {object}."),
    ("Declared", "attack", "one"): say("{units} attacks {object}."),
    ("Declared", "attack", "many"): say("{units} attack {object}."),
    ("Declared", "area", "many"): say("The strike falls on the area around {object}."),
    ("GameEnded", "initiative", ""): say("by holding the initiative, tied on points"),
    ("GameEnded", "points", ""): say("on points"),
}

_MARKER_CHANGES: Final = {
    "entrenchment": (
        say("There is an entrenchment in {hex}."),
        say("The entrenchment in {hex} has been removed."),
    ),
    "pillbox": (say("There is a pillbox in {hex}."), say("The pillbox in {hex} has been removed.")),
    "razor_wire": (say("There is razor wire in {hex}."), say("The razor wire in {hex} has been removed.")),
    "tank_trap": (say("There is a tank trap in {hex}."), say("The tank trap in {hex} has been removed.")),
    "minefield": (say("There is a minefield in {hex}."), say("The minefield in {hex} has been removed.")),
    "smoke": (say("There is smoke in {hex}."), say("The smoke in {hex} has cleared.")),
}


def wording(seat: TiSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    if kind == "UnitChanged" and what == "figures":
        return say("{unit} now has {figures}.", figures=_figures(now))
    if kind == "StepLost" and now == "0":
        return say("{unit} has lost its last figure.")
    if kind in ("StepLost", "StepRegained"):
        left = int(now)
        return counted(left, say("{unit} has 1 figure left."), say("{unit} has {n} figures left.", n=left))
    if kind == "UnitChanged" and what == "specialization" and now:
        return say("{unit} is specialized: {special}.", special=special(now))
    if kind == "UnitChanged" and what == "shelter" and now:
        return say("{unit} takes cover: {cover}.", cover=marker(now))
    if kind == "UnitPlaced" and what.startswith("aboard/"):
        return say("{unit} has boarded a vehicle.")
    if kind == "UnitPlaced" and what.startswith("tray/"):
        return say("{unit} is ready to be placed.")
    if kind == "MarkerChanged" and what == "control":
        return say("{hex} is under {side} control.", side=seat.rules.side_name(now))
    if kind == "MarkerChanged":
        come, gone = _MARKER_CHANGES.get(what, (Say(""), Say("")))
        return come if now else gone
    return _WORDS.get((kind, what, now), Say(""))


def _figures(now: str) -> Say:
    """Figures in words, from the form events use ("2 regular, 1 mg")."""
    parts = (part.split(" ", 1) for part in now.split(", ") if part[:1].isdigit())
    return figures({kind: int(n) for n, kind in parts})
