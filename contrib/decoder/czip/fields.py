"""Section 9.9: the numbers of comments, how they are written and what foretells them."""

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


def fit(s, last):
    """The format in which a slot's number is written, like the last (or None) if there is a choice; or None."""
    plus, lead, places, least = 0, 1, s.places, s.places
    if s.zero:
        lead = s.lead
    elif last and last[2] <= s.lead:
        lead = last[2]
    if s.plus and s.value == 0:
        plus = 2
    elif s.plus:
        plus = max(1, last[0]) if last else 1
    elif s.value == 0 and not s.minus and last and last[0] < 2:
        plus = last[0]
    elif s.value < 0 and last:
        plus = last[0]

    def fits(f):
        return f[3] >= s.places and f.write(s.value * POWERS[f[3] - s.places]) == s.text
    f = Format((plus, s.parts, lead, places, least))
    if last and last[1] == s.parts:
        most, fewest = max(last[3], places), min(last[4], least)
        if most > fewest:
            trimmed = Format((plus, s.parts, lead, most, fewest))
            if fits(trimmed):
                return trimmed
    return f if fits(f) else None


def digits_class(v):
    a = abs(v)
    n = a.bit_length()
    k = n << 2 | (a >> n - 3 & 3 if n > 2 else a & 3)
    return k | 1024 if v < 0 else k


def half(v):
    return digits_class(v) >> 1


def towards_zero(a, b):
    return a // b if a >= 0 else -(-a // b)


class Field:
    """What is known of the numbers behind the same words."""

    def __init__(self):
        self.format, self.places = None, 0
        self.last, self.residual, self.earlier, self.has = [0, 0], [0, 0], [0, 0], [False, False]
        self.first, self.seen = {}, {}
        self.costs = [0] * 11
        self.used = 0
        self.twin, self.mirror, self.right = None, 0, 0
        self.leans, self.calm = [0, 0], 0
        self.off = [[0] * 11, [0] * 11]  # by what each base was off the last time, by side
        self.repeats = 0                 # whether differences were those before

    def scaled(self, side, places):
        if places >= self.places:
            return self.last[side] * POWERS[places - self.places]
        return towards_zero(self.last[side], POWERS[self.places - places])

    def rescale(self, places):
        if places <= self.places:
            return
        by = POWERS[places - self.places]
        for values in (self.last, self.residual, self.earlier):
            values[0] *= by
            values[1] *= by
        self.off = [[x * by for x in values] for values in self.off]
        for values in (self.first, self.seen):
            for k in values:
                values[k] *= by
        self.places = places

    def bases(self, at, done):
        base = [None] * 11
        base[0] = 0
        side, parts = at.side, self.format[1]
        if self.has[side]:
            added = at.added * POWERS[self.places]
            base[1] = self.last[side]
            if parts > 1:
                base[1] += added
            elif added:
                base[5] = self.last[side] + added
            if done and done[-1].kind < LINE:
                base[4] = self.last[side] - done[-1].value
        elif at.control in self.first:
            base[8] = self.first[at.control]
        if self.has[1 - side] and (parts < 2 or not self.has[side]):
            base[2], base[3] = self.last[1 - side], -self.last[1 - side]
        if self.twin and self.right >= 2 and self.twin.has[side ^ self.mirror]:
            base[9] = self.twin.scaled(side ^ self.mirror, self.places)
        if at.line and parts < 2 and at.line in self.seen:
            base[10] = self.seen[at.line]
        if len(done) > 2:
            a, b = done[-1].value, done[-3].value
            if 0 < a < 1 << 31 and 0 < b < 1 << 31:
                base[6] = (a * b + 500) // 1000
                if a * b < (1 << 62) // 1000:
                    base[7] = a * b * 1000
        return base

    def choose(self, base):
        best = 0
        for i in range(11):
            if base[i] is not None and self.costs[i] < self.costs[best]:
                best = i
        if base[self.used] is not None and self.costs[self.used] < self.costs[best] + (self.costs[best] >> 4):
            return self.used
        self.used = best
        return best

    def find_twin(self, at, order, v):
        side = at.side
        if self.twin:
            if self.twin.has[side ^ self.mirror] and self.twin.scaled(side ^ self.mirror, self.places) == v:
                self.right = min(self.right + 1, 8)
                return
            self.right -= 1
            if self.right > 0:
                return
            self.twin = None
        if -5 < v < 5:
            return
        for g in order:
            for mirror in (0, 1):
                if g is not self and g.has[side ^ mirror] and g.scaled(side ^ mirror, self.places) == v:
                    self.twin, self.mirror, self.right = g, mirror, 1
                    return

    def learn(self, at, order, v, base, used):
        for i in range(11):
            if base[i] is None:
                continue
            d = v - base[i]
            cost = abs(d).bit_length() << 8
            if d == self.off[at.side][i]:
                cost = min(cost, 256)
            self.off[at.side][i] = d
            self.costs[i] += cost - (self.costs[i] >> 5)
        self.find_twin(at, order, v)
        side = at.side
        if at.line and (len(self.seen) < 1 << 14 or base[10] is not None):
            self.seen[at.line] = v
        d = v - base[used]
        if d > 0:
            self.leans[side] += 4096 - self.leans[side] >> 5
        elif d < 0:
            self.leans[side] -= 4096 + self.leans[side] >> 5
        self.calm += (abs(d).bit_length() << 8) - self.calm >> 2
        if not any(self.has) and len(self.first) < 1 << 12:
            self.first[at.control] = v
        self.earlier[side], self.residual[side] = self.residual[side], d
        self.last[side], self.has[side] = v, True
