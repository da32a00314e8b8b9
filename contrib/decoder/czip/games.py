"""The text of a game: games.md, sections 6 and 9.

    start_position(fen)         the position that the value of a tag FEN names, or None
    GameReader(frame, g).read() the text of game g of a frames.GameFrame; games must be read in
                                their order
"""

import re

from . import lists, trace
from .board import START, read_fen, write_fen
from .comments import Marks, Place
from .layout import NUMBER, START as BEGIN, TYPE, Text
from .past import Known
from .refused import damaged
from .basics import Source, any_result
from .open import MOVES_BEGIN, read_code
from .rules import legal, make
from .script import (CLOSE, COMMENT, GLYPH, LINE, MOVE, NAG, NO_DEPARTURE, OPEN, RESULT,
                     NULL, RESULTS, TEXT, WORD)
from .spelling import text_of

SECONDS_MOVES = lists.limit("SECONDS_MOVES")
NULL_CODE = 254
FEN_BYTE = b"\x03"                  # begins a value in whose place a FEN stands
MOVE_NUMBER = re.compile(rb"(0|[1-9][0-9]{0,5})(?![0-9])")


def start_position(fen):
    """Section 6.2; fen is the value of the first tag FEN, or None."""
    p = None
    if fen is not None:
        p = read_fen(re.sub(rb'\\(["\\])', rb"\1", fen))
    return p or read_fen(START)


def short_number(text):
    """A number of one to five digits, else 0."""
    return int(text) if text is not None and re.fullmatch(rb"[0-9]{1,5}", text) else 0


class State:
    """Of a line: position (None where it is unknown), past, ply, number, side; and for comments
    the positions before its last moves, and the last move, or None."""

    __slots__ = ("position", "past", "ply", "number", "side", "pos1", "pos2", "move")

    def copy(self):
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        return other


def known_of(tags, steps, plies):
    """Section 9: what the learned levels know of a game."""
    last = dict(tags)
    result = last.get(b"Result")
    depth = 0
    for op, text in steps:
        if op == OPEN:
            depth += 1
        elif op == CLOSE:
            depth = max(depth - 1, 0)
        elif op == RESULT and depth == 0 and text != b"*":
            result = text
    control, _, more = last.get(b"TimeControl", b"").partition(b"+")
    ending = 0
    if b"Termination" in last:
        value = last[b"Termination"]
        forfeit = any(x in value for x in (b"ime forfeit", b"on time", b"bandon"))
        ending = 2 if forfeit else 1
    return Known(RESULTS.index(result) + 1 if result in RESULTS[:3] else 0, ending,
                 [short_number(last.get(b"WhiteElo")), short_number(last.get(b"BlackElo"))],
                 short_number(control) + SECONDS_MOVES * short_number(more), plies)


def outside_main(steps):
    """Whether a game has a move, a step 0, outside its main line."""
    depth = 0
    ended = False
    for op, text in steps:
        if op == MOVE and (depth or ended):
            return True
        if op == OPEN:
            depth += 1
        elif op == CLOSE:
            depth = max(depth - 1, 0)
        ended = ended or depth == 0 and ends(op, text)
    return False


def ends(op, text):
    """Whether a step that stands outside brackets ends the main line."""
    return op == RESULT or op == TEXT and any_result(text) < len(RESULTS)


def last_of_main(steps):
    """The place of the last move, null move or word outside variations, or None."""
    depth = 0
    found = None
    for i, (op, _) in enumerate(steps):
        if op == OPEN:
            depth += 1
        elif op == CLOSE:
            depth = max(depth - 1, 0)
        elif op <= WORD and depth == 0:
            found = i
    return found


