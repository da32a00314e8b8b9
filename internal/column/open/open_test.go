package open

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/movegen"
)

// spellings are values of tags that columns of numbers give.
var spellings = map[string][]string{
	"WhiteElo": {"2700", "2700", "2701", "1", "99999", "0", "00", "?", "", "02700", "100000", "2700 ", "-1", "123456789012345678901"},
	"BlackElo": {"2600", "1500", "-", "?"},
	"Date":     {"2013.01.31", "2013.01.31", "2013.01.??", "2013.??.??", "????.??.??", "2013", "2013-01-31", "2013.02.31", "0013.01.01", "9999.12.31", "2013.13.01", "2013.01.3", "2013.??.05", ""},
	"UTCDate":  {"2014.02.03", "2013.01.31", "????.??.??"},
	"Result":   {"1-0", "0-1", "1/2-1/2", "*", "1/2", "", "1:0"},
	"ECO":      {"A00", "E99", "B33", "B33/01", "b33", "B9", "?", ""},
}

// drawTags draws the tags of games, and from how many on each block is the same again.
func drawTags(t *rapid.T, values map[string][]string) [][]tagvalue.Tag {
	few := make([][]tagvalue.Tag, rapid.IntRange(0, 20).Draw(t, "games"))
	for i := range few {
		for name, some := range values {
			if rapid.IntRange(0, 9).Draw(t, name) > 0 {
				few[i] = append(few[i], tagvalue.Tag{Name: []byte(name), Value: []byte(rapid.SampledFrom(some).Draw(t, "value"))})
			}
		}
	}
	games := slices.Clone(few)
	for most := rapid.SampledFrom([]int{0, 255, 256, 257, 700}).Draw(t, "most"); len(few) > 0 && len(games) < most; {
		games = append(games, few[len(games)%len(few)])
	}
	return games
}

// frameOf returns a frame with the numbers of games; gives are the tags whose values
// are given back.
func frameOf(games [][]tagvalue.Tag, gives func(tag string) bool) (*archive.Frame, []Values) {
	values := make([]Values, len(games))
	for i, g := range games {
		values[i] = ValuesOf(g, tagvalue.Facts{Plies: i % 300, Result: tagvalue.ParseAnyResult(tagvalue.First(g, "Result"))})
	}
	streams := AppendColumns(nil, values, gives, func(game int, tag string) []byte { return tagvalue.First(games[game], tag) })
	return &archive.Frame{Games: int64(len(games)), Input: 1 << 20, Streams: streams}, values
}

// TestColumns checks that columns give back numbers, and the values of tags whatever
// they are.
func TestColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := drawTags(t, spellings)
		given := map[string]bool{}
		for _, tag := range NumberTags() {
			given[tag] = rapid.Bool().Draw(t, "gives "+tag)
		}
		f, values := frameOf(games, func(tag string) bool { return given[tag] })
		require.True(t, HasColumns(f))
		require.Equal(t, Numbers, SetOf(f))
		c := NewColumns(Source{Frame: f, Budget: budget.New(int(f.Input))})
		require.Equal(t, len(games), c.Games())
		require.NoError(t, c.Load(AllColumns()...))
		for k := range NumColumns {
			var want []uint64
			for _, v := range values {
				want = append(want, v[k])
			}
			require.Equal(t, want, c.Append(nil, k), columnNames[k])
			from := rapid.IntRange(0, len(games)).Draw(t, "from")
			to := rapid.IntRange(from, len(games)).Draw(t, "to")
			require.Equal(t, append([]uint64{5}, want[from:to]...), c.AppendSome([]uint64{5}, k, from, to))
		}
		for _, tag := range NumberTags() {
			got, err := c.Texts(tag)
			require.NoError(t, err)
			if !given[tag] {
				require.Nil(t, got)
				continue
			}
			for i, g := range games {
				if want := tagvalue.First(g, tag); want != nil {
					require.NotNil(t, got[i], "%s of game %d: %q", tag, i, want)
					require.Equal(t, string(want), string(got[i]), "%s of game %d", tag, i)
				}
			}
		}
		got, err := c.Texts("UTCDate")
		require.NoError(t, err)
		require.Nil(t, got)
	})
}

