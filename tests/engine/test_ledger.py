"""The ledger reader: the format of docs/ledger-format.md, nothing of any game."""

from __future__ import annotations

import pytest

from hexbench.engine import ledger

SMALL = """\
# A Small Game

Units are big or small.
A second paragraph.

## 1.0 Movement

- **1.1a** A unit moves one hex [1.2a].
- **1.1b** A wagon moves along roads. _inferred_

## 1.2 Zones

- **1.2a** Führer units stop beside an enemy.
  > Rules on [1.1a]: must they?
  > See also [1.0].
- **1.2b** The counters are grey. _not testable: pure colours_

## B Rulings

- **B01** A wagon is no unit [1.1b]. _inferred_ _not testable: wagons are not in play_
"""


@pytest.fixture
def small() -> ledger.Ledger:
    return ledger.parse(SMALL)


def test_title_preface_and_chapters(small: ledger.Ledger) -> None:
    assert small.title == "A Small Game"
    assert small.preface == ("Units are big or small.", "A second paragraph.")
    assert [(c.id, c.title, len(c.clauses)) for c in small.chapters] == [
        ("1.0", "Movement", 2),
        ("1.2", "Zones", 2),
        ("B", "Rulings", 1),
    ]
    assert [clause.id for clause in small] == ["1.1a", "1.1b", "1.2a", "1.2b", "B01"]
    assert len(small) == 5


def test_a_plain_clause(small: ledger.Ledger) -> None:
    assert small.find("1.1a") == ledger.Clause(id="1.1a", text="A unit moves one hex [1.2a].", refs=("1.2a",))


def test_marks_leave_the_sentence_and_may_come_together(small: ledger.Ledger) -> None:
    assert small.find("1.1b") == ledger.Clause(id="1.1b", text="A wagon moves along roads.", inferred=True)
    grey = small.find("1.2b")
    assert grey == ledger.Clause(
        id="1.2b", text="The counters are grey.", testable=False, reason="pure colours"
    )
    both = small.find("B01")
    assert both is not None
    assert (both.text, both.inferred, both.testable) == ("A wagon is no unit [1.1b].", True, False)
    assert both.reason == "wagons are not in play"


def test_notes_belong_to_the_clause_above_and_their_references_count(small: ledger.Ledger) -> None:
    clause = small.find("1.2a")
    assert clause is not None
    assert clause.notes == ("Rules on [1.1a]: must they?", "See also [1.0].")
    assert clause.refs == ("1.1a", "1.0")
    assert small.citing("1.1a") == (clause,)


def test_find_and_chapter_of_what_is_not_there(small: ledger.Ledger) -> None:
    assert small.find("9.9z") is None
    assert small.find("1.0") is None  # a chapter is no clause
    assert small.chapter_of("9.9z") is None
    chapter = small.chapter_of("1.2b")
    assert chapter is not None
    assert chapter.id == "1.2"


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("wagon", ["1.1b", "B01"]),
        ("WAGON roads", ["1.1b"]),
        ("fuhrer", ["1.2a"]),
        ("zones", ["1.2a", "1.2b"]),  # the heading of their chapter
        ("must they", ["1.2a"]),  # a note
        ("1.1b", ["1.1b", "B01"]),  # the clause itself before those that cite it
        ("b01", ["B01"]),
        ("nothing of the kind", []),
        ("  ", []),
    ],
)
def test_search(small: ledger.Ledger, words: str, ids: list[str]) -> None:
    assert [clause.id for clause in small.search(words)] == ids


HEAD = "# T\n## 1.0 One\n- **1.1a** First.\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HEAD + "- **1.1a** Again.", "Line 4: the id 1.1a was already given in line 3."),
        (HEAD + "## 1.1a Two\n- **1.2a** X.", "Line 4: the id 1.1a was already given in line 3."),
        (
            HEAD + "- **1.1b** See [7.3a].",
            "Line 4: clause 1.1b refers to [7.3a], and there is no such clause or chapter.",
        ),
        (
            HEAD + "  > See [7.3a].",
            "Line 4: clause 1.1a refers to [7.3a], and there is no such clause or chapter.",
        ),
        (
            HEAD + "- 1.1b No stars.",
            "Line 4: a clause is '- **', an id, '** ' and a sentence, all on one line.",
        ),
        (HEAD + "- **1.1b**", "Line 4: a clause is '- **', an id, '** ' and a sentence, all on one line."),
        (
            HEAD + "- **x y** Bad id.",
            "Line 4: a clause is '- **', an id, '** ' and a sentence, all on one line.",
        ),
        (
            HEAD + "and goes on here.",
            "Line 4: this is neither a heading, nor a clause, nor a note below a clause.",
        ),
        (HEAD + "> note", "Line 4: this is neither a heading, nor a clause, nor a note below a clause."),
        (HEAD + "\n  > note", "Line 5: a note stands below a clause."),
        (
            HEAD + "- **1.1b** See [here",
            "Line 4: clause 1.1b has a square bracket that holds no cross reference.",
        ),
        (
            HEAD + "- **1.1b** Grey. _not testable_",
            "Line 4: clause 1.1b has a mark that is not at its end, or one that gives no reason.",
        ),
        (
            HEAD + "- **1.1b** _inferred_ Grey.",
            "Line 4: clause 1.1b has a mark that is not at its end, or one that gives no reason.",
        ),
        (HEAD + "## Two\n- **1.1b** X.", "Line 4: a chapter heading is '## ', an id, and a title."),
        (HEAD + "## 2.0 Two", "Line 4: chapter 2.0 has no clauses."),
        (HEAD + "# U", "Line 4: a ledger has one title, and this is a second one."),
        ("# T\n- **1.1a** X.", "Line 2: clause 1.1a stands before the first chapter."),
        ("", "Line 1: a ledger begins with its title, '# ' and a name."),
    ],
)
def test_each_fault_is_one_sentence_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(ledger.LedgerError) as caught:
        ledger.parse(text)
    assert caught.value.problems == (problem,)
    assert str(caught.value) == problem


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ledger.LedgerError) as caught:
        ledger.parse(HEAD + "- **1.1a** Again [9.9z].\nwhat is this\n")
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["Line 4", "Line 4", "Line 5"]


def test_shapes_tell_a_slip_from_a_string_that_is_no_citation() -> None:
    shape = ledger.shapes(["7.3a", "11.75a", "B01", "VP.34", "TG-MOV-12", "SEQ.C.defreg", "TT-WPN-25a"])
    slips = ["9.9z", "10.99b", "B99", "VP.77", "TG-XYZ-99", "SEQ.D.nothing", "TT-WPN-99b"]
    others = ["7.3", "B1", "B1-(1)", "1-1", "17AM", "3041", "7.3a ", "see 7.3a", "G-VDH", "1.0", "ER.a", ""]
    assert [text for text in slips if not shape.fullmatch(text)] == []
    assert [text for text in others if shape.fullmatch(text)] == []


def test_no_ids_no_shape() -> None:
    assert ledger.shapes([]).fullmatch("") is None
