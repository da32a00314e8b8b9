"""Numbers and clocks in comments: comments.md, section 6."""

from collections import defaultdict

from . import lists
from .basics import quo
from .models import Model
from .refused import DAMAGED, Refused

LEAST_AGAIN = lists.limit("COMMENTS_LEAST_AGAIN")
MAX_CONTROLS = lists.limit("COMMENTS_MAX_CONTROLS")
MAX_FACTOR = lists.limit("COMMENTS_MAX_FACTOR")
TWIN_FIELDS = lists.limit("COMMENTS_TWIN_FIELDS")
TWIN_LEAST = lists.limit("COMMENTS_TWIN_LEAST")
TWIN_SURE = lists.limit("COMMENTS_TWIN_SURE")
TWIN_MOST = lists.limit("COMMENTS_TWIN_MOST")

# A format is (plus, parts, lead, places, least): section 6.1.


def i64(x):
    """x modulo 2^64, with its sign."""
    return (x + (1 << 63) & (1 << 64) - 1) - (1 << 63)


def quarter_log(v):
    """9 bits."""
    a = abs(v)
    n = min(a.bit_length(), 63)
    k = 4 * n + (a >> max(n - 3, 0) & 3)
    return k + 256 if v < 0 else k


def coarse(v):
    return quarter_log(v) >> 1


def write(form, v):
    """The text of v, in units of 10^-places."""
    plus, parts, lead, places, least = form
    whole, rest = divmod(abs(v), 10**places)
    text = "-" if v < 0 else "+" if plus == 2 or (plus == 1 and v > 0) else ""
    front = whole if parts == 1 else whole // 60 if parts == 2 else whole // 3600
    text += str(front).zfill(lead)
    if parts == 3:
        text += f":{whole // 60 % 60:02d}"
    if parts >= 2:
        text += f":{whole % 60:02d}"
    n = places
    while n > least and rest % 10 == 0:
        rest //= 10
        n -= 1
    if n > 0:
        text += "." + str(rest).zfill(n)
    return text.encode("ascii")


def format_of(s, old):
    """The format of a number in a spelled comment; old: that of its field, or None."""
    if old is None:
        plus = 2 if s.plus and s.value == 0 else int(s.plus)
        return plus, s.parts, s.lead if s.zero else 1, s.places, s.places
    old_plus, old_parts, old_lead, old_places, old_least = old
    lead = 1
    if s.zero:
        lead = s.lead
    elif old_lead <= s.lead:
        lead = old_lead
    plus = 0
    if s.plus and s.value == 0:
        plus = 2
    elif s.plus:
        plus = max(1, old_plus)
    elif s.value < 0 or (s.value == 0 and old_plus < 2):
        plus = old_plus
    places = least = s.places
    if old_parts == s.parts:
        most = max(old_places, s.places)
        few = min(old_least, s.places)
        if most > few and (s.places == few or s.value % 10 != 0):
            places, least = most, few
    return plus, s.parts, lead, places, least


class Side:
    """What is known of a field for the side that moved last."""

    __slots__ = ("game", "last", "difference", "off")

    def __init__(self):
        self.game = None
        self.last = self.difference = 0
        self.off = defaultdict(int)             # by base


class Field:
    """Numbers behind the same words."""

    __slots__ = ("order", "format", "unit", "side", "first", "cost", "used", "twin", "mirror",
                 "right", "again")

    def __init__(self, order):
        self.order = order
        self.format = None
        self.unit = 0                           # it counts in 10^-unit
        self.side = (Side(), Side())
        self.first = {}                         # from control to the first value of a game
        self.cost = defaultdict(int)            # by base
        self.used = None
        self.twin = None
        self.mirror = self.right = self.again = 0

    def set_format(self, new):
        self.format = new
        if new[3] > self.unit:
            by = 10**(new[3] - self.unit)
            for s in self.side:
                s.last = i64(s.last * by)
                s.difference = i64(s.difference * by)
                for i in s.off:
                    s.off[i] = i64(s.off[i] * by)
            for control in self.first:
                self.first[control] = i64(self.first[control] * by)
            self.unit = new[3]

    def value_in(self, s, unit, game):
        """The last value of a side in units of 10^-unit, None if it is not of this game."""
        side = self.side[s]
        if side.game != game:
            return None
        if unit >= self.unit:
            return i64(side.last * 10**(unit - self.unit))
        return quo(side.last, 10**(self.unit - unit))


