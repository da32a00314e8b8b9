// Package unpack gives back what archives hold, from front to back: of one, or of
// several that lie end to end. It decodes several frames at once and writes their texts in
// order. What the index frame behind a frame has, it does not decode.
//
//	Decompress   to an io.Writer
//	Reader       to who reads
//	Decoders     single frames, wherever they come from
//
// Whole frames are given before a later damage is found. Damage ends its archive, and what
// lies behind that is given nevertheless.
package unpack

import "github.com/chesszip/chesszip/internal/frame/header"

// Options say how archives are given back.
type Options struct {
	Threads   int  // frames that are decoded at once, at least 1
	FullCheck bool // decodes what index frames have, too

	// Coding returns how the frames of an archive are coded whose header has the given
	// parameters. Its error ends all.
	Coding func(params []byte) (header.Coding, error)

	Progress func(*Stats) // is called by one goroutine at a time, nil for nobody
}

// Stats says what was given back.
type Stats struct {
	In, Out       int64 // bytes read and written
	Games, Frames int64
	Sorted        bool // lines are in another order than in the input
}
