"""The report as a page: whole in one file, in both languages, fit for a strict content security policy."""

import json
import re
import shlex
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from board_library.cli import run as command
from board_library.cli.lab import lab_words
from board_library.games import all_games, game
from board_library.lab import advice as rules
from board_library.lab.compare import compare
from board_library.lab.names import LOCALE, Names
from board_library.lab.page import article
from board_library.web.i18n import LANGUAGES, read_catalogue

LAB = LOCALE.parent


class Page(HTMLParser):
    """The tags of a page, and whether each is closed."""

    VOID = frozenset({"meta", "input", "br", "rect", "line", "polygon", "polyline"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small run of a real game with its report."""
    folder = tmp_path_factory.mktemp("chests")
    words = ["simulate", "chests", "--players", "2-3", "--games", "56", "--bots", "sailor,deckhand", "--probes", "3"]
    assert command([*words, "--seed", "page", "--workers", "1", "--output", str(folder)]) == 0
    assert command(["report", str(folder), "-o", str(folder / "r.html"), "--lang", "en"]) == 0
    return folder


def test_the_file_needs_nothing_else(made):
    text = (made / "r.html").read_text()
    page = Page(text)

    assert page.open == []
    assert not re.search(r"https?://|url\(|@import|<link|<img| src=", text)
    assert [tag for tag, given in page.tags if "style" in given or any(name.startswith("on") for name in given)] == []
    assert [given for tag, given in page.tags if tag == "script"] == [{}]


def test_the_file_holds_both_languages_and_shows_the_one_asked_for(made):
    page = Page((made / "r.html").read_text())
    mains = [given["lang"] for tag, given in page.tags if tag == "main"]

    assert mains == ["en", "ru"]
    chosen = [given["id"] for tag, given in page.tags if tag == "input" and "checked" in given]
    assert chosen == ["lang-en"]
    ids = [given["id"] for _, given in page.tags if given.get("id")]
    assert len(ids) == len(set(ids))
    links = {given["href"][1:] for tag, given in page.tags if tag == "a"}
    assert links
    assert links <= set(ids)


def test_the_json_beside_the_page_holds_its_figures(made):
    found = json.loads((made / "r.json").read_text())

    assert found["about"]["games"] == 56
    assert set(found["tables"]) == {"2", "3"}
    assert found["advice"] is not None
    assert found["probes"][0]["n"] >= 1


def test_two_runs_side_by_side(made, tmp_path, capsys):
    other = tmp_path / "other"
    words = ["simulate", "chests", "--players", "2-3", "--games", "56", "--bots", "sailor,deckhand", "--probes", "0"]
    assert command([*words, "-o", "rounds=2", "--seed", "page", "--workers", "1", "--output", str(other)]) == 0
    assert command(["report", str(made), str(other), "-o", str(tmp_path / "ab.html"), "--lang", "en"]) == 0
    text = (tmp_path / "ab.html").read_text()

    assert "Two sets of rules" in text
    assert game("chests").options(rounds=2).to_json()["rounds"] == 2
    turns = [r for r in json.loads((tmp_path / "ab.json").read_text())["comparison"] if r["measure"] == "turns"]
    assert all(row["sure"] and row["difference"] > 5 and row["paired"] for row in turns)
    assert command(["report", str(made), str(tmp_path), "-o", str(tmp_path / "x.html")]) == 2
    assert "run.json" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_runs_without_a_number_of_seats_in_common_are_said_not_to_compare(made, tmp_path, capsys, lang):
    other = tmp_path / "other"
    words = ["simulate", "chests", "--players", "5", "--games", "2", "--bots", "random", "--probes", "0"]
    assert command([*words, "--seed", "page", "--workers", "1", "--output", str(other)]) == 0
    assert command(["report", str(made), str(other), "-o", str(tmp_path / "ab.html"), "--lang", lang]) == 0

    told = {
        "en": "Nothing to compare: the first run (A) has games of 2, 3 seats, the second (B) of 5.",
        "ru": "Сравнить нечего: мест за столом в первом прогоне (A) — 2, 3, во втором (B) — 5.",
    }
    assert told[lang] in " ".join(capsys.readouterr().out.split())
    text = (tmp_path / "ab.html").read_text()
    assert all(one in text for one in told.values())
    assert "<th>A</th><th>B</th>" not in text


def catalogue(lang):
    return {m.id: m.string for m in read_catalogue(LOCALE / f"{lang}.po", lang) if m.id}


def used():
    """Keys that code and templates ask for, whole or by their stem."""
    texts = [path.read_text(encoding="utf-8") for path in [*LAB.glob("*.py"), *LAB.glob("*.html")]]
    whole = {key for text in texts for key in re.findall(r"(?<![a-z_.])lab(?:\.[a-z0-9_]+)+(?![a-z0-9_.{])", text)}
    stems = {stem for text in texts for stem in re.findall(r"lab\.(?:[a-z]+\.)+(?=[\"'{])", text)}
    return whole, stems


def test_every_text_stands_in_both_languages_and_is_used():
    russian, english = catalogue("ru"), catalogue("en")
    whole, stems = used()

    assert set(russian) == set(english)
    assert all(russian.values())
    assert all(english.values())
    assert len(whole) > 60
    assert whole - {"lab.html"} <= set(russian)
    assert [key for key in russian if key not in whole and not key.startswith(tuple(stems))] == []
    for key, text in russian.items():
        assert set(re.findall(r"\{[a-z]+\}", text)) == set(re.findall(r"\{[a-z]+\}", english[key])), key


def test_every_finding_has_its_texts():
    ids = set(re.findall(r'"id": "([a-z_]+)"', Path(rules.__file__).read_text(encoding="utf-8")))
    ids |= {"order_high", "order_low", "strong_thing", "weak_thing"}

    assert len(ids) >= 16
    for key in ids:
        assert f"lab.advice.{key}" in catalogue("en")
        assert f"lab.todo.{key}" in catalogue("en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", list(all_games()))
def test_things_of_every_game_have_names(slug, lang):
    spec = game(slug)
    names = Names(lab_words(lang, spec), {})

    for kind in spec.decisions:
        assert names.kind(kind)
    for key, fields in spec.events.items():
        for field in fields:
            assert "{" not in names.group(f"{key}.{field}")
            assert names.group(f"{key}.{field}")[0] not in " ·…:,"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_events_of_chests_are_named_whole(lang):
    names = Names(lab_words(lang, game("chests")), {})
    told = {key: names.event(key) for key in game("chests").events}
    assert {key: name for key, name in told.items() if "…" in name} == {}
    assert told["trap"] == {"en": "Falls into a trap", "ru": "Попадает в ловушку"}[lang]


def test_a_name_that_looks_like_markup_is_escaped(play, lots):
    from board_library.lab.facts import facts

    results = play(60)
    tally = results.tally["random"]
    sorts = tally["things"]["drawn.card"]["sorts"]
    sorts["<b>bold</b>"] = sorts.pop("ace")
    text = article(facts(lots, results), lab_words("en", lots))

    assert "&lt;b&gt;bold" in text
    assert "<b>bold" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_written_as_people_write_them(lots, lang):
    names = Names(lab_words(lang, lots), {})
    told = [names.number(1234567, 0), names.number(-2.5), names.percent(0.0512), names.signed(0.5)]

    assert told == (
        ["1\u202f234\u202f567", "−2,5", "5,1\u202f%", "+50\u202f%"]
        if lang == "ru"
        else ["1,234,567", "−2.5", "5.1%", "+50%"]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", list(all_games()))
def test_no_code_stands_raw_in_the_published_report(slug, lang, monkeypatch):
    spec = game(slug)
    raw = []
    monkeypatch.setattr(Names, "raw", lambda _, code: raw.append(code) or code)

    article(json.loads((spec.folder / "lab.json").read_text("utf-8")), lab_words(lang, spec))

    assert sorted(set(raw)) == []


def test_the_curve_of_the_lead_is_drawn_over_the_marks_that_have_enough_games(figures, lots):
    found, words = figures(60), lab_words("en", lots)
    leads = found["tables"]["3"]["leads"]
    every = Page(article(found, words))
    leads[0] = leads[1] = leads[2] = None
    some = article(found, words)
    leads[4] = leads[6] = leads[8] = None
    none = article(found, words)

    def curves(page):
        return sum("lab-chart--curve" in (given.get("class") or "") for _, given in page.tags)

    assert (curves(every), curves(Page(some)), curves(Page(none))) == (1, 1, 0)
    assert re.search(r"<span>40%</span><span>[^<]*</span><span>90%</span>", some)
    assert "Before the 40% mark" in some
    assert words.text("lab.no_leader") not in some
    assert words.text("lab.no_leader") in none


@pytest.mark.parametrize("slug", list(all_games()))
def test_the_lead_is_drawn_for_every_table_of_the_published_report(slug):
    spec = game(slug)
    facts = json.loads((spec.folder / "lab.json").read_text("utf-8"))
    text = article(facts, lab_words("en", spec))

    assert text.count("lab-chart--curve") == sum(table["games"] > 0 for table in facts["tables"].values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_median_and_the_mean_of_when_the_lead_was_final_have_names_of_their_own(figures, play, lots, lang):
    found, words = figures(60), lab_words(lang, lots)
    text = article(found | {"comparison": compare(play(60), play(60)), "other": found}, words)

    assert text.count(f"<th>{words.text('lab.measure.settled')}</th>") == 1
    assert f"<dt>{words.text('lab.measure.settled')}</dt>" not in text
    median = Names(words, {}).percent(found["tables"]["3"]["settled"]["p50"])
    assert f"<dt>{words.text('lab.settled')}</dt><dd>{median}</dd>" in text


def test_games_played_are_not_called_games_judged(figures, lots):
    found = figures(60, levels="sailor,random")
    assert found["tables"]["3"]["games"] < found["about"]["games"]

    told = {lang: article(found, lab_words(lang, lots)) for lang in LANGUAGES}
    assert "О правилах судим по партиям, в которых за всех играют боты уровня «матрос»." in told["ru"]
    assert "judged by games in which every seat is played by a sailor." in told["en"]


def test_the_command_to_repeat_a_run_is_safe_in_a_shell(figures, lots):
    seed = """$(x) "'`y`"""
    text = article(figures(6, seed=seed), lab_words("en", lots))
    command = unescape(re.search(r"<code>(.*)</code>", text)[1])

    assert shlex.split(command)[-1] == f"--seed={seed}"
    assert shlex.quote(seed) in command
