// Package choices codes choices of many games by the range coder. Those of every 8 games
// are a string of its own, so that the games in it are read without those before it, and
// package groups puts the strings together. What is chosen, and how likely it is, is the
// caller's business.
//
// A Writer may remember what it has coded, so that a Reader which checks it need not
// find out again how likely everything was; see package recall.
package choices

import (
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/entropy/recall"
)

// GroupGames is how many games have their choices coded together.
const GroupGames = 8

// Writer writes choices. The zero Writer is empty, and remembers nothing.
type Writer struct {
	enc   *rangecoder.Encoder // of the group, nil before its first choice
	games int                 // of the group
	out   []byte              // the groups that have ended
	sizes []int
	ended int  // what they take, in 1/16 bits
	any   bool // whether there was a choice

	// Memory is what w remembers.
	Memory    recall.Memory
	remembers bool
	starts    []int // the first choice of each group in Memory
}

// Reset makes w empty. Remember says whether it is to remember what it codes, 16 bytes
// a choice and 16 MiB at most.
func (w *Writer) Reset(remember bool) {
	*w = Writer{out: w.out[:0], sizes: w.sizes[:0], Memory: w.Memory, starts: w.starts[:0], remembers: remember}
	w.Memory.Reset()
}

// Remembers reports whether w remembers what it codes.
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

// Write writes which of the choices was made, whose frequencies add up to
// rangecoder.One. Print is the fingerprint of what they were found from; it is not
// looked at if w does not remember.
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

// Cost returns about how many bits the choices take, in 1/16.
func (w *Writer) Cost() int {
	if w.enc == nil {
		return w.ended
	}
	return w.ended + w.enc.Cost()
}

// AppendTo ends the last group, and appends all.
func (w *Writer) AppendTo(dst []byte) []byte {
	if w.games > 0 {
		w.end()
	}
	return groups.Append(dst, w.sizes, w.out)
}
