"""A report as one page that needs nothing else: the tables, the ratings drawn, boards of games."""

from __future__ import annotations

from html import escape
from typing import Any

from moonlit.arena.boards import Notable, most_even, notable, replayable
from moonlit.arena.document import document, row, table
from moonlit.arena.ratings import Estimate
from moonlit.arena.render import Rendering, labelled
from moonlit.arena.report import BotRow, Report, report
from moonlit.arena.results import Results
from moonlit.core.picture import svg

STYLE = """
td { white-space: nowrap; }
.plot { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: .2rem .8rem;
  margin: 1rem 0; }
.plot > span { overflow-wrap: anywhere; } .plot > span.number { text-align: right; }
.track { position: relative; margin: 0 2rem; }
.track i { position: absolute; top: 1.15rem; height: .35rem; min-width: 2px; background: #7f9cc9; }
.track i.zero { top: 0; height: calc(100% + .2rem); width: 1px; min-width: 0; background: #8886; }
.track b { position: absolute; transform: translateX(-50%); font-size: .8rem; text-align: center; }
.track b::after { content: ""; display: block; width: .6rem; height: .6rem; margin: -.05rem auto 0;
  border-radius: 50%; background: #3f6fb5; }
.plot.ratings > * { min-height: 1.9rem; }
.bar { display: flex; align-items: center; gap: .5rem; }
.bar i { height: .9rem; background: #7f9cc9; }
.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: 1rem; align-items: end; }
figure { margin: 0; } figcaption { margin-bottom: .4rem; }
"""


def page(results: Results, language: str = "en") -> str:
    """All that is known of an arena by now, as HTML."""
    return Page(report(results), results, language).text()


class Page(Rendering):
    """The tables are those of the report in words."""

    def __init__(self, report: Report, results: Results, language: str = "en") -> None:
        super().__init__(report, language, markdown=True)
        self.results = results

    def text(self) -> str:
        parts = [*self.found(), *self.forfeits(), *self.boards()]
        return document(self.head(), self.language, STYLE, parts)

    # ---- what is written otherwise

    def paragraph(self, text: str) -> str:
        return f"<p>{escape(text)}</p>"

    def table(self, head: list[str], rows: list[list[str]]) -> str:
        return table(head, map(row, rows))

    def ratings(self) -> str:
        """The table, and every rating with its interval as a line."""
        found = [(row.bot, row.rating) for row in self.ranked() if row.rating is not None]
        return super().ratings() + intervals(found)

    def picture(self, row: BotRow) -> str:
        bins = labelled(row)
        most = max(count for _, count in bins)
        drawn = "".join(
            f'<span class="number">{label}</span><span class="bar">'
            f'<i style="width: {80 * count / most:.1f}%"></i>{count}</span>'
            for label, count in bins
        )
        title = self.paragraph(self.say("scores_of", bot=row.bot))
        return f'{title}<div class="plot">{drawn}</div>'

    # ---- boards

    def boards(self) -> list[str]:
        """Of every pairing the closest game and the most one-sided; solo: best and worst."""
        if not self.report.games:
            return []
        pairs, total = most_even(self.report), len(self.report.setup.pairings)
        lines = [line for line in self.results.wanted() if replayable(self.results, line)]
        lost = self.report.games - len(lines)
        parts = [f"<h2>{escape(self.say('boards'))}</h2>"]
        if len(pairs) < total:
            parts.append(self.paragraph(self.say("boards_of", count=len(pairs), total=total)))
        if lost:
            told = self.say("boards_lost", count=lost, total=self.report.games)
            parts.append(self.paragraph(told))
        for pair in pairs:
            games = notable(self.results, [line for line in lines if tuple(line["pair"]) == pair])
            if games:
                figures = "".join(self.figure(game) for game in games)
                title = escape(" – ".join(pair))
                parts.append(f'<h3>{title}</h3><div class="boards">{figures}</div>')
        return parts

    def figure(self, game: Notable) -> str:
        line, match = game.line, game.match
        scores = [
            f"{name} {score:g}" for name, score in zip(match.players, line["scores"], strict=True)
        ]
        told: dict[str, Any] = {
            "scores": " – ".join(scores),
            "moves": match.number,
            "seed": self.report.setup.deal_seed(line["deal"]),
        }
        drawn = svg(match, language=self.language, theme="day")
        caption = escape(self.say(f"game.{game.kind}", **told))
        return f"<figure><figcaption>{caption}</figcaption>{drawn}</figure>"


def intervals(rows: list[tuple[str, Estimate]]) -> str:
    """A line a bot: where its rating lies, and where it might."""
    low = min(0.0, *(rating.low for _, rating in rows))
    high = max(0.0, *(rating.high for _, rating in rows))
    wide = max(high - low, 1.0)

    def at(value: float) -> str:
        return f"{100 * (value - low) / wide:.1f}%"

    drawn = "".join(
        f'<span>{escape(bot)}</span><div class="track"><i class="zero" style="left: {at(0.0)}"></i>'
        f'<i style="left: {at(rating.low)}; width: {at(low + rating.high - rating.low)}"></i>'
        f'<b style="left: {at(rating.value)}">{round(rating.value):+d}</b></div>'
        for bot, rating in rows
    )
    return f'<div class="plot ratings" aria-hidden="true">{drawn}</div>'
