"""Texts of numbers and times: tags.md, section 9.1."""

import re

from . import lists
from .refused import DAMAGED, Refused

FORMS = 6
MAX_DIGITS = lists.limit("NUMBERS_MAX_DIGITS")
TICKS = {2: 86400, 3: 1, 4: 86400 * 10**3, 5: 86400 * 10**6}   # of a day, of each form of times
DAYS = 3652425                                              # of 10,000 years
ROUND = {2: TICKS[2], 3: DAYS, 4: DAYS * TICKS[4], 5: DAYS * TICKS[5]}

# The last run of digits of a text.
LAST_RUN = re.compile(rb"(?P<run>[0-9]+)[^0-9]*\Z")

# The patterns of times, wherever they begin. Groups: all of it, date (YYYY, MM, DD), time of
# day (hh, mm, ss), fraction.
_DAY = rb"([0-9]{4})%b([0-9]{2})%b([0-9]{2})"
_TIME = rb"([0-9]{2}):([0-9]{2}):([0-9]{2})"
PATTERN = {form: re.compile(b"(?=(" + pattern + b"))") for form, pattern in (
    (2, _TIME), (3, _DAY % (rb"\.", rb"\.")),
    (4, _DAY % (b"-", b"-") + b"T" + _TIME + rb"\.([0-9]{3})"),
    (5, _DAY % (b"-", b"-") + b" " + _TIME + rb"\.([0-9]{6})"))}


def find_number(form, text):
    """(number, bytes before it, bytes behind it), or None."""
    if form >= 2:
        return find_time(form, text)
    found = LAST_RUN.search(text)
    if not found:
        return None
    at, end = found.span("run")
    run = text[at:end]
    if len(run) > MAX_DIGITS or run.startswith(b"0") and run != b"0":
        return None
    v = int(run)
    if form == 0:
        if at == 1 and text[0] == 0x2D and v > 0:
            v = -v
            at = 0
    else:
        sign = at > 0 and text[at - 1] in b"+-"
        if sign != (v != 0):
            return None
        if sign:
            at -= 1
            if text[at] == 0x2D:
                v = -v
    return v, text[:at], text[end:]


def find_time(form, text):
    for found in PATTERN[form].finditer(text):
        whole, *parts = found.groups()
        v = _ticks(form, [int(x) for x in parts])
        if v is not None:
            at = found.start()
            return v, text[:at], text[at + len(whole):]
    return None


def _ticks(form, parts):
    """The number of a time, None if there is no such day or time of day."""
    v = 0
    if form >= 3:
        y, m, d = parts[:3]
        if not 1 <= m <= 12 or not 1 <= d <= days_of(y, m):
            return None
        v = day_of(y, m, d) * TICKS[form]
        parts = parts[3:]
    if form != 3:
        hours, minutes, seconds = parts[:3]
        if hours > 23 or minutes > 59 or seconds > 59:
            return None
        v += (hours * 3600 + minutes * 60 + seconds) * (TICKS[form] // 86400)
        v += sum(parts[3:])                                 # the fraction
    return v


def days_of(y, m):
    """How many days a month of the Gregorian calendar has."""
    if m == 2:
        return 29 if y % 4 == 0 and (y % 100 != 0 or y % 400 == 0) else 28
    return 30 if m in (4, 6, 9, 11) else 31


def day_of(y, m, d):
    """The number of a day; 1 March of the year 0 is 0."""
    m -= 3
    if m < 0:
        m += 12
        y = (y + 9999) % 10000
    r = y % 400
    return 146097 * (y // 400) + 365 * r + r // 4 - r // 100 + (153 * m + 2) // 5 + d - 1


def date_of(day):
    """(year, month, day)"""
    r = day % 146097
    z = (r - r // 1460 + r // 36524 - r // 146096) // 365
    r -= 365 * z + z // 4 - z // 100
    m = (5 * r + 2) // 153
    d = r - (153 * m + 2) // 5 + 1
    y = 400 * (day // 146097) + z
    m += 3
    if m > 12:
        m -= 12
        y = (y + 1) % 10000
    return y, m, d


def write_number(form, v):
    """The text in which find_number finds v with nothing around it."""
    if form == 0:
        return b"%d" % v
    if form == 1:
        return b"%+d" % v if v else b"0"
    text = b""
    if form >= 3:
        text = (b"%04d.%02d.%02d" if form == 3 else b"%04d-%02d-%02d") % date_of(v // TICKS[form])
    if form == 3:
        return text
    second = TICKS[form] // 86400
    s = v % TICKS[form] // second
    time = b"%02d:%02d:%02d" % (s // 3600, s // 60 % 60, s % 60)
    if form == 2:
        return time
    if form == 4:
        return text + b"T" + time + b".%03d" % (v % second)
    return text + b" " + time + b".%06d" % (v % second)


def total(form, a, d):
    """`sum` of the document."""
    return (a + d) % ROUND[form] if form >= 2 else a + d


def difference(form, v, a):
    """v - a; of times the shorter way round."""
    if form < 2:
        return v - a
    h = ROUND[form] // 2
    return (v - a + h) % ROUND[form] - h


def converted(form, other, v):
    """A number of form `other` as one of this form (section 9.3, reference_of)."""
    if form < 2 or other < 2:
        return v
    a, b = TICKS[form], TICKS[other]
    return (v * (a // b) if a >= b else v // (b // a)) % ROUND[form]


def checked_form(form):
    if form >= FORMS:
        raise Refused(DAMAGED, "an unknown form of numbers")
    return form
