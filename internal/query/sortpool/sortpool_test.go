package sortpool_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/extsort"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/query/sortpool"
	"github.com/chesszip/chesszip/internal/read/view"
)

// keyed is a game and its key.
type keyed struct {
	key  string
	game sortpool.Game
}

// texts are games with the given texts; their keys are in the order of the numbers.
func texts(all ...string) (games []keyed) {
	for i, text := range all {
		games = append(games, keyed{string(rune('a' + i)), sortpool.Game{Number: int64(i), Text: []byte(text)}})
	}
	return games
}

func spool(t require.TestingT, memory int, games []keyed) *sortpool.Spool {
	s := sortpool.New("", memory)
	for _, g := range games {
		require.NoError(t, s.Add([]byte(g.key), &g.game))
	}
	return s
}

func copied(t require.TestingT, s *sortpool.Spool, keep func([]byte) (bool, error)) string {
	var out bytes.Buffer
	n, err := s.Copy(context.Background(), &out, keep)
	require.NoError(t, err)
	require.EqualValues(t, out.Len(), n)
	return out.String()
}

var lineEnd = regexp.MustCompile(`\r\n|\n|\r`)

// naiveCopy is the expected output of Copy.
func naiveCopy(texts []string) string {
	all := strings.Join(texts[:min(len(texts), 1)], "")
	for i := 1; i < len(texts); i++ {
		before, text := texts[i-1], texts[i]
		end := lineEnd.FindString(before)
		if end == "" {
			end = "\n"
		}
		there, rest := 0, before
		for ends := lineEnd.FindAllStringIndex(before, -1); len(ends) > 0 && ends[len(ends)-1][1] == len(rest); ends = ends[:len(ends)-1] {
			rest = rest[:ends[len(ends)-1][0]]
			there++
		}
		all += strings.Repeat(end, max(0, 2-there)) + strings.TrimPrefix(text, "\ufeff")
	}
	return all
}

// TestInOrder checks that all games come back by their keys, those with equal keys in
// the order in which they were added, whatever the memory; and that Copy writes the
// missing line ends and no byte order mark after the first.
func TestInOrder(t *testing.T) {
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "game", "\r", "\n", "\r\n", "\ufeff", "\n\n", "\xef"}), 0, 6), func(parts []string) string { return strings.Join(parts, "") })
	rapid.Check(t, func(t *rapid.T) {
		var games []keyed
		for range rapid.IntRange(0, 6).Draw(t, "games") {
			games = append(games, keyed{
				rapid.SampledFrom([]string{"", "a", "b", "ba"}).Draw(t, "key"),
				sortpool.Game{Number: rapid.Int64().Draw(t, "number"), File: rapid.Uint32().Draw(t, "file"), Text: []byte(text.Draw(t, "text"))},
			})
		}
		s := spool(t, rapid.SampledFrom([]int{1, 100, 1 << 20}).Draw(t, "memory"), games)
		defer s.Close()
		left := rapid.SampledFrom([]string{"a", "b", "none"}).Draw(t, "left out")
		keep := func(key []byte) (bool, error) { return string(key) != left, nil }
		games = slices.DeleteFunc(games, func(g keyed) bool { return g.key == left })
		slices.SortStableFunc(games, func(a, b keyed) int { return strings.Compare(a.key, b.key) })
		var all []string
		i := 0
		s.Games(context.Background(), keep, func(g sortpool.Game, err error) bool {
			require.NoError(t, err)
			require.Equal(t, games[i].game.Number, g.Number)
			require.Equal(t, games[i].game.File, g.File)
			require.True(t, bytes.Equal(games[i].game.Text, g.Text))
			all = append(all, string(g.Text))
			i++
			return true
		})
		require.Len(t, games, i)
		require.Equal(t, naiveCopy(all), copied(t, s, keep))
	})
}

