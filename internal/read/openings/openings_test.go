package openings_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/view"
)

// played are the columns that an opening table needs.
const played = open.Moves | open.Numbers

// made is a frame of games, and its statistics.
type made struct {
	frame, statistics []byte
	games             int64
	set               open.Set
}

// frame makes a frame of n games with the same beginning, with some open columns.
func frame(t testing.TB, moves string, n int, set open.Set) made {
	t.Helper()
	var text []byte
	var ends []int
	for i := range n {
		text = fmt.Appendf(text, "[Event \"A long name of an event that all games share\"]\n[Result \"1-0\"]\n[WhiteElo \"%d\"]\n[Date \"%d.??.??\"]\n\n%s %s 1-0\n\n", 2000+2*i, 1990+i%20, moves, []string{"a6", "h6", "a5"}[i%3])
		ends = append(ends, len(text))
	}
	e := game.Encoder{Open: set, LeastOpen: 1}
	f, _ := e.Encode(text, ends)
	if n > 5 { // fewer are shorter as text
		require.Equal(t, set, open.SetOf(&f), "%d games", n)
	}
	set = open.SetOf(&f)
	encoded, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	var b index.Builder
	b.Reset(set)
	e.EachGame(func(g *gametext.Game) bool {
		b.Add(g.Tags, g.Facts)
		return true
	})
	return made{encoded, b.Statistics(), int64(n), set}
}

// packed returns an archive of frames, followed by what table writes.
func packed(t testing.TB, frames []made, table func(out *index.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := archive.NewWriter(&b, &archive.Header{}, nil)
	require.NoError(t, err)
	out := index.NewWriter(w, 0)
	for _, m := range frames {
		require.NoError(t, out.Begin(m.games, false))
		require.NoError(t, out.Write(m.frame, m.statistics, nil))
	}
	if table != nil {
		require.NoError(t, table(out))
	}
	require.NoError(t, out.Close())
	return b.Bytes()
}

// fileOf returns the file of concatenated archives.
func fileOf(t testing.TB, archives ...[]byte) *view.File {
	t.Helper()
	var members []view.Member
	for _, b := range archives {
		r, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), nil)
		require.NoError(t, err)
		members = append(members, view.Member{Source: r})
	}
	return view.Join(members)
}

// write is a Games.Write with some number of threads.
func write(t testing.TB, g *openings.Games, threads int, limits openingtable.Limits) func(out *index.Writer) error {
	return func(out *index.Writer) error {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		return g.Write(ctx, stop, threads, limits, out)
	}
}

// added are the games of new frames.
func added(t testing.TB, frames []made) *openings.Games {
	g := &openings.Games{}
	t.Cleanup(g.Close)
	for at, m := range frames {
		require.NoError(t, g.Add(at, m.games, m.frame, m.set))
	}
	return g
}

// three are frames with 60 games after 1. e4, and 5 after 1. d4.
func three(t testing.TB) []made {
	return []made{frame(t, "1. e4", 30, played), frame(t, "1. e4", 30, played), frame(t, "1. d4", 5, played)}
}

// withTable returns an archive with a table of its frames.
func withTable(t testing.TB, frames []made) []byte {
	return packed(t, frames, write(t, added(t, frames), 1, openingtable.DefaultLimits()))
}

