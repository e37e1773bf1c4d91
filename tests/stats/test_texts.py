"""Many short texts as one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hanabi_log.stats.texts import Texts, part_of

words = st.lists(st.text(max_size=4), max_size=8)


@given(words, st.data())
def test_texts_are_a_sequence_like_any_other(found: list[str], data: st.DataObject) -> None:
    texts = Texts()
    for text in found:
        texts.append(text)
    assert list(texts) == found
    assert [texts[place] for place in range(-len(found), len(found))] == found + found
    some = data.draw(st.slices(len(found)))
    assert list(texts[some]) == found[some]
    places = data.draw(st.lists(st.sampled_from(range(len(found))))) if found else []
    part = part_of(texts, places)
    assert list(part) == [found[place] for place in places]
    assert list(part_of(part, range(len(part))[::2])) == list(part)[::2]
    assert list(part[::-1]) == list(part)[::-1]
