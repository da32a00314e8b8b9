"""Section 3.1: boards by their number, without rights to castle or en passant, White to move."""

from functools import cache
from math import comb

from . import Corrupt, NotCovered
from .board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK


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


def musters(men, promoted):
    """Queens, rooks, bishops and knights of an army that has a king, too."""
    for q in range(men):
        for r in range(men - q):
            for b in range(men - q - r):
                n = men - 1 - q - r - b
                if max(q - 1, 0) + max(r - 2, 0) + max(b - 2, 0) + max(n - 2, 0) == promoted:
                    yield q, r, b, n


def ways(men, muster):
    q, r, b, _ = muster
    return men * comb(men - 1, q) * comb(men - 1 - q, r) * comb(men - 1 - q - r, b)


def armies():
    """Promoted men, men, and in how many ways they stand on as many squares."""
    for promoted in range(9):
        for men in range(17):
            count = sum(ways(men, m) for m in musters(men, promoted))
            if count:
                yield promoted, men, count


ARMIES = list(armies())


def stand(number, men, promoted, places):
    """The squares of each kind of an army on its places."""
    for m in musters(men, promoted):
        if number < ways(men, m):
            break
        number -= ways(men, m)
    out, left, digits = {}, men, []
    for kind, k in ((KING, 1), (QUEEN, m[0]), (ROOK, m[1]), (BISHOP, m[2])):
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


def columns():
    """What can stand on the rows 2 to 7 of a file, in order: own pawns, foe's, opposed, digits."""
    out = []
    for value in range(729):
        digits = [value // 3 ** i % 3 for i in range(6)]
        own, opposed = 0, 0
        for d in digits:
            own += d == 1
            opposed |= d == 2 and own > 0
        out.append((digits.count(1), digits.count(2), int(opposed), value))
    return sorted(out)


COLUMNS = columns()


@cache
def groups():
    out = {}
    for own, foe, opposed, _ in COLUMNS:
        out[own, foe, opposed] = out.get((own, foe, opposed), 0) + 1
    return list(out.items())


@cache
def placements(files, own, foe, least):
    """In how many ways pawns stand on the last files, opposed on so many of them or more."""
    if own < 0 or foe < 0 or least > files:
        return 0
    if files == 0:
        return int(own == foe == 0)
    return sum(n * placements(files - 1, own - o, foe - f, max(least - x, 0)) for (o, f, x), n in groups())


def place_pawns(number, own, foe, least):
    """The squares of own pawns and of the foe's."""
    squares = [], []
    for file in range(8):
        for o, f, x, value in COLUMNS:
            n = placements(7 - file, own - o, foe - f, max(least - x, 0))
            if number < n:
                break
            number -= n
        own, foe, least = own - o, foe - f, max(least - x, 0)
        for i in range(6):
            if d := value // 3 ** i % 3:
                squares[d - 1].append(8 + 8 * i + file)
    return squares


def board_numbered(x, p):
    """Puts the men of the board that has the number."""
    for foe in range(9):
        for promoted, men, count in ARMIES:
            for own in range(9 - promoted):
                free = 64 - own - foe
                sizes = []
                for p2, m2, c2 in ARMIES:
                    if p2 > 8 - foe:
                        break
                    least = max(0, own + promoted + foe + p2 - 8 - (32 - men - own - m2 - foe))
                    sizes.append((c2 * comb(free - men, m2) * placements(8, own, foe, least), p2, m2, c2, least))
                ours = count * comb(free, men)
                cell = ours * sum(size for size, *_ in sizes)
                if x < cell:
                    fill(x, p, own, foe, promoted, men, count, sizes)
                    return
                x -= cell
    raise Corrupt("numbered: the number of no board")


def fill(x, p, own, foe, promoted, men, count, sizes):
    x, standing = divmod(x, count)
    x, places = divmod(x, comb(64 - own - foe, men))
    for size, p2, m2, c2, least in sizes:
        if x < size:
            break
        x -= size
    x, standing2 = divmod(x, c2)
    x, places2 = divmod(x, comb(64 - own - foe - men, m2))
    pawns = place_pawns(x, own, foe, least)
    taken = set(pawns[0] + pawns[1])
    for side, (number, where, n, up) in enumerate(((standing, places, men, promoted), (standing2, places2, m2, p2))):
        for s in pawns[side]:
            p.put(s, PAWN + 6 * side)
        squares = subset(where, n, [s for s in range(64) if s not in taken])
        taken |= set(squares)
        for kind, found in stand(number, n, up, squares).items():
            for s in found:
                p.put(s, kind + 6 * side)


def position_of_key(key):
    """The position of a key, section 5.2."""
    raise NotCovered("keys")
