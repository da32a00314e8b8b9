"""Section 9.8: columns of numbers and times."""

import re

from . import Corrupt
from .mixed import Model, tables
from .rangecoder import Decoder
from .values import all_taken, digits_class, next_exception, read_exceptions, show, size_for

EXCEPTION, DIFFERENCE = 0, 1
ZERO, BEFORE, PLIES, NEXT, SUM, BEHIND, REFERENCES = range(7)
BASES = REFERENCES + 3
PLAIN, SIGNED, DAYTIME, DATE, MOMENT, STAMP = range(6)

DAY, ERA = 86400, 146097
ROUND_DAYS = 25 * ERA
CLOCK = rb"([01]\d|2[0-3]):([0-5]\d):([0-5]\d)"
# Of times: what finds one, ticks of a day and of a second, days until they come round.
TIMES = {
    DAYTIME: (re.compile(CLOCK), DAY, 1, 1),
    DATE: (re.compile(rb"(\d{4})\.(\d\d)\.(\d\d)"), 1, 0, ROUND_DAYS),
    MOMENT: (re.compile(rb"(\d{4})-(\d\d)-(\d\d)T" + CLOCK + rb"\.(\d{3})"), DAY * 10**3, 10**3, ROUND_DAYS),
    STAMP: (re.compile(rb"(\d{4})-(\d\d)-(\d\d) " + CLOCK + rb"\.(\d{6})"), DAY * 10**6, 10**6, ROUND_DAYS),
}


def day_of(y, m, d):
    """The number of a day since 1 March of the year 0; None if there is no such day."""
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    if not 1 <= m <= 12 or not 1 <= d <= [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]:
        return None
    if m < 3:
        y, m = (y - 1) % 10000, m + 12
    return y * 365 + y // 4 - y // 100 + y // 400 + (153 * (m - 3) + 2) // 5 + d - 1


