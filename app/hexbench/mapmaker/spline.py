"""A thin-plate spline: the smoothest sheet through given heights, as a rubber sheet bends when it is pinned.

It is what the rubber sheet of a map needs, and all it needs: a library of 140 MB would bring nothing more.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class ThinPlate:
    """The spline with r^2 log r and a plane, exact at every point it was made of (Duchon 1977; Wahba 1990, 2.4)."""

    def __init__(self, points: Floats, values: Floats) -> None:
        """``points`` (n, 2), no two alike and not all on a line; ``values`` (n, k). Raises ValueError where they are."""
        self._points = points
        # The system is solved in a box of -1..1: r^2 log r of numbers in the hundreds would cost half the digits.
        low, high = points.min(axis=0), points.max(axis=0)
        self._middle = (low + high) / 2
        self._half = np.where(high > low, (high - low) / 2, 1.0)
        n = len(points)
        system = np.zeros((n + 3, n + 3))
        system[:n, :n] = _bend(points, points)
        system[:n, n:] = self._plane(points)
        system[n:, :n] = system[:n, n:].T
        right = np.vstack([values, np.zeros((3, values.shape[1]))])
        try:
            self._weights: Floats = np.asarray(np.linalg.solve(system, right), np.float64)
        except np.linalg.LinAlgError:
            raise ValueError("a rubber sheet needs three pins that are not on one line, each once") from None

    def __call__(self, points: Floats) -> Floats:
        """(m, 2) places -> (m, k) values."""
        out: Floats = np.hstack([_bend(points, self._points), self._plane(points)]) @ self._weights
        return out

    def _plane(self, points: Floats) -> Floats:
        return np.column_stack([np.ones(len(points)), (points - self._middle) / self._half])


def _bend(a: Floats, b: Floats) -> Floats:
    """(m, 2), (n, 2) -> (m, n): r^2 log r of the distances, 0 at 0."""
    square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
    safe = np.where(square > 0, square, 1.0)
    out: Floats = 0.5 * square * np.log(safe)
    return out