class Numbers:
    """The fields of a group. group has game, place, about, and slots: those of the comment
    before the one at hand."""

    def __init__(self, coder, group):
        self.model = Model(coder, "comments.numbers", lists.limit("COMMENTS_NUMBERS_SIZE"),
                           lists.limit("COMMENTS_NUMBERS_LIMIT"))
        self.group = group
        self.fields = {}
        self.by_order = []
        self.difference = 0                     # of the number that was coded last

    def field_of(self, s):
        key = s.key ^ s.kind
        f = self.fields.get(key)
        if f is None:
            f = self.fields[key] = Field(len(self.by_order))
            self.by_order.append(f)
        return f

    def learn_slot(self, s):
        """A number of a spelled comment."""
        if not s.fits():
            return
        f = self.field_of(s)
        f.set_format(format_of(s, f.format))
        s.value = i64(s.value * 10**(f.unit - s.places))
        self.learn_number(f, s.value, self.find_bases(f))

    def read_slot(self, s):
        """The text of a number."""
        f = self.field_of(s)
        if self.model.flag(0, f.order) == 1:
            if f.format is None:
                raise Refused(DAMAGED, "a number of a comment has no format")
        else:
            f.set_format(self._read_format())
        base = self.find_bases(f)
        self.difference = self.read_difference(f)
        s.value = i64(base[f.used] + self.difference)
        self.learn_number(f, s.value, base)
        return write(f.format, quo(s.value, 10**(f.unit - f.format[3])))

    def _read_format(self):
        c = self.model.number(1)
        plus, parts, lead, places, least = c & 3, c >> 2 & 3, c >> 4 & 15, c >> 8 & 7, c >> 11
        # Where c is 16384 or more, least is more than places can be.
        if plus > 2 or parts == 0 or lead == 0 or places > 6 or least > places:
            raise Refused(DAMAGED, "a wrong format of a number of a comment")
        return plus, parts, lead, places, least

    # --- Bases (6.4)

    def find_bases(self, f):
        """The bases that are there, by their numbers; sets f.used."""
        group = self.group
        game = group.game
        own = f.side[group.place.side]
        other = f.side[1 - group.place.side]
        clock = f.format[1] > 1
        plus = group.about.added * 10**f.unit
        slots = group.slots
        n = len(slots)
        base = {0: 0}
        if own.game == game:
            base[1] = i64(own.last + plus) if clock else own.last
            if n > 0 and slots[n - 1].kind <= 2:
                base[4] = i64(own.last - slots[n - 1].value)
        elif group.about.control in f.first:
            base[7] = f.first[group.about.control]
        if other.game == game and not (clock and own.game == game):
            base[2] = other.last
            base[3] = i64(-other.last)
        if f.right >= TWIN_SURE:
            twin = f.twin.value_in(group.place.side ^ f.mirror, f.unit, game)
            if twin is not None:
                base[8] = twin
        if n > 2:
            x, y = slots[n - 1].value, slots[n - 3].value
            if 0 < x < MAX_FACTOR and 0 < y < MAX_FACTOR:
                base[5] = (x * y + 500) // 1000
                if x * y < (1 << 62) // 1000:
                    base[6] = x * y * 1000
        cost = f.cost
        best = min(sorted(base), key=lambda i: cost[i])     # the first of those that cost least
        if f.used not in base or cost[f.used] >= cost[best] + (cost[best] >> 4):
            f.used = best
        return base

    # --- The difference (6.5)

    def read_difference(self, f):
        group = self.group
        place = group.place
        own = f.side[place.side]
        other = f.side[1 - place.side]
        mine = own.game == group.game
        if mine and abs(own.difference) >= LEAST_AGAIN:
            yes = self.model.flag(2, f.order, f.used, f.again)
            f.again = (f.again << 1 | yes) & 255
            if yes == 1:
                return own.difference
        d = own.difference if mine else 0
        e = other.difference if other.game == group.game else 0
        ply = min(place.ply // 4, 30)
        parts = f.format[1]
        control = group.about.control
        if parts > 1:
            return self.model.signed(3, f.order, f.used, parts, quarter_log(d), coarse(e),
                                     coarse(own.last) if mine else 256, control, ply)
        return self.model.signed(4, place.side, f.order, f.used, place.mark, quarter_log(d),
                                 quarter_log(e), quarter_log(own.last), other.last, control, ply)

    # --- What a number changes (6.6)

    def learn_number(self, f, v, base):
        group = self.group
        own = f.side[group.place.side]
        other = f.side[1 - group.place.side]
        off, cost = own.off, f.cost
        for i, b in base.items():
            d = i64(v - b)
            c = 256 * abs(d).bit_length()
            if d == off[i]:
                c = min(c, 256)
            off[i] = d
            cost[i] += c - (cost[i] >> 5)
        self._find_twin(f, v)
        if own.game != group.game and other.game != group.game and len(f.first) < MAX_CONTROLS:
            f.first[group.about.control] = v
        own.game = group.game
        own.last = v
        own.difference = i64(v - base[f.used])

    def _find_twin(self, f, v):
        game = self.group.game
        side = self.group.place.side
        if f.right > 0:
            if f.twin.value_in(side ^ f.mirror, f.unit, game) == v:
                f.right = min(f.right + 1, TWIN_MOST)
                return
            f.right -= 1
            if f.right > 0:
                return
        if -TWIN_LEAST < v < TWIN_LEAST:
            return
        for g in self.by_order[:TWIN_FIELDS]:
            if g is f:
                continue
            for m in (0, 1):
                if g.value_in(side ^ m, f.unit, game) == v:
                    f.twin, f.mirror, f.right = g, m, 1
                    return
