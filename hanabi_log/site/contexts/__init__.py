"""What each kind of page shows, as frozen values: the contract with templates.

One dataclass a page kind, one `help` text a field. Templates print these values and do no
sums; everything that needs a number, a date or a choice of words is settled here.
"""