// TestWrite checks that a table has the positions of ten games or more, and does not
// depend on the source of the games, the threads and the memory.
func TestWrite(t *testing.T) {
	frames := three(t)
	want := withTable(t, frames)
	f := fileOf(t, want)
	start := board.Start()
	n, rest, err := f.OpeningNode(t.Context(), 0, &start)
	require.NoError(t, err)
	require.Empty(t, rest)
	require.EqualValues(t, 65, n.Games())
	require.Len(t, n.Moves, 2)
	require.EqualValues(t, 60, n.Moves[0].Games())
	require.Equal(t, 2009, n.LastYear)
	require.EqualValues(t, 29, n.Samples[0].Game)
	require.EqualValues(t, 59, n.Samples[1].Game)
	for fen, games := range map[string]int64{
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1":  60,
		"rnbqkbnr/1ppppppp/p7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2": 20,
		"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1":  0,
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		n, _, err := f.OpeningNode(t.Context(), 0, &p)
		require.NoError(t, err)
		if games == 0 {
			require.Nil(t, n, fen)
			continue
		}
		require.EqualValues(t, games, n.Games(), fen)
	}

	bare := packed(t, frames, nil)
	from := fileOf(t, bare)
	two := fileOf(t, packed(t, frames[:2], nil), bare)
	for name, g := range map[string]func(g *openings.Games){
		"made": func(g *openings.Games) { *g = *added(t, frames) },
		"copied": func(g *openings.Games) {
			for _, s := range from.Segments() {
				require.NoError(t, g.AddCopied(t.Context(), s.Frame, from, s))
			}
		},
		"segments": func(g *openings.Games) {
			for _, s := range from.Segments() {
				g.AddSegment(s.Frame, from, s)
			}
		},
		"member": func(g *openings.Games) { g.AddMember(two, 1) },
	} {
		for _, threads := range []int{1, 3} {
			for _, limits := range []openingtable.Limits{openingtable.DefaultLimits(), {Counters: 10, Found: 12, Tallies: 2}} {
				games := &openings.Games{}
				g(games)
				require.Equal(t, want, packed(t, frames, write(t, games, threads, limits)), "%s, %d threads", name, threads)
				games.Close()
			}
		}
	}
}

// TestLeft checks that games of many without the necessary columns are left out, up to an
// eighth of all, and that there is no table if there are more.
func TestLeft(t *testing.T) {
	known, more := frame(t, "1. e4", 504, played), frame(t, "1. e4", 504, played)
	damaged := frame(t, "1. c4", 72, played)
	damaged.frame = damagedMoves(t, damaged.frame)
	list, _ := new(game.Encoder).EncodeText([]byte("no game\n"), 0)
	encoded, err := archive.AppendFrame(nil, &list)
	require.NoError(t, err)
	lists := made{frame: encoded}
	for name, c := range map[string]struct {
		frames []made
		left   []int // nil for no table
	}{
		"nothing":                   {nil, nil},
		"no games":                  {[]made{lists}, nil},
		"not open, few":             {[]made{frame(t, "1. c4", 72, 0), known}, []int{0}},
		"not open, many":            {[]made{known, frame(t, "1. c4", 73, 0)}, nil},
		"so few that they are read": {[]made{known, frame(t, "1. c4", view.FewGames, 0), frame(t, "1. c4", 60, 0)}, []int{}},
		"too many for that":         {[]made{known, frame(t, "1. c4", view.FewGames+1, 0)}, []int{1}},
		"numbers alone":             {[]made{known, frame(t, "1. c4", 72, open.Numbers)}, []int{1}},
		"names alone":               {[]made{known, frame(t, "1. c4", 72, open.Names), frame(t, "1. c4", 5, played)}, []int{1}},
		"several, few":              {[]made{frame(t, "1. c4", 64, 0), known, more, frame(t, "1. c4", 80, 0)}, []int{0, 3}},
		"several, many":             {[]made{frame(t, "1. c4", 64, 0), known, more, frame(t, "1. c4", 81, 0)}, nil},
		"none":                      {[]made{known}, []int{}},
		"damaged":                   {[]made{known, damaged}, nil},
	} {
		from := fileOf(t, packed(t, c.frames, nil))
		g := &openings.Games{}
		g.AddMember(from, 0)
		file := packed(t, c.frames, write(t, g, 1, openingtable.DefaultLimits()))
		f := fileOf(t, file)
		table, err := f.Openings(t.Context(), 0)
		require.NoError(t, err)
		if c.left == nil {
			require.Nil(t, table, name)
			continue
		}
		require.NotNil(t, table, name)
		require.ElementsMatch(t, c.left, table.Directory().Left, name)
		require.Equal(t, file, withTable(t, c.frames), name)
		start := board.Start()
		n, rest, err := f.OpeningNode(t.Context(), 0, &start)
		require.NoError(t, err)
		games := n.Games()
		for _, s := range rest {
			require.Contains(t, c.left, s.Frame, name)
			games += f.Entry(s.Frame).Games
		}
		require.Len(t, rest, len(c.left), name)
		require.Equal(t, f.Member(0).Games(), games, "%s: the table and what is to be looked through", name)
		require.NoError(t, openings.Verify(t.Context(), f, 1, sure, func(frame int, err error) { t.Errorf("%s: frame %d: %v", name, frame, err) }))
	}
	// Nor is there a table of kept frames that are not frames.
	g := &openings.Games{}
	require.NoError(t, g.Add(0, 1, []byte("no frame"), played))
	require.Equal(t, packed(t, nil, nil), packed(t, nil, write(t, g, 1, openingtable.DefaultLimits())))
}

