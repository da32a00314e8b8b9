package streams

import (
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/textmodel"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
)

// A frame of one game has a column of some bytes for each tag. In a stream of kind 13
// they are concatenated, | kind uvarint | length uvarint | data | for each, and
// predicted together, which reduces them to a quarter.

// MostTogether is the longest input, in bytes, whose columns are joined.
const MostTogether = 8 << 10

// maxTogether is the highest kind of a stream in one of kind 13.
const maxTogether = KindTags + tagsection.MaxColumns - 1

// alone reports whether a stream stays separate.
func alone(kind uint16) bool { return kind == KindMoves || kind == KindLearned || kind == KindComments }

// Together returns the streams of a frame, with suitable ones joined into one of kind
// 13 if that is shorter.
func Together(streams []archive.Stream) []archive.Stream {
	var body []byte
	var all []archive.Stream
	for _, s := range streams {
		if !MayJoin(s.Kind) {
			all = append(all, s)
			continue
		}
		if len(body)+len(s.Data) > textmodel.MaxColumns {
			return streams
		}
		body = binfmt.AppendUvarint(body, uint64(s.Kind))
		body = binfmt.AppendBytes(body, s.Data)
	}
	if len(body) == 0 || len(body) > textmodel.MaxColumns {
		return streams
	}
	packed := textmodel.AppendColumns(nil, body)
	if len(packed)+3 >= len(body) {
		return streams
	}
	return append(all, archive.Stream{Kind: KindTogether, Data: packed})
}

// Apart returns f with the streams of its stream of kind 13, or f itself.
func Apart(f *archive.Frame, b *budget.Budget) (*archive.Frame, error) {
	data, ok := f.Stream(KindTogether)
	if !ok {
		return f, nil
	}
	if f.Games != 1 {
		return nil, corrupt.In(Name(KindTogether), corrupt.Newf("the streams of one game in a frame of %d", f.Games))
	}
	body, err := textmodel.DecodeColumns(data, b)
	if err != nil {
		return nil, corrupt.In(Name(KindTogether), err)
	}
	bad := func() (*archive.Frame, error) {
		return nil, corrupt.In(Name(KindTogether), corrupt.New("a stream of it is cut off, or of no kind that it may hold"))
	}
	out := *f
	out.Streams = nil
	for _, s := range f.Streams {
		switch {
		case s.Kind == KindTogether:
		case alone(s.Kind), passable(s.Kind):
			out.Streams = append(out.Streams, s)
		default:
			return bad()
		}
	}
	for last := -1; len(body) > 0; {
		kind, rest, err := binfmt.Uvarint(body)
		if err != nil || kind > maxTogether || int(kind) <= last || !MayJoin(uint16(kind)) {
			return bad()
		}
		if data, body, err = binfmt.Bytes(rest); err != nil {
			return bad()
		}
		last = int(kind)
		out.Streams = append(out.Streams, archive.Stream{Kind: uint16(kind), Data: data})
	}
	slices.SortFunc(out.Streams, func(a, b archive.Stream) int { return int(a.Kind) - int(b.Kind) })
	return &out, nil
}

// MayJoin reports whether a stream of a frame of one game may be joined with others.
func MayJoin(kind uint16) bool {
	_, column := Column(kind)
	return column || kind == KindOpenings || kind == KindResults || kind > KindPacked && kind < KindPositions && !alone(kind)
}
