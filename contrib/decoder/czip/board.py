"""Sections 1 and 2: positions, FEN, and the legal moves in their order.

A position keeps one set of squares for each kind of man (bit 0 is a1), kinds
1 to 6 being pawn, knight, bishop, rook, queen, king, and one for each colour.
A move is the 16 bits of section 1.
"""

from . import Corrupt

FULL = (1 << 64) - 1
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = ".PNBRQKpnbrqk"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)


def _leaper(steps):
    table = []
    for s in range(64):
        b = 0
        for dx, dy in steps:
            x, y = s % 8 + dx, s // 8 + dy
            if 0 <= x < 8 and 0 <= y < 8:
                b |= 1 << 8 * y + x
        table.append(b)
    return table


KNIGHTS = _leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])
KINGS = _leaper([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)])
# PAWNS[colour][square]: what a pawn attacks.
PAWNS = _leaper([(1, 1), (-1, 1)]), _leaper([(1, -1), (-1, -1)])


def _lines(steps):
    """For each square the rays along the steps, each a list of squares outwards."""
    table = []
    for s in range(64):
        rays = []
        for dx, dy in steps:
            x, y, ray = s % 8 + dx, s // 8 + dy, []
            while 0 <= x < 8 and 0 <= y < 8:
                ray.append(8 * y + x)
                x, y = x + dx, y + dy
            rays.append(ray)
        table.append(rays)
    return table


class _Slider:
    """Attacks of a slider, kept for each set of men on its lines."""

    def __init__(self, steps):
        self.rays = _lines(steps)
        self.mask = [sum(1 << q for ray in rays for q in ray) for rays in self.rays]
        self.known = [{} for _ in range(64)]

    def attacks(self, s, occupied):
        occupied &= self.mask[s]
        found = self.known[s].get(occupied)
        if found is None:
            found = 0
            for ray in self.rays[s]:
                for q in ray:
                    found |= 1 << q
                    if occupied >> q & 1:
                        break
            self.known[s][occupied] = found
        return found


_bishop = _Slider([(1, 1), (-1, 1), (-1, -1), (1, -1)])
_rook = _Slider([(1, 0), (0, 1), (-1, 0), (0, -1)])


def attacks(kind, colour, s, occupied):
    """The squares that a man of the kind attacks from s."""
    if kind == PAWN:
        return PAWNS[colour][s]
    if kind == KNIGHT:
        return KNIGHTS[s]
    if kind == BISHOP:
        return _bishop.attacks(s, occupied)
    if kind == ROOK:
        return _rook.attacks(s, occupied)
    if kind == QUEEN:
        return _bishop.attacks(s, occupied) | _rook.attacks(s, occupied)
    return KINGS[s]


def squares(b):
    """The squares of a set, ascending."""
    while b:
        low = b & -b
        yield low.bit_length() - 1
        b ^= low


def flip(b):
    """A set with rows exchanged: 1 with 8, 2 with 7, ..."""
    return int.from_bytes(b.to_bytes(8, "little"), "big")


