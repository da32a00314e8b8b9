package verify_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/openings"
	"github.com/chesszip/chesszip/internal/read/verify"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// made is a frame of games with open columns, its statistics and its filter of names.
type made struct {
	frame, statistics, filter []byte
	games                     int64
	input                     int
	set                       open.Set
}

// everything are all columns that may be open.
const everything = open.Names | open.Moves | open.Numbers

// frame makes a frame of n games by a player, whose name determines the moves, with all
// columns open.
func frame(t testing.TB, white string, n int) made { return frameWith(t, white, n, everything) }

func frameWith(t testing.TB, white string, n int, set open.Set) made {
	t.Helper()
	text, ends := textOf(white, n)
	e := game.Encoder{Open: set, LeastOpen: 1}
	f, _ := e.Encode(text, ends)
	encoded, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	set = open.SetOf(&f)
	var b index.Builder
	b.Reset(set)
	e.EachGame(func(g *gametext.Game) bool {
		b.Add(g.Tags, g.Facts)
		return true
	})
	return made{encoded, b.Statistics(), b.Filter(), int64(n), len(text), set}
}

func textOf(white string, n int) (text []byte, ends []int) {
	for i := range n {
		text = fmt.Appendf(text, "[Event \"A long name that all of the games share\"]\n[White \"%s\"]\n[WhiteElo \"%d\"]\n[Result \"1-0\"]\n\n1. %s4 %s 1-0\n\n", white, 2000+i, strings.ToLower(white), []string{"a6", "h6", "a5"}[i%3])
		ends = append(ends, len(text))
	}
	return text, ends
}