// damagedMoves returns a frame with damaged open moves, and right checksums.
func damagedMoves(t testing.TB, encoded []byte) []byte {
	f, _, err := archive.DecodeFrame(encoded, nil)
	require.NoError(t, err)
	for i := range f.Streams {
		if f.Streams[i].Kind == open.KindMoves {
			f.Streams[i].Data = archive.AppendBlocks(nil, open.KindMoves, f.Games, nil, [][]byte{{0xff, 0xff, 0xff}})
		}
	}
	encoded, err = archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	return encoded
}

// TestOutgrown checks when a table is rebuilt.
func TestOutgrown(t *testing.T) {
	for _, c := range []struct {
		games, covered int64
		want           bool
	}{
		{0, 0, true}, {7, 0, true}, {80, 80, false}, {90, 80, false}, {91, 80, true}, {1, 1, false}, {2, 1, true},
	} {
		var g openings.Games
		for i := range c.games {
			require.NoError(t, g.Add(int(i), 1, nil, 0))
		}
		require.Equal(t, c.want, g.Outgrown(c.covered), "%+v", c)
	}
}

// TestVerify checks that a table that does not match the games is found, and where.
func TestVerify(t *testing.T) {
	frames := three(t)
	good := withTable(t, frames)
	from, err := fileOf(t, good).Openings(t.Context(), 0)
	require.NoError(t, err)
	block, err := from.Block(t.Context(), 0)
	require.NoError(t, err)
	other, err := fileOf(t, withTable(t, []made{frame(t, "1. c4", 65, played)})).Openings(t.Context(), 0)
	require.NoError(t, err)
	otherBlock, err := other.Block(t.Context(), 0)
	require.NoError(t, err)
	require.Len(t, from.Directory().Blocks, 1)
	const first, directory = 3, 4
	for name, c := range map[string]struct {
		alter func(d *openingtable.Directory, blocks [][]byte) [][]byte
		want  []int
	}{
		"nothing":     {func(_ *openingtable.Directory, b [][]byte) [][]byte { return b }, nil},
		"last year":   {func(d *openingtable.Directory, b [][]byte) [][]byte { d.LastYear++; return b }, []int{directory}},
		"games":       {func(d *openingtable.Directory, b [][]byte) [][]byte { d.Games--; return b }, []int{directory}},
		"left":        {func(d *openingtable.Directory, b [][]byte) [][]byte { d.Left = []int{2}; return b }, []int{directory}},
		"another":     {func(_ *openingtable.Directory, b [][]byte) [][]byte { return [][]byte{otherBlock} }, []int{first}},
		"a threshold": {func(d *openingtable.Directory, b [][]byte) [][]byte { d.Threshold++; return b }, []int{directory}},
		"one too few": {func(d *openingtable.Directory, _ [][]byte) [][]byte { d.Blocks = nil; return nil }, []int{directory - 1}},
		"one too many": {func(d *openingtable.Directory, b [][]byte) [][]byte {
			d.Blocks = append(d.Blocks, more(d))
			return append(b, block)
		}, []int{directory + 1}},
	} {
		altered := packed(t, frames, func(out *index.Writer) error {
			d := *from.Directory()
			d.Blocks = slices.Clone(d.Blocks)
			blocks := c.alter(&d, [][]byte{block})
			return out.WriteOpenings(&d, func(emit func([]byte) error) (bool, error) {
				for _, b := range blocks {
					if err := emit(b); err != nil {
						return false, err
					}
				}
				return true, nil
			})
		})
		for before, file := range map[int]*view.File{0: fileOf(t, altered), 5: fileOf(t, good, altered)} {
			var found []int
			require.NoError(t, openings.Verify(t.Context(), file, 2, sure, func(frame int, err error) {
				found = append(found, frame-before)
				require.ErrorIs(t, err, archive.ErrCorrupt)
				require.ErrorContains(t, err, fmt.Sprintf("frame %d: the opening table is not that of the games", frame+1))
			}))
			require.Equal(t, c.want, found, name)
		}
	}
}

