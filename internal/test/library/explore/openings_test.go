package explore

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// withOpenings are options of archives with an opening table.
var withOpenings = &chesszip.WriterOptions{Open: chesszip.OpeningTable, Threads: 2}

// line is a game for the naive count.
type line struct {
	game  openingtree.Game
	moves []visited
}

// visited is a position of a game, with the moves played there.
type visited struct {
	at    board.Position
	moves []board.Move
}

// linesOf replays the games of an archive from their texts.
func linesOf(t testing.TB, a *chesszip.Archive) (all []line) {
	for g, err := range a.Games().Texts(t.Context()) {
		require.NoError(t, err)
		all = append(all, lineOf(g.Number, string(g.Text)))
	}
	return all
}

func lineOf(number int64, text string) line {
	g := pgn.ParseGame(text)
	tag := func(name string) []byte {
		v, _ := g.Tag(name)
		return []byte(v)
	}
	l := line{game: openingtree.Game{
		Number: number, Result: tagvalue.ParseAnyResult(tag("Result")),
		WhiteElo: tagvalue.ParseNumber(tag("WhiteElo")), BlackElo: tagvalue.ParseNumber(tag("BlackElo")),
	}}
	for _, name := range []string{"Date", "UTCDate"} {
		if d := tagvalue.ParseDate(tag(name)); d.Known() && l.game.Year == 0 {
			l.game.Year = int(d.First / (12 * 31))
		}
	}
	main, _ := g.MainLine()
	p := main.Start
	for i := 0; ; i++ {
		e := gamestate.Essence(&p)
		k := slices.IndexFunc(l.moves, func(v visited) bool { return v.at == e })
		if k < 0 {
			k = len(l.moves)
			l.moves = append(l.moves, visited{at: e})
		}
		if i == len(main.Moves) {
			return l
		}
		l.moves[k].moves = append(l.moves[k].moves, main.Moves[i])
		movegen.Make(&p, main.Moves[i])
	}
}

// tree is a naive count of some games.
type tree map[board.Position]*openingtree.Node

func (t tree) add(lines []line) {
	for _, l := range lines {
		for _, v := range l.moves {
			if t[v.at] == nil {
				t[v.at] = &openingtree.Node{}
			}
			t[v.at].AddGame(&l.game, v.moves...)
		}
	}
	for _, n := range t {
		n.Sort()
	}
}

// sorted calls yield with the positions in a fixed order.
func (t tree) sorted() iter.Seq2[board.Position, *openingtree.Node] {
	return func(yield func(board.Position, *openingtree.Node) bool) {
		all := slices.SortedFunc(maps.Keys(t), func(p, q board.Position) int { return strings.Compare(p.String(), q.String()) })
		for _, p := range all {
			if !yield(p, t[p]) {
				return
			}
		}
	}
}

