"""A sample club of two years, invented and the same every time: `make_demo` logs it and
builds its site. Nothing in it is a statistic of real games."""

from hanabi_log.demo.making import Demo, make_demo
from hanabi_log.demo.play import drafts

__all__ = ["Demo", "drafts", "make_demo"]
