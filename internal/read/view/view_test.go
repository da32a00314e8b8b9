package view_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/movelist/learned"
)

// fileOf returns a file of chunks of src: frames coded by a level, in which some columns
// are open, or plain PGN.
func fileOf(t *testing.T, src string, plain bool, level *learned.Level, set open.Set) *view.File {
	t.Helper()
	chunks := chunk.NewSplitter(t.Context(), strings.NewReader(src))
	p := view.NewPlain(strings.NewReader(src))
	var packed bytes.Buffer
	a, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	w := index.NewWriter(a, set)
	e := game.Encoder{Level: level, Open: set, LeastOpen: 1}
	if level != nil {
		e.Effort = text.Thorough
	}
	for {
		c, err := chunks.Next()
		if err != nil {
			break
		}
		p.Add(int64(len(c.Text)), c.Ends)
		var f archive.Frame
		if c.Piece {
			f, _ = e.EncodeText(c.Text, len(c.Ends))
		} else {
			f, _ = e.Encode(c.Text, c.Ends)
		}
		encoded, err := archive.AppendFrame(nil, &f)
		require.NoError(t, err)
		if c.Piece {
			require.NoError(t, w.Write(encoded, nil, nil))
			continue
		}
		var b index.Builder
		b.Reset(open.SetOf(&f))
		e.EachGame(func(g *gametext.Game) bool {
			b.Add(g.Tags, g.Facts)
			return true
		})
		require.NoError(t, w.Write(encoded, b.Statistics(), b.Filter()))
	}
	require.NoError(t, w.Close())
	if plain {
		return view.NewFile(p, nil)
	}
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	return view.NewFile(r, level)
}

// item is the expected data of an item.
type item struct {
	text  string
	tags  string
	plies int
	moves int // number of positions from Moves
}

const dependent = "[CurrentPosition \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"]\n"

