"""What markers, terrain, figures and specializations are called in the sentences that the game says to its players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexbench.engine.values import Say, say

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


def marker(kind: str) -> Say:
    """A marker, in a sentence without article."""
    return _MARKERS.get(kind, Say(kind.replace("_", " ")))


def terrain(kind: str) -> Say:
    """A terrain in a sentence, after "the"."""
    return _TERRAIN.get(kind, Say(kind.replace("_", " ")))


def special(kind: str) -> Say:
    """A specialization, after the name of a squad."""
    return _SPECIALS.get(kind, Say(kind.replace("_", " ")))


def figures(counts: Mapping[str, int]) -> Say:
    """Figures in a sentence: "2 regulars, 1 machine gun"."""
    words: list[Say] = []
    for kind, n in counts.items():
        one, many = _FIGURES.get(kind, (Say(f"1 {kind}"), Say("{n} " + kind)))
        words.append(one if n == 1 else Say(many.template, (("n", n),)))
    if not words:
        return say("nobody")
    keys = [f"part{i}" for i in range(len(words))]
    return Say(", ".join("{" + key + "}" for key in keys), tuple(zip(keys, words, strict=True)))
