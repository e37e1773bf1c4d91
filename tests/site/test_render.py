"""What templates are rendered with."""

from hanabi_log.site.render import KEPT, Once


class Macro:
    """Counts how often it was called; a macro of Jinja has a name too."""

    name = "who"

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *arguments: object) -> str:
        self.calls += 1
        return " ".join(map(str, arguments))


def test_parts_are_made_once_and_the_oldest_make_room() -> None:
    once, macro = Once(), Macro()
    for number in range(KEPT):
        assert once(macro, number, "root") == f"{number} root"
    assert once(macro, 0, "root") == "0 root"
    assert macro.calls == KEPT
    once(macro, KEPT, "root")
    once(macro, 1, "root")
    assert macro.calls == KEPT + 1
    once(macro, 0, "root")
    assert macro.calls == KEPT + 2