// TestValuesOf checks the numbers of a game.
func TestValuesOf(t *testing.T) {
	tags := func(pairs ...string) (all []tagvalue.Tag) {
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, tagvalue.Tag{Name: []byte(pairs[i]), Value: []byte(pairs[i+1])})
		}
		return all
	}
	for _, c := range []struct {
		tags  []tagvalue.Tag
		facts tagvalue.Facts
		want  Values
	}{
		{tags("WhiteElo", "2870", "BlackElo", "?", "Date", "2013.11.??", "ECO", "B90"), tagvalue.Facts{Plies: 2, Result: tagvalue.WhiteWins},
			Values{WhiteElo: 2871, Day: tagvalue.Day(2013, 11, 1), Days: 31, Result: 1, ECO: 191, Plies: 3}},
		{tags("UTCDate", "2014.01.31", "Date", "????.??.??"), tagvalue.Facts{Result: tagvalue.Draw},
			Values{Day: tagvalue.Day(2014, 1, 31), Days: 1, Result: 3, Plies: 1}},
		{nil, tagvalue.Facts{Plies: 40, Result: tagvalue.OtherResult}, Values{Result: 5, Plies: 41}},
		{tags("WhiteElo", "0", "BlackElo", "99999", "ECO", "A00"), tagvalue.Facts{}, Values{WhiteElo: 1, BlackElo: 100000, Result: 1, ECO: 1, Plies: 1}},
	} {
		require.Equal(t, c.want, ValuesOf(c.tags, c.facts), "%v", c.tags)
	}
	require.Equal(t, 0, RatingOf(0))
	require.Equal(t, 0, RatingOf(1))
	require.Equal(t, 2870, RatingOf(2871))
}

// drawList draws the values of some games on some sides, nil for none.
func drawList(t *rapid.T, sides int) [][][]byte {
	some := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 20), 1, 10).Draw(t, "values")
	most := rapid.SampledFrom([]int{1, 3, 1500}).Draw(t, "different")
	games := rapid.SampledFrom([]int{0, 1, 20, 255, 256, 257, 1300}).Draw(t, "games")
	step := rapid.IntRange(1, 1000).Draw(t, "step")
	rare := rapid.IntRange(1, 5).Draw(t, "rare")
	all := make([][][]byte, sides)
	for side := range all {
		all[side] = make([][]byte, games)
		for g := range games {
			n := (g*step + 7*side) % most
			if (g+side)%rare == 0 && rare > 1 {
				continue
			}
			all[side][g] = slices.Clone(some[n%len(some)])
			if n >= len(some) {
				all[side][g] = fmt.Append(all[side][g], n)
			}
			all[side][g] = tagvalue.NotNil(all[side][g])
		}
	}
	return all
}

// listOf returns the stream of a list.
func listOf(kind uint16, sides [][][]byte) archive.Stream {
	var l List
	l.Reset()
	for side, values := range sides {
		var rows []int32
		var present [][]byte
		for g, v := range values {
			if v != nil {
				rows, present = append(rows, int32(g)), append(present, v)
			}
		}
		l.Add(side, len(values), rows, present)
	}
	return l.Stream(kind, len(sides))
}

// TestLists checks that lists give back the values of games, on one side and on two.
func TestLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &archive.Frame{Input: 1 << 20}
		players, events := drawList(t, 2), drawList(t, 1)
		for kind, sides := range map[uint16][][][]byte{KindPlayers: players, KindLists: events} {
			f.Games = int64(len(sides[0]))
			f.Streams = []archive.Stream{listOf(kind, sides)}
			require.Equal(t, Names, SetOf(f))
			tags := []string{"Event"}
			if kind == KindPlayers {
				tags = []string{"White", "Black"}
			}
			for side, tag := range tags {
				l, s, err := ReadTag(Source{Frame: f, Budget: budget.New(int(f.Input))}, tag)
				require.NoError(t, err)
				require.Equal(t, side, s)
				seen := map[string]bool{}
				for _, v := range l.Values {
					require.False(t, seen[string(v)], "%q stands twice", v)
					seen[string(v)] = true
				}
				texts := l.Texts(side)
				require.Len(t, texts, len(sides[side]))
				numbers := l.Append(nil, side)
				for g, want := range sides[side] {
					require.Equal(t, want == nil, texts[g] == nil, "game %d", g)
					require.True(t, bytes.Equal(want, texts[g]), "game %d: %q, want %q", g, texts[g], want)
					require.Equal(t, want == nil, numbers[g] == 0)
				}
				from := rapid.IntRange(0, len(numbers)).Draw(t, "from")
				to := rapid.IntRange(from, len(numbers)).Draw(t, "to")
				require.Equal(t, append([]uint64{5}, numbers[from:to]...), l.AppendSome([]uint64{5}, side, from, to))
			}
		}
		l, _, err := ReadTag(Source{Frame: f}, "Site")
		require.NoError(t, err)
		require.Nil(t, l)
	})
}

