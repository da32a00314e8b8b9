package vectors_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// openedGames are games for open columns: variations and comments before them, null moves,
// words, a position, Chess960, another variant, moves in German, and a result of the moves.
const openedGames = `[Event "one"]
[Date "2013.01.??"]
[White "a"]
[Black "b"]
[Result "1-0"]
[WhiteElo "2700"]
[ECO "C20"]

1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6 3. -- d6) 2... d6) 2. Nf3 {with} (2. f4 exf4) 2... Nc6 3. -- Nf6 4. Bb5 1-0 (4. d4)

[Event "two"]
[White "b"]
[Black "a"]
[Result "*"]
[WhiteElo "02700"]
[BlackElo "?"]
[ECO "e4"]

1. d4 d5 2. Zz9 c4 1/2-1/2

[Event "one"]
[Date "?"]
[White "a"]
[Black "c"]
[Result "0-1"]
[FEN "4k2r/8/8/8/8/8/3P4/R3K3 w Qk - 0 1"]

1. O-O-O O-O (1... Kf7 $1) 2. d4 0-1

[Event "one"]
[White "c"]
[Black "a"]
[Variant "Chess960"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]

9. O-O O-O *

[Event "one"]
[White "c"]
[Black "b"]
[Variant "Crazyhouse"]

1. e4 e5 2. N@f3 *

[Event "two"]
[White "a"]
[Black "b"]

1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1-0

[Event "two"]
[White "a"]
[Black "b"]
[Result "1/2-1/2"]

1/2-1/2

`

// openFrameOf returns the frame of games with open columns.
func openFrameOf(t *testing.T, games string, set open.Set) *archive.Frame {
	t.Helper()
	var ends []int
	for at := 0; at < len(games); {
		next := strings.Index(games[at+1:], "\n[Event")
		if next < 0 {
			next = len(games) - at - 2
		}
		at += next + 2
		ends = append(ends, at)
	}
	e := game.Encoder{Open: set, Plain: true, LeastOpen: 1}
	f, counts := e.Encode([]byte(games), ends)
	require.True(t, counts.Columns, "%v", f.Streams[0].Kind)
	require.Equal(t, set, open.SetOf(&f))
	return &f
}

