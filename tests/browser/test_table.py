"""What whole games on a real page showed: each of these went wrong once."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from helpers.browser import Reader, Readers, click, finished, in_the_middle, state_of, two_guests
from helpers.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.process]


def two_friends(reader: Readers, server: Server, game: str, **terms: Any) -> tuple[Reader, Reader]:
    made = server.create(game, 2, name="Ana", ready=True, **terms)
    other = server.join(made["id"], "Béatrice")
    ana, bea = reader(name="Ana"), reader(name="Béatrice")
    ana.open_table((made["id"], made["token"]))
    bea.open_table((made["id"], other["token"]))
    return ana, bea


def test_a_hint_takes_the_muse_in_hand_on_the_side_it_says(reader: Readers, server: Server) -> None:
    held = in_the_middle(server, "dance-of-muses", 2, 0)
    moves = state_of(server, *held)["moves"]
    advised = [move for move in moves if move.startswith("?")][-1]
    ana = reader()

    def advise(socket: WebSocketRoute) -> None:
        """A hint is what we say; all else passes."""
        to = socket.connect_to_server()

        def out(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "hint":
                told = {"type": "done", "id": said["id"], "move": advised, "told": []}
                socket.send(json.dumps(told))
            else:
                to.send(message)

        socket.on_message(out)

    ana.page.route_web_socket(re.compile("/live$"), advise)
    ana.open_table(held)
    ana.find("[data-testid=hint]").click()
    muse = advised[1:].partition("@")[0]
    ana.find(f'button[data-muse="{muse}"][aria-pressed=true]').wait_for()
    assert ana.find("[data-testid=face-down]").get_attribute("aria-pressed") == "true"
    ana.find(f'[data-move="{advised}"]').click()
    ana.until(
        lambda: advised in [line["move"] for line in state_of(server, *held)["log"]],
        "the marks are followed",
    )


def test_ulrichs_ways_are_named_and_all_in_sight(reader: Readers, server: Server) -> None:
    ulrich = ["ulrich", None, None, None, None]
    held = in_the_middle(server, "nomads", 5, 24, r"[<>]d\d", adventurers=ulrich)
    ana = reader()
    ana.open_table(held)
    ana.wait_for_turn()
    assert ana.state is not None
    ways = [move for move in ana.state["moves"] if re.fullmatch(r"\d[<>]d\d+", move)]
    space = max({move[0] for move in ways}, key=[move[0] for move in ways].count)
    ana.find(f'[data-space="{space}"]').click()
    ana.page.get_by_text("Ulrich: two discs on").wait_for()
    for side in ("clockwise", "counter"):
        ana.find(f'[data-side="{side}"]').click()
        chips = ana.page.locator("label:has([data-way])")
        for number in range(chips.count()):
            box = chips.nth(number).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 900
            assert ana.page.evaluate(
                "([x, y]) => !!document.elementFromPoint(x, y)?.closest('label')",
                [box["x"] + box["width"] / 2, box["y"] + box["height"] - 2],
            ), f"chip {number} of {side} is cut off"
    ana.picture("ulrich-five")


def test_a_rematch_against_a_bot_complains_of_nothing(reader: Readers, server: Server) -> None:
    held = in_the_middle(server, "nova-luna", 2, 0)
    ana = reader()
    ana.open_table(held)
    server.ask("POST", f"/api/tables/{held[0]}/resign", {}, held[1])
    ana.find("[data-testid=rematch]").click()
    ana.until(lambda: not ana.page.url.endswith(held[0]), "the next table")
    ana.until(lambda: ana.state and ana.state["table"]["id"] != held[0], "is played")
    assert ana.errors == []


def test_what_a_place_would_meet_is_never_cut_off(reader: Readers, server: Server) -> None:
    ana = reader()
    ana.open_table(in_the_middle(server, "nova-luna", 2, 24))
    ana.wait_for_turn()
    seen = 0
    for choice in ("1", "2", "3"):
        if not ana.sees(f'[data-choice="{choice}"]'):
            continue
        ana.page.keyboard.press(choice)
        ana.page.wait_for_timeout(400)
        for place in ana.page.locator("button[data-move]:has(.count)").all():
            place.hover()
            ana.page.wait_for_timeout(250)
            box = place.locator(".count").bounding_box()
            frame = ana.page.locator(".frame", has=place).bounding_box()
            assert box is not None
            assert frame is not None
            assert box["x"] + box["width"] <= frame["x"] + frame["width"]
            assert box["y"] >= frame["y"]
            seen += 1
    assert seen


def test_a_record_from_a_file_is_there_after_a_reload(
    reader: Readers, server: Server, tmp_path: Path
) -> None:
    table, _ = finished(server, "dance-of-muses")
    (tmp_path / "game.json").write_text(json.dumps(server.record(table)), encoding="utf-8")
    ana = reader()
    ana.go("/replay")
    ana.page.set_input_files("input[type=file]", tmp_path / "game.json")
    ana.page.locator("[data-testid=replay-at]").wait_for()
    ana.page.keyboard.press("ArrowRight")
    ana.until(lambda: ana.page.url.endswith("#1"), "the first move")
    ana.page.reload()
    ana.page.locator("[data-testid=replay-at]").get_by_text("Move 1 of").wait_for()
    ana.go("/replay")
    ana.page.locator("input[type=file]").wait_for(state="attached")


def test_leaving_asks_once(reader: Readers, server: Server) -> None:
    ana, bea = two_friends(reader, server, "nova-luna")
    ana.find("[data-testid=more]").click()
    ana.find("[data-testid=leave]").click()
    assert ana.state is not None
    assert ana.state["table"]["seats"][0]["kind"] == "guest"
    ana.find("[data-testid=leave-yes]").click()
    bea.until(
        lambda: bea.state and bea.state["table"]["seats"][0]["kind"] == "bot", "a bot plays on"
    )


def test_who_asked_is_told_that_a_move_is_not_taken_back(reader: Readers, server: Server) -> None:
    ana, bea = two_friends(reader, server, "nova-luna")
    pair = [ana, bea]
    moved: list[int] = []
    while len(set(moved)) < 2:  # one's move becomes the other's business when the other has moved
        assert ana.state is not None
        moved.append(ana.state["to_move"])
        mover = pair[moved[-1]]
        mover.wait_for_turn()
        assert mover.state is not None
        mover.play("3@0,0" if len(moved) == 1 else mover.state["moves"][-1], click)
        for one in pair:
            one.until(lambda one=one: one.number >= len(moved), "everybody sees it")
    asker, other = pair[moved[-2]], pair[moved[-1]]
    asker.find("[data-testid=undo]").click()
    other.page.get_by_role("button", name="Decline").click()
    asker.find("[data-testid=declined]").get_by_text("does not agree").wait_for()


def test_a_guest_is_told_that_the_host_has_changed_the_table(
    reader: Readers, server: Server
) -> None:
    made = server.create("nova-luna", 3, name="Ana", ready=False)
    ana, bea = reader(name="Ana"), reader(name="Béatrice")
    ana.open_table((made["id"], made["token"]))
    bea.go(f"/t/{made['id']}")
    bea.page.click("[data-testid=join]")
    bea.find("[data-testid=ready][aria-pressed=true]").wait_for()
    ana.page.locator("select").filter(has_text="No clock").select_option(index=1)
    bea.find("[data-testid=changed]").get_by_text("Clock").wait_for()
    assert bea.sees("[data-testid=ready][aria-pressed=false]")
    bea.find("[data-testid=clock-about]").get_by_text("a bot plays on").wait_for()
    bea.find("[data-testid=ready]").click()
    bea.find("[data-testid=ready][aria-pressed=true]").wait_for()
    assert not bea.sees("[data-testid=changed]")


def test_short_of_time_one_is_told_who_plays_on(reader: Readers, server: Server) -> None:
    ana, bea = two_friends(reader, server, "nova-luna", clock={"kind": "move", "seconds": 15})
    assert ana.state is not None
    mover = [ana, bea][ana.state["to_move"]]
    mover.page.get_by_text("When your time runs out, a bot plays on for you.").wait_for()


def test_the_badge_of_the_chat_opens_the_chat(reader: Readers, server: Server) -> None:
    made = server.create("nova-luna", 2, name="Ana", ready=True)
    other = server.join(made["id"], "Béatrice")
    ana = reader(phone=True)
    ana.open_table((made["id"], made["token"]))
    ana.find("button.talk").wait_for()
    server.ask("POST", f"/api/tables/{made['id']}/chat", {"text": "Good luck"}, other["token"])
    ana.find("button.talk .fresh").wait_for()
    ana.find("button.talk").click()
    ana.page.locator("dialog[open]").get_by_text("Good luck").wait_for()


def test_the_list_of_keys_has_those_of_the_game(reader: Readers, server: Server) -> None:
    ana = reader()
    ana.open_table(in_the_middle(server, "nova-luna", 2, 0))
    ana.find("[data-choice]").wait_for()
    ana.page.keyboard.press("?")
    ana.page.locator("dialog[open] dt").get_by_text("1 2 3").wait_for()


def test_no_picture_on_the_dance_floor_goes_without_a_name(reader: Readers, server: Server) -> None:
    ana = reader()
    ana.open_table(in_the_middle(server, "dance-of-muses", 2, 10))
    ana.find("[data-spot]").wait_for()
    heard = ana.page.locator("section[aria-label=Board]").aria_snapshot()
    assert not re.search(r"- img$", heard, re.MULTILINE)


def test_how_it_was_won_is_told_as_it_was(reader: Readers, server: Server) -> None:
    """Two guests play on until one has placed the last disc, or nothing is left to take."""
    held = finished(server, "nova-luna")
    ana = reader()
    ana.open_table(held)
    told = ana.find("[data-testid=standings] + p")
    told.wait_for()
    won = any(row["score"] == 0 for row in state_of(server, *held)["ended"]["standings"])
    assert ("Whoever places the last disc wins" in told.inner_text()) == won


def test_the_host_gives_a_kept_seat_away(reader: Readers, server: Server) -> None:
    table, tokens = two_guests(server, "nova-luna")
    ana, cleo = reader(), reader(name="Cleo")
    ana.take_seats([(table, tokens[0])])
    for one in (ana, cleo):
        one.go(f"/t/{table}")
        one.until(lambda one=one: one.state is not None, "the table is there")
    assert not ana.sees("[data-testid=release]")
    assert server.ask("POST", f"/api/tables/{table}/leave", {}, tokens[1])[0] == 200
    ana.find("[data-testid=release]").wait_for()
    assert "seat is kept" in ana.page.get_by_role("list", name="Players").inner_text()
    assert not cleo.sees("#guest-name")
    ana.find("[data-testid=release]").click()
    ana.page.get_by_text("free now for anybody").wait_for()
    cleo.page.get_by_role("button", name="Take the seat").click()
    cleo.until(lambda: cleo.state and cleo.state["you"]["seat"] == 1, "Cleo plays on")


def test_who_leaves_for_good_gives_the_seat_away(reader: Readers, server: Server) -> None:
    for game, may in (("nova-luna", True), ("dance-of-muses", False)):
        table, tokens = two_guests(server, game)
        ana = reader()
        ana.take_seats([(table, tokens[1])])
        ana.go(f"/t/{table}")
        ana.find("[data-testid=more]").click()
        ana.find("[data-testid=leave]").click()
        ana.find("[data-testid=leave-yes]").wait_for()
        assert ana.sees("[data-testid=leave-give]") == may, "whoever sat there would see a hand"
        if may:
            ana.find("[data-testid=leave-give]").click()
            ana.page.wait_for_url(lambda url: "/t/" not in url)
            seat = state_of(server, table, tokens[0])["table"]["seats"][1]
            assert seat["free_from"] <= time.time() * 1000 + 1000