// checkOpenings compares an archive's tables, together with the games that they do not
// cover, with a naive count of all games; covered has the numbers of covered games by
// member. Of thousands of positions outside the table, it checks some.
func checkOpenings(t testing.TB, packed []byte, covered []int64) {
	t.Helper()
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	_, damaged, err := a.Verify(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	lines := linesOf(t, a)
	for member, part := range a.Members() {
		from, to := part.Span()
		all, table := tree{}, tree{}
		all.add(lines[from:to])
		table.add(lines[from : from+covered[member]])
		unknown := 0
		for p, want := range all.sorted() {
			in := table[p]
			if in == nil || in.Games() < 10 {
				if unknown++; unknown > 2000 && unknown%200 > 0 {
					continue
				}
			}
			n, rest := kit.OpeningNode(t, packed, member, &p)
			first := from
			if in != nil && in.Games() >= 10 {
				require.Equal(t, in, n, p.String())
				first += covered[member]
			} else {
				require.Nil(t, n, p.String())
				n = &openingtree.Node{}
			}
			for _, r := range rest {
				require.Equal(t, first, r[0])
				first = r[1]
				for _, l := range lines[r[0]:r[1]] {
					for _, v := range l.moves {
						if v.at == p {
							n.AddGame(&l.game, v.moves...)
						}
					}
				}
			}
			n.Sort()
			require.Equal(t, to, first)
			require.Equal(t, want, n, p.String())
		}
	}
}

// opening returns n games that begin alike and continue differently, with different
// ratings, results and years.
func opening(moves string, n, seed int) string {
	var b strings.Builder
	results := []string{"1-0", "0-1", "1/2-1/2", "*", "?"}
	replies := []string{"a6", "a5", "h6", "h5", "Na6", "Nh6"}
	for i := range n {
		k := seed + i
		fmt.Fprintf(&b, "[White \"a\"]\n[Result %q]\n[Date \"%d.??.??\"]\n", results[k%5], 1990+k%17)
		if k%4 > 0 {
			fmt.Fprintf(&b, "[WhiteElo \"%d\"]\n", 2000+37*k%600)
		}
		if k%3 > 0 {
			fmt.Fprintf(&b, "[BlackElo \"%d\"]\n", 2000+41*k%600)
		}
		again := ""
		if k%7 == 0 { // back to the same position, for another move
			again = " Nf6 Nf3 Ng8 Ng1"
		}
		if k%11 == 0 {
			fmt.Fprintf(&b, "\n%s %s\n\n", moves, strings.TrimSuffix(results[k%5], "?"))
			continue
		}
		fmt.Fprintf(&b, "\n%s%s %s %s\n\n", moves, again, replies[k%6], strings.TrimSuffix(results[k%5], "?"))
	}
	return b.String()
}

// TestOpenings checks that a table and the games that it does not cover give together a
// naive count of all games: for positions with 9, 10 and 11 games that are split over an
// append, before and after the table is rebuilt, and over a merge.
func TestOpenings(t *testing.T) {
	filler := opening("1. d4", 90, 3)
	base := opening("1. e4", 5, 0) + opening("1. c4", 5, 1) + opening("1. g3", 5, 2) + opening("1. b3", 10, 5) + filler
	packed := kit.Compress(t, []byte(base), withOpenings)
	checkOpenings(t, packed, []int64{115})

	more := opening("1. e4", 4, 5) + opening("1. c4", 5, 6) + opening("1. b3", 1, 20)
	packed = kit.Appended(t, packed, []byte(more), nil)
	checkOpenings(t, packed, []int64{115}) // 10 of 115 are less than an eighth

	packed = kit.Appended(t, packed, []byte(opening("1. g3", 4, 7)), nil)
	checkOpenings(t, packed, []int64{115}) // 14
	anew := kit.Appended(t, packed, []byte(opening("1. g3", 2, 11)), nil)
	checkOpenings(t, anew, []int64{131})

	for _, split := range []int{0, 4, 5, 6} {
		one := kit.Compress(t, []byte(filler+opening("1. e4", split, 0)), withOpenings)
		var two []byte
		for _, n := range []int{9, 10, 11} {
			two = append(two, opening("1. e4", n-split, split)...)
			other := kit.Compress(t, two, &chesszip.WriterOptions{Open: chesszip.ColumnMoves | chesszip.ColumnNumbers})
			two = two[:0]
			joined := merged(t, nil, one, other)
			checkOpenings(t, joined, []int64{int64(90 + n)})
			checkOpenings(t, slices.Concat(one, joined), []int64{int64(90 + split), int64(90 + n)})
			require.Equal(t, joined, merged(t, nil, joined))
			bare := merged(t, &chesszip.MergeOptions{NoOpenings: true}, one, other)
			require.Less(t, len(bare), len(joined))
			checkNoTable(t, bare)
		}
	}
}

// merged returns archives joined.
func merged(t testing.TB, o *chesszip.MergeOptions, files ...[]byte) []byte {
	var from []*chesszip.Archive
	for _, f := range files {
		from = append(from, kit.OpenBytes(t, f, kit.EveryLevel))
	}
	var b bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &b, from, o)
	require.NoError(t, err)
	return b.Bytes()
}

func checkNoTable(t testing.TB, packed []byte) {
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	start := board.Start()
	n, rest := kit.OpeningNode(t, packed, 0, &start)
	require.Nil(t, n)
	require.NotEmpty(t, rest)
	require.EqualValues(t, a.NumGames(), rest[len(rest)-1][1])
}

// TestOpeningsOfFiles does the same with real games, whatever the threads and the
// memory.
func TestOpeningsOfFiles(t *testing.T) {
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games := kit.SplitGames(sample)
	for name, input := range map[string][]byte{
		"sample":  bytes.Join(games[:kit.Several(200, 400)], nil),
		"variety": kit.Variety(),
		"none":    []byte("no game at all\n"),
	} {
		one := kit.Compress(t, input, &chesszip.WriterOptions{Open: chesszip.OpeningTable, Threads: 1})
		require.Equal(t, one, kit.Compress(t, input, withOpenings), name)
		if name == "sample" {
			var small bytes.Buffer
			o := &write.Options{
				Form: header.Form{Open: open.Moves | open.Numbers, Openings: true}, Threads: 2,
				Limits: openingtable.Limits{Counters: 13, Found: 18, Tallies: 500}, // made in many passes
			}
			_, err := write.Compress(t.Context(), func() {}, &small, bytes.NewReader(input), o)
			require.NoError(t, err)
			require.Equal(t, one, small.Bytes(), name)
		}
		a := kit.OpenBytes(t, one, kit.EveryLevel)
		if a.NumGames() > 0 {
			checkOpenings(t, one, []int64{a.NumGames()})
		}
		var back bytes.Buffer
		_, err := chesszip.Decompress(t.Context(), &back, bytes.NewReader(one), kit.EveryLevel)
		require.NoError(t, err)
		require.Equal(t, input, back.Bytes())
	}
}

