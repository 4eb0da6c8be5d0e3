"""What Dance of Muses says, in every language."""

from __future__ import annotations

import pytest

from games.dance_of_muses.tools import GAME
from moonlit import IllegalMove
from moonlit.core.conformance import random_match
from moonlit.core.words import LANGUAGES, phrases, say
from moonlit.games.dance_of_muses.views import columns


def test_every_refusal_and_every_log_line_is_said_in_every_language() -> None:
    for match in random_match(GAME, 4, seed=2):
        for move in ("hello", "clio:n*zeus", "?clio@9,9", "zeus*erato:n", "?1:n*?2"):
            with pytest.raises(IllegalMove) as error:
                match.play(move)
            for language in LANGUAGES:
                assert "{" not in error.value.text(language)
    for entry in (entry for lines in match.log(2) for entry in lines):
        for language in LANGUAGES:
            said = say(GAME, entry["key"], language, match.players, **entry["args"])
            assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_column_of_the_standings_has_a_title_and_a_field(players: int, language: str) -> None:
    *_, match = random_match(GAME, players, seed=1)
    texts = phrases(GAME, language)
    for column in columns(players):
        assert texts[f"standings.{column.field}"]
        for row in match.standings() or []:
            assert column.field in row
            assert column.mark is None or isinstance(row[column.mark], bool)
    assert texts["standings.mark"] in texts["standings.how"]
