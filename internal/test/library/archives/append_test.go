package archives

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// lastFrame returns the last frame with games.
func lastFrame(t testing.TB, packed []byte) chesszip.FrameInfo {
	all := kit.OpenBytes(t, packed, kit.EveryLevel).Frames()
	return all[len(all)-1]
}

func TestAppend(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	for _, level := range []*learned.Level{nil, learned.V1} {
		part := []byte(kit.Opera)
		if level == nil {
			part = src
		}
		packed := kit.Compress(t, part, &chesszip.WriterOptions{Level: level, Unchecked: true})
		two := kit.Appended(t, packed, []byte(kit.Opera), nil)
		kit.CheckWhole(t, "one game appended", two, append(bytes.Clone(part), kit.Opera...))
		three := kit.Appended(t, two, part, &chesszip.AppendOptions{Levels: levels.All(), Open: kit.EveryIndex})
		kit.CheckWhole(t, "many more", three, slices.Concat(part, []byte(kit.Opera), part))
		several := kit.FirstGames(src, 20_000)
		require.Equal(t, kit.EveryIndex, lastFrame(t, kit.Appended(t, packed, several, &chesszip.AppendOptions{Levels: levels.All(), Open: kit.EveryIndex})).Open)
		require.Zero(t, lastFrame(t, kit.Appended(t, three, several, nil)).Open)
		open := kit.Compress(t, part, &chesszip.WriterOptions{Level: level, Open: chesszip.ColumnMoves, Unchecked: true})
		require.Equal(t, chesszip.ColumnMoves|chesszip.ColumnNumbers, lastFrame(t, kit.Appended(t, open, several, nil)).Open)
		require.Equal(t, kit.EveryIndex, lastFrame(t, kit.Appended(t, open, several, &chesszip.AppendOptions{Levels: levels.All(), Open: chesszip.ColumnNames})).Open)
		if level != nil {
			kit.CheckWhole(t, "nothing", kit.Appended(t, three, nil, nil), slices.Concat(part, []byte(kit.Opera), part))
			kit.CheckWhole(t, "to nothing", kit.Appended(t, kit.Compress(t, nil, &chesszip.WriterOptions{Level: level}), part, nil), part)
		}
		// Wherever the append stops, the previous content can be read.
		for n := len(packed) + 1; n < len(two); n += 1 + n%7 {
			var torn *chesszip.TornError
			_, err := chesszip.Open(t.Context(), bytes.NewReader(two[:n]), int64(n), kit.EveryLevel)
			require.ErrorAs(t, err, &torn, "Open of an archive cut to %d of %d bytes", n, len(two))
			require.Equal(t, int64(len(packed)), torn.Size, "Open of an archive cut to %d of %d bytes", n, len(two))
		}
		// Nothing is appended after a whole frame.
		f := kit.OpenBytes(t, packed, kit.EveryLevel).Frames()[0]
		file := slices.Concat(packed, packed[f.Offset:f.Offset+f.Stored])
		require.Len(t, kit.OpenBytes(t, file, kit.EveryLevel).Gaps(), 1)
		var gap *chesszip.GapError
		_, err := chesszip.Append(t.Context(), &bytes.Buffer{}, bytes.NewReader(file), int64(len(file)), strings.NewReader(kit.Opera), &chesszip.AppendOptions{Levels: levels.All()})
		require.ErrorAs(t, err, &gap)
		require.Equal(t, int64(len(packed)), gap.Offset)
	}
	_, err := chesszip.Append(t.Context(), &bytes.Buffer{}, strings.NewReader(kit.Opera), int64(len(kit.Opera)), nil, &chesszip.AppendOptions{Levels: levels.All()})
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	broken := errors.New("disk on fire")
	packed := kit.Compress(t, []byte(kit.Opera), kit.Quick)
	_, err = chesszip.Append(t.Context(), &bytes.Buffer{}, bytes.NewReader(packed), int64(len(packed)), iotest.ErrReader(broken), &chesszip.AppendOptions{Levels: levels.All()})
	require.ErrorIs(t, err, broken)
}