// TestDamagedOpenings alters each frame of a table: all games must then be searched, and
// Verify reports it; no game is lost.
func TestDamagedOpenings(t *testing.T) {
	input := opening("1. e4", 30, 0)
	good := kit.Compress(t, []byte(input), withOpenings)
	a := kit.OpenBytes(t, good, kit.EveryLevel)
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	require.Equal(t, 3, r.Len(), "games, a block, the directory")
	var sizes []string
	streams, err := a.Streams(t.Context())
	require.NoError(t, err)
	for _, s := range streams {
		sizes = append(sizes, s.Name)
	}
	require.Subset(t, sizes, []string{"index: openings", "index: openings, where"})
	for frame := 1; frame < 3; frame++ {
		bad := bytes.Clone(good)
		e := r.Entry(frame)
		bad[e.Offset+e.Length-10] ^= 1
		checkNoTable(t, bad)
		_, damaged, err := kit.OpenBytes(t, bad, kit.EveryLevel).Verify(t.Context())
		require.NoError(t, err)
		require.NotEmpty(t, damaged)
		for _, d := range damaged {
			require.Equal(t, frame, d.Frame)
			require.EqualValues(t, 0, d.Games)
			require.ErrorIs(t, d.Err, chesszip.ErrCorrupt)
		}
		var back bytes.Buffer
		_, err = chesszip.Recover(t.Context(), &back, bytes.NewReader(bad), int64(len(bad)), kit.EveryLevel)
		require.NoError(t, err)
		require.Equal(t, input, back.String())
		// After an append or a merge the table is right again.
		again := kit.Appended(t, bad, []byte(opening("1. d4", 12, 0)), nil)
		if frame == 2 {
			_, damaged, err = kit.OpenBytes(t, again, kit.EveryLevel).Verify(t.Context())
			require.NoError(t, err)
			require.Empty(t, slices.DeleteFunc(damaged, func(d chesszip.Damage) bool { return d.Frame == frame }))
		}
		checkOpenings(t, merged(t, nil, bad), []int64{30})
	}
	// A table of other games with right checksums is not used.
	other := kit.Compress(t, []byte(opening("1. c4", 30, 0)), withOpenings)
	o, err := archive.NewReader(bytes.NewReader(other), int64(len(other)), nil)
	require.NoError(t, err)
	var mixed bytes.Buffer
	h := r.Header()
	w, err := archive.NewWriter(&mixed, &h, nil)
	require.NoError(t, err)
	for i := range r.Len() {
		from := r
		if i >= 1 {
			from = o
		}
		f, err := from.Frame(t.Context(), i)
		require.NoError(t, err)
		require.NoError(t, w.WriteFrame(&f, from.Entry(i).Meta))
	}
	note, _ := r.Note()
	w.SetNote(note)
	require.NoError(t, w.Close())
	checkNoTable(t, mixed.Bytes())
	_, damaged, err := kit.OpenBytes(t, mixed.Bytes(), kit.EveryLevel).Verify(t.Context())
	require.NoError(t, err)
	require.Len(t, damaged, 1)
	require.ErrorContains(t, damaged[0].Err, "other frames")
}

// TestOpeningsBesideOthers checks tables together with other index frames, games larger
// than a frame, and packed games.
func TestOpeningsBesideOthers(t *testing.T) {
	games := opening("1. e4", 30, 0)
	huge := "[White \"x\"]\n\n1. e4 {" + strings.Repeat("words and more words ", 250_000) + "} *\n\n"
	packed := kit.Compress(t, []byte(games+games+games+games+games+games+games+games+games+games+huge), withOpenings)
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	checkRest := func(packed []byte, left int64) {
		t.Helper()
		a := kit.OpenBytes(t, packed, kit.EveryLevel)
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		require.Empty(t, damaged)
		start := board.Start()
		n, rest := kit.OpeningNode(t, packed, 0, &start)
		require.NotNil(t, n)
		require.Len(t, rest, 1)
		require.Equal(t, left, rest[0][1]-rest[0][0])
		require.Equal(t, a.NumGames()-left, n.Games())
	}
	require.EqualValues(t, 301, a.NumGames())
	checkRest(packed, 1)

	checkRest(merged(t, nil, packed), 1)
	plain := kit.Compress(t, []byte(opening("1. e4", 70, 9)), nil)
	small := kit.Compress(t, []byte(strings.Repeat(games, 30)), withOpenings)
	checkRest(merged(t, nil, plain, small), 70)
	checkNoTable(t, merged(t, nil, plain, plain, plain, small))

	var b bytes.Buffer
	o := &write.Options{Form: header.Form{Open: open.Names | open.Moves | open.Numbers, Openings: true}, Threads: 1, Limits: openingtable.DefaultLimits()}
	_, err := write.Compress(t.Context(), func() {}, &b, strings.NewReader(games), o)
	require.NoError(t, err)
	checkOpenings(t, b.Bytes(), []int64{30})
	file := b.Bytes()
	for i, more := range []string{opening("1. d4", 2, 0), opening("1. d4", 2, 2), opening("1. d4", 9, 4)} {
		var next bytes.Buffer
		o := &write.Options{Form: header.Form{Open: open.Names | open.Moves | open.Numbers}, Threads: 1, Limits: openingtable.DefaultLimits()}
		_, err = write.Append(t.Context(), func() {}, &next, strings.NewReader(more), kit.PartOf(t, file), o)
		require.NoError(t, err)
		file = append(file, next.Bytes()...)
		checkOpenings(t, file, []int64{[]int64{30, 34, 34 + 9}[i]})
	}
}
