"""Match: what a REPL user, a server and a bot rely on."""

from __future__ import annotations

import copy
import pickle

import pytest

import moonlit


def test_names_or_a_number_of_players() -> None:
    assert moonlit.new("nova-luna", players=["Ana", "Bea"]).players == ["Ana", "Bea"]
    assert moonlit.new("nova-luna", players=3).players == ["", "", ""]


def test_repr_says_where_the_game_is() -> None:
    match = moonlit.new("nova-luna", players=["Ana"], seed=1)
    assert repr(match) == "<Match nova-luna, 1 players, move 0, Ana to move>"
    while not match.over:
        match.play(match.moves()[0])
    assert repr(match).endswith("over>")


def test_a_new_match_without_a_seed_is_another_each_time() -> None:
    one, other = moonlit.new("nova-luna", players=2), moonlit.new("nova-luna", players=2)
    assert one.seed != other.seed
    assert one.record()["deal"] != other.record()["deal"]


def test_a_copy_goes_its_own_way() -> None:
    match = moonlit.new("nova-luna", players=2, seed=1)
    copy = match.copy()
    copy.play("1@0,0")
    assert match.number == 0
    assert match.moves() == ["1@0,0", "2@0,0", "3@0,0"]
    assert match.record()["moves"] == []


def test_undo_returns_the_move_it_took_back() -> None:
    match = moonlit.new("nova-luna", players=2, seed=1)
    match.play("2@0,0")
    assert match.undo() == "2@0,0"
    assert match.number == 0


def test_history_and_log_from_a_number_on() -> None:
    match = moonlit.new("nova-luna", players=2, seed=1)
    for _ in range(6):
        match.play(match.moves()[0])
    assert match.history() == match.record()["moves"]
    assert match.history(0, since=4) == match.record()["moves"][4:]
    assert match.log(1, since=4) == match.log(1)[4:]
    assert match.log(None, since=6) == []


def test_a_match_in_numbers() -> None:
    """What bots and environments use: actions instead of words."""
    match = moonlit.new("nova-luna", players=2, seed=1)
    other = match.copy()
    while not match.over:
        actions = match.legal_actions()
        assert [match.spell(action, match.to_move) for action in actions] == match.moves()
        other.play(match.spell(actions[-1], match.to_move))
        match.play_action(actions[-1])
    assert match.legal_actions().tolist() == []
    assert match.actions == other.actions
    assert match.record() == other.record()
    assert (match.states == other.states).all()
    assert (match.states_at(match.number) == match.states).all()
    match.undo()
    assert (match.states == other.states_at(match.number)).all()


def test_standings_only_at_the_end() -> None:
    match = moonlit.new("nova-luna", players=2, seed=1)
    assert match.standings() is None
    assert match.view()["standings"] is None


def test_redeal_keeps_what_was_drawn_and_deals_the_rest_anew() -> None:
    match = moonlit.new("nova-luna", players=2, seed=1)
    match.play("1@0,0")
    other = match.redeal(0, seed=5)
    tiles, dealt = match.record()["deal"]["tiles"], other.record()["deal"]["tiles"]
    assert dealt[:11] == tiles[:11]
    assert dealt != tiles
    assert sorted(dealt) == sorted(tiles)
    assert other.record()["seed"] is None, "no seed stands for this deal"
    assert match.record()["deal"]["tiles"] == tiles
    with pytest.raises(moonlit.BadTable):
        match.redeal(0, seed=-1)


@pytest.mark.parametrize("game", ["nova-luna", "dance-of-muses", "nomads"])
def test_the_last_move_is_told_as_a_replay_tells_it(game: str) -> None:
    match = moonlit.new(game, 3, seed=5)
    for number in range(12):
        match.play(match.moves()[number % 3])
        if number % 4 == 3:
            match.undo()
        last = match.number - 1
        for told in (match, match.copy(), match.redeal(1, 2)):
            again = moonlit.load(told.record())
            for seat in (None, 0, 1, 2):
                assert told.log(seat, last) == again.log(seat)[last:]
                assert told.history(seat, last) == again.history(seat)[last:]
            assert told.history_of_movers(last) == again.record()["moves"][last:]
            assert told.log(0, last + 1) == told.log(0, last + 7) == []


@pytest.mark.parametrize("game", moonlit.game_names())
def test_what_is_played_in_a_redealt_match_stays_there(game: str) -> None:
    match = moonlit.new(game, players=2, seed=3)
    match.play(match.moves()[0])
    before = match.record()
    other = match.redeal(match.to_move, seed=5)
    other.play(other.moves()[0])
    assert match.record() == before
    assert (match.number, other.number) == (1, 2)


def test_a_match_can_be_copied_and_pickled_and_its_game_is_one() -> None:
    match = moonlit.new(moonlit.game_names()[0], 2, seed=4)
    match.play(match.moves()[0])
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert other.game is match.game
        assert other.record() == match.record()
        other.play(other.moves()[0])
        assert match.number == 1
