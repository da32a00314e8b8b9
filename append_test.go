package chesszip_test

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
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// appended returns an archive to which src was appended.
func appended(t testing.TB, packed, src []byte, o *chesszip.AppendOptions) []byte {
	t.Helper()
	if o == nil {
		o = &chesszip.AppendOptions{Levels: levels.All()}
	}
	var more bytes.Buffer
	stats, err := chesszip.Append(t.Context(), &more, bytes.NewReader(packed), int64(len(packed)), bytes.NewReader(src), o)
	require.NoError(t, err)
	if stats.In != int64(len(src)) || stats.Out != int64(more.Len()) {
		t.Errorf("Append says %d bytes to %d, want %d to %d", stats.In, stats.Out, len(src), more.Len())
	}
	return append(bytes.Clone(packed), more.Bytes()...)
}

// checkWhole checks that an archive is sound and gives back want.
func checkWhole(t testing.TB, what string, packed, want []byte) {
	t.Helper()
	var got bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(packed), everyLevel)
	require.NoError(t, err)
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s: %d bytes come back, want these %d", what, got.Len(), len(want))
	}
	a := openBytes(t, packed, everyLevel)
	stats, damaged, err := a.Verify(t.Context())
	require.NoError(t, err)
	if len(damaged) > 0 || stats.Out != int64(len(want)) || stats.Games != a.Games() {
		t.Errorf("%s: Verify = %+v, %v, want no damage and %d bytes", what, stats, damaged, len(want))
	}
	if a.Games() != int64(len(splitGames(want))) {
		t.Errorf("%s: %d games, want %d", what, a.Games(), len(splitGames(want)))
	}
}

func TestAppend(tt *testing.T) {
	t := smallFrames{tt}
	src := variety()
	for _, level := range []*learned.Level{nil, learned.V1} {
		part := []byte(opera)
		if level == nil {
			part = src
		}
		packed := compress(t, part, &chesszip.WriterOptions{Level: level, Unchecked: true})
		two := appended(t, packed, []byte(opera), nil)
		checkWhole(t, "one game appended", two, append(bytes.Clone(part), opera...))
		three := appended(t, two, part, &chesszip.AppendOptions{Levels: levels.All(), Index: everyIndex})
		checkWhole(t, "many more", three, slices.Concat(part, []byte(opera), part))
		last := openBytes(t, appended(t, three, []byte(opera), nil), everyLevel).Shard(1<<20-1, 1<<20)
		streams, err := last.Streams(t.Context())
		require.NoError(t, err)
		for _, name := range []string{"index: moves", "index: numbers"} {
			if !slices.ContainsFunc(streams, func(s chesszip.StreamInfo) bool { return s.Name == name }) {
				t.Errorf("what is appended to an archive with %s has none", name)
			}
		}
		if level != nil {
			checkWhole(t, "nothing", appended(t, three, nil, nil), slices.Concat(part, []byte(opera), part))
			checkWhole(t, "to nothing", appended(t, compress(t, nil, &chesszip.WriterOptions{Level: level}), part, nil), part)
		}
		// Wherever the appending ends, what was there before can be read.
		for n := len(packed) + 1; n < len(two); n += 1 + n%7 {
			var torn *chesszip.TornError
			_, err := chesszip.Open(t.Context(), bytes.NewReader(two[:n]), int64(n), everyLevel)
			require.ErrorAs(t, err, &torn, "Open of an archive cut to %d of %d bytes", n, len(two))
			require.Equal(t, int64(len(packed)), torn.Size, "Open of an archive cut to %d of %d bytes", n, len(two))
		}
		// Nothing is appended behind a frame that is whole.
		f := openBytes(t, packed, everyLevel).Frames()[0]
		file := slices.Concat(packed, packed[f.Offset:f.Offset+f.Stored])
		require.Len(t, openBytes(t, file, everyLevel).Gaps(), 1)
		var gap *chesszip.GapError
		_, err = chesszip.Append(t.Context(), &bytes.Buffer{}, bytes.NewReader(file), int64(len(file)), strings.NewReader(opera), &chesszip.AppendOptions{Levels: levels.All()})
		require.ErrorAs(t, err, &gap)
		require.Equal(t, int64(len(packed)), gap.Offset)
	}
	_, err := chesszip.Append(t.Context(), &bytes.Buffer{}, strings.NewReader(opera), int64(len(opera)), nil, &chesszip.AppendOptions{Levels: levels.All()})
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
	broken := errors.New("disk on fire")
	packed := compress(t, []byte(opera), quick)
	_, err = chesszip.Append(t.Context(), &bytes.Buffer{}, bytes.NewReader(packed), int64(len(packed)), iotest.ErrReader(broken), &chesszip.AppendOptions{Levels: levels.All()})
	require.ErrorIs(t, err, broken)
}