// sure reports that no member has a damaged index frame.
func sure(int) bool { return false }

// more is a block after those of a directory.
func more(d *openingtable.Directory) openingtable.Block {
	b := d.Blocks[len(d.Blocks)-1]
	b.First[0]++
	return b
}

// TestVerifyDamaged checks that damaged frames of a table are found, and that damaged
// indexes, which other checks find, are not reported for a table.
func TestVerifyDamaged(t *testing.T) {
	good := withTable(t, three(t))
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	require.Equal(t, 5, r.Len())
	for frame, want := range map[int][]int{0: nil, 3: {3}, 4: {4}} {
		bad := bytes.Clone(good)
		e := r.Entry(frame)
		bad[e.Offset+e.Length-10] ^= 1
		var found []int
		require.NoError(t, openings.Verify(t.Context(), fileOf(t, bad), 1, func(int) bool { return frame == 0 }, func(frame int, err error) {
			found = append(found, frame)
			require.ErrorIs(t, err, archive.ErrCorrupt)
		}))
		require.Equal(t, want, found, "frame %d", frame)
	}
}

// TestDamagedColumn checks that the games of a frame are left out if a block of one of the
// columns is damaged that a table needs.
func TestDamagedColumn(t *testing.T) {
	frames := []made{frame(t, "1. e4", 504, played), frame(t, "1. c4", 72, played)}
	good := packed(t, frames, nil)
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	f, err := r.Frame(t.Context(), 1)
	require.NoError(t, err)
	left := map[string]bool{}
	for _, s := range f.Streams {
		bad := bytes.Clone(good)
		at := int(r.Entry(1).Offset) + bytes.Index(bad[r.Entry(1).Offset:], s.Data) + len(s.Data) - 1
		if len(s.Data) == 0 || !open.IsKind(s.Kind) {
			continue
		}
		bad[at] ^= 1
		from := fileOf(t, bad)
		g := &openings.Games{}
		g.AddMember(from, 0)
		table, err := fileOf(t, packed(t, frames, write(t, g, 1, openingtable.DefaultLimits()))).Openings(t.Context(), 0)
		require.NoError(t, err)
		require.NotNil(t, table)
		left[open.Name(s.Kind)] = len(table.Directory().Left) > 0
	}
	require.Equal(t, map[string]bool{
		"open WhiteElo": true, "open BlackElo": true, "open days": true, "open results": true, "open moves": true,
		"open numbers of days": false, "open ECO": false, "open half-moves": false, "signatures": false,
	}, left)
}

// failing is an io.ReaderAt that fails once err is set.
type failing struct {
	io.ReaderAt
	err error
}

func (f *failing) ReadAt(p []byte, offset int64) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, offset)
}

// TestErrors checks that the errors of reading, of contexts and of the temporary file
// are returned.
func TestErrors(t *testing.T) {
	frames := three(t)
	good := withTable(t, frames)
	in := &failing{ReaderAt: bytes.NewReader(good)}
	r, err := archive.NewReader(in, int64(len(good)), nil)
	require.NoError(t, err)
	f := view.NewFile(r, nil)
	none := func(frame int, err error) { t.Errorf("frame %d: %v", frame, err) }
	done, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, openings.Verify(done, f, 1, sure, none), context.Canceled)
	in.err = errors.New("gone")
	require.ErrorIs(t, openings.Verify(t.Context(), f, 1, sure, none), in.err)
	var g openings.Games
	require.ErrorIs(t, g.AddCopied(t.Context(), 0, f, f.Segments()[0]), in.err)
	g = openings.Games{}
	g.AddMember(f, 0)
	written := func(ctx context.Context) (err error) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		packed(t, frames, func(out *index.Writer) error {
			err = g.Write(ctx, stop, 1, openingtable.DefaultLimits(), out)
			return nil
		})
		return err
	}
	require.ErrorIs(t, written(t.Context()), in.err)
	in.err = nil
	require.ErrorIs(t, written(done), context.Canceled)
	require.NoError(t, written(t.Context()))

	t.Setenv("TMPDIR", t.TempDir()+"/none")
	t.Setenv("TMP", t.TempDir()+"/none")
	require.ErrorContains(t, g.Add(3, 1, make([]byte, 17<<20), played), "temporary file for the opening table")
}
