"""Section 9.9: the numbers of comments, how they are written and what they are coded from."""

from .lexer import LINE

POWERS = [10 ** i for i in range(16)]


class Format(tuple):
    """How numbers are written: plus, parts, lead, places, least."""

    def write(self, v):
        plus, parts, lead, places, least = self
        sign = "-" if v < 0 else "+" if v > 0 and plus or plus == 2 else ""
        whole, fraction = divmod(abs(v), POWERS[places])
        seconds = whole
        whole //= (1, 1, 60, 3600)[parts]
        out = sign + str(whole).rjust(lead, "0")
        if parts == 3:
            out += ":%02d" % (seconds // 60 % 60)
        if parts > 1:
            out += ":%02d" % (seconds % 60)
        digits = str(fraction).rjust(places, "0") if places else ""
        while len(digits) > least and digits[-1] == "0":
            digits = digits[:-1]
        return (out + ("." + digits if digits else "")).encode()


def fits(s):
    """Whether a format writes the number of a slot as it is: none writes -0."""
    return s.value != 0 or not s.minus


def fit(s, last):
    """The format in which a slot's number is written, like the last (or None) if there is a choice."""
    plus, lead, places, least = 0, 1, s.places, s.places
    if s.zero:
        lead = s.lead
    elif last and last[2] <= s.lead:
        lead = last[2]
    last_plus = last[0] if last else 0
    if s.plus and s.value == 0:
        plus = 2
    elif s.plus:
        plus = max(1, last_plus)
    elif s.value < 0 or s.value == 0 and last_plus < 2:
        plus = last_plus
    if last and last[1] == s.parts:
        most, fewest = max(last[3], places), min(last[4], least)
        if most > fewest and (s.places == fewest or s.value % 10 != 0):
            places, least = most, fewest
    return Format((plus, s.parts, lead, places, least))


def class_of(v):
    """A coarse measure of a number: how many digits, the two below the highest, and the sign."""
    a = abs(v)
    n = a.bit_length()
    k = n << 2 | (a >> n - 3 & 3 if n > 2 else a & 3)
    return k | 256 if v < 0 else k


def short(v):
    return class_of(v) >> 1


def towards_zero(a, b):
    return a // b if a >= 0 else -(-a // b)


BASES = 10


class Side:
    """What is known of the numbers of the side that moved last."""

    def __init__(self):
        self.game = 0                      # that the last number is of
        self.last = self.difference = self.earlier = 0
        self.off = [0] * BASES             # by what each base was off the last time


class Field:
    """What is known of the numbers behind the same words."""

    def __init__(self, number):
        self.number = number & 4095
        self.format, self.places = None, 0
        self.sides = [Side(), Side()]
        self.first = {}
        self.costs = [0] * BASES
        self.used = 0
        self.twin, self.mirror, self.right = None, 0, 0
        self.calm = 0
        self.again = 0                     # whether the last differences were those before

    def rescale(self, places):
        if places <= self.places:
            return
        by = POWERS[places - self.places]
        for s in self.sides:
            s.last *= by
            s.difference *= by
            s.earlier *= by
            s.off = [x * by for x in s.off]
        for k in self.first:
            self.first[k] *= by
        self.places = places

    def choose(self, base):
        best = 0
        for i in range(BASES):
            if base[i] is not None and self.costs[i] < self.costs[best]:
                best = i
        if base[self.used] is not None and self.costs[self.used] < self.costs[best] + (self.costs[best] >> 4):
            return self.used
        self.used = best
        return best


class Fields:
    """The fields by their keys, and what they know in this game."""

    def __init__(self):
        self.by_key, self.order = {}, []
        self.game = 0

    def of(self, key):
        f = self.by_key.get(key)
        if f is None:
            f = self.by_key[key] = Field(len(self.by_key))
            if len(self.order) < 256:
                self.order.append(f)
        return f

    def last(self, f, side, places):
        """A side's last number in this game in other places, or None."""
        if f.sides[side].game != self.game:
            return None
        v = f.sides[side].last
        if places >= f.places:
            return v * POWERS[places - f.places]
        return towards_zero(v, POWERS[f.places - places])

    def bases(self, f, at, done):
        base = [None] * BASES
        base[0] = 0
        own, other, parts = f.sides[at.side], f.sides[1 - at.side], f.format[1]
        if own.game == self.game:
            added = at.added * POWERS[f.places]
            base[1] = own.last
            if parts > 1:
                base[1] += added
            elif added:
                base[5] = own.last + added
            if done and done[-1].kind < LINE:
                base[4] = own.last - done[-1].value
        elif at.control in f.first:
            base[8] = f.first[at.control]
        if other.game == self.game and (parts < 2 or own.game != self.game):
            base[2], base[3] = other.last, -other.last
        if f.right >= 2:
            base[9] = self.last(f.twin, at.side ^ f.mirror, f.places)
        if len(done) > 2:
            a, b = done[-1].value, done[-3].value
            if 0 < a < 1 << 31 and 0 < b < 1 << 31:
                base[6] = (a * b + 500) // 1000
                if a * b < (1 << 62) // 1000:
                    base[7] = a * b * 1000
        return base

    def find_twin(self, f, at, v):
        side = at.side
        if f.twin:
            if self.last(f.twin, side ^ f.mirror, f.places) == v:
                f.right = min(f.right + 1, 8)
                return
            f.right -= 1
            if f.right > 0:
                return
            f.twin = None
        if -5 < v < 5:
            return
        for g in self.order:
            for mirror in (0, 1):
                if g is not f and self.last(g, side ^ mirror, f.places) == v:
                    f.twin, f.mirror, f.right = g, mirror, 1
                    return

    def learn(self, f, at, v, base, used):
        own, other = f.sides[at.side], f.sides[1 - at.side]
        for i in range(BASES):
            if base[i] is None:
                continue
            d = v - base[i]
            cost = abs(d).bit_length() << 8
            if d == own.off[i]:
                cost = min(cost, 256)
            own.off[i] = d
            f.costs[i] += cost - (f.costs[i] >> 5)
        self.find_twin(f, at, v)
        d = v - base[used]
        f.calm += (abs(d).bit_length() << 8) - f.calm >> 2
        if self.game not in (own.game, other.game) and len(f.first) < 1 << 12:
            f.first[at.control] = v
        own.earlier = own.difference if own.game == self.game else 0
        own.game, own.last, own.difference = self.game, v, d
