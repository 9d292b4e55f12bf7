"""The line to the server: cut and back, reloads, closed tabs, absences."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.people import Person, until
from tests.browser.serving import serving
from tests.browser.tables import go_on, play, question, seated

pytestmark = pytest.mark.browser

CHOOSERS = ("hook", "cannon", "scroll", "orb", "sabre")


class Line:
    """The line of one person's pages, which can be cut, and can lose what the server says."""

    def __init__(self, person: Person) -> None:
        self.up = True
        self.deaf = False
        self._open: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        person.page.route_web_socket("**/live*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if not self.up:
            socket.close(code=1001)
            return
        server = socket.connect_to_server()
        self._open.append((socket, server))
        server.on_message(lambda message: self.deaf or socket.send(message))

    def cut(self) -> None:
        self.up = False
        while self._open:
            for side in self._open.pop():
                side.close(code=1001)

    def mend(self) -> None:
        self.up, self.deaf = True, False


def entries(person: Person, table: str) -> list[tuple[int, str, str]]:
    """What stands in the data file of the game: seat, code and by whom."""
    query = "SELECT seat, code, by FROM entries WHERE table_id = ? ORDER BY ply"
    with closing(sqlite3.connect(f"file:{person.server.data}?mode=ro", uri=True)) as data:
        return data.execute(query, [table]).fetchall()


def board(person: Person) -> str:
    return person.page.locator("#zone-centre").inner_text()


def test_moves_of_others_come_when_the_line_is_back(people, rng):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p1")
    line = Line(anna)
    anna.sit(table)
    before = board(anna)

    line.cut()
    expect(anna.page.locator("#pill")).to_have_class("pill pill--reconnecting")
    expect(anna.page.locator("#pill")).to_contain_text("с")
    asked = question(boris, table)
    while asked is not None:
        play(boris, table, rng.choice(asked["codes"]))
        asked = question(boris, table)
    assert question(anna, table) is not None
    assert board(anna) == before, "the board stays as it was"
    assert anna.state() == "waits"

    line.mend()
    expect(anna.page.locator("#pill")).to_have_class("pill pill--synced")
    anna.page.wait_for_selector(".status--mine")
    assert anna.targets() == sorted(question(anna, table)["codes"])
    expect(anna.page.locator("#pill")).to_have_class("pill pill--online")


def test_a_move_clicked_while_the_line_is_down_is_played_once(people):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p0")
    line = Line(anna)
    anna.sit(table)
    opened, before = anna.state(), entries(anna, table)

    line.cut()
    expect(anna.page.locator("#pill")).to_have_class("pill pill--reconnecting")
    anna.click("draw deck")
    expect(anna.page.locator("#toasts")).not_to_be_empty()
    anna.click("draw deck")
    assert entries(anna, table) == before

    line.mend()
    anna.answered(opened)
    assert entries(anna, table) == [*before, (0, "draw deck", "person")]


def test_a_move_whose_answer_is_lost_is_not_doubled(people):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p0")
    line = Line(anna)
    anna.sit(table)
    opened, before = anna.state(), entries(anna, table)
    after = [*before, (0, "draw deck", "person")]

    line.deaf = True
    anna.click("draw deck")
    until(lambda: entries(anna, table) == after, anna, "the move is stored")
    line.cut()
    expect(anna.page.locator("#pill")).to_have_class("pill pill--reconnecting")
    assert anna.page.locator(".is-sending").count() == 1

    line.mend()
    anna.answered(opened)
    expect(anna.page.locator(".is-sending")).to_have_count(0)
    assert entries(anna, table) == after


def test_without_network_the_pill_says_so_and_a_page_comes_back(people, rng):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p0")
    line = Line(anna)
    anna.sit(table)

    def nothing(route: Route) -> None:
        route.abort("internetdisconnected")

    anna.page.route("**/*", nothing)
    line.cut()
    expect(anna.page.locator("#pill")).to_have_class("pill pill--reconnecting")
    anna.page.unroute("**/*", nothing)
    line.mend()
    anna.online()
    anna.click(rng.choice(anna.targets()))
    until(lambda: len(entries(anna, table)) == 1, anna, "the move is stored")


@pytest.mark.parametrize("kind", CHOOSERS)
def test_a_reload_in_the_middle_of_a_chooser_shows_the_same_question(people, rng, kind):
    anna, boris = people("Анна"), people("Борис")
    while True:
        table = seated(anna, boris, characters="none", first="p0")
        stopped = go_on([anna, boris], table, rng, kind)
        if stopped is not None:
            break
    person, asked = stopped
    person.sit(table)
    before = (person.state(), person.targets(), person.page.locator("#zone-status").inner_text())
    assert before[:2] == (str(asked["opened"]), sorted(asked["codes"]))

    person.page.reload()
    person.online()

    assert (person.state(), person.targets(), person.page.locator("#zone-status").inner_text()) == before
    choice = rng.choice(before[1])
    person.click(choice)
    person.answered(before[0])
    assert entries(person, table)[-1] == (person.look(table)["viewer"], choice, "person")


def test_a_closed_tab_is_found_again_on_game_select(people):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p0")
    anna.sit(table)
    opened, codes = anna.state(), anna.targets()

    anna.page.close()
    anna.page = anna.new_page()
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Вернуться в игру").first.click()

    anna.page.wait_for_url(f"**/tables/{table}")
    assert (anna.state(), anna.targets()) == (opened, codes)


def test_absent_person_is_played_for_and_takes_the_seat_back_at_once(people):
    anna, boris = people("Анна"), people("Борис")
    table = seated(anna, boris, characters="none", first="p0", clock={"absent": 5})
    boris.sit(table)
    anna.sit(table)
    anna.page.close()

    away = boris.page.locator("#seat-0 .away")
    expect(away.locator("[data-seconds]")).to_have_text(re.compile("^[1-5]$"))
    expect(boris.page.locator("#log-lines .badge").first).to_be_visible()
    expect(boris.page.locator("#seat-0 .player__meta")).to_contain_text("бот")
    assert entries(boris, table)[0][::2] == (0, "zombie")

    # The zombie plays on until it is the other's turn, and would play the next turn at once.
    until(lambda: question(boris, table), boris, "it is the other's turn")
    played = len(entries(boris, table))
    anna.page = anna.new_page()
    anna.sit(table)
    expect(away).to_have_count(0)
    asked = question(boris, table)
    while asked is not None:
        play(boris, table, asked["codes"][0])
        asked = question(boris, table)
    anna.page.wait_for_selector(".status--mine")
    assert anna.targets() == sorted(question(anna, table)["codes"])
    assert all(by == "person" for _, _, by in entries(boris, table)[played:])
    expect(anna.page.locator("#log-recap")).to_be_visible()


@pytest.mark.parametrize("path", ["/tables/{table}", "/r/{code}"])
def test_one_tab_too_many_says_why_it_stands_still_and_wakes_when_another_is_closed(people, tmp_path, path):
    with serving(tmp_path, CONNECTIONS_PER_GUEST="1") as server:
        anna = people("Анна", at=server)
        room = anna.ask("rooms", game="treasure-map", seats=2)
        table = room["table"]
        if path == "/tables/{table}":
            table = seated(anna, people("Борис", at=server))
        address = path.format(table=table, code=room["code"])
        anna.page.goto(address)
        anna.online()
        second = anna.new_page()
        second.goto(address)
        second.wait_for_selector("#pill.pill--crowded")
        expect(second.locator("#pill")).to_have_text("Слишком много вкладок")
        expect(second.locator("#toasts")).to_have_text("Открыто слишком много вкладок: закройте лишние, и эта оживёт")
        anna.page.goto("/me")
        second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        second.wait_for_selector("#pill.pill--online, #pill.pill--synced")