// kinds are inputs for each kind of frame.
func kinds() map[string][]item {
	game := func(tags, moves string, plies, positions int) item {
		return item{tags + "\n" + moves + "\n\n", tags, plies, positions}
	}
	var columns, late []item
	for i := range 60 {
		tags := fmt.Sprintf("[Event \"e\"]\n[White \"w%d\"]\n", i)
		columns = append(columns, game(tags, "1. e4 (1. d4 d5) e5 2. Nf3 1-0", 3, 4))
		late = append(late, game(tags+dependent, "1. e4 e5 1-0", 2, 3))
	}
	columns = append(columns,
		game("[Event \"illegal\"]\n", "1. e4 e5 2. Ke3 Nc6 *", 2, 3),
		game("[Event \"behind\"]\n", "1. e4 1-0 e5 2. Nf3 *", 1, 2),
		game("[Event \"bracket\"]\n", "1. e4 ) e5 *", 2, 3),
		game("[Variant \"Atomic\"]\n", "1. e4 e5 *", 2, 0),
		game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n", "7... Ke7 *", 1, 2),
		game("[Event \"none\"]\n", "*", 0, 1))
	late = append(late, game("[Event \"odd\"]\n", "1. e4 e5 2. Ke3 Nc6 3. d4 *", 2, 3))
	var list, records strings.Builder
	for i := range 40 {
		fmt.Fprintf(&list, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 %d\n", i+1)
		records.WriteString("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 3\nply 0\nresult 0\ne\n")
	}
	return map[string][]item{
		"columns":        columns,
		"dependent tags": late,
		"text":           {game("[Event \"one\"]\n", "1. e4 e5 *", 2, 3)},
		"no PGN":         {{"no game at all\n", "", 0, 0}},
		"preface":        {{"% exported\n; by hand\nWhite: x\n[Event \"one\"]\n\n1. e4 e5 *\n", "[Event \"one\"]\n", 2, 3}},
		"list":           {{list.String(), "", 0, 0}},
		"records":        {{records.String(), "", 0, 0}},
	}
}

// TestKinds calls every method on a View of each kind of frame, and of the same bytes as
// PGN.
func TestKinds(t *testing.T) {
	for kind, want := range kinds() {
		var src strings.Builder
		for _, w := range want {
			src.WriteString(w.text)
		}
		for from, f := range map[string]*view.File{
			"PGN":     fileOf(t, src.String(), true, nil, 0),
			"fast":    fileOf(t, src.String(), false, nil, 0),
			"default": fileOf(t, src.String(), false, learned.V1, open.Names|open.Numbers),
			"numbers": fileOf(t, src.String(), false, nil, open.Numbers),
			"open":    fileOf(t, src.String(), false, nil, everything),
		} {
			what := kind + " from " + from
			segments := f.Segments()
			require.Len(t, segments, 1, what)
			if kind == "records" || kind == "list" || kind == "no PGN" {
				v := f.View(t.Context(), segments[0])
				require.Zero(t, v.Items(), what)
				got, err := v.Piece(0)
				require.NoError(t, err, what)
				require.Equal(t, src.String(), string(got), what)
				items, err := v.Interval(0, 0)
				require.NoError(t, err, what)
				require.Empty(t, items, what)
				continue
			}
			require.Equal(t, len(want), f.View(t.Context(), segments[0]).Items(), what)
			checkTags(t, what, f.View(t.Context(), segments[0]), want)
			checkTexts(t, what, f, segments[0], want)
			for _, loaded := range []bool{false, true} {
				v := f.View(t.Context(), segments[0])
				if loaded {
					_, err := v.Between(0, v.Items())
					require.NoError(t, err, what)
				}
				moves := make([]int, len(want))
				require.NoError(t, v.Moves(nil, func(item, ply int, _ *board.Position, _ board.Move) bool {
					require.Equal(t, moves[item], ply, what)
					moves[item]++
					return true
				}), what)
				for i, w := range want {
					require.Equal(t, w.moves, moves[i], "%s: moves of item %d, %q, loaded %v", what, i, w.text, loaded)
				}
			}
			if from == "PGN" {
				continue
			}
			require.NoError(t, f.View(t.Context(), segments[0]).CheckFacts(), what)
			checkOpened(t, what, f, segments[0], want)
		}
	}
}

const everything = open.Names | open.Moves | open.Numbers

// checkOpened compares what open columns give of a frame, read alone and of the whole
// frame, with the wanted items.
func checkOpened(t *testing.T, what string, f *view.File, s view.Segment, want []item) {
	t.Helper()
	for _, loaded := range []bool{false, true} {
		v := f.View(t.Context(), s)
		if loaded {
			_, err := v.Load()
			require.NoError(t, err, what)
		}
		set := v.Open()
		c, err := v.Columns(open.Plies, open.Result)
		require.NoError(t, err, what)
		require.Equal(t, set&open.Numbers != 0, c != nil, what)
		if c != nil {
			for i, n := range c.Append(nil, open.Plies) {
				require.Equal(t, want[i].plies+1, int(n), "%s: plies of item %d", what, i)
			}
			texts, err := c.Texts("Result")
			require.NoError(t, err, what)
			require.True(t, texts == nil || len(texts) == len(want), what)
		}
		players, err := v.Players()
		require.NoError(t, err, what)
		require.Equal(t, set&open.Names != 0, players != nil, what)
		if players != nil {
			for i, name := range players.Texts(0) {
				require.Equal(t, name != nil, strings.Contains(want[i].tags, "[White \""), what)
				require.Contains(t, want[i].tags, string(name), what)
			}
		}
		lines, err := v.Replay()
		require.NoError(t, err, what)
		signatures, err := v.Signatures()
		require.NoError(t, err, what)
		require.Equal(t, set&open.Moves != 0, lines != nil && signatures != nil, what)
		if lines == nil {
			continue
		}
		require.Equal(t, len(want), lines.Games(), what)
		for i, w := range want {
			n := 0
			require.NoError(t, lines.Each(i, func(*board.Position, board.Move) bool { n++; return true }), what)
			require.Equal(t, w.moves, n, "%s: open moves of item %d", what, i)
		}
		require.NotNil(t, signatures, what)
		require.Positive(t, lines.Size(), what)
	}
}

func checkTags(t *testing.T, what string, v *view.View, want []item) {
	t.Helper()
	text := func(tags []tagvalue.Tag) (s string) {
		for _, tag := range tags {
			s += fmt.Sprintf("[%s \"%s\"]\n", tag.Name, tag.Value)
		}
		return s
	}
	n := 0
	require.NoError(t, v.Tags(nil, true, func(i int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
		require.Equal(t, n, i, what)
		require.Equal(t, want[i].tags, text(tags), "%s: tags of item %d", what, i)
		require.Equal(t, want[i].plies, facts.Plies, "%s: plies of item %d, %q", what, i, want[i].text)
		n++
		return true
	}), what)
	require.Equal(t, len(want), n, what)
	require.NoError(t, v.Tags([]string{"White"}, false, func(i int, tags []tagvalue.Tag, _ tagvalue.Facts) bool {
		name := string(tagvalue.First(tags, "White"))
		require.Equal(t, strings.Contains(want[i].tags, "[White"), name != "" && strings.Contains(want[i].tags, "\""+name+"\""), what)
		return i < 3
	}), what)
	require.NoError(t, v.TagsOf(len(want)-1, func(tags []tagvalue.Tag, facts tagvalue.Facts) {
		require.Equal(t, want[len(want)-1].tags, text(tags), what)
		require.Equal(t, want[len(want)-1].plies, facts.Plies, what)
	}))
	require.ErrorIs(t, v.TagsOf(len(want), func([]tagvalue.Tag, tagvalue.Facts) {}), archive.ErrCorrupt, what)
}

func checkTexts(t *testing.T, what string, f *view.File, s view.Segment, want []item) {
	t.Helper()
	for i, w := range want {
		v, item, ok := f.ViewOf(t.Context(), int64(i))
		require.True(t, ok && item == i, what)
		got, err := v.Text(item)
		require.NoError(t, err, what)
		require.Equal(t, w.text, string(got), "%s: Text(%d)", what, i)
	}
	_, _, ok := f.ViewOf(t.Context(), int64(len(want)))
	require.False(t, ok, what)
	v, n := f.View(t.Context(), s), len(want)
	joined := ""
	for _, w := range want[n/2:] {
		joined += w.text
	}
	got, err := v.Between(n/2, n)
	require.NoError(t, err, what)
	require.Equal(t, joined, string(got), what)
	ends := []int{0, n - 1}
	for _, items := range [][]int{ends[1:], ends[:min(n, 2)]} {
		for _, v := range []*view.View{v, f.View(t.Context(), s)} {
			texts, err := v.Some(items)
			require.NoError(t, err, what)
			for k, i := range items {
				require.Equal(t, want[i].text, string(texts[k]), what)
			}
		}
	}
	for _, bad := range [][2]int{{-1, 1}, {0, n + 1}, {1, 0}} {
		_, err := v.Interval(bad[0], bad[1])
		require.ErrorIs(t, err, archive.ErrCorrupt, "%s: Texts%v", what, bad)
		_, err = v.Between(bad[0], bad[1])
		require.ErrorIs(t, err, archive.ErrCorrupt, "%s: Between%v", what, bad)
	}
}

// TestHuge has a game that is larger than a frame between two others.
func TestHuge(t *testing.T) {
	small := "[Event \"small\"]\n\n1. e4 *\n\n"
	huge := "[Event \"huge\"]\n\n1. e4 {" + strings.Repeat("0123456789abcde ", 300_000) + "} e5 1-0\n\n"
	src := small + huge + small
	for what, f := range map[string]*view.File{"PGN": fileOf(t, src, true, nil, 0), "fast": fileOf(t, src, false, nil, 0), "open": fileOf(t, src, false, nil, everything)} {
		segments := f.Segments()
		require.Len(t, segments, 3, what)
		v := f.View(t.Context(), segments[1])
		require.True(t, v.Huge(), what)
		require.Equal(t, 1, v.Items(), what)
		text, err := v.Text(0)
		require.NoError(t, err, what)
		require.True(t, string(text) == huge, what)
		var pieces []byte
		for k := range v.Pieces() {
			piece, err := v.Piece(k)
			require.NoError(t, err, what)
			pieces = append(pieces, piece...)
		}
		require.True(t, string(pieces) == huge, what)
		n := 0
		require.NoError(t, v.Moves(nil, func(int, int, *board.Position, board.Move) bool { n++; return true }), what)
		require.Equal(t, 3, n, what)
		v, item, ok := f.ViewOf(t.Context(), 1)
		require.True(t, ok && item == 0 && v.Huge(), what)
	}
}

// TestPlaced checks that an error inside a frame is damage of that frame, and that a
// limit, a missing level and existing damage stay unchanged.
func TestPlaced(t *testing.T) {
	f := fileOf(t, strings.Repeat(kinds()["columns"][0].text, 3), false, nil, 0)
	v := f.View(t.Context(), f.Segments()[0])
	require.NoError(t, v.Placed(nil))
	inside := v.Placed(corrupt.New("odd"))
	require.ErrorIs(t, inside, archive.ErrCorrupt)
	require.ErrorContains(t, inside, "frame 1: ")
	for _, err := range []error{archive.ErrLimit, game.ErrLevel, inside} {
		wrapped := fmt.Errorf("read: %w", err)
		require.Equal(t, wrapped, v.Placed(wrapped))
	}
	require.True(t, view.IsDamage(inside))
	require.True(t, view.IsDamage(fmt.Errorf("read: %w", archive.ErrLimit)))
	require.False(t, view.IsDamage(game.ErrLevel))
}

// other returns a file of one frame that is made of src, with changed streams.
func other(t *testing.T, src string, ends []int, statistics func(b *index.Builder), change func(f *archive.Frame)) *view.File {
	t.Helper()
	e := game.Encoder{Open: everything, LeastOpen: 1}
	f, c := e.Encode([]byte(src), ends)
	require.True(t, c.Columns)
	var b index.Builder
	b.Reset(open.SetOf(&f))
	e.EachGame(func(g *gametext.Game) bool {
		b.Add(g.Tags, g.Facts)
		return true
	})
	if statistics != nil {
		statistics(&b)
	}
	change(&f)
	var packed bytes.Buffer
	w, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	require.NoError(t, w.WriteFrame(&f, b.Statistics()))
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	return view.NewFile(r, nil)
}

// TestCheckFacts checks that open columns and statistics that say something else than the
// text are found, also where the text does not depend on them.
func TestCheckFacts(t *testing.T) {
	var src, lie strings.Builder
	var ends, others []int
	for i := range 200 {
		fmt.Fprintf(&src, "[Event \"e\"]\n[UTCDate \"2013.01.0%d\"]\n[White \"w%d\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n", 1+i%9, i)
		fmt.Fprintf(&lie, "[Event \"f\"]\n[UTCDate \"2013.02.0%d\"]\n[White \"v%d\"]\n[WhiteElo \"2000\"]\n[ECO \"B33\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n\n", 1+i%9, i)
		ends, others = append(ends, src.Len()), append(others, lie.Len())
	}
	e := game.Encoder{Open: everything, LeastOpen: 1}
	lies, c := e.Encode([]byte(lie.String()), others)
	require.True(t, c.Columns)
	check := func(f *view.File) error { return f.View(t.Context(), f.Segments()[0]).CheckFacts() }
	require.NoError(t, check(other(t, src.String(), ends, nil, func(*archive.Frame) {})))
	kinds := 0
	for i, s := range lies.Streams {
		if open.Name(s.Kind) == "" || s.Kind == open.KindNumbers+uint16(open.BlackElo) || s.Kind == open.KindNumbers+uint16(open.Days) {
			continue
		}
		empty, err := open.ReadList(open.Source{Frame: &lies}, s.Kind, 1)
		if s.Kind >= open.KindLists && s.Kind < open.KindMoves && (err != nil || len(empty.Values) == 0) {
			continue
		}
		f := other(t, src.String(), ends, nil, func(f *archive.Frame) {
			for k := range f.Streams {
				if f.Streams[k].Kind == s.Kind {
					f.Streams[k].Data = lies.Streams[i].Data
				}
			}
		})
		require.ErrorIs(t, check(f), archive.ErrCorrupt, open.Name(s.Kind))
		kinds++
	}
	require.Equal(t, 9, kinds, "ratings, days, results, ECO, plies, players, events, moves, signatures")
	require.ErrorContains(t, check(other(t, src.String(), ends, func(b *index.Builder) { b.Add(nil, tagvalue.Facts{Plies: 9}) }, func(*archive.Frame) {})), "frame statistics are not those of the games")
}

// TestManyGames checks that a frame that claims more games than one may have is damage,
// before anything is made for each of them.
func TestManyGames(t *testing.T) {
	const games = 100 * game.MaxGames
	f := archive.Frame{Games: games, Input: games}
	blocks := make([][]byte, (games+open.BlockGames-1)/open.BlockGames)
	for i := range blocks {
		blocks[i] = []byte{0, 0} // no game has a number
	}
	for k := range uint16(open.NumColumns) {
		kind := open.KindNumbers + k
		f.Streams = append(f.Streams, archive.Stream{Kind: kind, Data: archive.AppendBlocks(nil, kind, games, []byte{1}, blocks)})
	}
	statistics := index.Statistics{Open: everything}
	var packed bytes.Buffer
	w, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	encoded, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	require.NoError(t, w.WriteEncoded(encoded, statistics.Append(nil)))
	require.NoError(t, w.WriteEncoded(encoded, statistics.Append(nil)))
	require.NoError(t, w.Close())
	r, err := archive.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()), nil)
	require.NoError(t, err)
	file := view.NewFile(r, nil)
	for _, loaded := range []bool{false, true} {
		v := file.View(t.Context(), file.Segments()[0])
		if loaded {
			_, err := v.Load()
			require.NoError(t, err)
		}
		_, err = v.Columns(open.Plies)
		require.ErrorIs(t, err, archive.ErrCorrupt)
		require.ErrorContains(t, err, "a frame holds at most")
		if loaded {
			continue // it has no other columns
		}
		_, _, err = v.Values("Event")
		require.ErrorIs(t, err, archive.ErrCorrupt)
		_, err = v.Replay()
		require.ErrorIs(t, err, archive.ErrCorrupt)
		_, err = v.Signatures()
		require.ErrorIs(t, err, archive.ErrCorrupt)
	}
}

