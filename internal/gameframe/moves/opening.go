package moves

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// openingTable is what the number of predicted moves depends on: how many
// moves the line has, how many it predicted the last time, its first move, and
// the half-moves of the game, as many as the line has at most.
var openingTable = contextmix.Declare("gameframe.opening",
	contextmix.Choice{
		Name:     "moves of the line that are not played",
		Fields:   "length:6 last:6 first:16 plies:6",
		Contexts: "- | length | length last | length first | length plies",
	},
)

const choicePredicted = iota

// Contexts returns the table of the model of openings.
func Contexts() *contextmix.Table { return openingTable }

// lineDigits are the binary digits of the length of a line.
const lineDigits = 6

// Size and limit of the model of openings.
const (
	openingSize  = 12
	openingLimit = 250
)

// Opening predicts how a game begins whose tags name an opening. Moves with
// which it does are not stored, but only how many they are. It depends on
// nothing but the tags, so that each game can be read alone.
type Opening struct {
	c     contextmix.Coder
	model *contextmix.Model
	room  contextmix.Memory
	last  map[openingKey]int // how many moves were predicted the last time

	line    []board.Move // of this game; empty if it starts from another position
	matched int          // moves of the main line so far that are those of the line
	on      bool         // whether all are
}

// openingKey tells lines apart by length and first move.
type openingKey struct {
	length int
	first  board.Move
}

// Init begins a frame. It keeps the memory of the one before.
func (o *Opening) Init(c contextmix.Coder) {
	o.room.Free(o.model)
	*o = Opening{c: c, room: o.room, last: map[openingKey]int{}}
	o.model = o.room.New(&o.c, openingTable, openingSize, openingLimit)
}

// Begin starts a game with the given tags. Of tags of one name the last counts.
func (o *Opening) Begin(tags []tagvalue.Tag, start *board.Position) {
	o.line, o.matched, o.on = nil, 0, false
	if *start != board.Start() {
		return
	}
	last := func(name string) []byte {
		for _, t := range slices.Backward(tags) {
			if string(t.Name) == name {
				return t.Value
			}
		}
		return nil
	}
	name, variation := last("Opening"), last("Variation")
	if len(name) == 0 {
		name, variation = last("ECOUrl"), nil
	}
	o.line = openings.Line(name, variation, last("ECO"))
	o.on = len(o.line) > 0
}

// Play takes the next move of the main line, of which NullMove is none, and
// reports whether it is predicted, so that it need not be coded.
func (o *Opening) Play(m board.Move) bool {
	if !o.on || o.matched >= len(o.line) || o.line[o.matched] != m {
		o.on = false
		return false
	}
	o.matched++
	return true
}

// Matched returns how many moves of the main line are predicted so far.
func (o *Opening) Matched() int { return o.matched }

// Predicted returns the move of the main line after ply half-moves, if it is
// one of those that are not coded.
func (o *Opening) Predicted(ply int) (m board.Move, ok bool) {
	if ply >= o.matched {
		return 0, false
	}
	return o.line[ply], true
}

// Code codes how many moves are predicted, of a game with so many half-moves.
func (o *Opening) Code(plies int) {
	n := len(o.line)
	if n == 0 {
		return
	}
	key := openingKey{n, o.line[0]}
	last, ok := o.last[key]
	if !ok {
		last = n
	}
	o.model.Use(choicePredicted, uint32(n), uint32(last), uint32(key.first), uint32(min(plies, n)))
	// Nearly always the whole line.
	left := o.model.Index(n-o.matched, lineDigits)
	o.matched = max(n-left, 0)
	o.last[key] = o.matched
}
