"""The page in a real browser: what a person does, in every game."""

from __future__ import annotations

import json
import time

import pytest

from exozoo.envs.registry import game_names, load_game
from exozoo.play import random_replay
from tests.web.browser import NO_BROWSER, Person, find_browser, running_server

pytestmark = [pytest.mark.compiled, pytest.mark.browser]
each_game = pytest.mark.parametrize("name", game_names())
DESK = {"viewport": {"width": 1400, "height": 1000}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ENOUGH = 80  # decisions in which ten of one kind are found
REFUSED = """async ([id, token, ply]) => {
  const answer = await fetch(`/api/tables/${id}/act`, { method: "POST",
    headers: { "X-Exozoo-Token": token }, body: JSON.stringify({ action: 10 ** 6, ply }) });
  return [answer.status, (await answer.json()).error];
}"""


@pytest.fixture(scope="module")
def started():
    program = find_browser()
    if program is None:
        pytest.skip(NO_BROWSER)
    from playwright.sync_api import sync_playwright

    with running_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser, address
        browser.close()


@pytest.fixture
def sit_down(started):
    """Somebody at a new window; in the end nothing must have gone wrong in any."""
    browser, address = started
    people = []

    def sit(**window) -> Person:
        context = browser.new_context(**{**DESK, **window, "reduced_motion": "reduce"})
        people.append(Person(context.new_page(), address))
        return people[-1]

    yield sit
    for person in people:
        person.page.context.close()
        assert not person.faults


@each_game
def test_a_game_is_played_on_the_board_and_from_the_list(sit_down, name):
    person = sit_down()
    person.begin(name)
    clicked = 0
    for nth in range(ENOUGH):
        if clicked == 10 or not person.wait_for_turn():
            break
        if nth == 3:
            person.picture(f"{name}-playing")
        if person.click_on_board(nth):
            clicked += 1
        else:
            person.click_in_list(nth)
    assert clicked == 10
    for nth in range(10):
        assert person.wait_for_turn()
        person.click_in_list(nth * 3)
    person.wait_for_turn()
    person.picture(f"{name}-later")
    seats = person.page.eval_on_selector_all(".log .seat", "all => all.map(x => x.className)")
    assert len(set(seats)) > 1, "the agents answer"
    _take_back(person)
    _ask_for_something_illegal(person)


def _take_back(person: Person) -> None:
    before, page = person.ply, person.page
    page.click(".undo")
    page.wait_for_function(
        "ply => Number(document.querySelector('.table').dataset.ply) < ply", arg=before
    )
    assert person.wait_for_turn()
    page.click(".log li:nth-child(4) button")  # an early decision is looked at, then returned to
    page.wait_for_selector(".table[data-ply='4']")
    page.click(".back")
    page.wait_for_function("() => Number(document.querySelector('.table').dataset.plies) < 30")
    assert person.wait_for_turn()
    person.click_in_list(0)


def _ask_for_something_illegal(person: Person) -> None:
    assert person.wait_for_turn()
    page = person.page
    table = json.loads(page.evaluate("sessionStorage[Object.keys(sessionStorage).at(-1)]"))
    before = person.fact("plies")
    status, said = page.evaluate(REFUSED, [table["id"], table["tokens"]["0"], int(before)])
    assert (status, "out of range" in said) == (400, True)
    assert person.fact("plies") == before


@each_game
def test_a_shared_link_is_played_to_the_end_by_keyboard_alone(sit_down, name, tmp_path):
    replay, _ = random_replay(load_game(name), 7, {"players": 2})
    person = sit_down()
    page = person.page
    page.goto(person.address)
    link = page.evaluate(
        """async ([replay, ply]) => (await import('/static/share.js')).toLink(replay, ply)""",
        [json.loads(replay.to_json()), len(replay.actions) - 4],
    )
    page.goto("about:blank")
    page.goto(link)
    person.settle()
    page.keyboard.press("]")
    page.wait_for_selector(f".table[data-plies='{len(replay.actions) - 4}']")
    page.click("[aria-label='to the newest']")
    page.wait_for_selector(f".table[data-ply='{len(replay.actions) - 4}']")
    for nth in range(ENOUGH):
        if not person.wait_for_turn():
            break
        _press_a_move(person, on_board=nth % 2 == 0)
    assert "over" in page.inner_text(".status")
    person.picture(f"{name}-end")


def _press_a_move(person: Person, on_board: bool) -> None:
    """Keys alone: on the board with b, arrows and Enter, or in the list with / and arrows."""
    page, ply = person.page, person.ply
    if on_board and page.locator(".target").count():
        page.locator("#main").focus()
        page.keyboard.press("b")
        page.wait_for_selector(".target:focus")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("r")
        page.keyboard.press("Enter")
        if page.locator(".menu").count():
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
    else:
        page.locator("#main").focus()
        page.keyboard.press("/")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    person.wait_past(ply)


def test_a_key_right_after_the_board_came_finds_the_game_known(sit_down, tmp_path):
    replay, _ = random_replay(load_game("alien_frontiers"), 3, {"players": 2})
    path = replay.save(tmp_path / "game.json")
    person = sit_down()
    page = person.page
    page.route("**/status?*", lambda route: (time.sleep(0.5), route.continue_()))  # a slow server
    page.goto(person.address)
    page.set_input_files("[name=replay]", path)
    page.wait_for_selector(".board svg")
    page.keyboard.press("]")
    page.wait_for_selector(".table[data-ply='1']")


@each_game
def test_a_replay_is_stepped_through(sit_down, name, tmp_path):
    replay, _ = random_replay(load_game(name), 11, {"players": 2})
    path = replay.save(tmp_path / "game.json")
    person = sit_down()
    page = person.page
    page.goto(person.address)
    page.set_input_files("[name=replay]", path)
    person.settle()
    page.wait_for_selector(f".table[data-plies='{len(replay.actions)}'][data-ply='0']")
    for _ in range(3):
        page.keyboard.press("]")
    page.wait_for_selector(".table[data-ply='3']")
    page.click("summary:has-text('Points')")
    page.wait_for_selector(".chart .score")
    page.click("[aria-label='to the newest']")
    page.wait_for_selector(".table[data-over=yes]")
    places = page.locator(".player .place").all_inner_texts()
    assert places == [f"place {place}" for place in replay.ranking]


@each_game
def test_the_page_fits_a_phone(sit_down, name):
    person = sit_down(**PHONE)
    person.begin(name, seed=6)
    page = person.page
    for nth in range(3):
        assert person.wait_for_turn()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "nothing sticks out sideways"
        target = page.locator(".target").first
        if target.count() and nth < 2:
            _tap(person, target)
        else:
            ply = person.ply
            page.locator(".move:not([hidden])").first.tap()
            person.wait_past(ply)
    person.wait_for_turn()
    page.evaluate("scrollTo(0, 0)")
    person.picture(f"{name}-phone")


def _tap(person: Person, target) -> None:
    page, ply = person.page, person.ply
    target.tap(force=True)
    if page.locator(".turns").is_visible():  # a piece that can be turned is laid by the second tap
        target.tap(force=True)
    if page.locator(".menu").count():
        page.locator(".menu button").first.tap()
    person.wait_past(ply)


def test_people_at_one_page_see_their_own_things_only(sit_down):
    person = sit_down()
    page = person.page
    page.goto(person.address)
    page.click(".card:has(input[value=alien_frontiers])")
    page.select_option("[name=seat-1]", "human")
    page.click("button[type=submit]")
    person.settle()
    for _ in range(ENOUGH):
        person.page.wait_for_selector(".curtain, .table[data-turn=yes]")
        if page.locator(".curtain").count():
            break
        ply = person.ply
        page.locator(".move:not([hidden])").last.click()
        page.wait_for_function(
            "ply => document.querySelector('.curtain') "
            "|| Number(document.querySelector('.table').dataset.ply) > ply",
            arg=ply,
        )
    assert not page.locator(".board").is_visible()
    page.click(".curtain button")
    page.wait_for_selector(".table[data-turn=yes]")
    assert "Seat 1" in page.inner_text(".status")


def test_agents_are_watched_and_skipped(sit_down):
    person = sit_down()
    page = person.page
    page.goto(person.address)
    page.click(".card:has(input[value=alien_frontiers])")
    page.select_option("[name=seat-0]", "heuristic")
    page.click("button[type=submit]")
    person.settle("2000")
    page.click(".skip")
    page.wait_for_function("() => Number(document.querySelector('.table').dataset.ply) >= 10")
    page.select_option(".speed", "0")
    page.wait_for_selector(".table[data-over=yes]")
    assert page.locator(".player .place").count() == 2


def test_an_agent_is_asked_and_its_opinion_drawn(sit_down):
    person = sit_down()
    person.begin("alien_frontiers")
    page = person.page
    page.click("summary:has-text('Ask')")
    page.fill("[aria-label='another agent to ask']", "mcts(simulations=60)")
    page.click(".ask")
    page.wait_for_selector(".move.chosen")
    assert page.locator(".target.weighed").count()
    assert "would" in page.inner_text(".verdict")
    person.picture("analysis")
    ply = person.ply
    page.click(".play-that")
    person.wait_past(ply)


def test_what_things_are_is_told_when_pointed_at(sit_down):
    person = sit_down()
    person.begin("alien_frontiers")
    person.page.hover(".target >> nth=0", force=True)
    person.page.wait_for_selector(".hint:not(.empty)")
    person.page.click("summary:has-text('in words')")
    person.page.wait_for_selector(".position:has-text('you are player 0')")


def test_light_and_dark_and_a_game_saved(sit_down):
    person = sit_down(color_scheme="dark")
    person.begin("alien_frontiers")
    page = person.page
    person.picture("dark")
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    with page.expect_download() as saving:
        page.click("#tools button:has-text('Save')")
    saved = json.loads(saving.value.path().read_text())
    assert (saved["format"], saved["seed"]) == ("exozoo-replay", 5)