// openedFrames are frames with open columns, and damaged ones.
func openedFrames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	const all = open.Names | open.Moves | open.Numbers
	games := strings.Repeat(openedGames, 10) // of fewer, text is shorter than columns
	params := parameters()
	for _, c := range []struct {
		name string
		set  open.Set
	}{{"all columns open", all}, {"open names", open.Names}, {"open numbers", open.Numbers}, {"open moves and numbers", open.Moves | open.Numbers}} {
		f := openFrameOf(t, games, c.set)
		list = append(list, takenFrame(t, c.name, params, f, games))
		needed := *f
		needed.Streams = slices.DeleteFunc(slices.Clone(f.Streams), func(s archive.Stream) bool {
			return s.Kind == open.KindSignatures || s.Kind > 272 && s.Kind < open.KindMoves // no game has these tags
		})
		list = append(list, takenFrame(t, c.name+", without streams that no game needs", params, &needed, games))
		if c.set == all {
			list = append(list, emptied(t, c.name, params, needed)...)
		}
	}
	whole, packed := openFrameOf(t, games, all), openFrameOf(t, games, open.Names)
	numbers := openFrameOf(t, games, open.Numbers)
	bad := func(name string, of *archive.Frame, change func(f *archive.Frame)) {
		f := *of
		f.Streams = slices.Clone(of.Streams)
		change(&f)
		list = append(list, refusedFrame(t, name, params, &f))
	}
	put := func(f *archive.Frame, streams ...archive.Stream) {
		for _, s := range streams {
			f.Streams = append(slices.DeleteFunc(f.Streams, func(o archive.Stream) bool { return o.Kind == s.Kind }), s)
		}
		slices.SortFunc(f.Streams, func(a, b archive.Stream) int { return int(a.Kind) - int(b.Kind) })
	}
	drop := func(f *archive.Frame, from, to uint16) {
		f.Streams = slices.DeleteFunc(f.Streams, func(s archive.Stream) bool { return s.Kind >= from && s.Kind <= to })
	}
	bad("results beside open numbers", whole, func(f *archive.Frame) { put(f, archive.Stream{Kind: 15, Data: []byte{0}}) })
	for _, kind := range []uint16{7, 14} {
		bad(fmt.Sprintf("a stream %d beside open moves", kind), whole, func(f *archive.Frame) { put(f, archive.Stream{Kind: kind, Data: []byte{0}}) })
	}
	bad("open moves without open numbers", whole, func(f *archive.Frame) { drop(f, 256, 262) })
	bad("a stream 80 without open moves", packed, func(f *archive.Frame) {
		s, _ := whole.Stream(80)
		put(f, archive.Stream{Kind: 80, Data: s})
	})
	values := text.Append(nil, [][]byte{[]byte("a"), []byte("b"), []byte("a"), []byte("c"), []byte("c"), []byte("a"), []byte("a")}, text.Quick, nil)
	bad("a column of names, packed and open", packed, func(f *archive.Frame) { put(f, archive.Stream{Kind: 18, Data: values}) })
	bad("a column of ratings, packed and open", numbers, func(f *archive.Frame) { put(f, archive.Stream{Kind: 21, Data: sameColumn(2, 4)}) })
	lines := func(change func(lines [][]byte)) func(f *archive.Frame) {
		return func(f *archive.Frame) {
			m, err := open.ReadMoves(open.Source{Frame: whole})
			require.NoError(t, err)
			var all [][]byte
			for g := range int(f.Games) {
				line, err := m.Game(g)
				require.NoError(t, err)
				all = append(all, bytes.Clone(line))
			}
			change(all)
			put(f, open.AppendMoves(nil, all, text.Swift)...)
		}
	}
	bad("a line without its last move", whole, lines(func(all [][]byte) { all[0] = all[0][:len(all[0])-1] }))
	bad("a line of an illegal move", whole, lines(func(all [][]byte) { all[0][0] = 0xd0 }))
	bad("a line with a null move instead of a move", whole, lines(func(all [][]byte) { all[0][1] = 0xfe }))
	bad("a line with a move instead of a null move", whole, lines(func(all [][]byte) { all[0][4] = all[0][5] }))
	bad("a line that is not known, and moves", whole, lines(func(all [][]byte) { all[1] = append([]byte{open.Unplayed}, all[1]...) }))
	branches := func(change func(texts [][]byte) [][]byte) func(f *archive.Frame) {
		return func(f *archive.Frame) {
			data, _ := whole.Stream(80)
			texts, err := text.Decode(data, -1, 1<<10, nil)
			require.NoError(t, err)
			put(f, archive.Stream{Kind: 80, Data: text.Append(nil, change(slices.Clone(texts)), text.Quick, nil)})
		}
	}
	bad("variations of fewer games", whole, branches(func(all [][]byte) [][]byte { return all[:1] }))
	bad("variations of more games", whole, branches(func(all [][]byte) [][]byte { return append(all, all[0]) }))
	bad("variations of more games than there are", whole, branches(func(all [][]byte) [][]byte { return slices.Repeat(all, 4) }))
	bad("a move of a variation is missing", whole, branches(func(all [][]byte) [][]byte { all[0] = all[0][:len(all[0])-1]; return all }))
	bad("a move of a variation is left over", whole, branches(func(all [][]byte) [][]byte { all[1] = append(bytes.Clone(all[1]), all[1]...); return all }))
	bad("a null move in a stream 80", whole, branches(func(all [][]byte) [][]byte { all[1] = []byte{0xfe}; return all }))
	column := func(name string, c open.Column, change func(v []uint64)) {
		bad(name, numbers, func(f *archive.Frame) {
			var v []open.Values
			cols := open.NewColumns(open.Source{Frame: numbers})
			require.NoError(t, cols.Load(c))
			n := cols.Append(nil, c)
			change(n)
			for _, x := range n {
				var one open.Values
				one[c] = x
				v = append(v, one)
			}
			put(f, open.AppendColumns(nil, v, func(string) bool { return false }, nil)[c])
		})
	}
	column("a game without half-moves", open.Plies, func(v []uint64) { v[3] = 0 })
	column("a game of 131,073 half-moves", open.Plies, func(v []uint64) { v[0] = 131074 })
	column("a game of fewer half-moves than its line has", open.Plies, func(v []uint64) { v[0]-- })
	column("a game of fewer half-moves than are not coded", open.Plies, func(v []uint64) { v[5] = 1 })
	return list
}
