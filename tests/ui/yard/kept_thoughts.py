"""What an opponent answers in tests of hints, thought out once for all tests of a process: most ask about the same few positions,
and are about what becomes of the answer. That the same questions have the same answers is tested where opponents are.
"""

from __future__ import annotations

import hashlib

from hexbench.study.thinking import Answered, AnyRules, Here, Makers, Question

_answers: dict[bytes, Answered] = {}
"""Digest of game, map, options and all questions since an opponent was made -> its answer to the last of them."""


class HereOnce:
    """Thinks in this process, as :class:`Here` does, about what has not been asked before in the same order."""

    def __init__(self, rules: AnyRules, makers: Makers) -> None:
        self._here = Here(rules, makers)
        self._game = repr((type(rules).__module__, rules.atlas.sheet.key, rules.options)).encode()
        self._question: Question | None = None
        self._asked: list[Question] = []
        """All since an opponent was made."""
        self._thought = 0
        """How many of them it was really asked."""
        self._key = self._game

    def ask(self, question: Question) -> None:
        """Keep the question."""
        self._question = question

    def answer(self) -> Answered | None:
        """Look it up, else think now."""
        question, self._question = self._question, None
        if question is None:
            return None
        if question.fresh:
            self._asked, self._thought, self._key = [], 0, self._game
        self._asked.append(question)
        self._key = hashlib.sha256(self._key + repr(question[1:]).encode()).digest()
        if self._key not in _answers:
            while self._thought < len(self._asked):  # it remembers what it answered to those before
                self._here.ask(self._asked[self._thought])
                self._thought += 1
                found = self._here.answer()
            assert found is not None
            _answers[self._key] = found
        return _answers[self._key]._replace(mark=question.mark)

    def cancel(self) -> None:
        """Forget the question."""
        self._question = None

    def close(self) -> None:
        """Nothing is held."""