func TestMergeAndParts(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	one := kit.OpenBytes(t, kit.PackedVariety(t, kit.EveryIndex), kit.EveryLevel)
	two := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), kit.Quick), kit.EveryLevel)
	six := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), kit.Thorough), kit.EveryLevel)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	merge := func(what string, want []byte, o *chesszip.WriterOptions, from ...*chesszip.Archive) []byte {
		t.Helper()
		var b bytes.Buffer
		stats, err := chesszip.Merge(t.Context(), &b, from, &chesszip.MergeOptions{Repack: o})
		require.NoError(t, err)
		if stats.Out != int64(b.Len()) || stats.Games != int64(len(kit.SplitGames(want))) {
			t.Errorf("%s: Merge says %+v, want %d bytes and %d games", what, stats, b.Len(), len(kit.SplitGames(want)))
		}
		kit.CheckWhole(t, what, b.Bytes(), want)
		return b.Bytes()
	}
	merge("of one", src, nil, one)
	merge("of none", nil, nil)
	merge("of one level", slices.Concat([]byte(kit.Opera), src), nil, two, one)
	merge("of two levels", slices.Concat([]byte(kit.Opera), []byte(kit.Opera)), kit.Quick, two, six)
	merge("with PGN", slices.Concat(src, []byte(kit.Opera)), kit.Quick, plain, two)
	again := merge("anew", src, &chesszip.WriterOptions{Open: kit.EveryIndex}, one)
	if !bytes.Equal(again, kit.PackedVariety(t, kit.EveryIndex)) {
		t.Errorf("what was packed anew is another archive than one of the same games")
	}

	for games, want := range map[int64]int{500: 2, 900: 1} {
		parts, err := one.Split(games)
		require.NoError(t, err)
		var texts []byte
		if games == 500 {
			want = 2
		}
		for _, p := range parts {
			from, to := p.Span()
			var text bytes.Buffer
			_, err := one.Games().Range(from, to).WriteTo(t.Context(), &text)
			require.NoError(t, err)
			if len(parts) > 1 || os.Getenv("CHESSZIP_LONG") != "" {
				merge("of a part", text.Bytes(), nil, p) // otherwise it is that of one again
			}
			texts = append(texts, text.Bytes()...)
		}
		if !bytes.Equal(texts, src) {
			t.Errorf("the parts of Parts(%d) together are not the whole", games)
		}
		if games != 500 && len(parts) != want {
			t.Errorf("Parts(%d) gave %d parts, want %d", games, len(parts), want)
		}
	}
	_, err = one.Split(0)
	require.ErrorIs(t, err, chesszip.ErrOption)
}

func TestVerify(t *testing.T) {
	good := kit.PackedVariety(t, kit.EveryIndex)
	frames := kit.OpenBytes(t, good, kit.EveryLevel).Frames()
	bad := bytes.Clone(good)
	bad[frames[1].Offset+frames[1].Stored/2] ^= 1
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	at := r.Entry(r.Len() - 1) // an index frame
	require.Zero(t, at.Games)
	bad[at.Offset+at.Length/2] ^= 1
	_, damaged, err := kit.OpenBytes(t, bad, kit.EveryLevel).Verify(t.Context())
	require.NoError(t, err)
	if len(damaged) != 2 || damaged[0].First != 400 || damaged[0].Games != 400 || damaged[1].Games != 0 {
		t.Errorf("Verify found %+v, want frame of games 400 to 799 and an index", damaged)
	}
	for _, d := range damaged {
		require.ErrorIs(t, d.Err, chesszip.ErrCorrupt)
	}
	// A frame that decodes to another input than its own.
	var b bytes.Buffer
	header := r.Header()
	w, err := archive.NewWriter(&b, &header, nil)
	require.NoError(t, err)
	for i := range r.Len() {
		f, err := r.Frame(t.Context(), i)
		require.NoError(t, err)
		if i == 2 {
			f.Check ^= 1
		}
		require.NoError(t, w.WriteFrame(&f, r.Entry(i).Meta))
	}
	require.NoError(t, w.Close())
	_, damaged, err = kit.OpenBytes(t, b.Bytes(), kit.EveryLevel).Verify(t.Context())
	require.NoError(t, err)
	if len(damaged) == 0 || damaged[0].Frame != 2 || !errors.Is(damaged[0].Err, chesszip.ErrCorrupt) {
		t.Errorf("Verify of a frame of another input: %v, want damage of frame 2", damaged)
	}
}