func TestBetweenGames(t *testing.T) {
	for _, c := range []struct {
		games []string
		want  string
	}{
		{nil, ""},
		{[]string{"1-0"}, "1-0"},
		{[]string{"1-0", "0-1"}, "1-0\n\n0-1"},
		{[]string{"[A]\r\n1-0", "0-1\n", "*"}, "[A]\r\n1-0\r\n\r\n0-1\n\n*"},
		{[]string{"[A]\r1-0\r", "0-1"}, "[A]\r1-0\r\r0-1"},
		{[]string{"[A]\r\n1-0\r\n\r\n", "0-1\n\n\n", "*"}, "[A]\r\n1-0\r\n\r\n0-1\n\n\n*"},
		{[]string{"", "0-1"}, "\n\n0-1"},
		{[]string{"\ufeff1-0\n\n", "\ufeff0-1\n\n", "\ufeff"}, "\ufeff1-0\n\n0-1\n\n"},
		{[]string{"1-0\n\n", "\ufeff0-1"}, "1-0\n\n0-1"},
	} {
		s := spool(t, 1<<20, texts(c.games...))
		require.Equal(t, c.want, copied(t, s, sortpool.All), "%q", c.games)
		require.Equal(t, c.want, copied(t, s, sortpool.All), "%q again", c.games)
		require.NoError(t, s.Close())
	}
}

// opened is a file of games, each in a frame of its own, or in as many as it has pieces.
func opened(t *testing.T, games ...[]string) ([]byte, *view.File) {
	t.Helper()
	var packed bytes.Buffer
	w, err := archive.NewWriter(&packed, &archive.Header{}, nil)
	require.NoError(t, err)
	var e game.Encoder
	for _, pieces := range games {
		for i, text := range pieces {
			n := strings.Count(text, "[White")
			if i > 0 {
				n = 0
			}
			f, _ := e.EncodeText([]byte(text), n)
			require.NoError(t, w.WriteFrame(&f, nil))
		}
	}
	require.NoError(t, w.Close())
	b := packed.Bytes()
	r, err := archive.NewReader(bytes.NewReader(b), int64(len(b)), nil)
	require.NoError(t, err)
	return b, view.NewFile(r, nil)
}

// read returns the result of Read for the view of a game: the length of each text.
func read(t *testing.T, file *view.File, game int64, items ...int) ([]sortpool.Known[int], error) {
	t.Helper()
	v, _, ok := file.ViewOf(t.Context(), game)
	require.True(t, ok)
	return sortpool.Read(v, items, func(text []byte) int { return len(text) })
}

func TestRead(t *testing.T) {
	one, two := "[White \"A\"]\n\n1. e4 1-0\n\n", "[White \"Bc\"]\n\n1. d4 1-0\n\n"
	huge := []string{"[White \"C\"]\n\n1. c4 {", "long", "} *"}
	packed, file := opened(t, []string{one + two + one}, huge)
	known := func(number int64, text string) sortpool.Known[int] {
		return sortpool.Known[int]{Game: sortpool.Game{Number: number, Text: []byte(text)}, Facts: len(text)}
	}
	got, err := read(t, file, 0, 0, 1, 2)
	require.NoError(t, err)
	require.Equal(t, []sortpool.Known[int]{known(0, one), known(1, two), known(2, one)}, got)
	got, err = read(t, file, 0, 1)
	require.NoError(t, err)
	require.Equal(t, []sortpool.Known[int]{known(1, two)}, got)
	for _, game := range []int64{0, 3} {
		got, err = read(t, file, game)
		require.NoError(t, err)
		require.Empty(t, got)
	}
	got, err = read(t, file, 3, 0)
	require.NoError(t, err)
	require.Len(t, got, 1)
	require.EqualValues(t, 3, got[0].Number)
	require.Nil(t, got[0].Text)
	require.Equal(t, 3, got[0].Huge.Pieces())
	require.Equal(t, len(strings.Join(huge, "")), got[0].Facts)

	_, err = read(t, file, 0, 1, 7)
	require.ErrorIs(t, err, archive.ErrCorrupt, "an item that the frame does not have")
	packed[bytes.LastIndex(packed, []byte("} *"))] ^= 1
	_, err = read(t, file, 3, 0)
	require.ErrorIs(t, err, archive.ErrCorrupt)
}

