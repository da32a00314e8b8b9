"""The exact numbering of positions: positions.md, sections 3.1 and 3.2.

    numbered_position(n)        the position of an integer
    arrangement(x)              the same of n // 2: own pieces as White's, White to move

The sizes of all cells are computed once, when the first number is asked for.
"""

import bisect
import functools
import itertools

from .board import KING, PAWN, QUEEN, ROOK, BISHOP, KNIGHT, Position
from .refused import DAMAGED, Refused
from .schemes import binomial, board_of, subset


def upto(n):
    """The numbers from 0 to n."""
    return range(n + 1)


# --- armies

@functools.lru_cache(None)
def musters(size, promoted, rooks):
    """Queens, rooks, bishops and knights of an army; it has a king if rooks is 0."""
    found = []
    left = size if rooks else size - 1
    for q in upto(left):
        for r in upto(left - q):
            for b in upto(left - q - r):
                n = left - q - r - b
                over = max(q - 1, 0) + max(r - 2 + rooks, 0) + max(b - 2, 0) + max(n - 2, 0)
                if over == promoted:
                    found.append((q, r, b, n))
    return found


def ways(m, size, rooks):
    """In how many ways a muster stands on as many squares."""
    w, left = 1, size
    if rooks == 0:
        w, left = size, size - 1
    for n in m:
        w *= binomial(left, n)
        left -= n
    return w


@functools.lru_cache(None)
def standings(size, promoted, rooks):
    return sum(ways(m, size, rooks) for m in musters(size, promoted, rooks))


@functools.lru_cache(None)
def armies(rooks):
    """All armies, (promoted, size), in their order."""
    return [(promoted, size) for promoted in range(9) for size in range(17)
            if standings(size, promoted, rooks) > 0]


def stand(number, size, promoted, rooks, places):
    """The pieces of an army on its squares: a list of (kind, square)."""
    for m in musters(size, promoted, rooks):
        w = ways(m, size, rooks)
        if number < w:
            break
        number -= w
    n = [int(rooks == 0), m[0], m[1], m[2]]
    radix = []
    left = size
    for k in range(4):
        radix.append(binomial(left, n[k]))
        left -= n[k]
    v = []
    for r in radix[::-1]:
        number, x = divmod(number, r)
        v.insert(0, x)
    found = []
    for k, kind in enumerate((KING, QUEEN, ROOK, BISHOP)):
        chosen = subset(v[k], n[k], places)
        found += [(kind, s) for s in chosen]
        places = [s for s in places if s not in chosen]
    return found + [(KNIGHT, s) for s in places]


@functools.lru_cache(None)
def rights_list(rooks):
    """Files of the king, of the king side's and of the queen side's rook."""
    if rooks == 0:
        return [(None, None, None)]
    if rooks == 1:
        return ([(king, rook, None) for king, rook in itertools.combinations(range(8), 2)]
                + [(king, None, rook) for king in range(8) for rook in range(king)])
    threes = sorted((king, q, k) for q, king, k in itertools.combinations(range(8), 3))
    return [(king, k, q) for king, q, k in threes]


# --- pawns

NEXT = [[0, 0, None], [2, 1, 3], [2, 1, 0], [0, None, None]]


@functools.lru_cache(None)
def columns(state):
    """What may stand on the next file: (marked, next state, own, them, opposed, value)."""
    found = []
    for value, t in enumerate(itertools.product(range(3), repeat=6)):
        d = t[::-1]
        own, them = d.count(1), d.count(2)
        opposed = int(1 in d and 2 in d[d.index(1):])
        after = NEXT[state][0 if d[3] == 1 else 1]
        if after is not None:
            found.append((False, after, own, them, opposed, value))
        after = NEXT[state][2]
        if after is not None and d[3] == 2 and d[4] == d[5] == 0:
            found.append((True, after, own, them, opposed, value))
    return sorted(found)


@functools.lru_cache(None)
def kinds_of_columns(state):
    """How many columns there are of each (next state, own, them, opposed)."""
    found = {}
    for _, after, own, them, opposed, _ in columns(state):
        key = (after, own, them, opposed)
        found[key] = found.get(key, 0) + 1
    return list(found.items())


@functools.lru_cache(None)
def placements(files, state, own, them, least):
    """Ways to fill the last files with so many pawns, at least so many of the files opposed."""
    if own < 0 or them < 0 or least > files:
        return 0
    if files == 0:
        return int(own == 0 and them == 0 and state == 0)
    total = 0
    for (after, o, f, x), n in kinds_of_columns(state):
        if o <= own and f <= them:
            total += n * placements(files - 1, after, own - o, them - f, max(least - x, 0))
    return total


def place_pawns(number, ep, own, them, least):
    """(squares of own pawns, of them's pawns, square of the pawn that has jumped or None)."""
    state = ep
    jumped = None
    pawns = ([], [])
    for file in range(8):
        for marked, after, o, f, x, value in columns(state):
            w = placements(7 - file, after, own - o, them - f, max(least - x, 0))
            if number < w:
                break
            number -= w
        state = after
        own -= o
        them -= f
        least = max(least - x, 0)
        if marked:
            jumped = 32 + file
        for i in range(6):
            d = value // 3 ** i % 3
            if d:
                pawns[d - 1].append(8 + 8 * i + file)
    return pawns[0], pawns[1], jumped


# --- cells

def pinned(rooks):
    return rooks + 1 if rooks else 0