def date_of(day):
    day %= ROUND_DAYS
    era, day = divmod(day, ERA)
    year = min(day * 400 // ERA + 1, 399)
    while year * 365 + year // 4 - year // 100 > day:
        year -= 1
    day -= year * 365 + year // 4 - year // 100
    m = (5 * day + 2) // 153
    d = day - (153 * m + 2) // 5 + 1
    y = 400 * era + year
    return (y, m + 3, d) if m < 10 else ((y + 1) % 10000, m - 9, d)


def round_of(form):
    return TIMES[form][1] * TIMES[form][3] if form in TIMES else 0


def find(form, text):
    """The number in a text, what is before and what is behind it; None for none."""
    if form in TIMES:
        pattern, ticks, second, days = TIMES[form]
        at = 0
        while m := pattern.search(text, at):
            at = m.start() + 1
            part = [int(x) for x in m.groups()]
            day = 0
            if days > 1:
                day, part = day_of(*part[:3]), part[3:]
            if day is None:
                continue
            v = day * ticks
            if part:
                v += (part[0] * 3600 + part[1] * 60 + part[2]) * second + (part[3] if len(part) > 3 else 0)
            return v, text[:m.start()], text[m.end():]
        return None
    runs = list(re.finditer(rb"[0-9]+", text))
    if not runs:
        return None
    at, end = runs[-1].span()
    digits = text[at:end]
    if len(digits) > 15 or len(digits) > 1 and digits[:1] == b"0":
        return None
    v = int(digits)
    if form == PLAIN:
        if at == 1 and text[:1] == b"-" and v:
            v, at = -v, 0
    else:
        sign = text[at - 1:at] if at else b""
        if (sign in (b"+", b"-")) == (v == 0):
            return None
        if v:
            at -= 1
            if sign == b"-":
                v = -v
    return v, text[:at], text[end:]


def write(form, v):
    if form not in TIMES:
        return show(form, v)
    _, ticks, second, _ = TIMES[form]
    s = v % ticks // second if second else 0
    clock = b"%02d:%02d:%02d" % (s // 3600, s // 60 % 60, s % 60)
    if form == DAYTIME:
        return clock
    date = date_of(v // ticks)
    if form == DATE:
        return b"%04d.%02d.%02d" % date
    if form == MOMENT:
        return b"%04d-%02d-%02dT" % date + clock + b".%03d" % (v % second)
    return b"%04d-%02d-%02d " % date + clock + b".%06d" % (v % second)


def apart(form, v, base):
    """What v is more than base; times the shorter way round."""
    n = round_of(form)
    return (v - base + n // 2) % n - n // 2 if n else v - base


def together(form, base, d):
    n = round_of(form)
    return (base + d) % n if n else base + d


def convert(form, other, v):
    """What a time in another form is in this one."""
    to, ticks = TIMES[form][1], TIMES[other][1]
    return (v * (to // ticks) if to >= ticks else v // (ticks // to)) % round_of(form)


class List:
    """The numbers that a column has in a form, as far as they are known."""

    def __init__(self, column, form):
        self.column, self.form = column, form
        self.numbers = []
        for v in column.values or ():
            self.add(find(form, v))

    def add(self, found):
        self.numbers.append(found and found[0])

    def of(self, game):
        at = self.column.first.get(game)
        return None if at is None or at >= len(self.numbers) else self.numbers[at]


class Member:
    """A column that is coded as numbers."""

    def __init__(self, column):
        self.column = column
        self.references, self.day = [None] * 3, None

    def read_head(self, tags, r, flags, members):
        self.form = flags & 15
        if self.form > STAMP:
            raise Corrupt("tags: no such form of numbers")

        def column(k):
            c = tags.at(k)
            if (c.values is None or c.busy) and all(m.column is not c for m in members):
                tags.decode(c)
            return c

        if flags & 64:
            for k in range(3):
                if v := r.uv():
                    if (v - 1) % 8 > STAMP:
                        raise Corrupt("tags: a reference of no form")
                    self.references[k] = column((v - 1) // 8), (v - 1) % 8
        if flags & 32:
            self.day = column(r.uv())
        self.around = r.bytes(r.uv()), r.bytes(r.uv())

    def begin(self, tags, members):
        """Readies what is remembered, once all columns that are referred to are there."""
        self.plies = tags.plies
        self.own = [m.own for m in members if m is self][0]
        own = {id(m.column): m.own for m in members}
        self.lists = [r and (own.get(id(r[0])) or List(*r)) for r in self.references]
        self.days = List(self.day, DATE) if self.day else None
        self.model = Model(size_for(40 * len(self.column.games)), 200, tables("tags")["tags.numbers"])
        self.last, self.next, self.before = 0, [], None
        self.change = self.pace = self.missed = self.answers = 0
        self.costs = [0] * BASES
        self.column.values = []

    def reference(self, k, game):
        """The number of a reference, as this column has it."""
        source = self.lists[k]
        v = source.of(game) if source and game is not None else None
        if v is None:
            return None
        if source.form in TIMES and self.form in TIMES:
            return convert(self.form, source.form, v)
        return v

    def move(self, v, game):
        self.last, self.before = v, game

    def day_step(self, game):
        now = self.days.of(game) if self.days else None
        before = self.days.of(self.before) if self.days and self.before is not None else None
        if now is None or before is None:
            return 0
        return {0: 1, 1: 2, -1: 3}.get(now - before, 4 if now > before else 5)

    def bases(self, game):
        form, last = self.form, self.last
        base = [None] * BASES
        base[ZERO], base[BEFORE], base[PLIES] = 0, last, self.plies[game]
        base[REFERENCES:] = [self.reference(k, game) for k in range(3)]
        x = self.reference(0, self.before)
        if x is not None:
            self.next = ([x] + self.next)[:8]
        if self.next:
            above = [x for x in self.next if apart(form, x, last) > 0]
            base[NEXT] = min(above, key=lambda x: apart(form, x, last)) if above else self.next[0]
        if base[REFERENCES] is not None and base[REFERENCES + 1] is not None:
            base[SUM] = together(form, base[REFERENCES], base[REFERENCES + 1])
        x = self.reference(1, self.before)
        if x is not None:
            base[BEHIND] = together(form, last, x + self.missed)
        return base

    def number(self, d, game):
        """The number of a game, None for an exception."""
        model, form = self.model, self.form
        e = model.flag(d, model.use(EXCEPTION, self.answers))
        self.answers = self.answers << 1 | e
        if e:
            return None
        bases = self.bases(game)
        u = min((k for k in range(BASES) if bases[k] is not None), key=lambda k: self.costs[k])
        b = bases[u]
        v = together(form, b, model.signed(d, model.use(
            DIFFERENCE, u, digits_class(self.change), self.change, digits_class(b), b, digits_class(self.pace >> 2),
            min(self.plies[game] >> 3, 127), self.day_step(game))))
        for k, x in enumerate(bases):
            bits = 40 if x is None else abs(apart(form, v, x)).bit_length()
            self.costs[k] += 256 * bits - self.costs[k] // 16
        if bases[BEHIND] is not None:
            self.missed = together(form, self.missed, apart(form, v, bases[BEHIND]))
        self.change = apart(form, v, b)
        self.pace += min(abs(self.change), 1 << 20) - (self.pace >> 4)
        self.move(v, game)
        return v

    def value(self, d, game, exceptions):
        v = self.number(d, game)
        if v is not None:
            self.column.values.append(self.around[0] + write(self.form, v) + self.around[1])
            self.own.numbers.append(v)
            return
        text = next_exception(exceptions)
        self.column.values.append(text)
        found = find(self.form, text)
        self.own.add(found)
        if found:
            self.around = found[1:]
            self.move(found[0], game)


def Numbers(tags, col, r):
    flags = r.byte()
    members = [Member(col)]
    if flags & 128:
        members.append(Member(tags.later(r.uv(), col)))
    members[0].read_head(tags, r, flags, members)
    if len(members) > 1:
        more = r.byte()
        if more & 144:
            raise Corrupt("tags: a partner with a partner")
        members[1].read_head(tags, r, more, members)
    exceptions = read_exceptions(r)
    d = Decoder(r.rest())
    if flags & 16:
        members.reverse()
    for m in members:
        m.column.values = None
        m.own = List(m.column, m.form)
    for m in members:
        m.begin(tags, members)
    games = [list(m.column.games) for m in members]
    for game in range(len(tags.plies)):
        for m, left in zip(members, games):
            while left and left[0] == game:
                left.pop(0)
                m.value(d, game, exceptions)
    d.done()
    all_taken(exceptions)
