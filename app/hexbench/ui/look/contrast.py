"""How well an ink shows on its ground: WCAG 2 contrast and mixing. What other eyes see of it is in ``vision``."""

from __future__ import annotations

TEXT = 4.5
"""Least contrast of small text with its ground."""
MARK = 3.0
"""Least contrast of a mark or a symbol with its ground."""
MARGIN = 1.04
"""What is made to stand out does so by a little more than it must: a spent counter is greyer than a fresh one."""
Rgb = tuple[float, float, float]


def rgb(text: str) -> Rgb:
    """Three shares 0..1 of a colour written #rrggbb."""
    return int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255


def hexed(colour: Rgb) -> str:
    """Three shares 0..1 as "#rrggbb"; shares outside are clipped."""
    r, g, b = (round(255 * min(1.0, max(0.0, share))) for share in colour)
    return f"#{r:02x}{g:02x}{b:02x}"


def linear(share: float) -> float:
    """A share 0..1 of a colour as written, as light."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def gamma(share: float) -> float:
    """Light 0..1 as the share that is written; what lies outside is clipped."""
    share = min(1.0, max(0.0, share))
    return share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055


def luminance(text: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    r, g, b = (linear(share) for share in rgb(text))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(a: str, b: str) -> float:
    """Contrast of two colours, 1 (the same) to 21 (black on white)."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(a: str, b: str, share: float) -> str:
    """``a`` with ``share`` (0..1) of ``b`` laid over it."""
    x, y = rgb(a), rgb(b)
    return hexed((x[0] + (y[0] - x[0]) * share, x[1] + (y[1] - x[1]) * share, x[2] + (y[2] - x[2]) * share))


def grey(text: str) -> str:
    """The colour without its hue."""
    return hexed((gamma(luminance(text)),) * 3)


def ink_on(ground: str, dark: str = "#1a1a1a", light: str = "#ffffff") -> str:
    """The better of two inks on a ground."""
    return dark if ratio(dark, ground) >= ratio(light, ground) else light


def stand_out(ink: str, ground: str, least: float) -> tuple[str, str]:
    """Ink and ground as they are if their contrast is enough; else black or white ink, and its ground as far from it as it must be."""
    if ratio(ink, ground) >= least:
        return ink, ground
    ink = ink_on(ground, "#000000", "#ffffff")
    away = "#ffffff" if ink == "#000000" else "#000000"
    while ratio(ink, ground) < least * MARGIN and ground != away:
        ground = mix(ground, away, 0.08) if mix(ground, away, 0.08) != ground else away
    return ink, ground