// linesOf returns the codes of random games.
func linesOf(t *rapid.T, games int) (all [][]byte) {
	var few [][]byte
	for range min(games, 5) {
		p := board.Start()
		var codes []byte
		first := rapid.SampledFrom([]int{-1, Elsewhere, Unplayed}).Draw(t, "first")
		if first >= 0 {
			codes = append(codes, byte(first))
		}
		for range rapid.IntRange(0, 30).Draw(t, "plies") {
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 || first == Unplayed {
				break
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			codes = replay.AppendMove(codes, &p, m)
			movegen.Make(&p, m)
		}
		few = append(few, codes)
	}
	for i := range games {
		all = append(all, few[i%len(few)])
	}
	return all
}

// TestLines checks that moves come back in any order of reading, by a budget of one
// frame however often blocks are read.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SampledFrom([]int{0, 1, 10, 256, 257, 600}).Draw(t, "games")
		all := linesOf(t, games)
		f := &archive.Frame{Games: int64(games), Input: 1 << 20, Streams: AppendMoves(nil, all, text.Quick)}
		require.Equal(t, Moves, SetOf(f))
		l, err := ReadMoves(Source{Frame: f, Budget: budget.New(int(f.Input))})
		require.NoError(t, err)
		require.Equal(t, games, l.Games())
		for range 200 {
			if games == 0 {
				break
			}
			g := rapid.IntRange(0, games-1).Draw(t, "game")
			got, err := l.Game(g)
			require.NoError(t, err)
			require.True(t, bytes.Equal(all[g], got), "game %d: %x, want %x", g, got, all[g])
		}
	})
	none, err := ReadMoves(Source{Frame: &archive.Frame{}})
	require.NoError(t, err)
	require.Nil(t, none)
}

// TestLinesManyTimes reads two blocks in turn until every budget that is charged
// again and again would be spent.
func TestLinesManyTimes(t *testing.T) {
	all := make([][]byte, 2*BlockGames)
	for i := range all {
		all[i] = bytes.Repeat([]byte{byte(i)}, 60)
	}
	f := &archive.Frame{Games: int64(len(all)), Input: 1 << 20, Streams: AppendMoves(nil, all, text.Quick)}
	l, err := ReadMoves(Source{Frame: f, Budget: budget.New(int(f.Input))})
	require.NoError(t, err)
	for i := range 5000 {
		g := i % 2 * BlockGames
		got, err := l.Game(g)
		require.NoError(t, err, "after %d blocks", i)
		require.Equal(t, all[g], got)
	}
}

// TestSignatures checks that signatures come back.
func TestSignatures(t *testing.T) {
	start := board.Start()
	var want []signature.Signature
	for i := range 600 {
		moves := []board.Move{board.NewMove(board.Square(8+i%8), board.Square(16+i%8), board.NoKind)}
		if want = append(want, signature.Of(&start, moves)); i%7 == 0 {
			want[i] = signature.Of(nil, nil)
		}
	}
	for _, games := range []int{0, 1, 256, 600} {
		f := &archive.Frame{Games: int64(games), Input: 1 << 20, Streams: AppendSignatures(nil, want[:games])}
		require.Equal(t, Moves, SetOf(f))
		got, err := ReadSignatures(Source{Frame: f, Budget: budget.New(1 << 20)})
		require.NoError(t, err)
		require.Equal(t, want[:games], append([]signature.Signature{}, got...))
	}
}