func TestMergeAndParts(tt *testing.T) {
	t := smallFrames{tt}
	src := variety()
	one := openBytes(t, packedVariety(t, everyIndex), everyLevel)
	two := openBytes(t, compress(t, []byte(opera), quick), everyLevel)
	six := openBytes(t, compress(t, []byte(opera), thorough), everyLevel)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	merge := func(what string, want []byte, o *chesszip.WriterOptions, from ...*chesszip.Archive) []byte {
		t.Helper()
		var b bytes.Buffer
		stats, err := chesszip.Merge(t.Context(), &b, from, &chesszip.MergeOptions{Repack: o})
		require.NoError(t, err)
		if stats.Out != int64(b.Len()) || stats.Games != int64(len(splitGames(want))) {
			t.Errorf("%s: Merge says %+v, want %d bytes and %d games", what, stats, b.Len(), len(splitGames(want)))
		}
		checkWhole(t, what, b.Bytes(), want)
		return b.Bytes()
	}
	merge("of one", src, nil, one)
	merge("of none", nil, nil)
	merge("of one level", slices.Concat([]byte(opera), src), nil, two, one)
	merge("of two levels", slices.Concat([]byte(opera), []byte(opera)), quick, two, six)
	merge("with PGN", slices.Concat(src, []byte(opera)), quick, plain, two)
	again := merge("anew", src, &chesszip.WriterOptions{Index: everyIndex}, one)
	if !bytes.Equal(again, packedVariety(t, everyIndex)) {
		t.Errorf("what was packed anew is another archive than one of the same games")
	}

	for games, want := range map[int64]int{500: 2, 900: 1} {
		parts, err := one.Parts(games)
		require.NoError(t, err)
		var texts []byte
		if games == 500 {
			want = 2
		}
		for _, p := range parts {
			from, to := p.Span()
			var text bytes.Buffer
			_, err := one.Copy(t.Context(), &text, from, to)
			require.NoError(t, err)
			if len(parts) > 1 || os.Getenv("CHESSZIP_LONG") != "" {
				merge("of a part", text.Bytes(), nil, p) // else it is that of one, again
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
	_, err = one.Parts(0)
	require.ErrorIs(t, err, chesszip.ErrOption)
}

func TestVerify(t *testing.T) {
	good := packedVariety(t, everyIndex)
	frames := openBytes(t, good, everyLevel).Frames()
	bad := bytes.Clone(good)
	bad[frames[1].Offset+frames[1].Stored/2] ^= 1
	bad[frames[2].Offset+frames[2].Stored+frames[2].Index/2] ^= 1 // its index
	_, damaged, err := openBytes(t, bad, everyLevel).Verify(t.Context())
	require.NoError(t, err)
	if len(damaged) != 2 || damaged[0].First != 400 || damaged[0].Games != 400 || damaged[1].Games != 0 {
		t.Errorf("Verify found %+v, want frame of games 400 to 799 and an index", damaged)
	}
	for _, d := range damaged {
		require.ErrorIs(t, d.Err, chesszip.ErrCorrupt)
	}
	// A frame that gives back another input than it was made of.
	var b bytes.Buffer
	w, err := archive.NewWriter(&b, &archive.Header{Params: []byte(good[8:11])}, nil)
	require.NoError(t, err)
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	for i := range r.Len() {
		f, err := r.Frame(i)
		require.NoError(t, err)
		if i == 4 {
			f.Check ^= 1
		}
		require.NoError(t, w.WriteFrame(&f, r.Entry(i).Meta))
	}
	require.NoError(t, w.Close())
	_, damaged, err = openBytes(t, b.Bytes(), everyLevel).Verify(t.Context())
	require.NoError(t, err)
	if len(damaged) == 0 || damaged[0].Frame != 4 || !errors.Is(damaged[0].Err, chesszip.ErrCorrupt) {
		t.Errorf("Verify of a frame of another input: %v, want damage of frame 4", damaged)
	}
}

// TestVerifyIsSound: nothing is wrong with an archive that was just made, whatever tags its
// games have, and what it gives are these games.
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
		packed := compress(t, []byte(b.String()), &chesszip.WriterOptions{Index: everyIndex})
		var back bytes.Buffer
		_, err := chesszip.Decompress(context.Background(), &back, bytes.NewReader(packed), nil)
		require.NoError(t, err)
		require.Equal(t, b.String(), back.String())
		a, err := chesszip.Open(context.Background(), bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		_, damaged, err := a.Verify(context.Background())
		require.NoError(t, err)
		require.Empty(t, damaged, b.String())
		i := rapid.Int64Range(0, max(a.Games()-1, 0)).Draw(t, "number")
		bare := compress(t, []byte(b.String()), nil)
		plain, err := chesszip.Open(context.Background(), bytes.NewReader(bare), int64(len(bare)), nil)
		require.NoError(t, err)
		require.Equal(t, plain.Games(), a.Games())
		if a.Games() > 0 {
			want, err := plain.Game(context.Background(), i)
			require.NoError(t, err)
			text, err := a.Game(context.Background(), i)
			require.NoError(t, err)
			require.Equal(t, string(want), string(text))
		}
	})
}

// TestVerifyLongNames: names that are too long for an index are left out, and nothing is
// wrong with what else it has.
func TestVerifyLongNames(t *testing.T) {
	src := strings.Repeat("[Event \"Cup\"]\n[White \""+strings.Repeat("name ", 100)+"\"]\n\n1. e4 *\n\n", 3)
	for i := range 3 {
		src = strings.Replace(src, "\"name ", fmt.Sprintf("\"name%d ", i), 1)
	}
	for _, index := range []chesszip.Index{chesszip.IndexPlayers, everyIndex} {
		a := openBytes(t, compress(t, []byte(src), &chesszip.WriterOptions{Index: index}), everyLevel)
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		require.Empty(t, damaged)
		o, err := a.WriterOptions(t.Context())
		require.NoError(t, err)
		require.Equal(t, index, o.Index)
	}
}

func TestRecover(tt *testing.T) {
	t := smallFrames{tt}
	src := variety()
	games := splitGames(src)
	check := func(what string, packed, want []byte, o *chesszip.ReaderOptions, known bool, lost int64) {
		t.Helper()
		var b bytes.Buffer
		got, err := chesszip.Recover(t.Context(), &b, bytes.NewReader(packed), int64(len(packed)), o)
		require.NoError(t, err)
		if !bytes.Equal(b.Bytes(), want) || got.Out != int64(len(want)) || got.Known != known || got.Lost != lost {
			t.Errorf("%s: Recover gave %d bytes, %+v, want these %d, known %v, lost %d", what, b.Len(), got, len(want), known, lost)
		}
	}
	for _, index := range []chesszip.Index{0, everyIndex} {
		good := packedVariety(t, index)
		check("sound", good, src, everyLevel, true, 0)
		frame := openBytes(t, good, everyLevel).Frames()[1]
		bad := bytes.Clone(good)
		bad[frame.Offset+frame.Stored/2] ^= 1
		left := slices.Concat(bytes.Join(games[:400], nil), bytes.Join(games[800:], nil))
		check("one frame damaged", bad, left, everyLevel, true, 400)
		check("without its header", bad[5:], left, everyLevel, false, 0)
		check("without its end", bad[:len(bad)-20], left, everyLevel, false, 0)
		check("among other bytes", slices.Concat([]byte(strings.Repeat("x", 1000)), bad[9:len(bad)-3], bad[:20]), left, everyLevel, false, 0)
		cut := frame.Offset + frame.Stored - 1
		check("cut", good[:cut], bytes.Join(games[:400], nil), everyLevel, false, 0)
	}
	// The level is found without the header that names it.
	for _, level := range []*learned.Level{learned.V1, learned.V1Max} {
		good := compress(t, []byte(strings.Repeat(opera, 3)), &chesszip.WriterOptions{Level: level})
		check("without a header", good[3:], []byte(strings.Repeat(opera, 3)), everyLevel, false, 0)
	}
	check("no archive", []byte(opera), nil, everyLevel, false, 0)
	check("nothing", nil, nil, everyLevel, false, 0)
}

// TestRecoverFlips: of an archive of several frames, whatever bit is flipped,
// everything but one frame comes back.
func TestRecoverFlips(t *testing.T) {
	var packed []byte
	var texts []string
	for i := range 5 {
		text := strings.Replace(opera, "Paris\"", strings.Repeat("Paris ", i)+"\"", 1)
		texts = append(texts, text)
		if i == 0 {
			packed = compress(t, []byte(text), quick)
		} else {
			packed = appended(t, packed, []byte(text), nil)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range several(120, 300) {
		bit := rng.IntN(8 * len(packed))
		bad := bytes.Clone(packed)
		bad[bit/8] ^= 1 << (bit % 8)
		var b strings.Builder
		_, err := chesszip.Recover(t.Context(), &b, bytes.NewReader(bad), int64(len(bad)), everyLevel)
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

// TestPrefix: of an archive that is cut off, a pipe gives every whole frame,
// and then an error.
func TestPrefix(tt *testing.T) {
	t := smallFrames{tt}
	src := variety()
	packed := packedVariety(t, everyIndex)
	whole := 0
	for i, f := range openBytes(t, packed, everyLevel).Frames() {
		end := f.Offset + f.Stored
		var got bytes.Buffer
		_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(packed[:end-1]), everyLevel)
		require.ErrorIs(t, err, chesszip.ErrCorrupt)
		if !bytes.Equal(got.Bytes(), src[:whole]) {
			t.Errorf("cut inside frame %d: %d bytes, want the %d before it", i, got.Len(), whole)
		}
		whole += int(f.Input)
	}
}
