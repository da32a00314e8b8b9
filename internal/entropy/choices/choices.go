// Package choices codes choices of many games with the range coder. Every 8 games are
// a separate string, so that they can be read without the games before, and package
// groups concatenates the strings. The caller gives the choices and their
// probabilities.
//
// A Writer may store the probabilities of its choices, so that a Reader that checks
// them need not predict again; see package recall.
package choices

import (
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// GroupGames is the number of games that are coded together.
const GroupGames = 8

// Writer writes choices. The zero Writer is empty, and remembers nothing.
type Writer struct {
	enc   *rangecoder.Encoder // of the group, nil before its first choice
	games int                 // of the group
	out   []byte              // the groups that have ended
	sizes []int
	ended int  // their size in 1/16 bits
	any   bool // whether a choice was written

	// Memory holds the stored choices.
	Memory    recall.Memory
	remembers bool
	starts    []int // the first choice of each group in Memory
}

// Reset empties w. If remember is set, w stores its choices, 16 bytes each and at
// most 16 MiB.
func (w *Writer) Reset(remember bool) {
	*w = Writer{out: w.out[:0], sizes: w.sizes[:0], Memory: w.Memory, starts: w.starts[:0], remembers: remember}
	w.Memory.Reset()
}

// Remembers reports whether w stores its choices.
func (w *Writer) Remembers() bool { return w.remembers }

// Begin begins a game.
func (w *Writer) Begin() {
	if w.games == GroupGames {
		w.end()
	}
	if w.remembers && w.games == 0 {
		w.starts = append(w.starts, w.Memory.Len())
	}
	w.games++
}

// Write writes the index of a choice, whose frequencies add up to rangecoder.One.
// Print is the fingerprint of the inputs of the frequencies; it is ignored if w does
// not remember.
func (w *Writer) Write(freq []uint32, index int, print recall.Print) {
	if w.enc == nil {
		w.enc, w.any = rangecoder.NewEncoder(nil), true
	}
	cum := uint32(0)
	for _, f := range freq[:index] {
		cum += f
	}
	w.enc.Symbol(cum, freq[index])
	if w.remembers {
		w.Memory.Add(recall.Choice{Print: print, Low: uint16(cum), Width: uint16(freq[index]), Index: uint16(index)})
	}
}

// end ends a group.
func (w *Writer) end() {
	var coded []byte
	if w.enc != nil {
		w.ended = w.Cost()
		coded = w.enc.Finish()
	}
	w.out, w.sizes = append(w.out, coded...), append(w.sizes, len(coded))
	w.enc, w.games = nil, 0
}

// Any reports whether a choice was written.
func (w *Writer) Any() bool { return w.any }

// Cost returns the approximate size of the choices in 1/16 bits.
func (w *Writer) Cost() int {
	if w.enc == nil {
		return w.ended
	}
	return w.ended + w.enc.Cost()
}

// AppendTo ends the last group, and appends all groups.
func (w *Writer) AppendTo(dst []byte) []byte {
	if w.games > 0 {
		w.end()
	}
	return groups.Append(dst, w.sizes, w.out)
}
