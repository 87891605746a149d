"""Contrast of an ink on its ground (WCAG 2), and mixing colours. Colour vision deficiencies are in
``vision``.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, Literal

TEXT = 4.5
"""Least contrast of small text with its ground."""
MARK = 3.0
"""Least contrast of a mark or a symbol with its ground."""
MARGIN = 1.04
"""What is made to stand out does so by a little more than it must: a spent counter is greyer than a fresh one."""
_Rgb = tuple[float, float, float]


def _rgb(text: str) -> _Rgb:
    """Three shares 0..1 of a colour written #rrggbb."""
    return int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255


def _hexed(colour: _Rgb) -> str:
    """Three shares 0..1 as "#rrggbb"; shares outside are clipped."""
    r, g, b = (round(255 * min(1.0, max(0.0, share))) for share in colour)
    return f"#{r:02x}{g:02x}{b:02x}"


def linear(share: float) -> float:
    """A share 0..1 of a colour as written, as light."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _gamma(share: float) -> float:
    """Linear light 0..1 as an encoded share; values outside are clipped."""
    share = min(1.0, max(0.0, share))
    return share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055


def luminance(text: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    r, g, b = (linear(share) for share in _rgb(text))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(a: str, b: str) -> float:
    """Contrast of two colours, 1 (the same) to 21 (black on white)."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)  # a texture of woods mixes its few colours some ten thousand times
def mix(a: str, b: str, share: float) -> str:
    """``a`` with ``share`` (0..1) of ``b`` laid over it."""
    x, y = _rgb(a), _rgb(b)
    return _hexed((x[0] + (y[0] - x[0]) * share, x[1] + (y[1] - x[1]) * share, x[2] + (y[2] - x[2]) * share))


def grey(text: str) -> str:
    """The colour without its hue."""
    return _hexed((_gamma(luminance(text)),) * 3)


def ink_on(ground: str, dark: str = "#1a1a1a", light: str = "#ffffff") -> str:
    """The better of two inks on a ground."""
    return dark if ratio(dark, ground) >= ratio(light, ground) else light


def stand_out(ink: str, ground: str, least: float) -> tuple[str, str]:
    """Ink and ground unchanged if their contrast suffices; else black or white ink, and the ground shifted as
    far as needed.
    """
    if ratio(ink, ground) >= least:
        return ink, ground
    ink = ink_on(ground, "#000000", "#ffffff")
    away = "#ffffff" if ink == "#000000" else "#000000"
    while ratio(ink, ground) < least * MARGIN and ground != away:
        ground = mix(ground, away, 0.08) if mix(ground, away, 0.08) != ground else away
    return ink, ground


# How colours look to colour-blind eyes, and how far apart two of them are.

_Vision = Literal["normal", "protanopia", "deuteranopia", "tritanopia"]
VISIONS: Final[tuple[_Vision, ...]] = ("normal", "protanopia", "deuteranopia", "tritanopia")
"""Eyes with all three cones, without the long, without the middle, and without the short ones."""
APART: Final = 12.0
"""CIEDE2000 from which two colours are told apart by themselves: far more than what can just be seen, because map and
counters lie between them."""

_SEEN: Final[dict[str, tuple[_Rgb, _Rgb, _Rgb]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)
Lab = tuple[float, float, float]


@cache
def seen(text: str, vision: _Vision) -> str:
    """The colour "#rrggbb" as an eye of that kind sees it."""
    if vision == "normal":
        return text
    light = [linear(share) for share in _rgb(text)]
    r, g, b = (_gamma(sum(k * x for k, x in zip(row, light, strict=True))) for row in _SEEN[vision])
    return _hexed((r, g, b))


@cache
def lab(text: str) -> Lab:
    """CIELAB of "#rrggbb" under D65: lightness 0..100, then green to red, blue to yellow."""
    light = [linear(share) for share in _rgb(text)]
    xyz = (sum(k * x for k, x in zip(row, light, strict=True)) for row in _XYZ)
    x, y, z = (_cube_root(value / white) for value, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(t: float) -> float:
    return math.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


def ciede2000(one: Lab, two: Lab) -> float:
    """The CIEDE2000 difference of two colours in CIELAB (Sharma, Wu and Dalal 2005, with all weights one)."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean7 / (mean7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (_hue(a, b) for a, b in ((a1, b1), (a2, b2)))
    turn, around = 0.0, h1 + h2
    if c1 * c2:
        turn = (h2 - h1 + 180) % 360 - 180 if abs(h2 - h1) != 180 else h2 - h1
        if abs(h1 - h2) > 180:
            around += 360 if around < 360 else -360
        around /= 2
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * _cos(around - 30)
        + 0.24 * _cos(2 * around)
        + 0.32 * _cos(3 * around + 6)
        - 0.20 * _cos(4 * around - 63)
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    chroma7 = chroma**7
    rt = -2 * math.sqrt(chroma7 / (chroma7 + 25.0**7))
    rt *= math.sin(math.radians(60 * math.exp(-(((around - 275) / 25) ** 2))))
    dl, dc, dh = dl / sl, dc / sc, dh / sh
    return math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


@cache
def difference(one: str, two: str, vision: _Vision = "normal") -> float:
    """How far apart an eye of that kind sees two colours "#rrggbb": CIEDE2000, 0 for the same, 100 for black and white."""
    return ciede2000(lab(seen(one, vision)), lab(seen(two, vision)))


def least_difference(one: str, two: str) -> float:
    """The difference for the eye that sees the least of it."""
    return min(difference(one, two, vision) for vision in VISIONS)