// wholeFrame is a frame with a column of each form, of more than two blocks.
func wholeFrame(t require.TestingT) *archive.Frame {
	var games [][]tagvalue.Tag
	players, events := make([][][]byte, 2), make([][][]byte, 1)
	var lines [][]byte
	var signatures []signature.Signature
	start := board.Start()
	for i := range 600 {
		var g []tagvalue.Tag
		for name, some := range spellings {
			g = append(g, tagvalue.Tag{Name: []byte(name), Value: []byte(some[i%len(some)])})
		}
		games = append(games, g)
		players[0], players[1] = append(players[0], fmt.Append(nil, i)), append(players[1], fmt.Append(nil, i/2))
		event := [][]byte{[]byte("Cup"), {}, nil, []byte("Open")}[i%4]
		events[0] = append(events[0], event)
		lines = append(lines, []byte{byte(i)})
		signatures = append(signatures, signature.Of(&start, nil))
	}
	f, _ := frameOf(games, func(string) bool { return true })
	f.Streams = append(f.Streams, listOf(KindPlayers, players), listOf(KindLists, events))
	f.Streams = AppendSignatures(AppendMoves(f.Streams, lines, text.Quick), signatures)
	require.Equal(t, Names|Moves|Numbers, SetOf(f))
	return f
}

// content is all that the open columns of a frame give.
type content struct {
	numbers [NumColumns][]uint64
	texts   map[string][]string // "-" for none
	lines   [][]byte
}

// read reads all open columns.
func read(s Source) (c content, err error) {
	columns := NewColumns(s)
	if err := columns.Load(AllColumns()...); err != nil {
		return c, err
	}
	for k := range c.numbers {
		c.numbers[k] = columns.Append(nil, Column(k))
	}
	c.texts = map[string][]string{}
	put := func(tag string, texts [][]byte) {
		for _, v := range texts {
			said := "-"
			if v != nil {
				said = string(v)
			}
			c.texts[tag] = append(c.texts[tag], said)
		}
	}
	for _, tag := range NumberTags() {
		texts, err := columns.Texts(tag)
		if err != nil {
			return c, err
		}
		put(tag, texts)
	}
	for _, tag := range []string{"White", "Black", "Event", "Round"} {
		l, side, err := ReadTag(s, tag)
		if err != nil {
			return c, err
		}
		if l != nil {
			l.AppendSome(nil, side, 0, int(s.Frame.Games)/2)
			put(tag, l.Texts(side))
		}
	}
	lines, err := ReadMoves(s)
	if err != nil {
		return c, err
	}
	for g := range int(s.Frame.Games) {
		if lines == nil {
			break
		}
		codes, err := lines.Game(g)
		if err != nil {
			return c, err
		}
		c.lines = append(c.lines, bytes.Clone(codes))
	}
	if lines != nil {
		lines.Size()
	}
	_, err = ReadSignatures(s)
	return c, err
}

