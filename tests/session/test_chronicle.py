"""The log as a text to be read: chapters by turn, nothing lost and nothing that looks like markup."""

from __future__ import annotations

from html.parser import HTMLParser

from hexbench.engine.values import say
from hexbench.session.chronicle import Chapter, Chronicle, Entry, chronicle, html, markdown
from hexbench.session.library import Library
from hexbench.store.saves import Note
from tests.session.toybox import open_ridge

ODD = "1. *Attack* <b>at</b> [3041] & `x` | #1"
LOG = Chronicle(
    title="A *game*",
    game="Toys",
    whose=say("as the {side} side knows it", side="Red"),
    moment="T2",
    chapters=(
        Chapter(
            turn="T1",
            node=3,
            entries=(
                Entry(kind="phase", text="Movement"),
                Entry(kind="line", text=say("{unit} moved.", unit="A_1"), rule="7.3a"),
                Entry(kind="comment", text="Why?\nBecause."),
                Entry(kind="line", text=ODD),
            ),
        ),
        Chapter(turn="T2", node=5, entries=(Entry(kind="line", text="End."),)),
    ),
    notes=("The map is a reconstruction.",),
)


class _Page(HTMLParser):
    """Checks that every tag is closed and keeps the words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.pictures: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.pictures.append(dict(attrs)["src"] or "")
        elif tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_markdown_has_a_chapter_for_each_turn_with_its_map_its_rules_and_its_comments() -> None:
    text = markdown(LOG, {0: "log maps/01.png"})
    lines = text.splitlines()
    assert lines[0] == r"# A \*game\*"
    assert "## T1" in lines
    assert "## T2" in lines
    assert "### Movement" in lines
    assert r"- A\_1 moved. `7.3a`" in lines
    assert "> Why? Because." in lines
    assert "![The map at the end of T1](log%20maps/01.png)" in lines
    assert text.count("![") == 1
    assert text.index("## T1") < text.index("## T2")


def test_markdown_leaves_no_word_that_would_be_read_as_markup() -> None:
    line = next(x for x in markdown(LOG, {}).splitlines() if "Attack" in x)
    assert line == r"- 1\. \*Attack\* \<b\>at\</b\> \[3041\] & \`x\` \| \#1"


def test_html_is_one_whole_page_and_says_the_same() -> None:
    text = html(LOG, {1: "data:image/png;base64,AAAA"})
    page = _Page()
    page.feed(text)
    assert page.open == []
    assert page.pictures == ["data:image/png;base64,AAAA"]
    words = " ".join(page.words)
    for said in (
        "A *game*",
        ODD,
        "A_1 moved.",
        "[7.3a]",
        "Because.",
        "The map is a reconstruction.",
        "as the Red side",
    ):
        assert said in words


def test_a_reader_of_another_language_is_told_everything_in_it() -> None:
    text = markdown(LOG, {}, lambda words: str(words).upper())
    assert "## T1" in text
    assert r"A\_1 MOVED." in text
    assert "AS THE RED SIDE KNOWS IT" in text


def test_a_game_is_told_whole_turn_by_turn_with_the_comments_where_they_belong(library: Library) -> None:
    session = open_ridge(library)
    first = session.turn_at(0)[0]
    while session.decider is not None and session.turn_at(session.node)[0] == first:
        default = session.seat(session.decider).prompt.default
        assert default is not None
        session.do(default)
    line = [step.number for step in session.history.line()]
    comments = {line[1]: Note("here", True), line[-1]: Note("", True)}
    log = chronicle(session, session.log(None), upto=session.node, whose="", comments=comments)
    told = [str(e.text) for c in log.chapters for e in c.entries if e.kind == "line"]
    frame = ("TurnBegan", "PhaseBegan")
    assert told == [str(one.text) for one in session.log(None) if one.kind not in frame]
    assert [c.turn for c in log.chapters] == list(dict.fromkeys(c.turn for c in log.chapters))
    assert [c.node for c in log.chapters] == sorted(c.node for c in log.chapters)
    assert log.chapters[-1].node == session.node
    said = [str(e.text) for c in log.chapters for e in c.entries if e.kind == "comment"]
    assert said == ["Bookmark: here", "Bookmark"]
    back = chronicle(session, session.log(None, node=line[1]), upto=line[1], whose="", comments=comments)
    assert [str(e.text) for c in back.chapters for e in c.entries if e.kind == "comment"] == [
        "Bookmark: here"
    ]
