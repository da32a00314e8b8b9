"""Section 6.1: what the features of the learned levels know of a position and its moves."""

from .board import BISHOP, KING, KINGS, KNIGHT, KNIGHTS, PAWN, PAWNS, QUEEN, ROOK, _bishop, _rook, attacks, flip, squares

M64 = (1 << 64) - 1
CASTLING = 7
K1, K2, K3, K4 = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93
WORTH = (0, 1, 3, 3, 5, 9, 50)


def mix(x):
    x = (x ^ x >> 32) * K4 & M64
    return x ^ x >> 32


def rotl(x, n):
    n %= 64
    return (x << n | x >> 64 - n) & M64


class Reach:
    """What one side attacks: once, twice, and by a man of each kind."""

    __slots__ = ("once", "twice", "by")

    def __init__(self):
        self.once = self.twice = 0
        self.by = [0] * 7

    def copy(self):
        r = Reach()
        r.once, r.twice, r.by = self.once, self.twice, self.by[:]
        return r

    def add(self, kind, a):
        self.by[kind] |= a
        self.twice |= self.once & a
        self.once |= a

    def leapers(self, men, colour):
        for s in squares(men[PAWN]):
            self.add(PAWN, PAWNS[colour][s])
        for s in squares(men[KNIGHT]):
            self.add(KNIGHT, KNIGHTS[s])
        a = 0
        for s in squares(men[KING]):
            a |= KINGS[s]
        self.add(KING, a)
        return self

    def slide(self, men, occupied):
        for s in squares(men[BISHOP]):
            self.add(BISHOP, _bishop.attacks(s, occupied))
        for s in squares(men[ROOK]):
            self.add(ROOK, _rook.attacks(s, occupied))
        for s in squares(men[QUEEN]):
            self.add(QUEEN, _bishop.attacks(s, occupied) | _rook.attacks(s, occupied))
        return self

    def sliders(self):
        return self.by[BISHOP] | self.by[ROOK] | self.by[QUEEN]

    def least(self, s):
        for k in range(1, 7):
            if self.by[k] >> s & 1:
                return k
        return 0


def loose(men, defended, by):
    """The men, kings left out, that the other side wins when it may capture next."""
    everyone = men[PAWN] | men[KNIGHT] | men[BISHOP] | men[ROOK] | men[QUEEN]
    b = by.by
    return (by.once & ~defended & everyone | b[PAWN] & (everyone & ~men[PAWN]) |
            (b[KNIGHT] | b[BISHOP]) & (men[ROOK] | men[QUEEN]) | b[ROOK] & men[QUEEN])


def best(men, s):
    if not s:
        return 0
    return 4 if s & men[QUEEN] else 3 if s & men[ROOK] else 2 if s & (men[BISHOP] | men[KNIGHT]) else 1


def first(b):
    return (b & -b).bit_length() - 1 & 63 if b else 0


def planes_of(kinds):
    return (kinds[1] | kinds[3] | kinds[5], kinds[2] | kinds[3] | kinds[6], kinds[4] | kinds[5] | kinds[6])


def board_hash(p0, p1, p2, black):
    return mix((p0 * K1 & M64) ^ rotl(p1 * K2 & M64, 17) ^ rotl(p2 * K3 & M64, 31) ^ rotl(black * K4 & M64, 47))


def position_hash(position):
    return board_hash(*planes_of(position.kinds), position.colours[1]) & 0xFFFF


class Past:
    """The last moves, the opponent's latest first, as (kind, from, to, victim) or None; what stood before."""

    __slots__ = ("last", "seen", "ply")

    def __init__(self, last=(None,) * 4, seen=(), ply=0):
        self.last, self.seen, self.ply = last, seen, ply      # seen: hashes, the newest first

    def next(self, position, m):
        ply = min(self.ply + 1, 65535)
        if m == 0:
            return Past((None,) + self.last[:3], (), ply)
        s, t = m & 63, m >> 6 & 63
        kind = position.kind_at(s)
        victim = position.kind_at(t) if position.colours[1 - position.turn] >> t & 1 else 0
        seen = () if kind == PAWN or victim else (position_hash(position),) + self.seen[:11]
        return Past(((kind, s, t, victim),) + self.last[:3], seen, ply)