// TestVerifyIsSound checks that Verify finds nothing wrong with a new archive, whatever
// the tags of its games, and that it gives back these games.
func TestVerifyIsSound(t *testing.T) {
	t.Parallel()
	names := []string{"Event", "Site", "Date", "UTCDate", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "WhiteRatingDiff", "ECO", "Opening", "TimeControl", "FEN", "Other"}
	values := []string{"", "?", "a", "b", "1-0", "2700", "02700", "2013.01.31", "2013.??.??", "B33", "+5", "x \\\"y\\\"", strings.Repeat("long ", 120), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"}
	moves := []string{"1. e4 *", "*", "", "1. e4 e5 2. Ke3 *", "1. d4 (1. c4) 1... d5 {c} 1-0", "-- 1. e4"}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		several := rapid.IntRange(1, 4).Draw(t, "kinds")
		var kinds []string
		for range several {
			var g strings.Builder
			for range rapid.IntRange(0, 9).Draw(t, "tags") {
				fmt.Fprintf(&g, "[%s \"%s\"]\n", rapid.SampledFrom(names).Draw(t, "name"), rapid.SampledFrom(values).Draw(t, "value"))
			}
			kinds = append(kinds, g.String()+"\n"+rapid.SampledFrom(moves).Draw(t, "moves")+"\n\n")
		}
		for range rapid.IntRange(1, 10).Draw(t, "games") + rapid.SampledFrom([]int{0, 64}).Draw(t, "more") {
			b.WriteString(rapid.SampledFrom(kinds).Draw(t, "game"))
		}
		packed := kit.Compress(t, []byte(b.String()), &chesszip.WriterOptions{Open: kit.EveryIndex})
		var back bytes.Buffer
		_, err := chesszip.Decompress(context.Background(), &back, bytes.NewReader(packed), nil)
		require.NoError(t, err)
		require.Equal(t, b.String(), back.String())
		a, err := chesszip.Open(context.Background(), bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		_, damaged, err := a.Verify(context.Background())
		require.NoError(t, err)
		require.Empty(t, damaged, b.String())
		i := rapid.Int64Range(0, max(a.NumGames()-1, 0)).Draw(t, "number")
		bare := kit.Compress(t, []byte(b.String()), nil)
		plain, err := chesszip.Open(context.Background(), bytes.NewReader(bare), int64(len(bare)), nil)
		require.NoError(t, err)
		require.Equal(t, plain.NumGames(), a.NumGames())
		if a.NumGames() > 0 {
			want, err := kit.Text(context.Background(), plain, i)
			require.NoError(t, err)
			text, err := kit.Text(context.Background(), a, i)
			require.NoError(t, err)
			require.Equal(t, string(want), string(text))
		}
	})
}

// TestVerifyLongNames checks that names too long for an index are left out, and that the
// rest of the index is right.
func TestVerifyLongNames(t *testing.T) {
	src := strings.Repeat("[Event \"Cup\"]\n[White \""+strings.Repeat("name ", 100)+"\"]\n\n1. e4 *\n\n", 3)
	for i := range 3 {
		src = strings.Replace(src, "\"name ", fmt.Sprintf("\"name%d ", i), 1)
	}
	for _, index := range []chesszip.Columns{chesszip.ColumnNames, kit.EveryIndex} {
		a := kit.OpenBytes(t, kit.Compress(t, []byte(src), &chesszip.WriterOptions{Open: index}), kit.EveryLevel)
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		require.Empty(t, damaged)
		o, err := a.WriterOptions()
		require.NoError(t, err)
		require.Equal(t, index, o.Open)
	}
}

