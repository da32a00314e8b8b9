package archives

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// lookInto reads everything of an archive, which may be damaged. Each text without an
// error must be one of the games.
func lookInto(t testing.TB, what string, packed []byte, games map[string]bool) {
	t.Helper()
	size := int64(len(packed))
	a, err := chesszip.Open(t.Context(), bytes.NewReader(packed), size, kit.EveryLevel)
	var torn *chesszip.TornError
	if errors.As(err, &torn) {
		a, err = chesszip.Open(t.Context(), bytes.NewReader(packed), torn.Size, kit.EveryLevel)
	}
	if err != nil {
		if !errors.Is(err, chesszip.ErrCorrupt) && !errors.Is(err, chesszip.ErrVersion) && !errors.Is(err, chesszip.ErrLevel) &&
			!strings.HasPrefix(err.Error(), "archive: ") {
			t.Fatalf("%s: Open: error = %v, of none of our kinds", what, err)
		}
		return
	}
	check := func(how string, text []byte) {
		if !games[string(text)] {
			t.Fatalf("%s: %s gave %.80q, which is no game of the archive", what, how, text)
		}
	}
	for g, err := range a.Games().Texts(t.Context()) {
		if err == nil {
			check("All", g.Text)
		}
	}
	for i := range min(a.NumGames(), 5) {
		if text, err := kit.Text(t.Context(), a, i); err == nil {
			check("Game", text)
		}
		_, _ = a.Game(t.Context(), i, chesszip.FieldTags|chesszip.FieldNumbers)
	}
	for h, err := range a.Games().Where(kit.Query("white:morphy")).With(kit.Pattern(`moves:"1. e4 e5"`)).Texts(t.Context()) {
		if err == nil {
			check("Find", h.Text)
		}
	}
	_, _, _ = a.Verify(t.Context())
	_, _ = a.Streams(t.Context())
}

// smallArchives are archives of every kind, with their games.
func smallArchives(t testing.TB) (all [][]byte, games map[string]bool) {
	games = map[string]bool{kit.Opera: true}
	other := strings.Replace(kit.Opera, "Paris", "Opéra", 1)
	games[other] = true
	one := kit.Compress(t, []byte(kit.Opera), kit.Quick)
	two := kit.Compress(t, []byte(kit.Opera+other), &chesszip.WriterOptions{Open: kit.EveryIndex})
	return [][]byte{one, two, kit.Appended(t, two, []byte(other), nil), slices.Concat(one, two, one)}, games
}

// TestDamageOfArchives flips every bit of three small archives, cuts them everywhere and
// splices them; without CHESSZIP_LONG, at one place in 127.
func TestDamageOfArchives(t *testing.T) {
	t.Parallel()
	all, games := smallArchives(t)
	step, splices := 127, 50
	if os.Getenv("CHESSZIP_LONG") != "" {
		step, splices = 1, 10_000
	}
	for n, packed := range all {
		for bit := n; bit < 8*len(packed); bit += step {
			bad := bytes.Clone(packed)
			bad[bit/8] ^= 1 << (bit % 8)
			lookInto(t, fmt.Sprintf("archive %d, bit %d flipped", n, bit), bad, games)
		}
		for k := n; k < len(packed); k += step {
			lookInto(t, fmt.Sprintf("archive %d cut to %d bytes", n, k), packed[:k], games)
		}
	}
	r := rand.New(rand.NewPCG(9, 9))
	for i := range splices {
		x, y := all[r.IntN(3)], all[r.IntN(3)]
		bad := append(bytes.Clone(x[:r.IntN(len(x))]), y[r.IntN(len(y)):]...)
		lookInto(t, fmt.Sprintf("splice %d", i), bad, games)
	}
}

func FuzzOpen(f *testing.F) {
	all, _ := smallArchives(f)
	for _, packed := range all {
		f.Add(packed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		a, err := chesszip.Open(t.Context(), bytes.NewReader(packed), int64(len(packed)), kit.EveryLevel)
		if err != nil {
			return
		}
		for range a.Games().Texts(t.Context()) {
		}
		for range a.Games().Headers(t.Context()) {
		}
		_, _, _ = a.Verify(t.Context())
	})
}

func FuzzQuery(f *testing.F) {
	f.Add("2000-", "2013.01", "B2-C", "1-0,*", "carlsen", "1. e4", "8/8/8/8/8/8/8/8", "KvK")
	a := kit.OpenBytes(f, kit.Compress(f, []byte(kit.Opera), kit.Quick), kit.EveryLevel)
	f.Fuzz(func(t *testing.T, elo, date, eco, result, name, moves, fen, men string) {
		q := new(chesszip.Query).Add("elo", elo).Add("date", date).Add("eco", eco).Add("result", result).Add("player", name).Not("ply", elo).Add("tc", name)
		_, _ = a.Games().Where(q).Count(t.Context())
		for _, text := range []string{"fen:" + strconv.Quote(fen), "moves:" + strconv.Quote(moves), "material:" + men, fen, moves} {
			if p, err := chesszip.ParsePattern(text); err == nil {
				for range a.Games().Where(q).With(p).Texts(t.Context()) {
				}
			}
		}
	})
}

// TestCountsOfDamage checks that Verify, Intact and Recover count the same games,
// whichever frame of several archives is damaged: one of games, a piece of a large game,
// one of an index.
func TestCountsOfDamage(t *testing.T) {
	large := []byte("[Event \"large\"]\n\n1. e4 {" + strings.Repeat("a comment of many words ", 450_000) + "} e5 *\n\n")
	o := &chesszip.WriterOptions{Open: kit.EveryIndex}
	file := slices.Concat(kit.Compress(t, kit.LichessHead(t, 20_000), o), kit.Compress(t, large, kit.Quick), kit.Compress(t, kit.LichessHead(t, 5_000), o))
	whole := kit.OpenBytes(t, file, kit.EveryLevel).NumGames()
	var lost []int64
	for at := range marks(file, "\xc7FR\xe1") {
		bad := bytes.Clone(file)
		bad[at+20] ^= 4
		a := kit.OpenBytes(t, bad, kit.EveryLevel)
		stats, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		require.Len(t, damaged, 1)
		intact, _, err := a.VerifyChecksums(t.Context())
		require.NoError(t, err)
		saved, err := chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(bad), int64(len(bad)), kit.EveryLevel)
		require.NoError(t, err)
		require.Equal(t, [3]int64{stats.Games, stats.Games, stats.Games}, [3]int64{intact, saved.Games, whole - saved.Lost}, "the frame at byte %d", at)
		lost = append(lost, saved.Lost)
	}
	pieces := slices.Index(lost, 1)
	require.Equal(t, []int64{1, 1, 1}, lost[pieces:pieces+3])
	lost = slices.Delete(lost, pieces, pieces+3)
	require.Greater(t, len(lost), 2, "games, and indexes")
	require.Len(t, slices.DeleteFunc(lost, func(n int64) bool { return n == 0 }), 2, "games")
}

// marks returns the offsets of a text in bytes.
func marks(src []byte, text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at++ {
			n := bytes.Index(src[at:], []byte(text))
			if n < 0 {
				return
			}
			if at += n; !yield(at) {
				return
			}
		}
	}
}
