"""People play in the browser: by pointing to the end of a game, with mouse or finger, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Route, expect

from pirate_code.play.captains import QUICK_ADMIRAL
from tests.browser.conftest import PATIENCE

FLEETS = ["english-traders", "pirate-raiders"]
OPPONENT = QUICK_ADMIRAL
STEPS = 160  # of a person in a short game, at most


def address(*captains: str, turns: int = 3, **more: str) -> str:
    order = {"fleet": FLEETS, "captain": list(captains), "seed": "4", "turns": str(turns), **more}
    return "/game?" + urlencode(order, doseq=True)


@pytest.fixture(params=["desktop", "phone"])
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page at a desk, with a mouse; or on a phone, with fingers."""
    phone = request.param == "phone"
    size = {"width": 375, "height": 740} if phone else {"width": 1100, "height": 800}
    context = browser.new_context(viewport=size, has_touch=phone, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def answers(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query).get("answers", [""])[0]


def begin(page: Page, site: str, path: str) -> None:
    """Open a game and let a captain set up."""
    page.goto(site + path)
    set_up = page.get_by_role("button", name="Set up for me")
    expect(page.locator(".played")).to_be_visible()
    if set_up.count():
        set_up.click()
    expect(page.get_by_role("heading", name="What do you do?")).to_be_visible()


def press(page: Page, x: float, y: float) -> None:
    """Click at a point; a finger touches twice, to choose and to take."""
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(x, y)
        if page.get_by_role("button", name="Take it").count():
            page.touchscreen.tap(x, y)
    else:
        page.mouse.move(x, y)
        page.mouse.click(x, y)


def middle(spot: Locator) -> tuple[float, float]:
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def settled(page: Page, before: str) -> bool:
    """Wait until an answer has been taken or refused; whether it was taken."""
    page.wait_for_function(
        "before => !document.querySelector('#game[aria-busy]') &&"
        " (location.href !== before || document.querySelector('.orders .fault:not(:empty)'))",
        arg=before,
    )
    return page.url != before


def step(page: Page, number: int) -> str:
    """Do one thing by pointing, as a person would; returns how."""
    before = page.url
    ghosts = page.locator(".ghost line") if page.locator(".ghost line").count() else page.locator(".ghost")
    if ghosts.count():
        press(page, *middle(ghosts.nth(number % ghosts.count())))
        if settled(page, before):
            return "pointed at a place"
        return "refused" if leave(page, before) else "stuck"
    ships = page.locator(".lit")
    for place in range(ships.count()):
        if not page.get_by_role("button", name="move", exact=True).count():
            break
        press(page, *middle(ships.nth((number + place) % ships.count()).locator(".outline")))
        move = page.locator(".asked h3 + .choices").get_by_role("button", name="move", exact=True)
        if page.get_by_role("button", name="All choices").count() and move.count():
            move.first.click()
            settled(page, before)
            return "pointed at a ship"
        page.get_by_role("button", name="All choices").click()
    leave(page, before)
    return "took a button"


def leave(page: Page, before: str) -> bool:
    """Take the last of the buttons, which mostly ends something."""
    hidden = page.locator(".asked details:not([open]) > summary")
    buttons = page.locator(".asked [data-place]:visible")
    if not buttons.count():
        hidden.first.click()
    moves = page.locator(".asked").get_by_role("button", name="move", exact=True)
    (moves if moves.count() else buttons).last.click()
    page.wait_for_function("before => location.href !== before", arg=before)
    return True


def test_a_person_plays_a_whole_game_by_pointing_and_clicking(person: Page, site: str) -> None:
    begin(person, site, address("me", OPPONENT))
    done = [step(person, 0)]
    watch = person.get_by_role("link", name="Watch the whole game")
    while not watch.count() and len(done) < STEPS:
        done.append(step(person, len(done)))
        person.wait_for_function("() => !document.querySelector('#game[aria-busy]')")
    expect(person.get_by_role("heading", name=re.compile("You win!|You lose.|A draw."))).to_be_visible()
    assert done.count("pointed at a place") > 5
    assert done.count("pointed at a ship") > 2
    assert person.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.get_by_text("The story of the game").click()
    expect(person.get_by_text("Turn 1: player", exact=False).first).to_be_visible()
    watch.click()
    expect(person.get_by_role("button", name="Next turn")).to_be_visible()


def test_an_answer_is_taken_back_and_the_game_goes_on_after_a_reload(page: Page, site: str) -> None:
    begin(page, site, address("me", "greedy"))
    before = answers(page)
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    page.get_by_role("button", name="move", exact=True).first.click()
    expect(page.get_by_role("heading", name=re.compile("How does"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name=re.compile("How does"))).to_be_visible()
    back.click()
    expect(page.get_by_role("heading", name="What do you do?")).to_be_visible()
    assert answers(page) == before
    page.goto(site + "/game")
    page.get_by_role("link", name=re.compile("English traders against Pirate raiders, turn 1")).click()
    expect(page.get_by_role("heading", name="What do you do?")).to_be_visible()
    assert answers(page) == before


def test_a_course_is_named_while_it_is_pointed_at(page: Page, site: str) -> None:
    begin(page, site, address("me", "greedy"))
    page.get_by_role("button", name="move", exact=True).last.click()
    ghosts = page.locator(".ghost line")
    expect(ghosts.first).to_be_visible()
    page.mouse.move(*middle(ghosts.first))
    expect(page.locator(".meant")).to_have_text(re.compile("straight|port|starboard"))
    expect(page.locator(".ghost.near")).to_have_count(1)


def test_a_choice_of_the_list_is_shown_on_the_sea_with_the_keyboard_too(page: Page, site: str) -> None:
    begin(page, site, address("me", "greedy"))
    page.locator(".asked").get_by_role("button", name="move", exact=True).first.focus()
    expect(page.locator(".lit.near")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("How does"))).to_be_visible()
    page.locator(".asked summary").focus()
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("Tab")
        expect(page.locator(".ghost.near")).to_have_count(1)


def test_a_game_that_goes_on_is_looked_back_at_and_opened_at_any_move(page: Page, site: str) -> None:
    begin(page, site, address("me", "greedy"))
    page.get_by_role("button", name="end the turn").click()
    expect(page.locator(".news").get_by_text("Turn 3: player 1")).to_be_visible()
    table = page.url
    page.get_by_role("link", name="Look back").click()
    step = page.get_by_role("button", name="Step", exact=True)
    step.click()
    step.click()
    told = page.locator(".now").inner_text()
    expect(page).to_have_url(re.compile(r"watch=1#move-\d+$"))
    shared = page.url
    page.goto("about:blank")
    page.goto(shared)
    expect(page.locator(".now")).to_have_text(told)
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(table)


def test_who_thinks_is_told_while_the_table_can_still_be_looked_at(page: Page, site: str) -> None:
    begin(page, site, address("me", "greedy"))

    def late(route: Route) -> None:
        page.wait_for_timeout(2_500)
        route.continue_()

    page.route("**/-/game.json*", late)
    page.get_by_role("button", name="end the turn").click()
    expect(page.locator(".thinking")).to_have_text(re.compile(r"Greedy is thinking … ?\d+ s"))
    page.get_by_role("button", name="Look closer").click()
    expect(page.get_by_role("button", name="Whole table")).to_be_visible()
    expect(page.locator(".thinking")).to_have_count(0)


def test_what_is_refused_gets_its_sentence(page: Page, site: str) -> None:
    page.goto(site + address("me", "me"))
    page.get_by_role("button", name=re.compile("I am player")).click()
    expect(page.locator(".ghost").first).to_be_attached()
    sea = page.locator(".played").bounding_box()
    assert sea is not None
    page.mouse.click(sea["x"] + 4, sea["y"] + 4)  # a corner of the table
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"\w+ .*\."))
    expect(page.get_by_role("heading", name=re.compile("Where is"))).to_be_visible()
    assert answers(page) == ""


