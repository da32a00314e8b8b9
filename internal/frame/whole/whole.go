// Package whole stores the input of a frame whole: uncompressed, as one text, or as a
// list of positions or of training records, by packages positions and records.
package whole

import (
	"context"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/frame/records"
	"github.com/chesszip/chesszip/internal/model/lists"
)

// Encode returns the one stream that stores src. It is a list if that is shorter than
// src and good reports that it decodes to src; if good is nil, it is not a list. With
// provides learned models for lists, or is nil. Once the context of b is done, the
// stream is meaningless.
func Encode(src []byte, effort text.Effort, with lists.Source, b *budget.Budget, good func(list []archive.Stream) bool) []archive.Stream {
	if good != nil {
		list, ok := records.Append(nil, src, with, b)
		if !ok {
			list, ok = positions.Append(nil, src, with, b)
		}
		if ok && len(list) < len(src) {
			if s := []archive.Stream{{Kind: streams.KindPositions, Data: list}}; good(s) {
				return s
			}
		}
	}
	if packed := text.Append(nil, [][]byte{src}, effort, b); len(packed) < len(src) {
		return []archive.Stream{{Kind: streams.KindPacked, Data: packed}}
	}
	return []archive.Stream{{Kind: streams.KindStored, Data: src}}
}

// Decode appends the input of a frame that is stored whole to dst. Room provides the
// memory of the models of lists, and with the learned ones.
func Decode(ctx context.Context, dst []byte, f *archive.Frame, room *contextmix.Memory, with lists.Source) ([]byte, error) {
	var input []byte
	var err error
	stream, b := Stream(f), budget.New(int(f.Input)).Until(ctx)
	switch data := stream.Data; {
	case stream.Kind == streams.KindStored:
		input = data
	case stream.Kind == streams.KindPacked:
		var texts [][]byte
		if texts, err = text.Decode(data, 1, int(f.Input), b); err == nil {
			input = texts[0]
		}
	case f.Games > 0:
		err = corrupt.Newf("a list claims %d games", f.Games)
	case records.Is(data):
		input, err = records.Decode(data, int(f.Input), b, room, with)
	default:
		input, err = positions.Decode(data, int(f.Input), b, room, with)
	}
	if err != nil {
		return dst, corrupt.Inside(streams.Name(stream.Kind), err)
	}
	if len(dst) == 0 && stream.Kind != streams.KindStored {
		return input, streams.CheckLength(stream.Kind, len(input), f)
	}
	return append(dst, input...), streams.CheckLength(stream.Kind, len(input), f)
}
