"""Every page answers in both languages, whole and clean: no inline style or script, no untranslated key."""

import re

import pytest

from board_library.games import all_games

PAGES = ["/", "/me", "/settings", "/find?code=nothing", "/nope"]

INLINE = re.compile(r"""\sstyle=|<style|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)""")
KEY = re.compile(r"\b(?:select|room|seat|end|replay|error|settings|start|problem|nav|clock|option)\.[a-z_]+\b")


def text_of(html: str) -> str:
    """The words of a page, without marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def check_page(response, lang: str, status: int = 200) -> str:
    """The checks that every page must pass; its HTML."""
    html = response.text
    assert response.status_code == status, text_of(html)[:500]
    assert response.headers["content-type"].startswith("text/html")
    assert f'<html lang="{lang}"' in html
    assert not INLINE.search(html), INLINE.search(html)
    assert not KEY.search(text_of(html)), KEY.search(text_of(html))
    title = re.search("<title>(.*?)</title>", html, re.DOTALL)
    assert title is not None
    assert title[1].strip()
    assert html.count("<h1") == 1
    return html


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_quiet_pages(browser, path, lang):
    status = 404 if path in ("/nope", "/find?code=nothing") else 200
    check_page(browser(lang).get(path), lang, status)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_whole_game_from_room_to_replay(browser, play_to_end, lang):
    host, guest = browser(lang), browser(lang)
    path = host.post("/rooms", {"game": "treasure-map"}).headers["location"]
    check_page(host.get(path), lang)
    check_page(guest.get(path), lang)
    assert guest.post(f"{path}/join").status_code == 303
    assert guest.post(f"{path}/ready", {"ready": "on", "number": "42"}).status_code == 303
    assert host.post(f"{path}/options", {"o.characters": "none", "o.first": "p0"}).status_code == 303
    assert guest.post(f"{path}/ready", {"ready": "on", "number": "43"}).status_code == 303
    table = host.post(f"{path}/start", {"number": "7"}).headers["location"]
    for one in (host, guest, browser(lang)):
        check_page(one.get(table), lang)
    assert host.get(path).headers["location"] == table
    assert host.get(f"{table}/end").headers["location"] == table
    check_page(host.get(f"{table}/replay"), lang)
    assert host.get(f"{table}/record.json").status_code == 403

    play_to_end([host, guest], table.rpartition("/")[2])

    assert host.get(table).headers["location"] == f"{table}/end"
    html = check_page(host.get(f"{table}/end"), lang)
    assert html.count('class="rank plate') == 2
    check_page(browser(lang).get(f"{table}/end"), lang)
    for query in ("", "?step=0", "?step=3&seat=1", "?step=3&seat=none"):
        check_page(host.get(f"{table}/replay{query}"), lang)
    for query in ("?step=99999", "?step=-1", "?step=x", "?seat=9", "?seat=²"):
        check_page(host.get(f"{table}/replay{query}"), lang, 404)
    html = check_page(host.post(f"{table}/verify"), lang)
    assert "verdict--good" in html
    record = host.get(f"{table}/record.json")
    assert record.json()["numbers"] == [7, 43]
    assert "attachment" in record.headers["content-disposition"]
    again = host.post(f"{table}/rematch").headers["location"]
    assert again.startswith("/r/")
    assert guest.post(f"{table}/rematch").headers["location"] == again


def test_a_forged_record_does_not_verify(browser, client):
    host = browser()
    table = host.post("/play/treasure-map").headers["location"]
    runner = client.app.state.site.house.tables.loaded()[0]
    secret = runner.facts.secret
    runner.facts.status = "over"
    runner.timeline.record.secret = bytes(32)
    assert "verdict--bad" in host.post(f"{table}/verify").text
    runner.timeline.record.secret = secret
    assert "verdict--good" in host.post(f"{table}/verify").text


def test_three_clicks_to_the_first_move(browser):
    person = browser()
    assert 'action="/play/treasure-map"' in person.get("/").text
    html = person.get(person.post("/play/treasure-map").headers["location"]).text
    assert 'form="moves"' in html


def test_quick_play_is_offered_as_return(browser):
    person = browser()
    table = person.post("/play/treasure-map").headers["location"]
    assert f'href="{table}"' in person.get("/").text
    assert f'href="{table}"' not in browser().get("/").text


def test_language_follows_the_person(browser):
    person = browser("en")
    assert '<html lang="en"' in person.get("/").text
    back = person.get("/lang/ru?next=/settings")
    assert back.headers["location"] == "/settings"
    assert '<html lang="ru"' in person.get("/").text
    person.post("/me", {"name": "Анна", "colour": "3"})
    person.get("/lang/en")
    assert '<html lang="en"' in person.get("/").text
    assert person.get("/lang/xx").status_code == 404


@pytest.mark.parametrize("elsewhere", ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\nb"])
def test_no_link_leads_elsewhere(browser, elsewhere):
    person = browser()
    assert person.get("/lang/en", params={"next": elsewhere}).headers["location"] == "/"
    assert person.post("/me", {"name": "Анна", "colour": "1", "next": elsewhere}).headers["location"] == "/"
    assert "evil" not in person.get("/settings", params={"next": elsewhere}).text
    assert "evil" not in person.get("/me", params={"next": elsewhere}).text


def test_settings_are_kept_and_wrong_ones_come_back(browser):
    person = browser()
    form = {"lang": "en", "room": "day", "speed": "2", "confirm": "on"}
    assert person.post("/settings", form | {"next": "/me"}).headers["location"] == "/me"
    html = person.get("/settings").text
    assert 'data-room="day"' in html
    assert 'data-speed="2"' in html
    assert 'data-confirm="on"' in html
    refused = person.post("/settings", form | {"speed": "99"})
    assert refused.status_code == 422
    assert "field__error" in refused.text
    assert 'name="confirm" checked' in refused.text


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u202eb", "\x00"])
def test_a_wrong_name_comes_back_with_the_reason(browser, name):
    refused = browser().post("/me", {"name": name, "colour": "4"})
    assert refused.status_code == 422
    assert "от 1 до 24 знаков" in refused.text
    assert 'value="4" checked' in refused.text


@pytest.mark.parametrize("colour", ["", "6", "-1", "x", "01"])
def test_a_wrong_colour_comes_back_with_the_reason(browser, colour):
    refused = browser().post("/me", {"name": "Анна", "colour": colour})
    assert refused.status_code == 422
    assert "Выберите один из цветов" in refused.text
    assert 'value="Анна"' in refused.text


def test_a_name_with_markup_is_shown_as_text(browser, room):
    host, path = room
    assert host.post("/me", {"name": "<i>Zed</i>&'\"", "colour": "1"}).status_code == 303
    for html in (host.get("/").text, host.get(path).text, browser().get(path).text):
        assert "<i>Zed" not in html
        assert "&lt;i&gt;Zed" in html
    table = host.post("/play/treasure-map").headers["location"]
    for html in (host.get(table).text, browser().get(table).text):
        assert "<i>Zed" not in html
        assert "&lt;i&gt;Zed" in html


def test_find_a_room_by_any_spelling(browser, room):
    _, path = room
    code = path.rpartition("/")[2]
    for spelled in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]} "):
        assert browser().get("/find", params={"code": spelled}).headers["location"] == path
    missing = browser().get("/find", params={"code": "ZZZ-ZZ2"})
    assert missing.status_code == 404
    assert 'value="ZZZ-ZZ2"' in missing.text


def test_every_game_has_a_tile(browser):
    html = browser().get("/").text
    for slug in all_games():
        assert f'action="/play/{slug}"' in html


def test_static_files_are_kept_for_good_by_their_address(browser):
    html = browser().get("/").text
    links = re.findall(r'(?:href|src)="(/(?:static|games)/[^"#]+)', html)
    assert len(links) > 5
    for link in set(links):
        file = browser().get(link)
        assert file.status_code == 200, link
        assert "immutable" in file.headers["cache-control"]
        assert file.headers["x-content-type-options"] == "nosniff"
    old = re.sub(r"/static/[0-9a-f]+/", "/static/000000000000/", links[0])
    assert browser().get(old).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../render.py", "/static/x/..%2f..%2frender.py", "/games/treasure-map/x/rules.py",
        "/games/treasure-map/x/locale/ru.po", "/games/treasure-map/x/..%2f__init__.py", "/games/nope/x/art/sprite.svg",
        "/static/x//etc/passwd", "/games/treasure-map/x/memo.ru.md", "/static/x/css/a%00.css",
        f"/static/x/{'a' * 300}.css", "/games/treasure-map/x/%00",
    ],
)  # fmt: skip
def test_only_pictures_styles_and_scripts_are_served(browser, path):
    assert browser().get(path).status_code == 404


def test_health(browser):
    assert browser().get("/health").text == "ok"


@pytest.mark.parametrize("path", ["/nowhere", "/no/such/page", "/tables/none", "/r/ZZZZZZ"])
@pytest.mark.parametrize(("lang", "text"), [("ru", "Вернуться в игру"), ("en", "Return to your game")])
def test_a_page_that_is_not_there_leads_back_to_the_game(browser, path, lang, text):
    person = browser(lang)
    assert text not in check_page(person.get(path), lang, 404)
    table = person.post("/play/treasure-map").headers["location"]
    html = check_page(person.get(path), lang, 404)

    assert re.search(rf'<a class="btn" href="{table}">([^<]*)</a>', html)[1] == text
    assert person.post("/nowhere").status_code == 404
