package sheet

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/openings"
)

// opening says how a game begins whose tags name an opening. Moves with which
// it does are not stored, but only how many they are. It depends on nothing but
// the tags, so that each game can be read alone.
type opening struct {
	c     contextmix.Coder
	model *contextmix.Model
	last  map[int]int // by the first move and the length of the line: how many moves it told the last time

	line    []board.Move // of this game; none if it starts from another position
	key     int
	matched int  // moves of the main line so far that are those of the line
	on      bool // whether all are
}

func (o *opening) init(c contextmix.Coder) {
	o.c = c
	o.model = contextmix.NewModel(&o.c, 12, 250)
	o.last = map[int]int{}
}

// begin starts a game with the given tags.
func (o *opening) begin(tags []tag, start *board.Position) {
	o.line, o.matched, o.on = nil, 0, false
	if *start != board.Start() {
		return
	}
	var name, variation, eco, url []byte
	for _, t := range tags {
		switch string(t.name) {
		case "ECO":
			eco = t.value
		case "ECOUrl":
			url = t.value
		case "Opening":
			name = t.value
		case "Variation":
			variation = t.value
		}
	}
	if len(name) == 0 {
		name, variation = url, nil
	}
	o.line = openings.Line(name, variation, eco)
	o.on = len(o.line) > 0
	if o.on {
		o.key = len(o.line)<<16 | int(o.line[0])
	}
}

// play takes the next move of the main line, of which NullMove is none, and
// reports whether it is that of the line, so that it need not be coded.
func (o *opening) play(m board.Move) bool {
	if !o.on || o.matched >= len(o.line) || o.line[o.matched] != m {
		o.on = false
		return false
	}
	o.matched++
	return true
}

// lineDigits are the binary digits of the length of a line.
const lineDigits = 6

// code codes how many moves the line tells, of a game with so many.
func (o *opening) code(matched, plies int) int {
	n := len(o.line)
	if n == 0 {
		return 0
	}
	last, ok := o.last[o.key]
	if !ok {
		last = n
	}
	h := func(a, b int) uint32 { return contextmix.Hash(uint32(a), uint32(b)) }
	o.model.Begin(h(1, 0), h(2, n), h(3, n<<8|last), h(4, o.key), h(5, n<<8|min(plies, n)))
	// Nearly always the whole line.
	left := o.model.Index(n-matched, lineDigits)
	matched = max(n-left, 0)
	o.last[o.key] = matched
	return matched
}

// indexOf returns the place of a move among the legal ones, -1 if it is none.
func indexOf(legal []board.Move, m board.Move) int { return slices.Index(legal, m) }
