package streams

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/textmodel"
)

// joined returns a frame whose stream of kind 13 holds streams of these kinds, each
// of one byte, and one beside it.
func joined(beside uint16, kinds ...uint16) *archive.Frame {
	var body []byte
	for _, k := range kinds {
		body = binfmt.AppendUvarint(body, uint64(k))
		body = binfmt.AppendBytes(body, []byte{byte(k)})
	}
	return &archive.Frame{Games: 1, Input: 100, Streams: []archive.Stream{
		{Kind: beside, Data: []byte("x")},
		{Kind: KindTogether, Data: textmodel.AppendColumns(nil, body)},
	}}
}

func TestApart(t *testing.T) {
	f, err := Apart(joined(KindMoves, KindLayout, KindLengths, KindTags), budget.New(100))
	require.NoError(t, err)
	var kinds []uint16
	for _, s := range f.Streams {
		kinds = append(kinds, s.Kind)
	}
	require.Equal(t, []uint16{KindLayout, KindMoves, KindLengths, KindTags}, kinds)
	f, err = Apart(joined(firstPassable, KindLayout, KindLengths), budget.New(100))
	require.NoError(t, err, "one to be passed over stands beside it")
	require.Len(t, f.Streams, 3)
	for name, bad := range map[string]*archive.Frame{
		"out of order":              joined(KindMoves, KindLengths, KindLayout),
		"one kind twice":            joined(KindMoves, KindLayout, KindLayout),
		"moves, which stay alone":   joined(KindComments, KindMoves),
		"itself":                    joined(KindMoves, KindTogether),
		"a kind above all":          joined(KindMoves, maxTogether+1),
		"one without a name":        joined(KindMoves, 0),
		"the whole input":           joined(KindMoves, KindPacked),
		"a list":                    joined(KindMoves, KindPositions),
		"one to be passed over":     joined(KindMoves, firstPassable),
		"one that stands beside it": joined(KindLayout, KindLengths),
	} {
		_, err := Apart(bad, budget.New(100))
		require.ErrorIs(t, err, corrupt.Err, name)
		require.ErrorContains(t, err, "of no kind that it may hold", name)
	}
}

// TestCheck checks which streams of unknown kinds are passed over.
func TestCheck(t *testing.T) {
	for kind, known := range map[uint16]bool{
		KindTogether: true, KindMoves: true, KindStored: false, KindPacked: false, KindPositions: false, KindTags: true, KindTags + 63: true, firstPassable: true, endPassable - 1: true,
		KindOpenings: true, KindResults: true, 0: false, KindTags + 65: false, firstPassable - 2: false, endPassable: false, 1033: false,
		open.KindNumbers: false, open.KindPlayers: true, open.KindPlayers + 1: false, open.KindLists: true,
	} {
		err := Check(&archive.Frame{Games: 1, Input: 10, Streams: []archive.Stream{{Kind: KindLengths}, {Kind: kind}}})
		if known {
			require.NoError(t, err, "kind %d", kind)
			continue
		}
		require.ErrorIs(t, err, corrupt.Err, "kind %d", kind)
		switch {
		case Name(kind) == "":
			require.ErrorContains(t, err, fmt.Sprintf("stream of kind %d: ", kind))
		case kind == open.KindNumbers:
			require.ErrorContains(t, err, "a column of numbers is missing")
		default:
			require.ErrorContains(t, err, "other streams stand beside")
		}
	}
	require.NoError(t, Check(&archive.Frame{Games: 1, Input: 10, Streams: []archive.Stream{{Kind: KindStored}, {Kind: firstPassable}}}))
	require.ErrorContains(t, Check(&archive.Frame{Games: 1, Input: 10, Streams: []archive.Stream{{Kind: KindMoves}, {Kind: KindLearned}}}), "twice")
	require.ErrorIs(t, Check(&archive.Frame{Input: MaxInput + 1}), corrupt.Err)
	for what, c := range map[string]struct {
		kinds []uint16
		said  string
	}{
		"open moves":                      {numbers(open.KindMoves, KindLengths), ""},
		"with variations":                 {numbers(open.KindMoves, KindLengths, KindBranches), ""},
		"without numbers":                 {[]uint16{KindLengths, open.KindMoves}, "their numbers are missing"},
		"with packed moves":               {numbers(open.KindMoves, KindMoves, KindLengths), "twice"},
		"with learned moves":              {numbers(open.KindMoves, KindLearned, KindLengths), "twice"},
		"with first moves":                {numbers(open.KindMoves, KindLengths, KindOpenings), "twice"},
		"variations without main lines":   {[]uint16{KindMoves, KindLengths, KindBranches}, "the main lines are not open"},
		"results beside an open column":   {numbers(0, KindLengths, KindResults), "an open column has the results"},
		"the whole input and open moves":  {numbers(open.KindMoves, KindPacked), "other streams stand beside"},
		"the whole input, and signatures": {[]uint16{KindPacked, open.KindSignatures}, ""},
	} {
		f := &archive.Frame{Games: 1, Input: 10}
		for _, kind := range c.kinds {
			f.Streams = append(f.Streams, archive.Stream{Kind: kind})
		}
		if err := Check(f); c.said == "" {
			require.NoError(t, err, what)
		} else {
			require.ErrorIs(t, err, corrupt.Err, what)
			require.ErrorContains(t, err, c.said, what)
		}
	}
}

// numbers returns the kinds before, those of all columns of numbers, and one after them
// unless it is 0.
func numbers(after uint16, before ...uint16) []uint16 {
	for c := range uint16(open.NumColumns) {
		before = append(before, open.KindNumbers+c)
	}
	if after != 0 {
		before = append(before, after)
	}
	return before
}
