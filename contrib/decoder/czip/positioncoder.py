"""Positions that follow from earlier ones: lists.md, section 4. Lists of positions and of training
records use it.

    pc = PositionCoder(coder, learned)
    p = pc.read_position(counters)
    pc.nodes                        the positions so far: Node
    pc.base, pc.relation            of the position that was read last
    pc.read_step(p, past, used, way), pc.choose_move(p, past, used, ask_flag)
    pc.start_past, pc.after(past, p, m)
"""

from . import lists
from .basics import digits
from .board import BISHOP, KING, KNIGHT, QUEEN, ROOK, START, Position, kind_at, read_fen
from .learned import frequencies, learned_scores, of_file
from .models import Model, stretch
from .past import START_PAST, Known, learned_next
from .quick import START_QUICK, order, quick_code, quick_next, quick_scores
from .refused import DAMAGED, Refused
from .rules import legal, legal_ep, make
from .squares import read_squares

LIMIT = lists.limit("POSITIONS_LIMIT")
ANCESTORS = lists.limit("ANCESTORS")
A_BOARD, ONE_MOVE, TWO_MOVES, AGAIN = 0, 1, 2, 3
A_START = 4                                     # `how` of a position after a start
NOTHING_KNOWN = Known()


def damaged(message):
    raise Refused(DAMAGED, message)


class Node:
    """A position that was read: parent is a number of a node or -1."""

    __slots__ = ("p", "past", "parent", "used")

    def __init__(self, p, past, parent):
        self.p = p
        self.past = past
        self.parent = parent
        self.used = set()


def model(coder, table, size):
    """A model of lists; size is a name of limits.txt."""
    return Model(coder, table, lists.limit(size), LIMIT)


def seen_from(p, m):
    x = 56 * p.turn
    return kind_at(p, m & 63) << 12 | (m & 63 ^ x) << 6 | m >> 6 & 63 ^ x


def odds(p):
    """0 to 87."""
    return stretch(min(p, 65535)) + 2816 >> 6