// TestHuge checks that a game of several frames is stored as one text, without being in
// memory, and that its damage is returned.
func TestHuge(t *testing.T) {
	games := [][]string{{"[White \"A\"]\r\n\r\n1. e4 {", "long", " *\r\n"}, {"[White \"B\"]\n\n1. d4", " *", "\n\n"}}
	add := func(s *sortpool.Spool, file *view.File) (err error) {
		for i := range games {
			v, _, ok := file.ViewOf(t.Context(), int64(i))
			require.True(t, ok)
			err = errors.Join(err, s.Add([]byte{byte(9 - i)}, &sortpool.Game{Number: int64(i), Huge: v}))
		}
		return err
	}
	_, file := opened(t, games...)
	s := sortpool.New(t.TempDir(), 1<<20)
	require.NoError(t, s.Add([]byte{10}, &sortpool.Game{Text: []byte("end")}))
	require.NoError(t, add(s, file))
	a, b := strings.Join(games[0], ""), strings.Join(games[1], "")
	require.Equal(t, b+a+"\r\nend", copied(t, s, sortpool.All))
	require.NoError(t, s.Close())

	for _, piece := range []string{"[White \"A\"", "long", " *\r\n"} {
		packed, file := opened(t, games...)
		at := bytes.Index(packed, []byte(piece))
		require.Positive(t, at, piece)
		packed[at] ^= 1
		s := sortpool.New(t.TempDir(), 1<<20)
		require.ErrorIs(t, add(s, file), archive.ErrCorrupt, piece)
		require.NoError(t, s.Close())
	}
}

// TestTooLong checks that a game that is too long for Games has an error at its place,
// with its number, and is copied.
func TestTooLong(t *testing.T) {
	long := strings.Repeat("x", sortpool.MaxText+1)
	s := spool(t, 1<<20, texts("a\n\n", long, long[1:]))
	defer s.Close()
	var told []string
	s.Games(t.Context(), sortpool.All, func(g sortpool.Game, err error) bool {
		told = append(told, fmt.Sprint(g.Number, " ", len(g.Text), " ", err))
		require.Equal(t, err != nil, errors.Is(err, archive.ErrLimit))
		return true
	})
	require.Equal(t, []string{
		"0 3 <nil>", "1 0 archive: limit exceeded: a game of 16777217 bytes, the limit is 16777216", "2 16777216 <nil>",
	}, told)
	require.True(t, "a\n\n"+long+"\n\n"+long[1:] == copied(t, s, sortpool.All))
}

// limited takes so many bytes, and fails.
type limited struct {
	n   int
	err error
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(l.n, len(p))
	if l.n -= n; n < len(p) {
		return n, l.err
	}
	return n, nil
}

func TestErrors(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	err := sortpool.New(none, 1).Add(nil, &sortpool.Game{Text: []byte("a")})
	require.ErrorIs(t, err, extsort.Err)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "chesszip: temporary file in "+none+": ")

	s := spool(t, 1<<20, texts("a", "b", "c"))
	defer s.Close()
	full := errors.New("full")
	n, err := s.Copy(t.Context(), &limited{3, full}, sortpool.All)
	require.EqualError(t, err, "chesszip: write: full")
	require.ErrorIs(t, err, full)
	require.EqualValues(t, 3, n)

	all := func(keep func([]byte) (bool, error), ctx context.Context) (told []string) {
		s.Games(ctx, keep, func(g sortpool.Game, err error) bool {
			told = append(told, fmt.Sprint(g.Number, string(g.Text), err))
			return true
		})
		return told
	}
	broken := errors.New("broken")
	keep := func(key []byte) (bool, error) {
		if string(key) == "b" {
			return false, broken
		}
		return true, nil
	}
	_, err = s.Copy(t.Context(), io.Discard, keep)
	require.ErrorIs(t, err, broken)
	require.Equal(t, []string{"0a<nil>", "0broken"}, all(keep, t.Context()))

	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = s.Copy(ctx, io.Discard, sortpool.All)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"0context canceled"}, all(sortpool.All, ctx))
}

// TestStops checks that nothing follows a yield that returns false, not even the error
// of a done context.
func TestStops(t *testing.T) {
	for _, memory := range []int{1, 1 << 20} {
		s := spool(t, memory, texts("a", "b", "c"))
		for _, cancels := range []bool{false, true} {
			ctx, stop := context.WithCancel(t.Context())
			calls := 0
			s.Games(ctx, sortpool.All, func(g sortpool.Game, err error) bool {
				require.NoError(t, err)
				require.EqualValues(t, calls, g.Number)
				calls++
				if cancels && calls == 2 {
					stop()
				}
				return calls < 2
			})
			require.Equal(t, 2, calls)
			stop()
		}
		require.NoError(t, s.Close())
	}
}