// TestDamagedBlock damages each block of each column. It is an error that names the
// column; or the games of the block are lost, and no others.
func TestDamagedBlock(t *testing.T) {
	f := wholeFrame(t)
	want, err := read(Source{Frame: f})
	require.NoError(t, err)
	games := int(f.Games)
	for n, s := range f.Streams {
		whole, err := archive.ParseBlocks(s.Kind, f.Games, s.Data)
		require.NoError(t, err)
		at := len(s.Data)
		for k := whole.Len() - 1; k >= 0; k-- {
			block, err := whole.Block(k)
			require.NoError(t, err)
			at -= len(block)
			bad := *f
			bad.Streams = slices.Clone(f.Streams)
			bad.Streams[n].Data = bytes.Clone(s.Data)
			bad.Streams[n].Data[at+len(block)/2] ^= 4
			_, err = read(Source{Frame: &bad})
			require.ErrorIs(t, err, corrupt.ErrSum, "%s, block %d", Name(s.Kind), k)
			require.ErrorContains(t, err, Name(s.Kind))
			if s.Kind == KindSignatures {
				continue // no game depends on them
			}
			lost := make([]bool, games)
			got, err := read(Source{Frame: &bad, Lost: lost})
			require.NoError(t, err)
			from, to := k*BlockGames, min((k+1)*BlockGames, games)
			blocks := (games + BlockGames - 1) / BlockGames
			if values := whole.Len() - blocks; values > 0 { // of a list
				from, to = (k-values)*BlockGames, min((k-values+1)*BlockGames, games)
				if k < values {
					from, to = 0, 0
					for g := range lost { // those with a value of the block
						players := s.Kind == KindPlayers && (g/listBlock == k || g/2/listBlock == k)
						event := s.Kind == KindLists && want.texts["Event"][g] != "-"
						require.Equal(t, players || event, lost[g], "%s, block %d, game %d", Name(s.Kind), k, g)
					}
				}
			}
			for g := range lost {
				if from < to {
					require.Equal(t, g >= from && g < to, lost[g], "%s, block %d, game %d", Name(s.Kind), k, g)
				}
				if lost[g] {
					continue
				}
				for c := range want.numbers {
					require.Equal(t, want.numbers[c][g], got.numbers[c][g])
				}
				for tag := range want.texts {
					require.Equal(t, want.texts[tag][g], got.texts[tag][g], tag)
				}
				require.Equal(t, want.lines[g], got.lines[g])
			}
		}
	}
}

// blocksOf returns the head and the blocks of a stream.
func blocksOf(t require.TestingT, f *archive.Frame, kind uint16) (head []byte, blocks [][]byte) {
	data, ok := f.Stream(kind)
	require.True(t, ok)
	b, err := archive.ParseBlocks(kind, f.Games, data)
	require.NoError(t, err)
	for i := range b.Len() {
		block, err := b.Block(i)
		require.NoError(t, err)
		blocks = append(blocks, block)
	}
	return b.Head, blocks
}

// with returns a copy of f with another stream.
func with(f *archive.Frame, kind uint16, head []byte, blocks [][]byte) *archive.Frame {
	g := *f
	g.Streams = slices.Clone(f.Streams)
	i := slices.IndexFunc(g.Streams, func(s archive.Stream) bool { return s.Kind == kind })
	g.Streams[i].Data = archive.AppendBlocks(nil, kind, f.Games, head, blocks)
	return &g
}

