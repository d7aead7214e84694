"""The log is read from its end; what somebody wrote into it by hand never makes it read wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tracker.core.tree import Value
from tracker.store.log_tail import before, split_file, tail
from tracker.store.toml_write import entry_text

HEAD = b'format = 1\ntitle = "T"\n\n[characters.a]\nnotes = """\n[[log]]\n"""\n\n'


def entries(count: int, first: int = 1) -> list[dict[str, Value]]:
    return [
        {"n": n, "event": "roll", "faces": [6, n % 6 + 1], "choice": {"a": "l'été"}}
        for n in range(first, first + count)
    ]


def log(values: list[dict[str, Value]], newline: str = "\n") -> bytes:
    return "".join(entry_text(value, newline) + newline for value in values).encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ambre.toml"


class TestSplitFile:
    """The head ends where the first real `[[log]]` header begins its line."""

    def test_a_header_inside_a_string_is_text(self, file: Path) -> None:
        file.write_bytes(HEAD + log(entries(3)))
        assert split_file(file) == (HEAD, len(HEAD))

    @pytest.mark.parametrize("header", [b"[[log]]", b"  [[ log ]]", b'[["log"]] # here', b"[['log']]"])
    def test_ways_to_write_it(self, file: Path, header: bytes) -> None:
        file.write_bytes(HEAD + header + b"\nn = 1\n")
        assert split_file(file) == (HEAD, len(HEAD))

    def test_an_array_that_looks_like_it(self, file: Path) -> None:
        head = b'x = [\n  [["log"]]\n]\n'
        file.write_bytes(head + b"[[log]]\nn = 1\n")
        assert split_file(file) == (head, len(head))

    @pytest.mark.parametrize(
        "head", [b"", b"a = 1\n", b"a = 1", b"\xff = broken\n[[log]]\nn = 1\n", b"a = \n[[log]]\n"]
    )
    def test_without_a_log_or_broken_all_is_head(self, file: Path, head: bytes) -> None:
        file.write_bytes(head)
        assert split_file(file) == (head, None)

    def test_byte_order_mark_and_crlf(self, file: Path) -> None:
        head = b"\xef\xbb\xbfformat = 1\r\n\r\n"
        file.write_bytes(head + log(entries(2), "\r\n"))
        assert split_file(file) == (head, len(head))
        assert tail(file, len(head), 5).entries == entries(2)

    def test_a_mark_and_only_a_log(self, file: Path) -> None:
        file.write_bytes(b"\xef\xbb\xbf" + log(entries(2)))
        assert split_file(file) == (b"\xef\xbb\xbf", 3)

    @pytest.mark.parametrize("size", [65_500, 65_530, 65_535, 65_536, 65_537, 200_000])
    def test_a_header_on_the_edge_of_a_block(self, file: Path, size: int) -> None:
        head = b"x = '" + b"y" * size + b"'\n"
        file.write_bytes(head + b"[[log]]\nn = 1\n")
        assert split_file(file) == (head, len(head))

    def test_a_descriptor_keeps_its_place(self, file: Path) -> None:
        file.write_bytes(HEAD + log(entries(3)))
        descriptor = os.open(file, os.O_RDONLY)
        assert split_file(descriptor).log_start == len(HEAD)
        assert len(tail(descriptor, len(HEAD), 9).entries) == 3
        assert os.lseek(descriptor, 0, os.SEEK_CUR) == 0
        os.close(descriptor)


class TestTail:
    """The last entries, oldest first, and where to go on to older ones."""

    @pytest.mark.parametrize("count", [1, 7, 199, 200, 201, 1000])
    def test_pages_join_without_gap_or_overlap(self, file: Path, count: int) -> None:
        file.write_bytes(HEAD + log(entries(1000)))
        page = tail(file, len(HEAD), count)
        seen = page.entries
        while not page.is_complete:
            page = before(file, len(HEAD), page.offset, count)
            assert 0 < len(page.entries) <= count
            seen = page.entries + seen
        assert page.offset == len(HEAD)
        assert seen == entries(1000)

    def test_no_log(self, file: Path) -> None:
        file.write_bytes(HEAD)
        page = tail(file, None, 200)
        assert page.entries == []
        assert page.is_complete

    def test_a_last_line_without_newline(self, file: Path) -> None:
        file.write_bytes(HEAD + log(entries(9)).rstrip())
        assert tail(file, len(HEAD), 2).entries == entries(2, first=8)

    def test_large_entries(self, file: Path) -> None:
        values: list[dict[str, Value]] = [{"n": n, "note": "é" * 50_000} for n in range(1, 9)]
        file.write_bytes(HEAD + log(values))
        assert tail(file, len(HEAD), 3).entries == values[-3:]

    @pytest.mark.parametrize(
        "note",
        [
            '"""\n[[log]]\nn = 2\n"""',
            "'''\n[[log]]\nn = 8\n# '''",
            "'''\n[[log]]\nn = 8\nx = '''",
            '"""\n[[log]]\nn = 8\n# """',
            "\"it'''s\"",
        ],
    )
    @pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
    def test_a_header_inside_a_string_is_never_an_entry(self, file: Path, note: str, count: int) -> None:
        values = entries(6)
        by_hand = log(values[:3]) + f"[[log]]\nn = 4\nnote = {note}\n".encode() + log(entries(2, first=9))
        file.write_bytes(HEAD + by_hand)
        page = tail(file, len(HEAD), count)
        assert [entry["n"] for entry in page.entries] == [1, 2, 3, 4, 9, 10][-count:]
        older = before(file, len(HEAD), page.offset, 9)
        assert [entry["n"] for entry in older.entries] == [1, 2, 3, 4, 9, 10][:-count]

    def test_sub_tables_and_comments_by_hand(self, file: Path) -> None:
        file.write_bytes(HEAD + b"[[log]] # one\nn = 1\n[log.choice]\na = 1\n\n# two\n[[ log ]]\nn = 2\n")
        assert tail(file, len(HEAD), 9).entries == [{"n": 1, "choice": {"a": 1}}, {"n": 2}]

    @pytest.mark.parametrize("entry", [b"[[log]]\nn = 1\n", b"[[log]]\nn = true\n", b"[[log]]\nnote = 'x'\n"])
    def test_strange_numbers_are_given_as_they_stand(self, file: Path, entry: bytes) -> None:
        file.write_bytes(HEAD + log(entries(5)) + entry)
        assert len(tail(file, len(HEAD), 2).entries) == 2
        assert len(tail(file, len(HEAD), 20).entries) == 6

    def test_a_table_behind_the_log_is_told(self, file: Path) -> None:
        file.write_bytes(HEAD + log(entries(5)) + b"[characters.b]\nname = 'B'\n")
        assert tail(file, len(HEAD), 2).strays == ("characters",)

    def test_a_broken_log_is_an_error(self, file: Path) -> None:
        file.write_bytes(HEAD + log(entries(5)) + b"[[log]]\nn = \n")
        with pytest.raises(ValueError, match="Invalid value"):
            tail(file, len(HEAD), 2)

    def test_ten_thousand_entries_cost_what_two_hundred_do(self, file: Path) -> None:
        values: list[dict[str, Value]] = [{**entry, "odds": "x" * 330} for entry in entries(10_000)]
        file.write_bytes(HEAD + log(values))
        assert file.stat().st_size > 4_000_000
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            page = tail(file, split_file(file).log_start, 200)
            times.append(time.perf_counter() - begin)
        assert page.entries == values[-200:]
        assert min(times) < 0.022
