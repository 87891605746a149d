"""A combat as rich text for its dock: stages, accounts with their factors and clauses, and links for what can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hexbench.engine.display import Account, Choice, Combat, Factor
from hexbench.ui.docks.desk import Desk
from hexbench.ui.docks.names import side_title
from hexbench.ui.docks.walls import wall
from hexbench.ui.look.language import tell, tr
from hexbench.ui.widgets.barriers import barrier_image
from hexbench.ui.widgets.icons import icon_image
from hexbench.ui.widgets.page import hex_link, rule_link

MARKS = {"done": "✓", "now": "→", "ahead": "·"}
Keep = Callable[[Choice], int]
"""Remembers a choice and gives the number its link goes by."""


def stages_html(combat: Combat, desk: Desk) -> str:
    """The steps of a combat: over, at hand, and those ahead in a line."""
    chrome, rows, ahead = desk.palette.chrome, [], []
    for stage in combat.stages:
        title = escape(tell(stage.say))
        if stage.state == "ahead":
            ahead.append(title)
            continue
        found = escape(tell(stage.found))
        if stage.state == "now":
            title = f'<b style="color:{chrome.accent}">{title}</b>'
        rows.append(
            f'<tr><td style="padding-right:5px">{MARKS[stage.state]}</td>'
            f'<td style="padding-right:8px">{title}</td><td>{found}</td></tr>'
        )
    text = f'<table cellspacing="0" cellpadding="1">{"".join(rows)}</table>'
    if ahead:
        text += f'<p style="margin:2px 0 0 0; color:{chrome.muted}">{tr("Then: {stages}.", stages=", ".join(ahead))}</p>'
    return text


def accounts_html(combat: Combat, desk: Desk, keep: Keep) -> str:
    """Every account with its lines and their clauses."""
    return "".join(_account_html(account, desk, keep) for account in combat.accounts)


def _account_html(account: Account, desk: Desk, keep: Keep) -> str:
    chrome = desk.palette.chrome
    side = f" · {escape(side_title(account.side, desk.seat))}" if account.side else ""
    rows = [
        (
            f'<tr><td style="padding-top:5px"><b>{escape(tell(account.say))}</b>'
            f'<span style="color:{chrome.muted}">{side}</span></td>'
            f'<td align="right" style="padding-top:5px"><b>{escape(account.total)}</b></td></tr>'
        )
    ]
    rows += [_factor_html(line, desk, keep) for line in account.lines]
    if not account.lines:
        rows.append(f'<tr><td style="color:{chrome.muted}">{tr("none")}</td><td></td></tr>')
    return f'<table width="100%" cellspacing="0" cellpadding="1">{"".join(rows)}</table>'


def _factor_html(factor: Factor, desk: Desk, keep: Keep) -> str:
    chrome = desk.palette.chrome
    words = hex_link(factor.hexes, tell(factor.say)) if factor.hexes else escape(tell(factor.say))
    notes = " ".join(
        f'<span style="color:{chrome.muted}">{escape(tell(c.say))}</span> {rule_link(c.rule)}'
        for c in factor.clauses
    )
    acts = " ".join(_act_html(choice, desk, keep) for choice in factor.choices)
    was = f'<span style="color:{chrome.muted}">{escape(factor.was)} → </span>' if factor.was else ""
    below = " ".join(x for x in (notes, acts) if x)
    return (
        f'<tr><td style="padding-left:8px">{words}{"&nbsp; " + below if below else ""}</td>'
        f'<td align="right" style="padding-left:6px; white-space:nowrap">{was}{escape(factor.amount)}</td></tr>'
    )


def _act_html(choice: Choice, desk: Desk, keep: Keep) -> str:
    chrome = desk.palette.chrome
    ink = chrome.bad if choice.back else chrome.good
    text = icon_image("cross" if choice.back else "plus", ink)
    if not choice.back:
        text += f" {escape(tell(choice.say))}"
    sign = barrier_image(*wall(desk, choice.action.verb), chrome.warn)
    link = f'<a href="act:{keep(choice)}" style="text-decoration:none; color:{ink}">{text}</a>'
    return f"{link} {sign}" if sign else link
