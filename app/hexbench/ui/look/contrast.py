"""How well two colours can be told apart: WCAG 2 contrast, mixing, and what a colour-blind eye sees."""

from __future__ import annotations

TEXT = 4.5
"""Least contrast of small text with its ground."""
MARK = 3.0
"""Least contrast of a mark or a symbol with its ground."""
Rgb = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light.
_DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)


def rgb(text: str) -> Rgb:
    """Three shares 0..1 of a colour written #rrggbb."""
    return int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255


def hexed(colour: Rgb) -> str:
    """Three shares 0..1 as "#rrggbb"; shares outside are clipped."""
    r, g, b = (round(255 * min(1.0, max(0.0, share))) for share in colour)
    return f"#{r:02x}{g:02x}{b:02x}"


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _gamma(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055


def luminance(text: str) -> float:
    """Relative luminance, 0 black to 1 white."""
    r, g, b = (_linear(share) for share in rgb(text))
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
    return hexed((_gamma(luminance(text)),) * 3)


def deuteranopia(text: str) -> str:
    """The colour as an eye without the middle cone sees it."""
    r, g, b = (_linear(share) for share in rgb(text))
    seen = [_gamma(row[0] * r + row[1] * g + row[2] * b) for row in _DEUTERANOPIA]
    return hexed((seen[0], seen[1], seen[2]))


def ink_on(ground: str, dark: str = "#1a1a1a", light: str = "#ffffff") -> str:
    """The better of two inks on a ground."""
    return dark if ratio(dark, ground) >= ratio(light, ground) else light