// failing is an io.ReaderAt that fails once err is set.
type failing struct {
	io.ReaderAt
	err error
}

func (f *failing) ReadAt(p []byte, off int64) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, off)
}

// TestReadErrors checks that an error of reading open columns is not damage.
func TestReadErrors(t *testing.T) {
	var packed bytes.Buffer
	w, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	e := game.Encoder{Open: everything, LeastOpen: 1}
	text, ends := []byte{}, []int{}
	for i := range 200 {
		text = fmt.Appendf(text, "[White \"w%d\"]\n\n1. e4 e5 2. Nf3 *\n\n", i)
		ends = append(ends, len(text))
	}
	f, _ := e.Encode(text, ends)
	statistics := index.Statistics{Open: open.SetOf(&f)}
	require.NoError(t, w.WriteFrame(&f, statistics.Append(nil)))
	require.NoError(t, w.Close())
	in := &failing{ReaderAt: bytes.NewReader(packed.Bytes())}
	r, err := archive.NewReader(in, int64(packed.Len()), nil)
	require.NoError(t, err)
	in.err = errors.New("gone")
	file := view.NewFile(r, nil)
	v := file.View(t.Context(), file.Segments()[0])
	_, columns := v.Columns(open.Plies)
	_, players := v.Players()
	_, replay := v.Replay()
	_, signatures := v.Signatures()
	for _, err := range []error{columns, players, replay, signatures} {
		require.ErrorIs(t, err, in.err)
		require.False(t, view.IsDamage(err))
	}
}
