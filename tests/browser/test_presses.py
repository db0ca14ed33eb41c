"""What a reader does to the week, and what comes of it: the page, its worker and Python together."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import (
    broken_at,
    clear,
    do,
    every_event,
    go_to,
    happened,
    last_event,
    main,
    open_without_python,
    said,
    setting,
    total,
    wait_for_event,
    wait_for_python,
    week_total,
    without_answers,
)

HOLDS = {"steps_in_order": "", "two_loads_at_most": "", "each_day_once": "", "rows_accounted_for": ""}
ELEVEN_O_CLOCK = 300  # minutes after the job was switched on


def press(page: Page, button: Locator) -> None:
    """Press it, and wait until the page has said something of it."""
    said(page).evaluate("status => { status.textContent = ''; }")
    button.click()
    expect(said(page)).not_to_be_empty()


def choose(page: Page, name: str, value: str) -> None:
    """Choose the value of a setting, and wait as for a press."""
    said(page).evaluate("status => { status.textContent = ''; }")
    setting(page, name).select_option(value)
    expect(said(page)).not_to_be_empty()


def test_tuesday_cleared_is_counted_twice_and_an_earlier_press_sets_that_aside(awake: Page) -> None:
    page = awake
    press(page, clear(page, "tue"))
    wait_for_event(page, 45)
    expect(said(page)).to_have_text(
        "Tuesday is cleared: its run goes back to its first step and queues again."
        " Its 254 rows stay in the report."
    )
    expect(clear(page, "tue")).to_be_focused()
    expect(total(page, "tue")).to_have_attribute("data-total", "254")
    boards = every_event(page)
    doubled_at = next(board["event"] for board in boards if board["totals"]["tue"] == 508)
    assert boards[-1]["totals"]["tue"] == 508
    assert boards[45]["states"]["tue"] == ["none"] * 5
    go_to(page, doubled_at - 1)
    expect(total(page, "tue")).to_have_attribute("data-total", "254")
    go_to(page, last_event(page))
    # Wednesday's retry comes first: it breaks the property at the event after the press's.
    assert broken_at(page) == HOLDS | {"each_day_once": "56"}
    expect(total(page, "tue")).to_contain_text("508")

    # What it looks like on a small screen, with its longest words.
    page.set_viewport_size({"width": 320, "height": 740})
    assert [board["event"] for board in every_event(page) if board["overflow"] > 0] == []

    go_to(page, 30)
    press(page, clear(page, "mon"))
    wait_for_event(page, 31)
    expect(said(page)).to_contain_text("Monday is cleared")
    expect(said(page)).to_contain_text("The week goes on from here; what was pressed later is set aside.")
    boards = every_event(page)
    assert (boards[-1]["totals"]["mon"], boards[-1]["totals"]["tue"]) == (536, 254)
    assert [line for line in happened(page) if "Tuesday is cleared" in line] == []


def test_tuesday_cleared_in_a_whole_week_is_what_breaks_the_third_property(awake: Page) -> None:
    """Wednesday's load is retried in the opening week, so it is watched in one where that does no harm."""
    page = awake
    choose(page, "write", "overwrite")
    wait_for_event(page, 45)
    press(page, do(page, "start-over"))
    wait_for_event(page, 0)
    go_to(page, last_event(page))
    assert broken_at(page) == HOLDS
    choose(page, "write", "append")
    wait_for_event(page, 91)
    press(page, clear(page, "tue"))
    wait_for_event(page, 92)
    boards = every_event(page)
    doubled_at = next(board["event"] for board in boards if board["totals"]["tue"] == 508)
    assert broken_at(page) == HOLDS | {"each_day_once": str(doubled_at)}
    go_to(page, doubled_at - 1)
    assert broken_at(page) == HOLDS


def test_with_overwrite_clearing_tuesday_changes_nothing_and_start_over_gives_2012(awake: Page) -> None:
    page = awake
    choose(page, "write", "overwrite")
    wait_for_event(page, 45)
    expect(said(page)).to_have_text("From now on a load replaces what the day holds, in one step.")
    press(page, clear(page, "tue"))
    wait_for_event(page, 46)
    boards = every_event(page)
    assert {board["totals"]["tue"] for board in boards[44:]} == {254}
    assert boards[-1]["states"]["tue"] == ["success"] * 5
    assert last_event(page) > 95

    # The selects show what held at the event shown.
    assert {board["settings"]["write"] for board in boards[:45]} == {"append"}
    assert {board["settings"]["write"] for board in boards[45:]} == {"overwrite"}
    go_to(page, 44)
    expect(setting(page, "write")).to_have_value("append")
    go_to(page, 46)
    expect(setting(page, "write")).to_have_value("overwrite")

    press(page, do(page, "start-over"))
    wait_for_event(page, 0)
    expect(setting(page, "write")).to_have_value("overwrite")
    expect(do(page, "start-over")).to_be_focused()
    assert last_event(page) == 90
    go_to(page, 90)
    expect(week_total(page)).to_have_attribute("data-total", "2012")
    expect(week_total(page)).to_contain_text("2,012")
    assert broken_at(page) == HOLDS
    assert all("cleared" not in line for line in happened(page))


