package sheet

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/comments"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// place is where a line of moves has come to.
type place struct {
	pos  board.Position
	past movelist.Past // of the fast level
	deep learned.Past  // of the learned ones
	lost bool          // a word was no legal move: the position is unknown from there on
	move board.Move    // the last
	ply  int           // moves and words so far
}

// lines follows the moves of a game and of its variations.
type lines struct {
	learned bool // keeps deep, else past
	now     place
	before  place // before the last move, where a variation starts
	earlier place // before the one before
	first   int   // 1 if Black begins
	stack   []place
	mark    uint32 // of the glyphs behind the last move
	remarks int    // since the last move
}

func (l *lines) reset(start *board.Position) {
	l.now = place{pos: *start}
	l.before, l.earlier = l.now, l.now
	l.first = int(start.Turn)
	l.stack = l.stack[:0]
	l.mark, l.remarks = 0, 0
}

// play makes a legal move or the null move.
func (l *lines) play(m board.Move) {
	l.mark, l.remarks = 0, 0
	l.earlier, l.before = l.before, l.now
	if l.learned {
		l.now.deep = l.now.deep.Next(&l.now.pos, m)
	} else {
		l.now.past = l.now.past.Next(&l.now.pos, m)
	}
	movegen.Make(&l.now.pos, m)
	l.now.move = m
	l.now.ply++
}

// lose goes past a word that is no move.
func (l *lines) lose() {
	l.mark, l.remarks = 0, 0
	l.earlier, l.before = l.before, l.now
	l.now.lost = true
	l.now.ply++
}

// glyph takes note of what is said of the last move.
func (l *lines) glyph(st *step) {
	l.mark = uint32(st.arg)
	for _, c := range st.glyph() {
		l.mark = l.mark*5 + uint32(c)
	}
	l.mark = l.mark&63 | 1
}

// open starts a variation on the last move.
func (l *lines) open() {
	l.stack = append(l.stack, l.now, l.before, l.earlier)
	l.now = l.before
	l.mark, l.remarks = 0, 0
}

// close ends a variation; a bracket that closes none is harmless.
func (l *lines) close() {
	if n := len(l.stack); n > 0 {
		l.now, l.before, l.earlier = l.stack[n-3], l.stack[n-2], l.stack[n-1]
		l.stack = l.stack[:n-3]
	}
	l.mark, l.remarks = 0, 0
}

// at says where the next comment stands, which follows the last move.
func (l *lines) at(f *facts, last bool) comments.At {
	at := comments.At{
		Side: (l.first + l.now.ply + 1) & 1, Ply: l.now.ply,
		Control: f.control, Added: f.added, Mark: l.mark, Nth: l.remarks, Last: last, Result: f.result, Names: &f.names,
	}
	l.remarks++
	if l.now.lost {
		return at
	}
	at.Now = &l.now.pos
	if l.before.ply == l.now.ply-1 {
		at.Before, at.Move = &l.before.pos, l.now.move
		if l.earlier.ply == l.now.ply-2 {
			at.Earlier = &l.earlier.pos
		}
	}
	return at
}

// facts is what comments want to know of a game's tags.
type facts struct {
	control uint32 // tells time controls apart
	added   int64  // to the clock with each move, in seconds
	result  uint32 // index in results, len(results) for another
	names   [comments.NumNames][]byte
}

func factsOf(tags []tag) (f facts) {
	f.result = uint32(len(results))
	for _, tag := range tags {
		switch string(tag.name) {
		case "TimeControl":
			for _, c := range tag.value {
				f.control = (f.control ^ uint32(c)) * 16777619
			}
			_, added, _ := bytes.Cut(tag.value, []byte("+"))
			f.added = int64(number(added))
		case "Result":
			f.result = uint32(resultIndex(tag.value))
		case "ECO":
			f.names[comments.NameECO] = tag.value
		case "Opening":
			f.names[comments.NameOpening] = tag.value
		case "Variation":
			f.names[comments.NameVariation] = tag.value
		case "White":
			f.names[comments.NameWhite] = tag.value
		case "Black":
			f.names[comments.NameBlack] = tag.value
		}
	}
	return f
}

// variation returns the step of the first move of a variation that begins
// behind the comment at step i, and comments after it; 0 if there is none.
func variation(steps []step, i int) int {
	for i++; steps[i].op == opComment; {
		i++
	}
	if steps[i].op == opOpen && steps[i+1].op <= opWord {
		return i + 1
	}
	return 0
}

// lastMove returns the place of the last move of the main line, -1 if there is
// none.
func lastMove(steps []step) int {
	last, depth := -1, 0
	for i := range steps {
		switch steps[i].op {
		case opOpen:
			depth++
		case opClose:
			depth = max(depth-1, 0)
		case opMove, opNull, opWord:
			if depth == 0 {
				last = i
			}
		}
	}
	return last
}