def left_class(n):
    if n <= 6:
        return n
    c, limit = 7, 8
    while n > limit and c < 15:
        limit += limit // 2 if c & 1 else limit // 3
        c += 1
    return c


def distance(a, b):
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


WEST = 0x0F0F0F0F0F0F0F0F
FRONT = []
for _s in range(64):
    _wide = sum(0x0101010101010101 << x for x in range(max(_s % 8 - 1, 0), min(_s % 8 + 2, 8)))
    FRONT.append(_wide & ~((1 << (_s | 7) + 1) - 1))


def between(a, b):
    """The squares between two on a line."""
    dx, dy = (b & 7) - (a & 7), (b >> 3) - (a >> 3)
    n = max(abs(dx), abs(dy))
    step = (dx // n) + 8 * (dy // n)
    found = 0
    for i in range(1, n):
        found |= 1 << a + i * step
    return found


class View:
    """A position as the model sees it: the side to move's first row at the bottom."""

    def __init__(self, position, past):
        self.position = position
        self.flip = 56 if position.turn else 0
        kinds, own, foe = position.kinds, position.colours[position.turn], position.colours[1 - position.turn]
        if self.flip:
            kinds, own, foe = [flip(b) for b in kinds], flip(own), flip(foe)
        self.kinds, self.all_own, self.all_foe = kinds, own, foe
        self.occ = own | foe
        self.own = [b & own for b in kinds]
        self.foe = [b & foe for b in kinds]
        self.planes = planes_of(kinds)
        self.ours = Reach().leapers(self.own, 0).slide(self.own, self.occ)
        self.foe_leapers = Reach().leapers(self.foe, 1)
        self.theirs = self.foe_leapers.copy().slide(self.foe, self.occ)
        self.sliders = self.theirs.sliders()
        self.hanging = loose(self.own, self.ours.once, self.theirs)
        self.foe_hanging = loose(self.foe, self.theirs.once, self.ours)
        self.hang, self.prey = best(self.own, self.hanging), best(self.foe, self.foe_hanging)
        self.own_king, self.foe_king = first(self.own[KING]), first(self.foe[KING])
        heavy = (kinds[QUEEN].bit_count() * 4 + kinds[ROOK].bit_count() * 2 + (kinds[BISHOP] | kinds[KNIGHT]).bit_count())
        self.phase = (min(heavy, 25) + 1) // 2
        self.check = self.theirs.once >> self.own_king & 1
        self.pinned = 0
        k = self.own_king
        rays = (_bishop.mask[k] & (self.foe[BISHOP] | self.foe[QUEEN])) | (_rook.mask[k] & (self.foe[ROOK] | self.foe[QUEEN]))
        for s in squares(rays):
            b = between(k, s) & self.occ
            if b and not b & b - 1:
                self.pinned |= b & own
        self.past = past
        self.rest_of = -1
        self.patterns = {}

    def at(self, s):
        for k in range(1, 7):
            if self.kinds[k] >> s & 1:
                return k
        return 0

    def pattern(self, s, ring, turn):
        """What stands on the squares of a ring round s, the same wherever s lies."""
        found = self.patterns.get((s, turn))
        if found is None:
            p0, p1, p2 = self.planes
            found = self.patterns[s, turn] = mix(
                (rotl(p0 & ring, turn - s) * K1 ^ rotl(p1 & ring, turn - s) * K2 ^ rotl(p2 & ring, turn - s) * K3 ^
                 rotl(self.all_own & ring, turn - s) * K4 ^ rotl(ring, turn - s) * 0xA0761D6478BD642F) & M64)
        return found

    def around(self, s):
        return self.pattern(s, KINGS[s], 9)

    def exchange(self, s, t, victim, arrives):
        """What a move wins in pawns when both sides capture on its target as long as it pays."""
        occ = self.occ & ~(1 << s) | 1 << t
        own, foe, kinds = self.own, self.foe, self.kinds
        diagonal, line = kinds[BISHOP] | kinds[QUEEN], kinds[ROOK] | kinds[QUEEN]
        who = (PAWNS[1][t] & own[PAWN] | PAWNS[0][t] & foe[PAWN] | KNIGHTS[t] & kinds[KNIGHT] | KINGS[t] & kinds[KING] |
               _bishop.attacks(t, occ) & diagonal | _rook.attacks(t, occ) & line) & occ
        gain = [WORTH[victim]]
        side, other = foe, own
        mine, theirs = self.all_foe, self.all_own
        while len(gain) < 32:
            kind = PAWN
            while kind < KING and not side[kind] & who:
                kind += 1
            b = side[kind] & who
            if not b or kind == KING and who & theirs:
                break
            gain.append(WORTH[arrives] - gain[-1])
            arrives = kind
            occ &= ~(b & -b)
            if kind in (PAWN, BISHOP, QUEEN):
                who |= _bishop.attacks(t, occ) & diagonal
            if kind in (ROOK, QUEEN):
                who |= _rook.attacks(t, occ) & line
            who &= occ
            side, other = other, side
            mine, theirs = theirs, mine
        for i in range(len(gain) - 1, 0, -1):
            gain[i - 1] = -max(-gain[i - 1], gain[i])
        return gain[0]

    def rest(self, s, kind):
        """What the own men but that on s attack, without and with sliders."""
        if self.rest_of != s:
            self.rest_of = s
            self.others = self.own[:]
            self.others[kind] &= ~(1 << s)
            self.rest_leapers = Reach().leapers(self.others, 0)
            self.rest_all = self.rest_leapers.copy().slide(self.others, self.occ & ~(1 << s))


class Scores:
    """The scores of the legal moves of a position."""

    def __init__(self, model, position, past, known, legal):
        v = View(position, past)
        self.v = v
        self.rows = self.share(v, known)
        w, lines = model.weights, model.lines
        self.scores = []
        for m in legal:
            score = 0
            for row, (line, low) in zip(self.rows, self.list(m)):
                h = (row + line) * K1 & M64
                score += w[(h >> 32) * lines >> 32 << 6 | h >> 20 & 63 ^ low]
            self.scores.append(score)

    def share(self, v, known):
        """The rows of the features: what they know of the position."""
        p, past = v.position, v.past
        black = p.turn
        x = v.flip
        # the outlook
        result = known.result
        if black and result in (1, 2):
            result = 3 - result
        elo, skill = known.elo[black], 0
        if elo > 0:
            skill = (min(max(elo, 800), 3599) - 600) // 200
        left = known.plies - past.ply
        left = left_class(left) if left > 0 else 0
        s = known.seconds
        pace = 0 if s <= 0 else 1 if s < 180 else 2 if s < 500 else 3 if s < 1500 else 4
        moves = [m and (m[0], m[1] ^ x, m[2] ^ x, m[3]) or (0, 0, 0, 0) for m in past.last]
        self.last = moves[0] if past.last[0] else None
        lk, lf, lt, lv = moves[0]
        pk, pf, pt, pv = moves[1]
        packed = [v << 15 | t << 9 | f << 3 | k for k, f, t, v in moves]
        number = 2 * p.number + black
        ply = 30 + min((number - 30) // 10, 12) if number > 30 else number
        own, theirs = v.own, v.foe
        self.files = []
        for file in range(8):
            mask = 0x0101010101010101 << file
            self.files.append(min((own[PAWN] & mask).bit_count(), 2) * 3 + min((theirs[PAWN] & mask).bit_count(), 2))
        stale = min(p.clock, 100)
        stale = 8 if stale > 90 else stale.bit_length()
        material = 0
        for k in range(PAWN, KING):
            material = (material * 11 + own[k].bit_count()) * 11 + theirs[k].bit_count()
        book = 0
        if number < 60:
            book = board_hash(*v.planes, v.all_own) | 1
        foe_heavy = theirs[ROOK] | theirs[QUEEN]
        contexts = [
            0, 0, 0, lk << 6 | lt, pk << 6 | pt, v.phase, 0, v.prey, v.hang, 0, lv << 3 | lk, lf << 6 | lt, ply, skill,
            v.own_king << 6 | v.foe_king, skill << 3 | pace, own[PAWN] & 0xFFFF00, theirs[PAWN] & 0xFFFF0000000000, v.check,
            0, 0, v.phase, lv << 9 | lk << 6 | lt, theirs[KNIGHT] * K1 ^ theirs[BISHOP] * K2,
            result << 8 | known.ending << 4 | left,
            result << 8 | left, own[PAWN] * K1 ^ theirs[PAWN] * K2, v.hang * 5 + v.prey, result << 4 | stale, v.phase,
            v.phase, material, packed[0] << 32 | packed[1], book,
            own[KNIGHT] * K1 ^ own[BISHOP] * K2, (own[ROOK] | own[QUEEN]) * K1 ^ v.own_king, 0, v.phase, 0, lk,
            v.hanging * K1 ^ v.foe_hanging * K2, (own[PAWN] & WEST) * K1 ^ (theirs[PAWN] & WEST) * K2,
            (own[PAWN] & ~WEST) * K1 ^ (theirs[PAWN] & ~WEST) * K2, foe_heavy * K1 ^ v.foe_king,
            packed[1] << 32 | packed[3], 0, 0, 0]
        return [mix(((c + i * 0x632BE59BD9B4E019) * 0xFF51AFD7ED558CCD + 0x9FB21C651E98DF25) & M64)
                for i, c in enumerate(contexts)]

    def list(self, m):
        """The columns of the features: what the move m is."""
        v = self.v
        s, t, promotion = m & 63 ^ v.flip, m >> 6 & 63 ^ v.flip, m >> 12
        kind = mover = arrives = v.at(s)
        victim = 0
        sb, tb = 1 << s, 1 << t
        touched = sb | tb
        castling = kind == KING and v.all_own & tb
        kinds_own, foe = v.own[:], v.foe
        if castling:
            mover = CASTLING
            kt, rt = (6, 5) if t > s else (2, 3)
            kinds_own[KING] = kinds_own[KING] & ~sb | 1 << kt
            kinds_own[ROOK] = kinds_own[ROOK] & ~tb | 1 << rt
            touched |= 1 << kt | 1 << rt
            all_own = v.all_own & ~sb & ~tb | 1 << kt | 1 << rt
            t, foe_all = kt, v.all_foe
        else:
            foe_all = v.all_foe
            if promotion:
                arrives = promotion
            if v.all_foe & tb:
                victim = v.at(t)
                foe = [b & ~tb for b in foe]
                foe_all &= ~tb
            elif kind == PAWN and (s ^ t) & 7:
                victim = PAWN
                ep = 1 << t - 8
                foe = foe[:]
                foe[PAWN] &= ~ep
                foe_all &= ~ep
                touched |= ep
            kinds_own[kind] &= ~sb
            kinds_own[arrives] |= tb
            all_own = v.all_own & ~sb | tb
        occ = all_own | foe_all
        reach = attacks(arrives, 0, t, occ)
        v.rest(s, kind)
        if castling:
            ours = Reach().leapers(kinds_own, 0).slide(kinds_own, occ)
        else:
            if not victim and tb & v.rest_all.sliders() or touched & ~(sb | tb):
                ours = v.rest_leapers.copy().slide(v.others, occ)
            else:
                ours = v.rest_all.copy()
            ours.add(arrives, reach)
        theirs = v.theirs
        if victim:
            theirs = Reach().leapers(foe, 1).slide(foe, occ)
        elif touched & v.sliders:
            theirs = v.foe_leapers.copy().slide(foe, occ)
        least = theirs.least(t)
        guards = (ours.once >> t & 1) + (ours.twice >> t & 1)
        hanging = loose(kinds_own, ours.once, theirs)
        hang = best(kinds_own, hanging)
        self_hangs = hanging >> t & 1
        prey = best(foe, loose(foe, theirs.once, ours))
        gain = WORTH[victim]
        if least and not castling:
            gain = v.exchange(s, t, victim, arrives)
        if promotion:
            gain += WORTH[promotion] - 1
        gain = max(-9, min(9, gain)) + 9
        check = 0
        if foe[KING] & ours.once:
            check = 1 if reach & foe[KING] else 2
            if not v.position.play(m).legal():
                check = 3
        siege = min((KINGS[v.foe_king] & ours.once).bit_count(), 7)
        storm = min((KINGS[first(kinds_own[KING])] & theirs.once).bit_count(), 7)
        room, cramp = ours.once.bit_count(), theirs.once.bit_count()
        repeats = 0
        if len(v.past.seen) >= 3 and not victim and kind != PAWN and not castling:
            repeats = int(position_hash(v.position.play(m)) in v.past.seen[2::2])
        k = mover
        piece, path = k << 6 | s, (k << 6 | s, t)
        lf, df = v.theirs.least(s), v.ours.once >> s & 1
        esc = 0
        if v.hang:
            esc = 2 if v.hanging >> s & 1 else 3 if hang < v.hang else 1
        hung, left = k << 3 | hang, gain << 1 | self_hangs
        checked, won = k << 1 | check >> 1, gain << 1 | check & 1
        last = self.last
        rec = 1 if last and last[3] and last[2] == t else 0
        was = 0
        if KNIGHT <= k <= QUEEN:
            was = attacks(k, 0, s, v.occ).bit_count()
        eyes = 0
        for kd in range(PAWN, KING):
            b = reach & v.foe[kd]
            if b:
                eyes |= 1 << kd - 1
                if b & ~v.theirs.once:
                    eyes |= 1 << kd + 4
        passer = 0
        own_pawns, foe_pawns = v.own[PAWN], v.foe[PAWN]
        if k == PAWN:
            if not FRONT[t] & foe_pawns:
                passer = 1 + (t >> 3)
            beside = KINGS[t] & 0xFF << (t & 56)
            tense = ((PAWNS[0][t] & foe_pawns).bit_count() << 6 | (PAWNS[1][t] & own_pawns).bit_count() << 4 |
                     (beside & own_pawns).bit_count() << 2 | (foe_pawns >> t + 8 & 1) | 1 << 8)
        else:
            tense = (own_pawns >> t + 8 & 1) << 1
        chase = 0
        if last:
            b = 1 << last[2]
            if reach & b:
                chase = 1 if v.theirs.once & b else 2
            if last[2] == t:
                chase = 3
        more = min(max(room - v.ours.once.bit_count() + 16, 0), 31)
        fewer = min(max(cramp - v.theirs.once.bit_count() + 8, 0), 15)
        here, there = v.around(s), v.around(t)
        return (
            (k << 12 | victim << 8 | least << 4 | guards, t), (k << 8 | lf << 5 | df << 4 | victim, least << 2 | guards),
            (checked << 6 | victim << 3 | promotion, won), (k, t), path, path, (here + k, t - s & 63),
            (checked << 3 | prey, won), (hung << 2 | esc, left), (there, k), (rec * (8 | k), rec * gain), path, path,
            (checked << 8 | hung, left), (k, t), path, path, path,
            (k << 8 | victim << 5 | least << 2 | guards >> 1, gain << 1 | guards & 1),
            (k << 8 | was, reach.bit_count()), (self.files[t & 7] << 9 | piece, t),
            (k << 8 | distance(s, v.foe_king) << 5 | gain, distance(t, v.foe_king) << 3 | distance(t, v.own_king)),
            (k << 2 | esc, gain), path, (checked << 1 | repeats, won),
            (hang << 1 | self_hangs, prey << 3 | check << 1 | repeats), path, (hung << 5 | lf << 2 | esc, left),
            (0, k << 1 | repeats), (k << 2 | check, siege << 3 | storm), (k << 3 | fewer >> 1, more << 1 | fewer & 1),
            (k, t), path, path, path, path,
            (checked << 6 | eyes >> 5 << 1 | v.pinned >> s & 1, (eyes & 31) << 1 | check & 1),
            (k << 4 | passer, least << 2 | guards), (k << 9 | tense, t), (hung << 2 | chase, left),
            path, path, path, path, path, (here + piece, t), (there + (t << 3 | k), s),
            (v.pattern(t, KNIGHTS[t], 17), k))
