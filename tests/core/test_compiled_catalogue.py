"""A compiled catalogue says what gettext of the standard library says."""

from __future__ import annotations

import struct
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import tracker.i18n
from tracker.i18n.catalogue import translated, translated_for
from tracker.i18n.compiled import CompiledCatalogue

OURS = Path(tracker.i18n.__file__).parent / "fr" / "tracker.mo"


def written(catalogue: Catalog) -> bytes:
    """Give the bytes of a compiled catalogue."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def other_end_first(data: bytes) -> bytes:
    """Give a catalogue as a machine of the other byte order writes it."""
    _, version, count, keys, values, size, end = struct.unpack_from("<7I", data)
    tables = struct.unpack_from(f"<{4 * count}I", data, keys)
    assert values == keys + 8 * count
    head = struct.pack(">7I", 0x950412DE, version, count, keys, values, size, end)
    return head + struct.pack(f">{4 * count}I", *tables) + data[keys + 16 * count :]


class TestLikeGettext:
    """Every sentence of ours, in every form."""

    def test_every_sentence(self) -> None:
        data = OURS.read_bytes()
        ours, standard = CompiledCatalogue(data), GNUTranslations(BytesIO(data))
        plain = [key for key in standard._catalog if isinstance(key, str) and key]  # type: ignore[attr-defined]
        assert len(plain) > 1000
        for key in plain:
            context, _, rest = key.rpartition("\x04")
            expected = standard.pgettext(context, rest) if context else standard.gettext(key)
            assert ours.find(rest, context) == expected

    def test_every_plural(self) -> None:
        data = OURS.read_bytes()
        ours, standard = CompiledCatalogue(data), GNUTranslations(BytesIO(data))
        plural = {key[0] for key in standard._catalog if isinstance(key, tuple)}  # type: ignore[attr-defined]
        assert plural
        for key in plural:
            for count in (0, 1, 2, 3, 11, 1_000_000):
                assert ours.find_for(key, count) == standard.ngettext(key, "", count)

    def test_the_other_byte_order(self) -> None:
        catalogue = Catalog(locale="fr")
        catalogue.add("stress", "stress ressenti")
        catalogue.add(("{count} die", "{count} dice"), ("{count} dé", "{count} dés"))
        read = CompiledCatalogue(other_end_first(written(catalogue)))
        assert (read.find("stress"), read.find_for("{count} die", 1)) == ("stress ressenti", "{count} dé")

    def test_without_a_rule_of_the_plural_it_is_that_of_english(self) -> None:
        catalogue = Catalog(locale="fr", header_comment="")
        catalogue.add(("{count} die", "{count} dice"), ("{count} dé", "{count} dés"))
        data = written(catalogue).replace(b"Plural-Forms", b"Forms-Plural")
        read = CompiledCatalogue(data)
        assert [read.find_for("{count} die", count) for count in (0, 1, 2)] == [
            "{count} dés",
            "{count} dé",
            "{count} dés",
        ]


class TestUnknown:
    """What no catalogue has."""

    def test_it_is_said_in_english(self) -> None:
        assert translated("fr", "nothing of ours") == "nothing of ours"
        assert translated("de", "stress") == "stress"
        assert [translated_for("en", "a die", "dice", count) for count in (0, 1, 2)] == ["dice", "a die", "dice"]

    def test_a_word_with_a_context_is_not_the_word_without(self) -> None:
        assert translated("fr", "shown", "visibility") == "visible"
        assert CompiledCatalogue(OURS.read_bytes()).find("shown", "nothing of ours") is None

    @pytest.mark.parametrize(
        "data", [b"", b"\xde\x12", b"no catalogue at all, but long enough", OURS.read_bytes()[:40]]
    )
    def test_what_is_no_catalogue(self, data: bytes) -> None:
        with pytest.raises(ValueError, match="catalogue"):
            CompiledCatalogue(data)