class PositionCoder:
    def __init__(self, coder, learned):
        self.coder = coder
        self.learned = learned
        self.flags = model(coder, "positions.flags", "POSITIONS_FLAGS_SIZE")
        self.steps = model(coder, "positions.steps", "POSITIONS_STEPS_SIZE")
        self.starts = model(coder, "positions.starts", "POSITIONS_STARTS_SIZE")
        self.squares = model(coder, "positions.squares", "TAGS_SQUARES_SIZE")
        self.state = model(coder, "positions.state", "TAGS_STATE_SIZE")
        self.boards = None
        self.moves_model = None
        if learned:
            from . import listboards
            self.boards = listboards.ListBoards(coder)
            self.moves_model = of_file(lists.file_named("default.czm"))
        self.start_past = START_PAST if learned else START_QUICK
        self.after = learned_next if learned else quick_next
        self.nodes = []
        self.relations = self.distance = self.ancestor = self.started = 0
        self.step = 0
        self.plies_after = self.others = 0
        self.start = 518
        self.base = self.relation = None

    # --- one position (4.1)

    def read_position(self, counters):
        flags = self.flags
        nodes = self.nodes
        relation = flags.index(0, self.relations & 3, self.relations,
                               min(digits(self.distance), 31), digits=2)
        self.relations = (self.relations << 2 | relation) & 255
        self.relation = relation
        if not nodes and relation != A_BOARD:
            damaged("a position that follows from none")
        if relation == A_BOARD:
            self.started = flags.flag(1, self.started, self.relations)
            if self.started:
                return self.read_start(counters)
        way = 0
        self.base = -1
        if nodes:
            way = self.read_reference(relation)
        if relation == A_BOARD:
            return self.read_board(counters)
        node = nodes[self.base]
        p, past = node.p, node.past
        parent = self.base
        if relation == ONE_MOVE:
            m = self.read_step(p, past, node.used, way)
            node.used.add(m)
            past, p = self.after(past, p, m), make(p, m)
        elif relation == TWO_MOVES:
            for i in (1, 2):
                m = self.read_step(p, past, (), i)
                past, p = self.after(past, p, m), make(p, m)
        else:
            parent = node.parent
        return self.finish(p, past, parent, relation, counters)

    def read_reference(self, relation):
        """Sets base, and gives way."""
        flags = self.flags
        if relation == ONE_MOVE:
            if flags.flag(2, self.ancestor, self.relations):
                self.ancestor = flags.number(3, self.ancestor, self.relations)
                if self.ancestor >= ANCESTORS:
                    damaged("an ancestor too far away")
                self.base = len(self.nodes) - 1
                for _ in range(self.ancestor):
                    self.base = self.nodes[self.base].parent
                    if self.base < 0:
                        damaged("an ancestor that is not there")
                return 3 if self.ancestor == 0 else 4
            self.ancestor = ANCESTORS
        self.distance = flags.number(4, relation, min(digits(self.distance), 31), self.relations)
        if self.distance >= len(self.nodes):
            damaged("a reference to a position before the first")
        self.base = len(self.nodes) - 1 - self.distance
        return 0

    def finish(self, p, past, parent, how, counters):
        """What is not as the moves say; appends the node."""
        q = p.copy()
        if how != AGAIN and p.ep and self.flags.flag(10, int(legal_ep(p) != 0)) == 0:
            q.ep = 0
        else:
            q.moves = p.moves                   # counters do not change them
        self.read_counters(q, how, counters)
        self.nodes.append(Node(q, past, parent))
        return q

    def read_counters(self, p, how, counters):
        if not counters:
            p.clock, p.number = 0, 1
            return
        flags = self.flags
        if flags.flag(6, how, min(p.clock, 99)) == 0:
            p.clock = flags.number(7, how, p.clock) & 65535
        if flags.flag(8, how, p.turn) == 0:
            p.number = p.number + flags.signed(9, how, p.number) & 65535

    # --- steps (4.2)

    def read_step(self, p, past, used, way):
        n_used = min(len(used), 15)
        steps = self.steps
        step = self.step

        def ask(p, m, place, left, likelihood):
            return steps.flag(0, likelihood, way, place, left, p.turn, n_used, seen_from(p, m),
                              step)

        m = self.choose_move(p, past, used, ask)
        self.step = seen_from(p, m)
        return m

    def choose_move(self, p, past, used, ask_flag):
        """A legal move that is not in used."""
        moves = legal(p)
        places = [i for i in range(len(moves)) if moves[i] not in used]
        if not places:
            damaged("a step where no move is left")
        if len(places) == 1:
            return moves[places[0]]
        if self.learned:
            f = frequencies(learned_scores(self.moves_model, p, past, NOTHING_KNOWN))
            total = sum(f[i] for i in places)
            places.sort(key=lambda i: -f[i])
        else:
            scores = quick_scores(p, past)
            code = quick_code(scores)
            allowed = set(places)
            places = [i for i in order(scores) if i in allowed]
        n = len(places)
        for place, i in enumerate(places):
            m = moves[i]
            if n == 1:
                return m
            if self.learned:
                likelihood = odds((f[i] << 16) // total) >> 1
                total -= f[i]
            else:
                likelihood = code << 6 | min(place, 63)
            if ask_flag(p, m, min(place, 63), min(n, 63), likelihood):
                return m
            n -= 1
        return None

    # --- boards (4.3)

    def read_board(self, counters):
        pattern = self.nodes[self.base].p if self.base >= 0 else read_fen(START)
        last = self.nodes[-1].p if self.base >= 0 else pattern
        if self.learned and self.flags.flag(5):
            p = self.boards.read(pattern, last, counters)
        else:
            p = read_squares(self.squares, self.state, pattern)
            self.read_counters(p, A_BOARD, counters)
        self.nodes.append(Node(p, self.start_past, -1))
        return p

    # --- starts (4.4)

    def read_start(self, counters):
        starts = self.starts
        self.plies_after = starts.index(0, self.plies_after, digits=3)
        other = starts.flag(1, self.others)
        self.others = (self.others << 1 | other) & 255
        if other:
            bishops = starts.index(2, digits=4)
            queen = min(starts.index(3, bishops, digits=3), 5)
            knights = min(starts.index(4, queen, bishops, digits=4), 9)
            self.start = 96 * knights + 16 * queen + bishops
        p = start_position(self.start)
        past = self.start_past
        for i in range(self.plies_after):
            m = self.read_step(p, past, (), 6 + min(i, 3))
            past, p = self.after(past, p, m), make(p, m)
        return self.finish(p, past, -1, A_START, counters)


def start_files(n):
    """The kinds on rank 1 of start position n of Chess960, from file a."""
    kinds = [0] * 8

    def free(i):
        return [f for f in range(8) if kinds[f] == 0][i]

    kinds[1 + 2 * (n % 4)] = BISHOP
    kinds[2 * (n // 4 % 4)] = BISHOP
    kinds[free(n // 16 % 6)] = QUEEN
    a, b = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))[n // 96]
    a, b = free(a), free(b)
    kinds[a] = kinds[b] = KNIGHT
    for kind in (ROOK, KING, ROOK):
        kinds[free(0)] = kind
    return kinds


def start_position(n):
    p = Position()
    kinds = start_files(n)
    for f, kind in enumerate(kinds):
        for c in (0, 1):
            p.men[c][kind] |= 1 << 56 * c + f
    p.men[0][1], p.men[1][1] = 0xFF << 8, 0xFF << 48
    rooks = [f for f in range(8) if kinds[f] == ROOK]
    p.right = [rooks[1] + 1, rooks[0] + 1] * 2
    return p
