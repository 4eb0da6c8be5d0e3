"""Games from elsewhere: found by their entry points, and what is said of those that are broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import moonlit
from helpers.packages import NAME, OURS, PACKAGE, announce, copy_example, looking_into
from moonlit.core.discovery import origins
from moonlit.core.errors import BrokenGame, UnknownGame
from moonlit.core.jit import _engine_key
from moonlit.core.layout import find_layout
from moonlit.core.registry import find_game, game_names, games
from moonlit.core.roles import INSTEAD, ROLES
from moonlit.core.words import LANGUAGES, phrases, say
from moonlit.envs.play import learnable

if NAME in game_names():
    pytest.skip("the example is installed: pip uninstall moonlit-moths", allow_module_level=True)
PLAYED = [role for role in ROLES if role not in ("observation", *INSTEAD)]  # needed at once


def make_package(folder: Path, name: str, source: str, *names: str) -> None:
    announce(folder, name, *names)
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(source)


def broken(name: str = NAME) -> BrokenGame:
    """How a game fails; the others are listed all the same, with a warning about this one."""
    with pytest.raises(BrokenGame) as raised:
        find_game(name)
    said = raised.value.text()
    with pytest.warns(UserWarning, match=r".*") as warned:
        assert sorted(game.name for game in games()) == list(OURS)
    assert [str(warning.message) for warning in warned] == [said]
    return raised.value


# ---- found -----------------------------------------------------------------------------------


def test_a_package_with_an_entry_point_brings_a_game(tmp_path: Path) -> None:
    package = copy_example(tmp_path)
    with looking_into(tmp_path):
        assert game_names() == tuple(sorted([*OURS, NAME]))
        assert origins()[NAME].folder == package
        game = find_game(NAME)
        assert not game.bundled
        assert game.emblem.startswith("<svg")
        assert game in games()
        assert moonlit.new(NAME, players=2, seed=1).moves()
    assert game_names() == OURS
    with pytest.raises(UnknownGame):
        moonlit.new(NAME, players=2)


def test_looking_for_games_loads_none(tmp_path: Path) -> None:
    make_package(tmp_path, "loud", "raise RuntimeError('loaded')", "loud")
    with looking_into(tmp_path):
        assert "loud" in game_names()
        assert phrases("core", "en")
        assert moonlit.new(OURS[0], players=2, seed=1).moves()


def test_a_name_of_ours_stays_ours(tmp_path: Path) -> None:
    make_package(tmp_path, "thief", "", OURS[0])
    with looking_into(tmp_path):
        with pytest.warns(UserWarning, match=f"thief brings {OURS[0]}, which is there"):
            assert game_names() == OURS
        assert origins()[OURS[0]].bundled


@pytest.mark.parametrize("module", ["gone", "gone.deeper"])
def test_an_entry_point_to_nothing_is_ignored(module: str, tmp_path: Path) -> None:
    announce(tmp_path, module, "ghost")
    with looking_into(tmp_path), pytest.warns(UserWarning, match="for ghost, cannot be found"):
        assert game_names() == OURS


# ---- broken ----------------------------------------------------------------------------------


def test_a_package_that_fails_is_left_out(tmp_path: Path) -> None:
    make_package(tmp_path, "wobbly", "1 / 0", "wobbly")
    with looking_into(tmp_path):
        error = broken("wobbly")
    assert error.arguments["reason"] == "ZeroDivisionError: division by zero"
    said = [error.text(language) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)
    for text in said:
        assert "wobbly" in text
        assert "division by zero" in text


@pytest.mark.parametrize("source", ["", "GAME = 5"])
def test_a_package_without_a_game(source: str, tmp_path: Path) -> None:
    make_package(tmp_path, "empty", source, "empty")
    with looking_into(tmp_path):
        assert broken("empty").key == "game_missing"


def test_a_game_of_another_name(tmp_path: Path) -> None:
    copy_example(tmp_path)
    announce(tmp_path, PACKAGE.name, "butterflies")
    with looking_into(tmp_path):
        assert broken("butterflies").key == "game_missing"


@pytest.mark.parametrize("role", PLAYED)
def test_a_role_that_lacks_is_named(role: str, tmp_path: Path) -> None:
    (copy_example(tmp_path) / f"{role}.py").unlink()
    with looking_into(tmp_path):
        error = broken()
    assert (error.key, error.arguments["role"]) == ("role_missing", role)


@pytest.mark.parametrize(
    ("role", "name"), [(role, name) for role in PLAYED for name in ROLES[role]]
)
def test_a_function_that_lacks_is_named(role: str, name: str, tmp_path: Path) -> None:
    path = copy_example(tmp_path) / f"{role}.py"
    path.write_text(f"{path.read_text()}\ndel {name}\n")
    with looking_into(tmp_path):
        error = broken()
    assert error.key == "role_lacks"
    assert (error.arguments["role"], error.arguments["name"]) == (role, name)


def test_a_role_for_learning_is_missed_by_those_who_learn(tmp_path: Path) -> None:
    (copy_example(tmp_path) / "observation.py").unlink()
    with looking_into(tmp_path):
        assert moonlit.new(NAME, players=2, seed=1).moves()
        with pytest.raises(BrokenGame, match="lacks the module observation"):
            find_layout(find_game(NAME), 2)
        with pytest.warns(UserWarning, match="lacks the module observation"):
            assert sorted(game.name for game in learnable()) == list(OURS)


def test_two_games_cannot_have_the_same_state(tmp_path: Path) -> None:
    """Whoever begins with a copy of the example may have both for a while."""
    package = copy_example(tmp_path)
    twin = tmp_path / "moonlit_twins"
    announce(tmp_path, twin.name, "twins")
    shutil.copytree(package, twin)
    for path in twin.glob("*.py"):
        source = path.read_text().replace(package.name, twin.name)
        path.write_text(source.replace('"moths"', '"twins"', 1) if path.stem != "state" else source)
    with looking_into(tmp_path):
        find_game(NAME)
        with pytest.raises(BrokenGame) as raised:
            find_game("twins")
    assert raised.value.key == "same_state"
    assert raised.value.arguments == {"package": twin.name, "other": package.name}


# ---- words and compiled code -----------------------------------------------------------------


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path) -> None:
    package = copy_example(tmp_path)
    (package / "text" / "es.toml").unlink()
    (package / "text" / "fr.toml").write_text('name = "Phalènes"\n')
    with looking_into(tmp_path):
        assert say(NAME, "name", "es") == "Moths"
        assert say(NAME, "name", "fr") == "Phalènes"
        english = phrases(NAME, "en")
        assert phrases(NAME, "es") == english
        assert phrases(NAME, "fr") == {**english, "name": "Phalènes"}


def test_compiled_code_is_kept_apart_for_other_sources(tmp_path: Path) -> None:
    keys = [_engine_key()]
    package = copy_example(tmp_path)
    with looking_into(tmp_path):
        keys.append(_engine_key())
        assert _engine_key() == keys[-1]
        (package / "rules.py").write_text((package / "rules.py").read_text() + "\n# changed\n")
        keys.append(_engine_key())
        (package / "components.toml").write_text("moths = 9\nmatches = 2\n")
        keys.append(_engine_key())
        (package / "text" / "en.toml").write_text('name = "Words do not matter"\n')
        assert _engine_key() == keys[-1]
        (package / "rules.py").touch()  # installed again: Numba compiles it anew
        keys.append(_engine_key())
    assert len(set(keys)) == 5
    assert _engine_key() == keys[0], "removed, nothing of it is left"
    elsewhere = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        copy_example(folder)
        with looking_into(folder):
            elsewhere.append(_engine_key())
    assert len(set(elsewhere)) == 2, "to Numba the same source elsewhere is another one"
