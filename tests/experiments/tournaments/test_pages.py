"""A tournament's page: what stands on it, what strangers can't do to it, and how it looks in a browser."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.experiments.cli import main
from mutapa.experiments.tournaments import charts
from mutapa.experiments.tournaments.pictures import chosen, delta, drawn, leads, rebuilt, replay, split
from mutapa.experiments.tournaments.rate import rated
from mutapa.experiments.tournaments.ratings import PRIOR, Games
from mutapa.experiments.tournaments.store import Store
from mutapa.experiments.tournaments.summary import VERDICTS, Summary, crossed, read
from tests.experiments.tournaments.browser import Page, found
from tests.experiments.tournaments.stores import HOSTILE, recorded, synthetic

NAMES = ["alpha", "beta", "gamma", HOSTILE]
SECTIONS = ("Ratings", "Cross table", "Seats", "Lengths", "Times", "Failures", "Games", "Conditions")


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return int(end.value.code or 0)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic(tmp_path_factory.mktemp("cup") / "cup.store", NAMES, 3, 40, failing=4)


@pytest.fixture(scope="module")
def page(store: Path) -> Path:
    out = store.with_name("cup.html")
    assert run("report", str(store), "-o", str(out), "--backend", "plain", "--replays", "3") == 0
    return out


def summary_of(path: Path) -> Summary:
    with Store.read(path) as opened:
        return read(opened)


# --- reading ----------------------------------------------------------------------------------------------------------


def test_50_of_200_games_forfeited_are_50_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # A13
    path = synthetic(tmp_path / "s.store", ["a", "b", "late"], 2, 100, failing=50)
    summary = summary_of(path)
    assert (summary.ended, summary.forfeited) == (200, 50)
    assert summary.verdicts[:, VERDICTS.index("time")].tolist() == [0, 0, 50]
    assert int(summary.verdicts.sum()) == 50
    assert run("ratings", str(path)) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("late"))
    assert line.split()[-1] == "50"
    assert run("report", str(path), "-o", str(tmp_path / "p.html"), "--replays", "0") == 0
    text = (tmp_path / "p.html").read_text()
    assert "50 of 200 games have a seat that forfeited" in text
    assert "<td>50</td><td></td><td></td><td></td><td></td><td><strong>50</strong></td>" in text
    # Once in the rating: 200 games give each seat 200 results, no more.
    found = rated(summary, None, None, PRIOR)
    assert sum(each.games for each in found.players) == 400


def test_a_store_under_way_counts_blocks_before_the_first_that_is_not_whole(tmp_path: Path) -> None:
    path = synthetic(tmp_path / "s.store", ["a", "b", "c"], 3, 10, played=23)
    with Store.read(path) as opened:
        assert read(opened).left_out == {8}
    gone = [each for each in range(1, 24) if each != 5]  # game 5, of block 2, is still being played
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM seats WHERE game = 5")
        connection.execute("DELETE FROM games WHERE number = 5")
    summary = summary_of(path)
    assert summary.numbers.tolist() == gone
    assert summary.left_out == set(range(2, 9))
    found = rated(summary, None, None, PRIOR)
    assert (found.blocks, found.games) == (1, 3)


def test_a_void_game_takes_its_block_along(tmp_path: Path) -> None:
    path = synthetic(tmp_path / "s.store", ["a", "b", "c"], 3, 4)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE games SET status = 'void', reason = 'a number left its room' WHERE number = 4")
        connection.execute("UPDATE seats SET rank = NULL, margin = NULL WHERE game = 4")
    summary = summary_of(path)
    assert (summary.left_out, summary.void, len(summary.numbers)) == ({2}, {"a number left its room": 1}, 11)


def test_a_seat_that_is_missing_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = synthetic(tmp_path / "t.store", NAMES, 3, 4), tmp_path / "t.html"
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM seats WHERE game = 5 AND seat = 1")
    connection.close()
    for words in (["report", str(path), "-o", str(out)], ["ratings", str(path)]):
        assert run(*words) == 2
        assert "t.store: damaged: game 5 hasn't its 3 seats" in capsys.readouterr().err
    assert not out.exists()


def test_the_cross_table() -> None:
    games = Games.of([(1, ("a", "b", "c"), (1, 2, 2)), (1, ("c", "a", "b"), (1, 2, 3)), (2, ("b", "c"), (1, 2))])
    ahead, met = crossed(games)
    assert met.tolist() == [[0, 2, 2], [2, 0, 3], [2, 3, 0]]
    assert ahead[0, 1:].tolist() == [1.0, 0.5]
    assert ahead[1, 2] == pytest.approx((0.5 + 0 + 1) / 3)
    assert ahead[2, 1] == pytest.approx(1 - ahead[1, 2])


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_changes_put_together_give_every_position() -> None:
    rng = np.random.default_rng(1)
    rows: list[list[int]] = [[1, 2, 3], [1, 2, 3], [], [5], [5, 5], [5]]
    rows += [rng.integers(3, size=int(rng.integers(8))).tolist() for _ in range(200)]
    frames, before = [], []
    for row in rows:
        frames.append(delta(before, row))
        before = row
    assert [rebuilt(frames, k) for k in range(len(rows))] == rows


@pytest.mark.parametrize(("game", "seats", "steps"), [("ascending", 3, 1000), ("tictactoe", 2, 1000), ("stone_age", 2, 12)])
def test_a_replay_holds_every_position(game: str, seats: int, steps: int) -> None:
    record = Record.from_bytes(recorded(game, seats, 3, steps))
    made = replay(record, ["x"] * seats, "plain", "here")
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(made.packed)))
    now: list[int] = []
    pictures, winning = [], []
    for start, end, between in data["frames"]:
        now = now[:start] + between + now[len(now) - end :]
        pictures.append(("" if made.svg else "\n").join(data["pieces"][piece] for piece in now))
    positions = []
    for state in record.positions():
        positions.append(drawn(state))
        winning.append(record.outcome is None or leads(state, record.outcome["ranks"].index(1)))
    assert pictures == positions
    assert made.svg is (game == "stone_age")
    assert made.length == len(data["words"]) == len(record.actions) + 1
    assert data["words"][0] == "the deal"
    assert record.texts[-1] in data["words"][-1]
    assert made.picture == positions[made.turn]
    assert all(winning[made.turn :])
    assert made.turn == 0 or not winning[made.turn - 1]


def test_pieces_are_the_picture() -> None:
    svg = State.new("stone_age", seats=2, backend="plain").svg()
    assert "".join(split(svg, True)) == svg


def test_games_worth_a_look(store: Path) -> None:
    summary = summary_of(store)
    picked = list(chosen(summary, rated(summary, None, None, PRIOR)))
    assert len({each.number for each in picked}) == len(picked)
    by_number = {int(number): i for i, number in enumerate(summary.numbers)}
    closest = next(each for each in picked if each.why == "the closest finish")
    leading = summary.margins[summary.games.ranks == 1]
    i = by_number[closest.number]
    assert summary.margins[i][summary.games.ranks[i] == 1].tolist() == [leading.min()]
    longest = next(each for each in picked if each.why == "the longest game")
    assert longest.plies == summary.plies.max()
    assert sorted(longest.ranks) == [1, 2, 3]
    assert any(each.why.startswith("the winner least expected by the ratings (") for each in picked)


def test_bars_add_up() -> None:
    picture, marks, said = charts.histogram([3, 3, 4, 10, 60], "steps")
    counts = [int(each) for each in re.findall(r"(\d+) games</title>", picture)]
    assert sum(counts) == 5
    assert (marks[0], marks[-1] >= 60) == (3, True)
    assert said == "the fullest bar is 3 games; a bar is 3 steps wide"
    assert charts.histogram([7], "steps")[1] == [7]


# --- the page ---------------------------------------------------------------------------------------------------------


def test_what_stands_on_the_page(page: Path) -> None:
    text = page.read_text()
    told = ["auction=sealed", "70707", "c0ffee" * 10, "5a17" * 8, "rules version 1", "4 of 120 games have a seat that forfeited"]
    told.append("is not installed): engines can read files</td>")
    for words in (*(f"<h2>{section}</h2>" for section in SECTIONS), *told, "author of alpha", "uct:sims=2", "uct:sims=4"):
        assert words in text, words
    assert text.count('<figure class="replay"') == 3
    assert not re.findall(r"(?:src|href)=\"(?!#|data:,)[^\"]*\"", text)
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_strangers_words_are_escaped(page: Path) -> None:
    text = page.read_text()
    assert HOSTILE not in text
    assert text.count("<script") == text.count("</script>") == 1
    assert "<img" not in text
    assert text.count("&lt;script&gt;document.title=") >= 5  # name, author, words, output


def test_a_game_asked_for(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "p.html"
    assert run("report", str(store), "-o", str(out), "--backend", "plain", "--replays", "0", "--game", "17") == 0
    assert "<strong>Game 17</strong>, asked for" in out.read_text()
    assert run("report", str(store), "-o", str(tmp_path / "q.html"), "--backend", "plain", "--game", "1700") == 2
    assert "--game: no game 1700 that counts among the 120" in capsys.readouterr().err
    assert not (tmp_path / "q.html").exists()


def test_records_that_can_not_be_played_again_are_said(tmp_path: Path) -> None:
    path = synthetic(tmp_path / "s.store", ["a", "b"], 2, 3, records=[b"no record"])
    assert run("report", str(path), "-o", str(tmp_path / "p.html"), "--backend", "plain") == 0
    text = (tmp_path / "p.html").read_text()
    assert "Some games can&#39;t be shown: s.store: game " in text.replace("'", "&#39;")
    assert str(tmp_path) not in text


def test_an_empty_store_has_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = synthetic(tmp_path / "s.store", ["a", "b"], 2, 3, played=0)
    assert run("report", str(path), "-o", str(tmp_path / "p.html")) == 0
    text = (tmp_path / "p.html").read_text()
    assert "under way: 0 of 6 games" in text
    assert "5a17" not in text
    assert "70707" not in text  # the seed is for the end
    capsys.readouterr()
    assert run("ratings", str(path), "--json", "-") == 0
    assert [each["elo"] for each in json.loads(capsys.readouterr().out)["players"]] == [None, None]


@pytest.mark.parametrize("command", ["ratings", "report"])
def test_no_store(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("no store " * 100)
    for name, said in (("nowhere", "there is no such file"), ("text", "text: ")):
        assert run(command, name) == 2
        err = capsys.readouterr().err
        assert said in err
        assert len(err.splitlines()) == 1
    assert not (tmp_path / "report.html").exists()


@pytest.mark.skipif(found() is None, reason="NO BROWSER HERE: the page was not opened; install chromium")
def test_in_a_browser(page: Path) -> None:
    program = found()
    assert program is not None
    with Page(program) as browser:
        for width, dark in ((1200, False), (1200, True), (360, False)):
            browser.open(page, width, 800, dark)
            assert browser.ask("document.documentElement.scrollWidth") <= width
            assert browser.ask("document.title") == "Cup of ascending"
            seen = browser.ask("document.body.innerText")
            assert all(section in seen for section in SECTIONS)
            paper = browser.ask("getComputedStyle(document.body).backgroundColor")
            light = sum(map(int, re.findall(r"\d+", paper)[:3])) > 384
            assert light is not dark
        at = "document.querySelector('figure.replay')"
        said = browser.ask(
            f"(async () => {{ const f = {at}, seen = []; for (const go of ['first', 'next', 'last', 'back']) {{"
            " f.querySelector(`[data-go=${go}]`).click(); await new Promise(r => setTimeout(r, 300));"
            " seen.push([f.querySelector('.words').textContent, f.querySelector('.board').textContent]); } return seen; })()"
        )
        words = [each[0] for each in said]
        last = int(browser.ask(f"{at}.querySelector('input').max"))
        assert words[0] == f"0 of {last} · the deal"
        assert words[1].startswith(f"1 of {last} · 0 ")
        assert words[2].startswith(f"{last} of {last} · ")
        assert words[3].startswith(f"{last - 1} of {last} · ")
        assert "price 0" in said[0][1]
        assert said[2][1] != said[0][1]
        assert browser.complaints == []
