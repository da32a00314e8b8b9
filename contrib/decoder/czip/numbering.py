"""Section 3.1: positions by their number, and section 5.2: keys."""

from functools import cache
from math import comb

from . import Corrupt
from .board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position

# Where the walk over the files leads: by state, for an unmarked column with an own pawn on row
# 5, for another, and for a marked one; None where it may not be.
NEXT = (0, 0, None), (2, 1, 3), (2, 1, 0), (0, None, None)


def subset(number, k, places):
    """The subset of k of the places that has the number."""
    out = []
    for i in range(k, 0, -1):
        c = i - 1
        while comb(c + 1, i) <= number:
            c += 1
        number -= comb(c, i)
        out.append(places[c])
    return out[::-1]


def musters(men, promoted, rooks):
    """Queens, rooks, bishops and knights of an army of a side with so many castling rooks."""
    left = men - (rooks == 0)
    for q in range(left + 1):
        for r in range(left + 1 - q):
            for b in range(left + 1 - q - r):
                n = left - q - r - b
                if max(q - 1, 0) + max(r - 2 + rooks, 0) + max(b - 2, 0) + max(n - 2, 0) == promoted:
                    yield q, r, b, n


def ways(men, muster, rooks):
    q, r, b, _ = muster
    count, left = (men, men - 1) if rooks == 0 else (1, men)
    return count * comb(left, q) * comb(left - q, r) * comb(left - q - r, b)


@cache
def armies(rooks):
    """Promoted men, men, and in how many ways they stand on as many squares."""
    out = []
    for promoted in range(9):
        for men in range(17):
            count = sum(ways(men, m, rooks) for m in musters(men, promoted, rooks))
            if count:
                out.append((promoted, men, count))
    return out


def stand(number, men, promoted, rooks, places):
    """The squares of each kind of an army on its places."""
    for m in musters(men, promoted, rooks):
        if number < ways(men, m, rooks):
            break
        number -= ways(men, m, rooks)
    out, left, digits = {}, men, []
    for kind, k in ((KING, int(rooks == 0)), (QUEEN, m[0]), (ROOK, m[1]), (BISHOP, m[2])):
        digits.append((kind, k, comb(left, k)))
        left -= k
    values = []
    for _, _, radix in reversed(digits):
        number, v = divmod(number, radix)
        values.append(v)
    for (kind, k, _), v in zip(digits, reversed(values)):
        out[kind] = subset(v, k, places)
        places = [s for s in places if s not in out[kind]]
    out[KNIGHT] = places
    return out