// packed is an archive of frames, and an opening table of the games of table, if any.
func packed(t testing.TB, table []made, frames ...made) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := archive.NewWriter(&b, &archive.Header{}, nil)
	require.NoError(t, err)
	out := index.NewWriter(w, 0)
	var games openings.Games
	defer games.Close()
	for i, m := range frames {
		require.NoError(t, out.Begin(m.games, false))
		require.NoError(t, out.Write(m.frame, m.statistics, m.filter))
		if len(table) > 0 {
			require.NoError(t, games.Add(out.Frames()-1, m.games, table[i].frame, table[i].set))
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	require.NoError(t, games.Write(ctx, stop, 1, openingtable.DefaultLimits(), out))
	require.NoError(t, out.Close())
	return b.Bytes()
}

// errGap is the error of gaps.
var errGap = errors.New("gap")

// fileOf returns the archives of a file, and its gaps.
func fileOf(t testing.TB, file []byte) *verify.Archive {
	t.Helper()
	src := bytes.NewReader(file)
	members, gaps, err := archive.Members(src, src.Size(), nil)
	require.NoError(t, err)
	list := make([]view.Member, len(members))
	for i, m := range members {
		list[i].Source = m
	}
	f := view.Join(list)
	told := func(g archive.Gap) error { return fmt.Errorf("%w at byte %d", errGap, g.Offset) }
	return &verify.Archive{
		Part:    walk.Part{Frames: f, Segments: f.Segments(), Gaps: walk.Gaps(gaps, members, f, told), Threads: 2},
		Readers: members, Bytes: src,
	}
}

// verified is Verify of a, with a check that its sums only grow; it returns the last.
func verified(t testing.TB, a *verify.Archive) (right verify.Right, damaged []verify.Damage, err error) {
	t.Helper()
	return verifyIn(t, t.Context(), a)
}

func verifyIn(t testing.TB, ctx context.Context, a *verify.Archive) (right verify.Right, damaged []verify.Damage, err error) {
	t.Helper()
	damaged, err = a.Verify(ctx, func(r verify.Right) {
		require.GreaterOrEqual(t, r.Frames, right.Frames)
		require.GreaterOrEqual(t, r.Games, right.Games)
		require.GreaterOrEqual(t, r.Bytes, right.Bytes)
		right = r
	})
	return right, damaged, err
}

// told is damage in short: frame, first game and games; each must be damage.
func told(t testing.TB, damaged []verify.Damage) (all []string) {
	for _, d := range damaged {
		require.ErrorIs(t, d.Err, archive.ErrCorrupt)
		require.Zero(t, d.More)
		all = append(all, fmt.Sprintf("%d: %d+%d", d.Frame, d.First, d.Games))
	}
	return all
}

// TestVerify checks what is found if a byte of a frame is altered: by decoding, and by
// checksums alone.
func TestVerify(t *testing.T) {
	frames := []made{frame(t, "A", 30), frame(t, "B", 20), frame(t, "C", 7)}
	input := int64(frames[0].input + frames[1].input + frames[2].input)
	good := packed(t, frames, frames...)
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	require.Equal(t, 6, r.Len(), "three frames, a table, its directory, and filters")
	for n, c := range map[int]struct {
		damaged []string
		right   verify.Right
		intact  int64
	}{
		-1: {nil, verify.Right{Frames: 3, Games: 57, Bytes: input}, 57},
		0:  {[]string{"0: 0+30"}, verify.Right{Frames: 2, Games: 27, Bytes: input - int64(frames[0].input)}, 27},
		2:  {[]string{"2: 50+7"}, verify.Right{Frames: 2, Games: 50, Bytes: input - int64(frames[2].input)}, 50},
		3:  {[]string{"3: 57+0"}, verify.Right{Frames: 3, Games: 57, Bytes: input}, 57},
		4:  {[]string{"4: 57+0"}, verify.Right{Frames: 3, Games: 57, Bytes: input}, 57},
		5:  {[]string{"5: 57+0"}, verify.Right{Frames: 3, Games: 57, Bytes: input}, 57},
	} {
		bad := bytes.Clone(good)
		if n >= 0 {
			e := r.Entry(n)
			bad[e.Offset+e.Length-10] ^= 1
		}
		right, damaged, err := verified(t, fileOf(t, bad))
		require.NoError(t, err)
		require.Equal(t, c.damaged, told(t, damaged), "frame %d", n)
		require.Equal(t, c.right, right, "frame %d", n)
		require.Equal(t, c.intact, right.Games, "frame %d: Intact counts as Verify does", n)
		games, damaged, err := fileOf(t, bad).Intact(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.intact, games, "frame %d", n)
		if n < 3 { // bytes that belong to no frame of games are not read
			require.Equal(t, c.damaged, told(t, damaged), "frame %d", n)
		}
	}
}

// TestVerifyFacts checks that statistics, filters, open columns and tables are compared
// with the games, even if all checksums are right.
func TestVerifyFacts(t *testing.T) {
	a, b := frame(t, "A", 30), frame(t, "B", 30)
	statistics, filter, facts := a, a, a
	statistics.statistics = frame(t, "A", 31).statistics
	filter.filter = frame(t, "C", 30).filter
	facts.frame = foreign(t, a.frame, b.frame)
	packedA, packedB := frameWith(t, "A", 30, 0), frameWith(t, "B", 30, 0)
	for name, c := range map[string]struct {
		file []byte
		want []string
	}{
		"right":      {packed(t, []made{a, b}, a, b), nil},
		"statistics": {packed(t, nil, b, statistics), []string{"1: 30+30"}},
		"filter":     {packed(t, nil, b, filter), []string{"1: 30+30"}},
		"signatures": {packed(t, nil, facts, b), []string{"0: 0+30"}},
		"table":      {packed(t, []made{b, b}, a, b), []string{"2: 60+0"}},
		"not open":   {packed(t, []made{b, b}, packedA, packedB), []string{"2: 60+0"}},
		"no table":   {packed(t, nil, packedA, packedB), nil},
		"both":       {packed(t, []made{b, b}, facts, b), []string{"0: 0+30"}},
	} {
		t.Run(name, func(t *testing.T) {
			right, damaged, err := verified(t, fileOf(t, c.file))
			require.NoError(t, err)
			require.Equal(t, c.want, told(t, damaged))
			require.EqualValues(t, 2, right.Frames)
			games, damaged, err := fileOf(t, c.file).Intact(t.Context())
			require.NoError(t, err)
			require.Empty(t, damaged)
			require.EqualValues(t, 60, games)
		})
	}
}

// foreign returns a frame with the signatures of another.
func foreign(t testing.TB, frame, other []byte) []byte {
	f, _, err := archive.DecodeFrame(frame, nil)
	require.NoError(t, err)
	g, _, err := archive.DecodeFrame(other, nil)
	require.NoError(t, err)
	for i := range f.Streams {
		if f.Streams[i].Kind == open.KindSignatures {
			f.Streams[i].Data, _ = g.Stream(open.KindSignatures)
		}
	}
	b, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	return b
}

// TestForeignFilters checks that an index frame with filters of other frames is damage.
func TestForeignFilters(t *testing.T) {
	a, b := frame(t, "A", 30), frame(t, "B", 20)
	other := packed(t, nil, b, a)
	r, err := archive.NewReader(bytes.NewReader(other), int64(len(other)), nil)
	require.NoError(t, err)
	require.Equal(t, 3, r.Len())
	foreign, err := r.Frame(t.Context(), 2)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := archive.NewWriter(&file, &archive.Header{}, nil)
	require.NoError(t, err)
	for _, m := range []made{a, b} {
		require.NoError(t, w.WriteEncoded(m.frame, nil))
	}
	require.NoError(t, w.WriteFrame(&foreign, nil))
	require.NoError(t, w.Close())
	right, damaged, err := verified(t, fileOf(t, file.Bytes()))
	require.NoError(t, err)
	require.Equal(t, []string{"2: 50+0"}, told(t, damaged))
	require.Contains(t, damaged[0].Err.Error(), "frame 3: ")
	require.EqualValues(t, 50, right.Games)
}

// TestGaps checks that a gap is an error of the whole and not damage, and that games of
// whole frames in it count as intact; for a part, the gap after it is not examined.
func TestGaps(t *testing.T) {
	a, b := frame(t, "A", 30), frame(t, "B", 20)
	whole, torn := packed(t, nil, a, b), packed(t, nil, a, b)
	torn[len(torn)-9] ^= 1 // in the index
	file := slices.Concat(whole, torn, whole)
	all := fileOf(t, file)
	require.Len(t, all.Gaps, 1)
	right, damaged, err := verified(t, all)
	require.EqualError(t, err, fmt.Sprintf("gap at byte %d", len(whole)))
	require.Empty(t, damaged)
	require.EqualValues(t, 150, right.Games)
	games, damaged, err := all.Intact(t.Context())
	require.NoError(t, err)
	require.Empty(t, damaged)
	require.EqualValues(t, 150, games)

	part := *all
	part.Part = all.Slice(2, 4)
	right, _, err = verified(t, &part)
	require.ErrorIs(t, err, errGap)
	require.EqualValues(t, 100, right.Games)
	part.Part = all.Slice(0, 1)
	right, damaged, err = verified(t, &part)
	require.NoError(t, err)
	require.Empty(t, damaged)
	require.EqualValues(t, 30, right.Games)
	games, _, err = part.Intact(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 30, games)
}

// TestPartOfTable checks that an opening table is verified only with the whole file.
func TestPartOfTable(t *testing.T) {
	a, b := frame(t, "A", 30), frame(t, "B", 30)
	all := fileOf(t, packed(t, []made{b, b}, a, b))
	_, damaged, err := verified(t, all)
	require.NoError(t, err)
	require.Len(t, damaged, 1)
	all.Part = all.Slice(0, 2)
	_, damaged, err = verified(t, all)
	require.NoError(t, err)
	require.Empty(t, damaged)
}

// TestOldIndexes checks that an index that an append has replaced is read.
func TestOldIndexes(t *testing.T) {
	a := frame(t, "A", 30)
	before := packed(t, nil, a)
	r, err := archive.NewReader(bytes.NewReader(before), int64(len(before)), nil)
	require.NoError(t, err)
	var more bytes.Buffer
	w := archive.NewAppender(&more, r, nil)
	noise := make([]byte, 20_000) // large enough that an index follows
	for i, r := 0, rand.New(rand.NewPCG(1, 1)); i < len(noise); i++ {
		noise[i] = byte('a' + r.IntN(26))
	}
	var e game.Encoder
	text := fmt.Appendf(nil, "[White \"B\"]\n\n1. d4 {%s} *\n\n", noise)
	f, _ := e.Encode(text, []int{len(text)})
	require.NoError(t, w.WriteFrame(&f, nil))
	require.NoError(t, w.Close())
	file := slices.Concat(before, more.Bytes())
	_, damaged, err := verified(t, fileOf(t, file))
	require.NoError(t, err)
	require.Empty(t, damaged)
	_, _, err = fileOf(t, file).Intact(t.Context())
	require.NoError(t, err)

	file[bytes.LastIndex(before, []byte("\xc7IX\xe2"))+6] ^= 1
	var old *archive.OldIndexError
	games, damaged, err := fileOf(t, file).Intact(t.Context())
	require.ErrorAs(t, err, &old)
	require.Empty(t, damaged)
	require.EqualValues(t, 31, games)
	right, damaged, err := verified(t, fileOf(t, file))
	require.ErrorAs(t, err, &old)
	require.Empty(t, damaged)
	require.EqualValues(t, 31, right.Games)
}

// TestManyDamaged checks that a list of damage is bounded, and that all damage is
// counted.
func TestManyDamaged(t *testing.T) {
	const frames, games = 1500, 3
	var held view.Held
	for range frames {
		held.Add(archive.Frame{Games: games, Input: 100, Streams: []archive.Stream{{Kind: 99}}}, archive.Entry{Length: 10, Input: 100, Games: games})
	}
	f := view.Join([]view.Member{{Source: &held}})
	right, damaged, err := verified(t, &verify.Archive{Part: walk.Part{Frames: f, Segments: f.Segments(), Threads: 2}})
	require.NoError(t, err)
	require.Zero(t, right)
	require.Len(t, damaged, 1000)
	last, sum := damaged[999], int64(0)
	require.Equal(t, frames-1000, last.More)
	require.Equal(t, 999, last.Frame)
	for _, d := range damaged {
		sum += d.Games
	}
	require.EqualValues(t, frames*games, sum)
}

// TestErrors checks that a read error ends everything, and so does a done context.
func TestErrors(t *testing.T) {
	good := packed(t, nil, frame(t, "A", 30), frame(t, "B", 20))
	odd := errors.New("odd")
	from := func(a *verify.Archive, limit int64) *verify.Archive {
		src := &failing{a.Bytes, odd, limit}
		a.Bytes, a.Readers[0] = src, a.Readers[0].From(src)
		a.Frames = view.Join([]view.Member{{Source: a.Readers[0]}})
		return a
	}
	right, damaged, err := verified(t, from(fileOf(t, good), 0))
	require.NoError(t, err)
	require.Zero(t, right)
	require.NotEmpty(t, damaged)
	for _, d := range damaged {
		require.ErrorIs(t, d.Err, odd)
	}
	games, damaged, err := from(fileOf(t, good), 0).Intact(t.Context())
	require.ErrorIs(t, err, odd)
	require.Empty(t, damaged)
	require.Zero(t, games)

	ctx, stop := context.WithCancelCause(t.Context())
	stop(odd)
	a := fileOf(t, good)
	_, err = a.Verify(ctx, func(verify.Right) {})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, odd)
	_, _, err = a.Intact(ctx)
	require.ErrorIs(t, err, context.Canceled)

	ctx, stop = context.WithCancelCause(t.Context())
	_, err = a.Verify(ctx, func(r verify.Right) {
		if r.Frames == 2 {
			stop(odd)
		}
	})
	require.ErrorIs(t, err, odd)

	// A gap that cannot be read.
	torn := bytes.Clone(good)
	torn[len(torn)-9] ^= 1
	a = fileOf(t, slices.Concat(good, torn))
	require.Len(t, a.Gaps, 1)
	a.Bytes = &failing{a.Bytes, odd, a.Gaps[0].Offset}
	games, _, err = a.Intact(t.Context())
	require.ErrorIs(t, err, odd)
	require.EqualValues(t, 50, games)
}

// failing fails to read after limit.
type failing struct {
	io.ReaderAt
	err   error
	limit int64
}

func (f *failing) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > f.limit {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, off)
}