def test_monday_late_with_one_run_at_a_time_makes_the_week_wait(awake: Page) -> None:
    page = awake
    choose(page, "runs", "1")
    wait_for_event(page, 45)
    expect(page.locator("[data-late-day]")).to_have_value("mon")
    expect(do(page, "late")).to_have_text("Start over with it late")
    press(page, do(page, "late"))
    wait_for_event(page, 0)
    expect(setting(page, "runs")).to_have_value("1")

    boards = every_event(page)
    first_other = next(
        board
        for board in boards
        if any(state != "none" for day, states in board["states"].items() if day != "mon" for state in states)
    )
    assert first_other["states"]["mon"] == ["success"] * 5
    assert first_other["states"]["tue"] != ["none"] * 5
    assert first_other["minute"] > ELEVEN_O_CLOCK
    arrived = next(board for board in boards if board["minute"] >= ELEVEN_O_CLOCK)
    assert arrived["states"]["mon"][0] in ("running", "success")
    assert all(states == ["none"] * 5 for day, states in arrived["states"].items() if day != "mon")
    go_to(page, arrived["event"] - 1)
    expect(page.locator('tr[data-day="mon"] [data-step="wait"]')).to_contain_text("waiting for its file")

    # A file that is still waited for is made late in the week as it stands, and 3 runs pass it.
    choose(page, "runs", "3")
    expect(said(page)).to_contain_text("at most 3 runs at a time")
    shown = int(main(page).get_attribute("data-event") or "")
    page.locator("[data-late-hours]").fill("6")
    expect(do(page, "late")).to_have_text("Make it late")
    press(page, do(page, "late"))
    wait_for_event(page, shown + 1)
    expect(said(page)).to_contain_text("Monday\u2019s export file is made late: it will be there at 1")
    boards = every_event(page)
    monday_ended = next(board for board in boards if board["states"]["mon"] == ["success"] * 5)
    assert monday_ended["states"]["sun"] == ["success"] * 5


def test_two_presses_before_python_is_ready_are_confirmed_and_happen_in_order_once_each(
    page: Page, site: str
) -> None:
    without_answers(page)
    held = open_without_python(page, site)
    clear(page, "tue").click()
    expect(said(page)).to_have_text("Saved. It runs when the simulator has loaded.")
    said(page).evaluate("status => { status.textContent = ''; }")
    clear(page, "mon").click()
    expect(said(page)).to_have_text("Saved. It runs when the simulator has loaded.")
    expect(main(page)).to_have_attribute("data-event", "44")

    held.let_go()
    wait_for_python(page)
    wait_for_event(page, 46)
    expect(said(page)).to_have_text(
        "Monday is cleared: its run goes back to its first step and queues again."
        " Its 268 rows stay in the report."
    )
    go_to(page, last_event(page))
    presses = [line for line in happened(page) if " is cleared" in line]
    assert [line.split()[1] for line in presses] == ["Monday", "Tuesday"]
    expect(total(page, "mon")).to_have_attribute("data-total", "536")
    expect(total(page, "tue")).to_have_attribute("data-total", "508")


def test_the_clocks_day_takes_the_rows_of_a_week_that_starts_over_with_it(awake: Page) -> None:
    page = awake
    page.set_viewport_size({"width": 320, "height": 740})
    choose(page, "date", "clock")
    wait_for_event(page, 45)
    press(page, do(page, "start-over"))
    wait_for_event(page, 0)
    boards = every_event(page)
    assert set(boards[-1]["totals"].values()) == {0}
    assert {states[4] for states in boards[-1]["states"].values()} == {"failed"}
    assert [board["event"] for board in boards if board["overflow"] > 0] == []
    expect(page.locator('[data-region="other-dates"] [data-total]')).to_have_attribute("data-total", "2108")
