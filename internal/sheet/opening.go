package sheet

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/mixing"
)

// openings remembers how games began whose tags name the same opening. Where
// the next one begins alike, its first moves are not stored, but only how many
// they are.
type openings struct {
	begun map[string]*opening
	model *mixing.Model
	c     mixing.Coder
	key   []byte

	now     *opening // of this game; nil if it starts from another position
	known   bool     // whether there is a game to compare with
	matched int
	on      bool // whether all moves of the main line so far are those of the opening
	moves   []board.Move
}

// opening is the first moves of the last game of an opening.
type opening struct {
	moves []board.Move
	last  int // how many moves the last game shared with the one before
	least int // the fewest any did
	games int
}

// openingMoves is how many half-moves are remembered.
const openingMoves = 40

// maxOpenings bounds the openings that are remembered.
const maxOpenings = 1 << 13

func (o *openings) init(c mixing.Coder) {
	o.begun = map[string]*opening{}
	o.c = c
	o.model = mixing.NewModel(&o.c, 12, 250)
}

// begin starts a game with the given tags.
func (o *openings) begin(tags []tag, start *board.Position) {
	o.now, o.known, o.matched, o.on = nil, false, 0, false
	o.moves = o.moves[:0]
	if *start != board.Start() {
		return
	}
	o.key = o.key[:0]
	for _, t := range tags {
		switch string(holeName(t.literal)) {
		case "ECO", "Opening", "Variation":
			o.key = append(append(o.key, t.value...), 0)
		}
	}
	o.now = o.begun[string(o.key)]
	if o.now == nil {
		o.now = new(opening)
		if len(o.begun) < maxOpenings {
			o.begun[string(o.key)] = o.now
		}
	}
	o.known = o.now.games > 0
	o.on = o.known
}

// play takes the next move of the main line and reports whether it is that of
// the opening, so that it need not be coded.
func (o *openings) play(m board.Move) bool {
	if o.now == nil || len(o.moves) >= openingMoves {
		return false
	}
	o.moves = append(o.moves, m)
	if !o.on || o.matched >= len(o.now.moves) || o.now.moves[o.matched] != m {
		o.on = false
		return false
	}
	o.matched++
	return true
}

// code codes how many moves the game shares with the opening.
func (o *openings) code(matched, plies int) int {
	if !o.known {
		return 0
	}
	n := o.now
	h := func(a, b int) uint32 { return mixing.Hash(uint32(a), uint32(b)) }
	o.model.Begin(h(1, n.last), h(2, n.least), h(3, n.least<<8|n.last), h(4, min(n.games, 8)<<8|n.least), h(5, min(plies, 40)<<8|n.least), h(6, len(n.moves)<<8|n.last))
	got := o.model.Index(matched, 6)
	return min(got, len(n.moves))
}

// end ends the game.
func (o *openings) end() {
	n := o.now
	if n == nil {
		return
	}
	if o.known {
		if n.games == 1 || o.matched < n.least {
			n.least = o.matched
		}
		n.last = o.matched
	}
	if n.games == 0 {
		n.moves = append(n.moves, o.moves...)
	}
	n.games++
}
