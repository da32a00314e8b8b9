// Package unpack decompresses archives in order: one, or several concatenated ones. It
// decodes several frames at once and writes their texts in order. It does not decode
// what the index frame after a frame has.
//
//	Decompress   to an io.Writer
//	Reader       an io.Reader
//	Decoders     single frames from anywhere
//
// Frames before damage are returned. Damage ends its archive; the next archives are
// returned nevertheless.
package unpack

import (
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
)

// Options are the settings of decompression.
type Options struct {
	Threads int // number of frames decoded at once, at least 1

	// Coding returns the coding of an archive whose header has the given parameters. Its
	// error ends all.
	Coding func(params []byte) (header.Coding, error)

	Progress func(*chunk.Stats) // called by one goroutine at a time, or nil
}