class GameReader:
    def __init__(self, frame, g):
        self.frame = frame
        self.g = g
        self.tags = frame.tags_of(g)                    # pairs of name and value
        self.openings = frame.openings[g]
        self.moves = frame.moves
        self.stack = []
        self.now = s = State()
        s.position = frame.starts[g]
        s.past = frame.moves.past()
        s.ply = 0
        s.number = s.position.number
        s.side = s.position.turn
        s.pos1 = s.pos2 = s.move = None
        self.before = s.copy()
        self.marks = Marks()
        self.early = {}                 # moves that a comment before them has asked for
        self.ended = False              # whether the main line has ended
        self.line = self.branch = None  # codes, where moves are open
        if frame.open.lines:
            line = frame.open.lines[g]
            self.line = Source(line, 1 if line[:1] in MOVES_BEGIN else 0)

    def read(self):
        plies = self.frame.heads.plies[self.g]
        if trace.sink:
            trace.say(f"# game {self.g + 1}, stream 3, script")
        frame = self.frame
        style, departures, self.steps, plies = frame.script.read_game(
            plies, frame.results[self.g], frame.open.numbers is not None)
        if self.line and outside_main(self.steps):
            if not frame.branches:
                damaged("the moves of a variation are missing")
            self.branch = Source(frame.branches.pop(0))
        self.known = known_of(self.tags, self.steps, plies)
        self.last = last_of_main(self.steps)
        if trace.sink:
            trace.say(f"# game {self.g + 1}, moves and comments")
        self.text = Text(style, self.frame.most)
        self.style = style
        holes = self.put_tags()
        self.put_moves(departures)
        if self.branch and self.branch.left():
            damaged("moves of a variation are left over")
        if self.now.position is not None and not self.stack:
            fen = write_fen(self.now.position).rsplit(" ", 2)[0].encode()
            for hole in holes:
                self.text.fill(hole, fen)
        return self.text.bytes()

    def put_tags(self):
        """Section 6.1; gives the places in the text's parts where a FEN may stand."""
        heads = self.frame.heads
        holes = []
        values = [value for _, value in self.tags]
        for i, literal in enumerate(heads.chains[self.g]):
            self.text.put(heads.literals[literal])
            if i == len(values):
                break
            value = values[i]
            if value.startswith(FEN_BYTE):
                holes.append(len(self.text.parts))
                self.text.put(b"")
                value = value[1:]
            self.text.put(value)
        return holes

    def put_moves(self, departures):
        """Section 6.4."""
        text = self.text
        habits = self.style.habits
        prev = BEGIN
        for i, (op, own) in enumerate(self.steps):
            x = departures.get(i, NO_DEPARTURE)
            then = TYPE[op]
            bears = False
            if op <= WORD:
                side = self.now.side
                if x.number:
                    habits.turn(side, prev)
                bears = habits.bears(side, prev)
            if bears:
                number = self.move_number(x, side)
                text.gap(prev, NUMBER, x.gap, side == 0)
                text.put(number)
                text.gap(NUMBER, then, x.inner, False)
            else:
                text.gap(prev, then, x.gap, False)
            m = self.next_move(i) if op == MOVE else 0
            if op == NULL and self.line and self.main() and self.line.byte() != NULL_CODE:
                damaged("a null move that the main line does not have")
            if op == COMMENT:
                text.comment(self.comment(i))
            else:
                text.put(self.own_text(i, op, own, x, m))
            self.pass_step(op, own, m)
            prev = then

    def move_number(self, x, side):
        """Lines 11 to 17."""
        if x.digits is not None:
            found = MOVE_NUMBER.match(x.digits)
            if found:
                self.now.number = int(found[1])
            return x.digits
        habits = self.style.habits
        if x.suffix is not None:
            habits.suffix[side] = x.suffix
        return b"%d" % self.now.number + habits.suffix[side]

    def own_text(self, i, op, own, x, m):
        if op == MOVE:
            return text_of(self.style.dialect, self.now.position, m, x.form).encode()
        if op == LINE:
            return b";" + self.comment(i)
        if op == NAG:
            return b"$" + own
        if op == OPEN:
            return b"("
        if op == CLOSE:
            return b")"
        return own or b""

    def next_move(self, i):
        """The move of step i, a step 0."""
        if i in self.early:
            return self.early.pop(i)
        now = self.now
        if now.position is None:
            damaged("a move where no position is known")
        if self.line:
            return self.open_move(self.line if self.main() else self.branch, now.position)
        if self.stack or now.ply >= len(self.openings):
            return self.moves.move(now.position, now.past, self.known)
        m = self.openings[now.ply]
        if m not in legal(now.position):
            damaged("a move of the openings that is not legal")
        return m

    def main(self):
        return not self.stack and not self.ended

    def open_move(self, codes, p):
        """The move of a step 0 where moves are open."""
        m = read_code(codes, p)
        if m == 0 or m not in legal(p):
            damaged("a code of a move that is not legal")
        return m

    def pass_step(self, op, own, m):
        """Section 6.2, and pass_mark of comments.md, 2."""
        now = self.now
        self.marks.pass_mark(op, int(own) if op == NAG else 0, own if op == GLYPH else b"")
        if op <= WORD:
            self.before = now.copy()
            if op == WORD:
                now.position = now.pos1 = now.pos2 = now.move = None
            elif now.position is not None:
                now.pos2 = now.pos1
                now.pos1 = now.position
                now.move = m
                now.past = self.moves.after(now.past, now.position, m)
                now.position = make(now.position, m)
            now.ply += 1
            now.number += now.side
            now.side = 1 - now.side
        elif op == OPEN:
            self.stack.append((now, self.before))
            self.now = now = self.before.copy()
            now.pos1 = now.pos2 = now.move = None
        elif op == CLOSE and self.stack:
            self.now, self.before = self.stack.pop()
        self.ended = self.ended or not self.stack and ends(op, own)

    def comment(self, i):
        """The text of the comment that is step i."""
        now = self.now
        other = self.other(i) if now.pos1 is not None else None
        last = self.last is None or i > self.last
        place = Place(now.ply, 1 - now.side, self.marks.mark, self.marks.nth, int(last),
                      (now.position, now.pos1, now.pos2), now.move, other)
        return self.frame.comments.read(place)

    def other(self, i):
        """The first move of a variation that follows the comment of step i, or None."""
        steps = self.steps
        i += 1
        while steps[i][0] == COMMENT:
            i += 1
        if steps[i][0] != OPEN or steps[i + 1][0] != MOVE:
            return None
        i += 1
        if i not in self.early:
            state = self.before
            if self.line:
                self.early[i] = self.open_move(self.branch, state.position)
            else:
                self.early[i] = self.moves.move(state.position, state.past, self.known)
        return self.early[i]