def test_two_people_take_turns_with_a_cover_between(page: Page, site: str) -> None:
    page.goto(site + address("me", "me"))
    first = page.get_by_role("button", name=re.compile("I am player"))
    name = first.inner_text()
    expect(page.locator("svg.sea")).to_have_count(0)
    first.click()
    expect(page.locator(".ghost").first).to_be_attached()
    page.locator(".asked summary").click()
    page.locator(".asked [data-place]").first.click()
    second = page.get_by_role("button", name=re.compile("I am player"))
    expect(second).to_be_visible()
    assert second.inner_text() != name
    expect(page.locator("svg.sea")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name=second.inner_text())).to_be_visible()
    expect(page.locator("img.table")).to_have_count(0)


def test_nothing_hidden_is_in_the_source_or_in_what_was_fetched(page: Page, site: str) -> None:
    """The crew of the pirate raiders lie face down: their names come nowhere."""
    sent: list[str] = []
    page.on("response", lambda answer: sent.append(answer.text()) if "/game" in answer.url else None)
    begin(page, site, address("me", "greedy"))
    page.wait_for_load_state("networkidle")
    sent.append(page.content())
    assert len(sent) > 2
    assert any("a face-down crew" in text for text in sent)
    known = page.request.get(site + "/-/fleet.json?fleet=pirate-raiders").json()
    ours = page.request.get(site + "/-/fleet.json?fleet=english-traders").json()
    names = crew(known) - crew(ours)
    assert names
    for text in sent:
        assert not [name for name in names if f'"{name}"' in text or f">{name}<" in text]


def crew(report: dict[str, object]) -> set[str]:
    """The ids of the crew of a fleet."""
    return set(re.findall(r"'id': '([A-Za-z]+-\d+\w*)', 'name': '[^']+', 'kind': 'crew'", str(report)))


def test_a_page_without_scripts_plays_too(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(site + address("me", "greedy"))
    page.get_by_role("button", name="Set up for me").click()
    before = answers(page)
    page.get_by_role("button", name=re.compile("^move: ")).first.click()
    expect(page.get_by_role("heading", name=re.compile("How does"))).to_be_visible()
    assert answers(page).startswith(before)
    page.get_by_role("button", name="Take back the last answer").click()
    assert answers(page) == before
    context.close()


def test_the_table_is_accessible(page: Page, site: str) -> None:
    begin(page, site, address("me", "greedy"))
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