func TestRecover(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	games := kit.SplitGames(src)
	check := func(what string, packed, want []byte, o *chesszip.ReaderOptions, known bool, lost int64) {
		t.Helper()
		var b bytes.Buffer
		got, err := chesszip.Recover(t.Context(), &b, bytes.NewReader(packed), int64(len(packed)), o)
		require.NoError(t, err)
		if !bytes.Equal(b.Bytes(), want) || got.Out != int64(len(want)) || got.Known != known || got.Lost != lost {
			t.Errorf("%s: Recover gave %d bytes, %+v, want these %d, known %v, lost %d", what, b.Len(), got, len(want), known, lost)
		}
	}
	for _, index := range []chesszip.Columns{0, kit.EveryIndex} {
		good := kit.PackedVariety(t, index)
		check("sound", good, src, kit.EveryLevel, true, 0)
		frame := kit.OpenBytes(t, good, kit.EveryLevel).Frames()[1]
		bad := bytes.Clone(good)
		bad[frame.Offset+frame.Stored/2] ^= 1
		left := slices.Concat(bytes.Join(games[:400], nil), bytes.Join(games[800:], nil))
		check("one frame damaged", bad, left, kit.EveryLevel, true, 400)
		check("without its header", bad[5:], left, kit.EveryLevel, false, 0)
		check("without its end", bad[:len(bad)-20], left, kit.EveryLevel, false, 0)
		check("among other bytes", slices.Concat([]byte(strings.Repeat("x", 1000)), bad[9:len(bad)-3], bad[:20]), left, kit.EveryLevel, false, 0)
		cut := frame.Offset + frame.Stored - 1
		check("cut", good[:cut], bytes.Join(games[:400], nil), kit.EveryLevel, false, 0)
	}
	// The level is found without the header.
	for _, level := range []*learned.Level{learned.V1, learned.V1Max} {
		good := kit.Compress(t, []byte(strings.Repeat(kit.Opera, 3)), &chesszip.WriterOptions{Level: level})
		check("without a header", good[3:], []byte(strings.Repeat(kit.Opera, 3)), kit.EveryLevel, false, 0)
	}
	check("no archive", []byte(kit.Opera), nil, kit.EveryLevel, false, 0)
	check("nothing", nil, nil, kit.EveryLevel, false, 0)
}

// TestRecoverFlips checks that, whatever bit of an archive of several frames is flipped,
// all frames but one come back.
func TestRecoverFlips(t *testing.T) {
	var packed []byte
	var texts []string
	for i := range 5 {
		text := strings.Replace(kit.Opera, "Paris\"", strings.Repeat("Paris ", i)+"\"", 1)
		texts = append(texts, text)
		if i == 0 {
			packed = kit.Compress(t, []byte(text), kit.Quick)
		} else {
			packed = kit.Appended(t, packed, []byte(text), nil)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range kit.Several(120, 300) {
		bit := rng.IntN(8 * len(packed))
		bad := bytes.Clone(packed)
		bad[bit/8] ^= 1 << (bit % 8)
		var b strings.Builder
		_, err := chesszip.Recover(t.Context(), &b, bytes.NewReader(bad), int64(len(bad)), kit.EveryLevel)
		require.NoError(t, err)
		rest, missing := b.String(), 0
		for _, text := range texts {
			if r, ok := strings.CutPrefix(rest, text); ok {
				rest = r
			} else {
				missing++
			}
		}
		if rest != "" || missing > 1 {
			t.Errorf("bit %d flipped: %d games are missing, %d bytes are others", bit, missing, len(rest))
		}
	}
}

// TestPrefix checks that a truncated archive from a pipe gives every whole frame, and
// then an error.
func TestPrefix(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := kit.Variety()
	packed := kit.PackedVariety(t, kit.EveryIndex)
	whole := 0
	for i, f := range kit.OpenBytes(t, packed, kit.EveryLevel).Frames() {
		end := f.Offset + f.Stored
		var got bytes.Buffer
		_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(packed[:end-1]), kit.EveryLevel)
		require.ErrorIs(t, err, chesszip.ErrCorrupt)
		if !bytes.Equal(got.Bytes(), src[:whole]) {
			t.Errorf("cut inside frame %d: %d bytes, want the %d before it", i, got.Len(), whole)
		}
		whole += int(f.Input)
	}
}