def free(ep, rooks, rooks2, them, own):
    """Squares for both armies."""
    return 64 - own - them - pinned(rooks) - pinned(rooks2) - 2 * ep


def foes(cell):
    """For each army of the them: (how many ways, promoted, size, least opposed files)."""
    ep, rooks, rooks2, them, promoted, size, own = cell
    room = free(ep, rooks, rooks2, them, own)
    found = []
    for promoted2, size2 in armies(rooks2):
        if promoted2 > 8 - them:
            continue
        pieces = own + them + size + size2 + pinned(rooks) + pinned(rooks2)
        least = max(0, own + promoted + them + promoted2 - 8 - (32 - pieces))
        w = standings(size2, promoted2, rooks2) * binomial(room - size, size2)
        w *= placements(8, ep, own, them, least)
        found.append((w, promoted2, size2, least))
    return found


@functools.lru_cache(None)
def _foe_ways(rooks2, them, room):
    """Ways of the them's armies on `room` squares, by the sum of promoted and size."""
    found = [0] * 25
    for promoted2, size2 in armies(rooks2):
        if promoted2 <= 8 - them:
            w = standings(size2, promoted2, rooks2) * binomial(room, size2)
            found[promoted2 + size2] += w
    return found


@functools.lru_cache(None)
def _chances(ep, own, them):
    """Placements of pawns by the least number of opposed files, from -40 on."""
    least = [placements(8, ep, own, them, i) for i in range(9)]
    return [least[0]] * 40 + least + [0] * 60


def _cells_of(ep, rooks, rooks2):
    """All cells with these three, and their sizes. The least number of opposed files depends
    on the sum of promoted and size of both armies alone."""
    rights = len(rights_list(rooks)) * len(rights_list(rooks2))
    for them in range(9):
        for promoted, size in armies(rooks):
            for own in range(9 - promoted):
                room = free(ep, rooks, rooks2, them, own)
                low = 2 * (own + them) - 40 + promoted + size + pinned(rooks) + pinned(rooks2)
                chances = _chances(ep, own, them)[40 + low:65 + low]
                every = sum(map(int.__mul__, _foe_ways(rooks2, them, room - size), chances))
                size_of = (every * binomial(room, size) * standings(size, promoted, rooks)
                           * rights)
                yield (ep, rooks, rooks2, them, promoted, size, own), size_of


@functools.lru_cache(None)
def all_cells():
    """(the first numbers of all cells, the cells, the sum of their sizes)."""
    firsts = []
    cells = []
    n = 0
    for ep in (0, 1):
        for rooks in range(3):
            for rooks2 in range(3):
                for cell, size in _cells_of(ep, rooks, rooks2):
                    if size:
                        firsts.append(n)
                        cells.append(cell)
                        n += size
    return firsts, cells, n


# --- from the number to the position

def arrangement(x):
    """The position of a number, with White to move."""
    firsts, cells, bound = all_cells()
    if x >= bound:
        raise Refused(DAMAGED, "no position has this number")
    i = bisect.bisect_right(firsts, x) - 1
    cell = cells[i]
    ep, rooks, rooks2, them, promoted, size, own = cell
    x -= firsts[i]
    room = free(ep, rooks, rooks2, them, own)
    x, right = divmod(x, len(rights_list(rooks)))
    x, right2 = divmod(x, len(rights_list(rooks2)))
    x, standing = divmod(x, standings(size, promoted, rooks))
    x, where = divmod(x, binomial(room, size))
    for w, promoted2, size2, least in foes(cell):
        if x < w:
            break
        x -= w
    x, standing2 = divmod(x, standings(size2, promoted2, rooks2))
    x, where2 = divmod(x, binomial(room - size, size2))
    pawns, pawns2, jumped = place_pawns(x, ep, own, them, least)
    p = Position()
    for s in pawns:
        p.men[0][PAWN] |= 1 << s
    for s in pawns2:
        p.men[1][PAWN] |= 1 << s
    _set_rights(p, 0, rights_list(rooks)[right])
    _set_rights(p, 1, rights_list(rooks2)[right2])
    places = [s for s, x in enumerate(board_of(p)) if x == 0]
    if jumped is not None:
        p.ep = jumped + 8
        places = [s for s in places if s not in (jumped + 8, jumped + 16)]
    here = subset(where, size, places)
    there = subset(where2, size2, [s for s in places if s not in here])
    for kind, s in stand(standing, size, promoted, rooks, here):
        p.men[0][kind] |= 1 << s
    for kind, s in stand(standing2, size2, promoted2, rooks2, there):
        p.men[1][kind] |= 1 << s
    return p


def _set_rights(p, c, files):
    king, k, q = files
    if king is None:
        return
    p.men[c][KING] |= 1 << 56 * c + king
    for i, file in ((0, k), (1, q)):
        if file is not None:
            p.men[c][ROOK] |= 1 << 56 * c + file
            p.right[2 * c + i] = file + 1


def numbered_position(n):
    """The position of an integer; clock 0, number 1."""
    p = arrangement(n // 2)
    if n % 2 == 0:
        return p
    q = Position()
    for c in (0, 1):
        for kind in range(PAWN, KING + 1):
            q.men[1 - c][kind] = int.from_bytes(p.men[c][kind].to_bytes(8, "little"), "big")
    q.turn = 1
    own_king, own_queen, king, queen = p.right
    q.right = [king, queen, own_king, own_queen]
    q.ep = p.ep ^ 56 if p.ep else 0
    return q
