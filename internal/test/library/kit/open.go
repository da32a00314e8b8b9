package kit

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Query is the query of a text.
func Query(text string) *chesszip.Query {
	q, err := chesszip.ParseQuery(text)
	if err != nil {
		panic(err)
	}
	return q
}

// EveryIndex is all open columns, without an opening table.
const EveryIndex = chesszip.ColumnNames | chesszip.ColumnMoves | chesszip.ColumnNumbers

// Pattern parses a text that is a valid pattern.
func Pattern(text string) *chesszip.Pattern {
	p, err := chesszip.ParsePattern(text)
	if err != nil {
		panic(err)
	}
	return p
}

// OpenPGN opens src as a file.
func OpenPGN(t testing.TB, src []byte) *chesszip.Archive {
	t.Helper()
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	return a
}

// OpenBytes opens an archive.
func OpenBytes(t testing.TB, packed []byte, o *chesszip.ReaderOptions) *chesszip.Archive {
	t.Helper()
	a, err := chesszip.Open(t.Context(), bytes.NewReader(packed), int64(len(packed)), o)
	require.NoError(t, err)
	return a
}

// Text returns the text of game i.
func Text(ctx context.Context, a *chesszip.Archive, i int64) ([]byte, error) {
	g, err := a.Game(ctx, i, chesszip.FieldText)
	return g.Text, err
}

// Shard returns a part of an archive.
func Shard(t require.TestingT, a *chesszip.Archive, i, n int) *chesszip.Archive {
	part, err := a.Shard(i, n)
	require.NoError(t, err)
	return part
}

// PartOf is an archive in the form of internal packages.
func PartOf(t testing.TB, packed []byte) walk.Part {
	members, _, err := archive.Members(bytes.NewReader(packed), int64(len(packed)), nil)
	require.NoError(t, err)
	var list []view.Member
	for _, m := range members {
		c, err := header.Of(m.Header().Params, []*learned.Level{learned.V1, learned.V1Max}, func(uint32) error { return nil })
		require.NoError(t, err)
		list = append(list, view.Member{Source: m, Coding: c})
	}
	f := view.Join(list)
	return walk.Part{Frames: f, Segments: f.Segments(), Threads: 2}
}

// OpeningNode is the node of a position in the opening table of a member of an archive,
// nil if it is not in the table, and the ranges of numbers of the games that the table
// does not cover, from and to (excluded), for each frame.
func OpeningNode(t testing.TB, packed []byte, member int, p *board.Position) (n *openingtree.Node, rest [][2]int64) {
	a := PartOf(t, packed)
	n, segments, err := a.Frames.OpeningNode(t.Context(), member, p)
	require.NoError(t, err)
	if n == nil {
		for _, s := range a.WithGames().Segments {
			if a.Frames.MemberOf(s.Frame) == member {
				segments = append(segments, s)
			}
		}
	}
	for _, s := range segments {
		first := a.Frames.FirstGame(s.Frame)
		rest = append(rest, [2]int64{first, first + a.Frames.Entry(s.Frame).Games})
	}
	return n, rest
}

// varieties are archives of Variety, by their index.
var varieties sync.Map

// PackedVariety returns a copy of an archive of Variety at the fast level.
func PackedVariety(t testing.TB, index chesszip.Columns) []byte {
	t.Helper()
	packed, ok := varieties.Load(index)
	if !ok {
		var b bytes.Buffer
		_, err := chesszip.Compress(inSmallFrames(t.Context()), &b, bytes.NewReader(Variety()), &chesszip.WriterOptions{Open: index, Unchecked: true})
		require.NoError(t, err)
		packed = b.Bytes()
		varieties.Store(index, packed)
	}
	return bytes.Clone(packed.([]byte))
}

// PackedMixed returns an archive of src whose frames have different open columns.
func PackedMixed(t testing.TB, src []byte) []byte {
	t.Helper()
	games := SplitGames(src)
	kinds := []*chesszip.WriterOptions{chesszip.Database(), Quick, {Open: chesszip.ColumnNames}, {Open: chesszip.ColumnNumbers}, {Open: EveryIndex}}
	var parts []*chesszip.Archive
	for i, o := range kinds {
		part := bytes.Join(games[i*len(games)/len(kinds):(i+1)*len(games)/len(kinds)], nil)
		parts = append(parts, OpenBytes(t, Compress(t, part, o), EveryLevel))
	}
	var b bytes.Buffer
	stats, err := chesszip.Merge(t.Context(), &b, parts, nil)
	require.NoError(t, err)
	require.Equal(t, int64(len(games)), stats.Games)
	return b.Bytes()
}