@cache
def columns(state):
    """What can stand on the rows 2 to 7 of a file, in order: marked, next state, own pawns,
    foe's, opposed, value."""
    out = []
    for value in range(729):
        digits = [value // 3 ** i % 3 for i in range(6)]
        own, opposed = 0, 0
        for d in digits:
            own += d == 1
            opposed |= d == 2 and own > 0
        marks = [(0, NEXT[state][0 if digits[3] == 1 else 1])]
        if digits[3:] == [2, 0, 0]:
            marks.append((1, NEXT[state][2]))
        for marked, to in marks:
            if to is not None:
                out.append((marked, to, digits.count(1), digits.count(2), int(opposed), value))
    return sorted(out)


@cache
def groups(state):
    out = {}
    for _, to, own, foe, opposed, _ in columns(state):
        out[to, own, foe, opposed] = out.get((to, own, foe, opposed), 0) + 1
    return list(out.items())


@cache
def placements(files, state, own, foe, least):
    """In how many ways pawns stand on the last files, opposed on so many of them or more."""
    if own < 0 or foe < 0 or least > files:
        return 0
    if files == 0:
        return int(own == foe == state == 0)
    return sum(n * placements(files - 1, to, own - o, foe - f, max(least - x, 0)) for (to, o, f, x), n in groups(state))


def place_pawns(number, state, own, foe, least):
    """The squares of own pawns, of the foe's, and of the one that has just jumped or None."""
    squares, jumped = ([], []), None
    for file in range(8):
        for marked, to, o, f, x, value in columns(state):
            n = placements(7 - file, to, own - o, foe - f, max(least - x, 0))
            if number < n:
                break
            number -= n
        state, own, foe, least = to, own - o, foe - f, max(least - x, 0)
        if marked:
            jumped = 32 + file
        for i in range(6):
            if d := value // 3 ** i % 3:
                squares[d - 1].append(8 + 8 * i + file)
    return *squares, jumped


@cache
def sizes(passing, rooks, foe, own, promoted, men, free):
    """What each army of the foe adds to a cell: size, promoted, men, count, least; and the sum.

    men are the own army and the pinned men of the own side; free the squares that it leaves."""
    out, total = [], 0
    pinned = rooks + 1 if rooks else 0
    for p2, m2, c2 in armies(rooks):
        if p2 > 8 - foe:
            break
        least = max(0, own + promoted + foe + p2 - 8 - (32 - men - own - m2 - pinned - foe))
        size = c2 * comb(free, m2) * placements(8, passing, own, foe, least) if free >= m2 else 0
        out.append((size, p2, m2, c2, least))
        total += size
    return out, total


def cells():
    """All cells in order: passing, rooks of both sides, foe's pawns, own army, own pawns, free squares."""
    for passing in (0, 1):
        for rooks in range(3):
            for rooks2 in range(3):
                free = 64 - sum(n + 1 for n in (rooks, rooks2) if n) - 2 * passing
                for foe in range(9):
                    for promoted, men, count in armies(rooks):
                        for own in range(9 - promoted):
                            yield passing, rooks, rooks2, foe, promoted, men, count, own, free - own - foe


@cache
def sums():
    """The cells that are not empty, each with the number of its first arrangement, and the number of all."""
    out, first = [], 0
    for cell in cells():
        passing, rooks, rooks2, foe, promoted, men, count, own, free = cell
        if free < men:
            continue
        pinned = rooks + 1 if rooks else 0
        n = sizes(passing, rooks2, foe, own, promoted, men + pinned, free - men)[1] * count * comb(free, men)
        if n:
            out.append((first, cell))
            first += n * (56 if rooks else 1) * (56 if rooks2 else 1)
    return out, first


def rights(number, rooks):
    """The files of the king and of the rooks on the king side and the queen side, None without one."""
    if rooks == 0:
        return None, None, None
    found = []
    for king in range(8):
        for queen_side in range(8):
            for king_side in range(8):
                if queen_side < king < king_side:
                    found.append((king, king_side, queen_side))
    if rooks == 2:
        return sorted(found, key=lambda f: (f[0], f[2], f[1]))[number]
    one = [(king, rook, None) for king in range(8) for rook in range(king + 1, 8)]
    return (one + [(king, None, rook) for king in range(8) for rook in range(king)])[number]


def arrangement(x):
    """The position of the number, with own men as White's; White is to move."""
    list, total = sums()
    if x >= total:
        raise Corrupt("numbered: the number of no position")
    low, high = 0, len(list)
    while high - low > 1:
        mid = (low + high) // 2
        low, high = (mid, high) if list[mid][0] <= x else (low, mid)
    first, (passing, rooks, rooks2, foe, promoted, men, count, own, free) = list[low]
    x -= first
    digits = []
    for radix in (56 if rooks else 1, 56 if rooks2 else 1, count, comb(free, men)):
        x, v = divmod(x, radix)
        digits.append(v)
    pinned = rooks + 1 if rooks else 0
    for size, p2, m2, c2, least in sizes(passing, rooks2, foe, own, promoted, men + pinned, free - men)[0]:
        if x < size:
            break
        x -= size
    x, standing2 = divmod(x, c2)
    x, places2 = divmod(x, comb(free - men, m2))
    *pawns, jumped = place_pawns(x, passing, own, foe, least)
    p, taken = Position(), set(pawns[0] + pawns[1])
    if jumped is not None:
        p.ep = jumped + 8
        taken |= {jumped + 8, jumped + 16}
    four = []
    for side, (number, n) in enumerate(((digits[0], rooks), (digits[1], rooks2))):
        files = rights(number, n)
        for kind, file in zip((KING, ROOK, ROOK), files):
            if file is not None:
                p.put(56 * side + file, kind + 6 * side)
                taken.add(56 * side + file)
        four += [0 if file is None else file + 1 for file in files[1:]]
    p.rights = tuple(four)
    for side, (number, where, n, up, castling) in enumerate(((digits[2], digits[3], men, promoted, rooks), (standing2, places2, m2, p2, rooks2))):
        for s in pawns[side]:
            p.put(s, PAWN + 6 * side)
        squares = subset(where, n, [s for s in range(64) if s not in taken])
        taken |= set(squares)
        for kind, found in stand(number, n, up, castling, squares).items():
            for s in found:
                p.put(s, kind + 6 * side)
    return p


def board_numbered(x, p):
    """Puts the men of the board that has the number."""
    found = arrangement(x)
    if any(found.rights) or found.ep >= 0:
        raise Corrupt("numbered: the number of no board")
    for s in range(64):
        p.put(s, found.at(s))


def numbered(x):
    """The position of an integer of section 3.1."""
    p = arrangement(x >> 1)
    if not x & 1:
        return p
    turned = Position()
    for s in range(64):
        if piece := p.at(s):
            turned.put(s ^ 56, piece + 6 if piece < 7 else piece - 6)
    turned.turn, turned.rights = 1, p.rights[2:] + p.rights[:2]
    turned.ep = p.ep ^ 56 if p.ep >= 0 else -1
    return turned


def position_of_key(key):
    """The position of a key, section 5.2."""
    x = int.from_bytes(key, "big") - 1
    if len(key) != 20 or x < 0:
        raise Corrupt("key: not 20 bytes, or all zeros")
    p = numbered(x)
    if p.ep >= 0 and not any(p.kind_at(m & 63) == PAWN and m >> 6 & 63 == p.ep and (m ^ m >> 6) & 7 for m in p.legal()):
        raise Corrupt("key: an en passant square on which no capture is legal")
    return p
