"""Movement costs as a player writes them: twelfths as whole numbers and the usual fractions."""

from __future__ import annotations

from hexbench.engine.values import TWELFTHS

_PARTS = {0: "", 2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚"}


def cost_text(twelfths: int) -> str:
    """18 -> "1½"; a part without a sign of its own is written out: 7 -> "7/12"."""
    whole, part = divmod(twelfths, TWELFTHS)
    sign = _PARTS.get(part, f"{part}/12")
    if not whole:
        return sign or "0"
    return f"{whole}{sign}" if len(sign) < 2 else f"{whole} {sign}"
