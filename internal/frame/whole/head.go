package whole

import (
	"context"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/positions"
	recordlists "github.com/chesszip/chesszip/internal/frame/records"
	"github.com/chesszip/chesszip/records"
)

// ListKind is the kind of list of a frame.
type ListKind uint8

// The kinds of lists.
const (
	NoList  ListKind = iota
	Lines            // with positions in most of them
	Records          // for training
)

// ListHead is the head of a frame's list, before the items.
type ListHead struct {
	Kind  ListKind
	N     int64        // items
	Form  records.Form // of records
	Table bool         // of lines
}

// HeadOf returns the head of a frame's list without decoding the list; Decode
// verifies it. It is empty for frames that are stored as text, and for lines that may
// be records.
func HeadOf(f *archive.Frame) (h ListHead, err error) {
	s := Stream(f)
	limit := int(min(f.Input, streams.MaxInput))
	switch {
	case s.Kind != streams.KindPositions:
	case recordlists.Is(s.Data):
		h.Kind = Records
		h.Form, h.N, err = recordlists.Head(s.Data, limit)
	case !positions.IsPlain(s.Data):
		h.Kind = Lines
		h.N, _, err = positions.Head(s.Data, limit)
		h.Table = positions.IsTable(s.Data)
	}
	return h, corrupt.Inside(streams.Name(s.Kind), err)
}

// TextHead returns the first bytes, at most most, of a frame that is stored as text;
// is is false for lists. It decodes hardly more, and does not check the rest.
func TextHead(ctx context.Context, f *archive.Frame, most int) (head []byte, is bool, err error) {
	switch s := Stream(f); s.Kind {
	case streams.KindStored:
		return s.Data[:min(most, len(s.Data))], true, nil
	case streams.KindPacked:
		head, err = text.Head(s.Data, int(min(f.Input, streams.MaxInput)), most, budget.New(int(f.Input)).Until(ctx))
		return head, err == nil, corrupt.Inside(streams.Name(s.Kind), err)
	}
	return nil, false, nil
}

// PositionsOf returns the number of positions in a frame's list, from its head;
// Decode verifies it. It is not known for frames that are stored as text.
func PositionsOf(f *archive.Frame) (n int64, known bool, err error) {
	s := Stream(f)
	limit := int(min(f.Input, streams.MaxInput))
	switch {
	case s.Kind != streams.KindPositions:
		return 0, false, nil
	case recordlists.Is(s.Data):
		_, n, err = recordlists.Head(s.Data, limit)
	default:
		_, n, err = positions.Head(s.Data, limit)
	}
	return n, err == nil, corrupt.Inside(streams.Name(s.Kind), err)
}
