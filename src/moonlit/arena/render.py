"""A report in words and tables, for a terminal or to be pasted into a page."""

from __future__ import annotations

from typing import Any

from moonlit.arena.plan import TOPIC
from moonlit.arena.ratings import Estimate
from moonlit.arena.report import BotRow, PairRow, Report, histogram
from moonlit.core.words import say

BAR = 40  # characters of a histogram's longest bar


class Rendering:
    def __init__(self, report: Report, language: str = "en", markdown: bool = False) -> None:
        self.report = report
        self.language = language
        self.markdown = markdown

    def say(self, key: str, **arguments: Any) -> str:
        return say(TOPIC, key, self.language, **arguments)

    def text(self) -> str:
        """The whole report."""
        return "\n\n".join([self.head(), *self.found(), *self.forfeits()])

    # ---- parts

    def head(self) -> str:
        setup = self.report.setup
        return self.say(
            "head_solo" if setup.solo else "head",
            game=say(setup.game, "name", self.language),
            players=setup.players,
            games=self.report.games,
            total=setup.total,
            deals=setup.deals,
            seed=setup.seed,
        )

    def found(self) -> list[str]:
        """What the games say of the bots, and how that was worked out."""
        if not self.report.games:
            return []
        parts = self.solo() if self.report.setup.solo else [self.ratings(), self.crosses()]
        return [*parts, self.paragraph(self.method()), *self.less_luck()] if parts else []

    def forfeits(self) -> list[str]:
        return [
            self.paragraph(self.say("forfeits", bot=row.bot, count=row.forfeits, reason=row.why))
            for row in self.report.bots
            if row.forfeits
        ]

    def paragraph(self, text: str) -> str:
        return text

    def ranked(self) -> list[BotRow]:
        return sorted(self.report.bots, key=lambda row: -(row.rating or NOTHING).value)

    def ratings(self) -> str:
        head = ["bot", "rating", "interval", "games", "per_move", "slowest"]
        rows = []
        for row in self.ranked():
            rating = row.rating or NOTHING
            between = f"{round(rating.low):+d} … {round(rating.high):+d}"
            rows.append(
                [row.bot, f"{round(rating.value):+d}", between, str(row.games), *times(row)]
            )
        return self.table([self.say(f"column.{name}") for name in head], rows)

    def crosses(self) -> str:
        """Every pairing's share of the win: the row's bot against the column's."""
        setup = self.report.setup
        cells = {(row.bot, row.against): self.cell(row) for row in self.report.pairs}
        bots = [bot for bot in setup.bots if any(bot == first for first, _ in cells)]
        columns = [bot for bot in setup.bots if any(bot == other for _, other in cells)]
        body: list[list[str]] = []
        for bot in bots:
            found = [cells.get((bot, other), ["—"]) for other in columns]
            if self.markdown:
                body.append([bot, *(", ".join(lines) for lines in found)])
                continue
            for number in range(max(map(len, found))):  # narrow: one figure below the other
                parts = [lines[number] if number < len(lines) else "" for lines in found]
                body.append(["" if number else bot, *parts])
        corner = self.say("cross" if setup.turns == 2 else "cross_alone", rivals=setup.turns - 1)
        return self.table([corner, *columns], body)

    def cell(self, row: PairRow) -> list[str]:
        share, fair = row.share, row.times_fair
        lines = [f"{percent(share.value)} %", f"{percent(share.low)}–{percent(share.high)}"]
        if self.report.setup.turns > 2:
            lines = [f"{fair.value:.2f} ×", f"{fair.low:.2f}–{fair.high:.2f}", *lines]
        if self.markdown:
            return [f"{lines[at]} ({lines[at + 1]})" for at in range(0, len(lines), 2)]
        return lines

    def method(self) -> str:
        setup = self.report.setup
        if setup.solo:
            return self.say("method_solo")
        if setup.turns == 2:
            return self.say("method")
        return self.say("method_alone", rivals=setup.turns - 1, companies=setup.turns)

    def less_luck(self) -> list[str]:
        """The same figures with luck taken out of them, where that was asked for."""
        solo = self.report.setup.solo
        found = [(row.bot, row.less_luck) for row in self.report.bots if solo]
        for row in self.report.pairs:
            if (row.bot, row.against) in self.report.setup.pairings:
                found.append((f"{row.bot} – {row.against}", row.less_luck))
        write = plain if solo else percent
        rows = [
            [
                name,
                str(fair.games),
                write(fair.value.value),
                f"{write(fair.value.low)}–{write(fair.value.high)}",
                f"{write(fair.luck.value)} ± {write((fair.luck.high - fair.luck.low) / 2)}",
                f"{fair.fewer:.2f} ×" if fair.fewer else "–",  # all games ended alike
                f"{fair.longer:.2f} ×",
            ]
            for name, fair in found
            if fair is not None
        ]
        if not rows:
            return []
        names = ["interval", "luck", "fewer", "longer"]
        head = [self.say("less_luck"), self.say("column.games")]
        head += [self.say("column.mean" if solo else "column.share")]
        head += [self.say(f"column.{name}") for name in names]
        return [self.table(head, rows), self.paragraph(self.say("method_less_luck"))]

    def solo(self) -> list[str]:
        head = ["bot", "mean", "interval", "median", "lowest", "highest", "games", "per_move"]
        head.append("slowest")
        rows, pictures = [], []
        for row in self.report.bots:
            if row.score is None:
                continue
            ordered = sorted(row.scores)
            middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
            mean = f"{row.score.value:.1f}"
            between = f"{row.score.low:.1f} … {row.score.high:.1f}"
            figures = [f"{number:g}" for number in (middle, ordered[0], ordered[-1])]
            rows.append([row.bot, mean, between, *figures, str(row.games), *times(row)])
            pictures.append(self.picture(row))
        table = self.table([self.say(f"column.{name}") for name in head], rows)
        return [table, *pictures] if rows else []

    def picture(self, row: BotRow) -> str:
        """A histogram of one bot's scores."""
        bins = labelled(row)
        most = max(count for _, count in bins)
        wide, digits = max(len(label) for label, _ in bins), len(str(most))
        lines = [
            f"{label:>{wide}}  {count:>{digits}}  {'█' * round(BAR * count / most)}".rstrip()
            for label, count in bins
        ]
        title = self.say("scores_of", bot=row.bot)
        fence = ["```"] if self.markdown else []
        return "\n".join([title, *([""] if fence else []), *fence, *lines, *fence])

    def table(self, head: list[str], rows: list[list[str]]) -> str:
        if self.markdown:
            rules = ["---", *["---:"] * (len(head) - 1)]
            return "\n".join(
                "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
                for row in [head, rules, *rows]
            )
        return side_by_side(head, rows)


def side_by_side(head: list[str], rows: list[list[str]]) -> str:
    """Columns: the first to the left, the others to the right."""
    wide = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = [
        "  ".join(
            [row[0].ljust(wide[0])]
            + [cell.rjust(wide[column]) for column, cell in enumerate(row) if column]
        ).rstrip()
        for row in [head, *rows]
    ]
    return "\n".join([lines[0], "─" * max(map(len, lines)), *lines[1:]])


NOTHING = Estimate(0.0, 0.0, 0.0)


def labelled(row: BotRow) -> list[tuple[str, int]]:
    """The bins of a histogram of a bot's scores: what they hold, and how many."""
    return [
        (f"{low:g}" if low == high else f"{low:g}–{high:g}", count)
        for low, high, count in histogram(row.scores)
    ]


def plain(score: float) -> str:
    return f"{score:.1f}"


def percent(part: float) -> str:
    return f"{100 * part:.1f}"


def times(row: BotRow) -> list[str]:
    return [seconds(row.seconds), seconds(row.slowest)]


def seconds(value: float) -> str:
    return f"{1000 * value:.1f} ms" if value < 0.1 else f"{value:.2f} s"