// TestRefused checks that streams with right checksums are refused for their content.
func TestRefused(t *testing.T) {
	f := wholeFrame(t)
	for _, s := range f.Streams {
		head, blocks := blocksOf(t, f, s.Kind)
		last := len(blocks) - 1
		replaced := func(i int, b []byte) [][]byte {
			all := slices.Clone(blocks)
			all[i] = b
			return all
		}
		for what, g := range map[string]*archive.Frame{
			"a block fewer":        with(f, s.Kind, head, blocks[:last]),
			"a block more":         with(f, s.Kind, head, append(slices.Clone(blocks), blocks[0])),
			"no blocks":            with(f, s.Kind, head, nil),
			"a longer head":        with(f, s.Kind, append(slices.Clone(head), 0), blocks),
			"no last block":        with(f, s.Kind, head, replaced(last, nil)),
			"a byte more":          with(f, s.Kind, head, replaced(last, append(bytes.Clone(blocks[last]), 0))),
			"the block of another": with(f, s.Kind, head, replaced(last, blocks[0])),
		} {
			_, err := read(Source{Frame: g})
			require.ErrorIs(t, err, corrupt.Err, "%s: %s", Name(s.Kind), what)
		}
	}
	texts := func(values ...string) []byte {
		var all [][]byte
		for _, v := range values {
			all = append(all, []byte(v))
		}
		return text.Append(nil, all, text.Quick, nil)
	}
	numbers, exceptions := appendNumbers(nil, make([]uint64, 88)), func(more ...[]byte) []byte {
		return slices.Concat(append([][]byte{appendNumbers(nil, make([]uint64, 88))}, more...)...)
	}
	list := func(count uint64, blocks ...[]byte) *archive.Frame {
		return with(f, KindLists, uvarints(count), blocks)
	}
	full := appendNumbers(nil, make([]uint64, BlockGames))
	game2 := slices.Clone(appendNumbers(nil, append(make([]uint64, 87), 3)))
	_, ratings := blocksOf(t, f, KindNumbers)
	for what, c := range map[string]struct {
		f    *archive.Frame
		said string
	}{
		"exceptions of no game":       {with(f, KindNumbers, []byte{1}, [][]byte{ratings[0], ratings[1], exceptions(uvarints(0), texts())}), "more than its games"},
		"of 89 games":                 {with(f, KindNumbers, []byte{1}, [][]byte{ratings[0], ratings[1], exceptions(uvarints(89), texts())}), "more than its games"},
		"of a game after the last":    {with(f, KindNumbers, []byte{1}, [][]byte{ratings[0], ratings[1], exceptions(uvarints(1, 88), texts("x"))}), "does not have"},
		"of a game far after it":      {with(f, KindNumbers, []byte{1}, [][]byte{ratings[0], ratings[1], exceptions(uvarints(1, 1<<63), texts("x"))}), "does not have"},
		"of the game after the last":  {with(f, KindNumbers, []byte{1}, [][]byte{ratings[0], ratings[1], exceptions(uvarints(2, 87, 0), texts("x", "y"))}), "does not have"},
		"of fewer values":             {with(f, KindNumbers, []byte{1}, [][]byte{ratings[0], ratings[1], exceptions(uvarints(2, 1, 1), texts("x"))}), "as many values"},
		"of tags that are not given":  {with(f, KindNumbers, []byte{0}, [][]byte{numbersOf(ratings[0]), numbersOf(ratings[1]), exceptions(uvarints(1, 1), texts("x"))}), "left over"},
		"a head of more than a bit":   {with(f, KindNumbers, []byte{2}, [][]byte{ratings[0], ratings[1], numbers}), "is missing, or is not of the frame's games"},
		"a value of none":             {list(0, full, full, game2), "other blocks"},
		"a value after the last":      {list(2, texts("a", "b"), full, full, game2), "does not have"},
		"more values than the head":   {list(2, texts("a", "b", "c"), full, full, game2), "as many values"},
		"more values than games have": {list(601, texts(), full, full, game2), "more different values"},
		"very many values":            {list(1<<60, texts(), full, full, game2), "more different values"},
	} {
		_, err := read(Source{Frame: c.f, Budget: budget.New(1 << 20)})
		require.ErrorIs(t, err, corrupt.Err, what)
		require.ErrorContains(t, err, c.said, what)
	}
	_, err := read(Source{Frame: list(3, texts("a", "b", "c"), full, full, game2)})
	require.NoError(t, err)
}

// numbersOf returns a block without its exceptions.
func numbersOf(block []byte) []byte {
	_, rest, err := parseNumbers(block, BlockGames)
	if err != nil {
		panic(err) // the test's own bytes
	}
	return block[:len(block)-len(rest)]
}

// TestBounded checks that bytes that claim much take no more memory than the budget of
// a frame has: values in zstd that are longer than the text, in every block.
func TestBounded(t *testing.T) {
	f := wholeFrame(t)
	long := strings.Repeat("x", 64<<10)
	repeat := func(n int, v string) []byte {
		all := make([][]byte, n)
		for i := range all {
			all[i] = []byte(v)
		}
		return text.Append(nil, all, text.Quick, nil)
	}
	mixed := text.Append(nil, append([][]byte{[]byte("y")}, slices.Repeat([][]byte{[]byte(long)}, 255)...), text.Quick, nil)
	full := appendNumbers(nil, slices.Repeat([]uint64{1}, BlockGames))
	_, ratings := blocksOf(t, f, KindNumbers)
	for what, g := range map[string]*archive.Frame{
		"lines of one value": with(f, KindMoves, nil, [][]byte{repeat(256, long), repeat(256, long), repeat(88, long)}),
		"lines":              with(f, KindMoves, nil, [][]byte{mixed, mixed, mixed}),
		"a list":             with(f, KindLists, uvarints(512), [][]byte{repeat(512, long), full, full, full}),
		"exceptions":         with(f, KindNumbers, []byte{1}, [][]byte{append(append(numbersOf(ratings[0]), append(uvarints(256), make([]byte, 256)...)...), mixed...), ratings[1], ratings[2]}),
		"signatures":         with(f, KindSignatures, nil, [][]byte{mixed, mixed, mixed}),
	} {
		for _, lost := range [][]bool{nil, make([]bool, f.Games)} {
			g.Input = 4 << 10
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := read(Source{Frame: g, Lost: lost, Budget: budget.New(int(g.Input))})
			runtime.ReadMemStats(&after)
			if lost == nil || what == "signatures" {
				require.ErrorIs(t, err, corrupt.Err, what)
			} else {
				require.NoError(t, err, what)
				require.Contains(t, lost, true, what)
			}
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20), what)
		}
	}
}

