// Package chesszip stores files of chess games in as few bits as the rules of
// chess and the habits of players allow, and gives every byte back.
package chesszip

import (
	"errors"
	"io"
)

var errNotBuilt = errors.New("chesszip: not built yet")

// Options are the settings of Compress and Decompress; nil and the zero value
// mean the defaults.
type Options struct {
	// Level is 1 to 9, default 6. 1 to 3 are fast, 4 to 6 default, 7 to 9 max.
	Level int
	// Threads is the number of frames worked on at once, default GOMAXPROCS.
	// The output does not depend on it.
	Threads int
	// Progress, if set, is called from one goroutine as input is consumed and
	// output written.
	Progress func(Progress)
}

// Progress says how far a Compress or Decompress has come.
type Progress struct {
	In, Out int64 // bytes consumed and produced so far
	Games   int64 // games so far
}

// Stats says what a Compress achieved.
type Stats struct {
	In, Out  int64 // bytes
	Games    int64
	Plies    int64
	Frames   int64
	MoveBits int64 // bits spent on main-line moves
}

// Compress reads src, PGN or any other bytes, and writes an archive to dst.
func Compress(dst io.Writer, src io.Reader, o *Options) (Stats, error) {
	return Stats{}, errNotBuilt
}

// Decompress reads an archive from src and writes the bytes that were
// compressed to dst.
func Decompress(dst io.Writer, src io.Reader, o *Options) (Stats, error) {
	return Stats{}, errNotBuilt
}
