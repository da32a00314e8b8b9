package whole

import (
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
)

// Is reports whether a frame is stored whole, and not as columns.
func Is(f *archive.Frame) bool { return Stream(f).Kind != 0 }

// Stream returns the stream of a frame that is stored whole, or a stream of kind 0
// for a frame of columns.
func Stream(f *archive.Frame) archive.Stream {
	for _, kind := range [...]uint16{streams.KindStored, streams.KindPacked, streams.KindPositions} {
		if data, ok := f.Stream(kind); ok {
			return archive.Stream{Kind: kind, Data: data}
		}
	}
	return archive.Stream{}
}