class Position:
    """A position. rights: four files + 1 of rooks (White's king side, queen side, Black's), 0 for none."""

    __slots__ = ("kinds", "colours", "turn", "rights", "ep", "clock", "number")

    def __init__(self):
        self.kinds = [0] * 7
        self.colours = [0, 0]
        self.turn = 0
        self.rights = (0, 0, 0, 0)
        self.ep = -1
        self.clock, self.number = 0, 1

    def copy(self):
        p = Position()
        p.kinds, p.colours = self.kinds[:], self.colours[:]
        p.turn, p.rights, p.ep, p.clock, p.number = self.turn, self.rights, self.ep, self.clock, self.number
        return p

    def kind_at(self, s):
        b = 1 << s
        for k in range(1, 7):
            if self.kinds[k] & b:
                return k
        return 0

    def at(self, s):
        """The piece on s, 0 to 12."""
        k = self.kind_at(s)
        return k + 6 if k and self.colours[1] >> s & 1 else k

    def put(self, s, piece):
        if piece:
            self.kinds[piece if piece < 7 else piece - 6] |= 1 << s
            self.colours[piece > 6] |= 1 << s

    def king(self, colour):
        """The square of the only king of a colour, or -1."""
        b = self.kinds[KING] & self.colours[colour]
        return b.bit_length() - 1 if b and b & b - 1 == 0 else -1

    def home_king(self, colour):
        """The file of the lowest king of a colour on its first row, or -1."""
        b = (self.kinds[KING] & self.colours[colour]) >> 56 * colour & 255
        return (b & -b).bit_length() - 1

    def outer_rook(self, colour, side):
        """The file of the outermost rook to a side of that king; h or a where there is none."""
        rooks = (self.kinds[ROOK] & self.colours[colour]) >> 56 * colour
        king = self.home_king(colour)
        files = range(0, king) if side else range(7, king, -1) if king >= 0 else ()
        return next((x for x in files if rooks >> x & 1), 7 - 7 * side)

    def attacked(self, s, by, occupied):
        """Whether the colour attacks s, with the given squares occupied."""
        k, c = self.kinds, self.colours[by]
        if KNIGHTS[s] & k[KNIGHT] & c or PAWNS[1 - by][s] & k[PAWN] & c or KINGS[s] & k[KING] & c:
            return True
        lines = (k[ROOK] | k[QUEEN]) & c
        if lines and _rook.mask[s] & lines and _rook.attacks(s, occupied) & lines:
            return True
        lines = (k[BISHOP] | k[QUEEN]) & c
        return bool(lines and _bishop.mask[s] & lines and _bishop.attacks(s, occupied) & lines)

    def in_check(self):
        s = self.king(self.turn)
        return s >= 0 and self.attacked(s, 1 - self.turn, self.colours[0] | self.colours[1])

    def castling(self, side):
        """The rook's square of a right (0 to the king side, 1 to the queen side) that can be used, or -1."""
        file = self.rights[2 * self.turn + side]
        king = self.king(self.turn)
        home = 56 * self.turn
        if not file or king < 0 or king & 56 != home:
            return -1
        rook = home + file - 1
        if (rook > king) != (side == 0) or not (self.kinds[ROOK] & self.colours[self.turn]) >> rook & 1:
            return -1
        return rook

    def legal(self):
        """The legal moves in the order of section 2."""
        us, k = self.turn, self.kinds
        own, foe = self.colours[us], self.colours[1 - us]
        occupied = own | foe
        king = self.king(us)
        keys = []                       # kind, origin, target, promotion
        checked = king >= 0 and self.attacked(king, 1 - us, occupied)
        near = FULL if checked else _bishop.mask[king] | _rook.mask[king] if king >= 0 else 0
        up, last, second = (8, 7, 1) if us == 0 else (-8, 0, 6)
        for s in squares(k[PAWN] & own):
            targets = PAWNS[us][s] & foe
            t = s + up
            if 0 <= t < 64 and not occupied >> t & 1:
                targets |= 1 << t
                if s >> 3 == second and not occupied >> t + up & 1:
                    targets |= 1 << t + up
            test = near >> s & 1
            if self.ep >= 0 and PAWNS[us][s] >> self.ep & 1 and self._can_pass(occupied, foe):
                targets |= 1 << self.ep
                test = 1
            for t in squares(targets):
                if test and king >= 0 and self._exposes(king, s, t, PAWN, occupied):
                    continue
                if t >> 3 == last:
                    keys += [PAWN << 15 | s << 9 | t << 3 | promotion for promotion in (2, 3, 4, 5)]
                else:
                    keys.append(PAWN << 15 | s << 9 | t << 3)
        for kind in range(KNIGHT, KING + 1):
            for s in squares(k[kind] & own):
                test = king >= 0 and (near >> s & 1 or s == king)
                for t in squares(attacks(kind, us, s, occupied) & ~own):
                    if test and self._exposes(king, s, t, kind, occupied):
                        continue
                    keys.append(kind << 15 | s << 9 | t << 3)
        moves = [key >> 9 & 63 | (key >> 3 & 63) << 6 | (key & 7) << 12 for key in keys]
        if king >= 0 and not checked:
            rooks = []
            for side in (0, 1):
                rook = self.castling(side)
                if rook >= 0 and self._may_castle(king, rook, side, occupied):
                    rooks.append(rook)
            moves += [king | rook << 6 for rook in sorted(rooks)]
        return moves

    def _can_pass(self, occupied, foe):
        """Whether the en passant square can be used."""
        e, us = self.ep, self.turn
        if e >> 3 != (5 if us == 0 else 2):
            return False
        front, behind = (e - 8, e + 8) if us == 0 else (e + 8, e - 8)
        return not occupied >> e & 1 and not occupied >> behind & 1 and (self.kinds[PAWN] & foe) >> front & 1

    def _exposes(self, king, s, t, kind, occupied):
        """Whether the move leaves the only king in check."""
        gone = 1 << t
        after = occupied & ~(1 << s) | 1 << t
        if kind == PAWN and t == self.ep and (t - s) % 8 and not occupied >> t & 1:
            victim = t - 8 if self.turn == 0 else t + 8
            gone |= 1 << victim
            after &= ~(1 << victim)
        if s == king:
            king = t
        us, k = self.turn, self.kinds
        c = self.colours[1 - us] & ~gone
        if KNIGHTS[king] & k[KNIGHT] & c or PAWNS[us][king] & k[PAWN] & c or KINGS[king] & k[KING] & c:
            return True
        lines = (k[ROOK] | k[QUEEN]) & c
        if lines and _rook.mask[king] & lines and _rook.attacks(king, after) & lines:
            return True
        lines = (k[BISHOP] | k[QUEEN]) & c
        return bool(lines and _bishop.mask[king] & lines and _bishop.attacks(king, after) & lines)

    def _may_castle(self, king, rook, side, occupied):
        home = 56 * self.turn
        to_king, to_rook = home + (6 if side == 0 else 2), home + (5 if side == 0 else 3)
        others = occupied & ~(1 << king) & ~(1 << rook)
        way = 0
        for a, b in ((king, to_king), (rook, to_rook)):
            for s in range(min(a, b), max(a, b) + 1):
                way |= 1 << s
        if way & others:
            return False
        for s in range(min(king, to_king), max(king, to_king) + 1):
            if self.attacked(s, 1 - self.turn, occupied & ~(1 << king)):
                return False
        return not self.attacked(to_king, 1 - self.turn, others | 1 << to_king | 1 << to_rook)

    def is_castling(self, m):
        """Whether a legal move is castling: a king to a square of its own colour."""
        s, t = m & 63, m >> 6 & 63
        return (self.kinds[KING] >> s & 1) == 1 and self.colours[self.turn] >> t & 1 == 1

    def is_capture(self, m):
        s, t = m & 63, m >> 6 & 63
        if self.colours[1 - self.turn] >> t & 1:
            return True
        return (self.kinds[PAWN] >> s & 1) == 1 and (t - s) % 8 != 0

    def play(self, m):
        """The position after a legal move, or the null move 0."""
        p = self.copy()
        us = self.turn
        p.turn = 1 - us
        p.ep = -1
        p.clock = min(p.clock + 1, 65535)
        p.number = min(p.number + us, 65535)
        if m == 0:
            return p
        s, t, promotion = m & 63, m >> 6 & 63, m >> 12
        kind = self.kind_at(s)
        k, c = p.kinds, p.colours
        if self.is_castling(m):
            home = 56 * us
            to_king, to_rook = (home + 6, home + 5) if t > s else (home + 2, home + 3)
            k[KING] = k[KING] & ~(1 << s) | 1 << to_king
            k[ROOK] = k[ROOK] & ~(1 << t) | 1 << to_rook
            c[us] = c[us] & ~(1 << s) & ~(1 << t) | 1 << to_king | 1 << to_rook
            p.rights = self._without(us, (0, 1))
            return p
        victim = t
        if kind == PAWN:
            p.clock = 0
            if (t - s) % 8 and not (self.colours[1 - us] >> t & 1):
                victim = t - 8 if us == 0 else t + 8
            if abs(t - s) == 16:
                p.ep = (s + t) // 2
        if c[1 - us] >> victim & 1:
            p.clock = 0
            c[1 - us] &= ~(1 << victim)
            k[self.kind_at(victim)] &= ~(1 << victim)
        k[kind] &= ~(1 << s)
        k[promotion or kind] |= 1 << t
        c[us] = c[us] & ~(1 << s) | 1 << t
        rights = list(self.rights)
        if any(rights):
            if kind == KING:
                rights[2 * us] = rights[2 * us + 1] = 0
            for side in range(4):
                file = rights[side]
                if file and 56 * (side // 2) + file - 1 in (s, t):
                    rights[side] = 0
            p.rights = tuple(rights)
        return p

    def _without(self, colour, sides):
        rights = list(self.rights)
        for side in sides:
            rights[2 * colour + side] = 0
        return tuple(rights)

    def fen(self, fields=6, files=False):
        """The FEN of so many fields; files writes rights as HAha."""
        rows = []
        for y in range(7, -1, -1):
            row = ""
            for x in range(8):
                piece = self.at(8 * y + x)
                if piece:
                    row += LETTERS[piece]
                elif row and row[-1].isdigit():
                    row = row[:-1] + str(int(row[-1]) + 1)
                else:
                    row += "1"
            rows.append(row)
        rights = ""
        for side in range(4):
            file = self.rights[side]
            if file:
                letter = self._right_letter(side, file, files)
                rights += letter if side < 2 else letter.lower()
        ep = "abcdefgh"[self.ep % 8] + str(self.ep // 8 + 1) if self.ep >= 0 else "-"
        out = ["/".join(rows), "wb"[self.turn], rights or "-", ep, str(self.clock), str(self.number)]
        return " ".join(out[:fields])

    def _right_letter(self, side, file, files):
        """The file of the rook, or K or Q where it is the outermost of its side and files is not
        asked for, or where the file would mean another right."""
        king = self.home_king(side // 2)
        own = file - 1 != king and (file - 1 < (king if king >= 0 else 4)) == (side % 2 == 1)
        if file - 1 == self.outer_rook(side // 2, side % 2) and not (files and own):
            return "KQ"[side % 2]
        return "ABCDEFGH"[file - 1]


def parse_fen(text):
    """A position of a FEN."""
    fields = [f for f in text.split(" ") if f]
    p = Position()
    if not 4 <= len(fields) <= 6:
        raise Corrupt("fen: not four to six fields")
    rows = fields[0].split("/")
    if len(rows) != 8:
        raise Corrupt(f"fen: {len(rows)} rows")
    for y, row in enumerate(rows):
        x = 0
        for ch in row:
            if ch in "12345678":
                x += int(ch)
            elif ch in LETTERS[1:]:
                if x > 7:
                    raise Corrupt("fen: a row is too long")
                p.put(8 * (7 - y) + x, LETTERS.index(ch))
                x += 1
            else:
                raise Corrupt(f"fen: {ch} on the board")
        if x != 8:
            raise Corrupt("fen: a row is not eight squares")
    if fields[1] not in ("w", "b"):
        raise Corrupt("fen: no side to move")
    p.turn = "wb".index(fields[1])
    if fields[2] != "-":
        rights = [0] * 4
        for ch in fields[2]:
            colour = int(ch.islower())
            king = p.home_king(colour)
            up = ch.upper()
            if up in "KQ":
                side = "KQ".index(up)
                file = p.outer_rook(colour, side)
            elif up in "ABCDEFGH":
                file = "ABCDEFGH".index(up)
                side = int(file < (king if king >= 0 else 4))
                if king == file:
                    raise Corrupt("fen: the king's own file")
            else:
                raise Corrupt("fen: castling")
            if rights[2 * colour + side]:
                raise Corrupt("fen: a right twice")
            rights[2 * colour + side] = file + 1
        p.rights = tuple(rights)
    if fields[3] != "-":
        if len(fields[3]) != 2 or fields[3][0] not in "abcdefgh" or fields[3][1] not in "36":
            raise Corrupt("fen: en passant")
        p.ep = "abcdefgh".index(fields[3][0]) + 8 * (int(fields[3][1]) - 1)
    counters = [0, 1]
    for i, f in enumerate(fields[4:]):
        if not f.isascii() or not f.isdigit() or int(f) > 65535:
            raise Corrupt("fen: a counter")
        counters[i] = int(f)
    p.clock, p.number = counters
    return p