// FuzzRead reads any blocks with right checksums: nothing panics, and damage is an
// error of damage.
func FuzzRead(f *testing.F) {
	whole := wholeFrame(f)
	for _, s := range whole.Streams {
		head, blocks := blocksOf(f, whole, s.Kind)
		f.Add(s.Kind, head, bytes.Join(blocks, []byte("|")), uint16(whole.Games))
	}
	f.Add(KindPlayers, []byte{1}, []byte("\x00\x01x|\x01\x00\x01\x00"), uint16(1))
	f.Add(uint16(KindLists), []byte{0}, []byte{}, uint16(0))
	f.Add(uint16(KindNumbers), []byte{1}, []byte{0, 0, 1, 1, 0, 1, '?'}, uint16(2))
	f.Add(uint16(KindMoves), []byte{}, []byte{0, 1, 30}, uint16(1))
	f.Fuzz(func(t *testing.T, kind uint16, head, joined []byte, games uint16) {
		if !IsKind(kind) || Name(kind) == "" || games > 4000 {
			return
		}
		g := &archive.Frame{Games: int64(games), Input: 1 << 16, Streams: []archive.Stream{
			{Kind: kind, Data: archive.AppendBlocks(nil, kind, int64(games), head, bytes.Split(joined, []byte("|")))},
		}}
		for _, lost := range [][]bool{nil, make([]bool, games)} {
			s := Source{Frame: g, Lost: lost, Budget: budget.New(int(g.Input))}
			check := func(err error) {
				if err != nil {
					require.ErrorIs(t, err, corrupt.Err)
				}
			}
			columns := NewColumns(s)
			if kind < KindPlayers {
				check(columns.Load(Column(kind - KindNumbers)))
			}
			for _, tag := range NumberTags() {
				if _, err := columns.Texts(tag); kind < KindPlayers {
					check(err)
				}
			}
			if kind == KindPlayers || kind >= KindLists && kind < KindMoves {
				sides := 1
				if kind == KindPlayers {
					sides = 2
				}
				l, err := ReadList(s, kind, sides)
				if check(err); err == nil {
					for side := range sides {
						require.Len(t, l.Texts(side), int(games))
					}
				}
			}
			if lines, err := ReadMoves(s); lines != nil {
				for n := range int(games) {
					_, err := lines.Game(n)
					check(err)
				}
			} else {
				check(err)
			}
			_, err := ReadSignatures(s)
			check(err)
		}
	})
}

// TestKinds checks that each kind has a name, and a set of its own.
func TestKinds(t *testing.T) {
	names := map[string]bool{}
	for set, want := range map[Set]int{Numbers: int(NumColumns), Names: 1 + len(listTags), Moves: 2} {
		n := 0
		for kind := range Kinds(set) {
			name := Name(kind)
			require.True(t, IsKind(kind) && name != "" && !names[name], "%d", kind)
			names[name] = true
			n++
		}
		require.Equal(t, want, n)
	}
	for _, kind := range []uint16{0, 16, 255, KindPlayers + 1, KindLists + uint16(len(listTags)), 510, 513, 1024} {
		require.False(t, IsKind(kind), kind)
		require.Empty(t, Name(kind), kind)
	}
	for kind, tags := range Lists {
		for _, tag := range tags {
			require.True(t, Gives(tag))
			if kind != KindPlayers {
				require.Equal(t, kind, ListKind(tag))
			}
		}
	}
	for _, tag := range NumberTags() {
		require.True(t, Gives(tag))
	}
	require.False(t, Gives("FEN"))
}
