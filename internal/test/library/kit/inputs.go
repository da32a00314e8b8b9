package kit

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// Pgnish draws bytes that partly look like PGN.
func Pgnish(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{
			Opera, "[Event \"x\"]\n", "[Result \"0-1\"]", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n", "\n\n", "\r\n",
			"1. e4 e5 ", "1.e4 ", "2. Nf3", " Nc6", "(", ")", "{a}", "{", "}", ";c\n", "$1", "$300", "!?", " 1-0\n\n", "*", "1/2-1/2",
			"O-O", "0-0", "--", "Z0", "12...", "7.", "%x\n", "\x00", "\xef\xbb\xbf", "\xff", "Nf3+", "exd5", "e2e4", "  ", "\t",
		}),
		rapid.StringN(0, 5, 20),
	), 0, 60).Draw(t, "parts")
	return []byte(strings.Join(parts, ""))
}

// Numbered is PGN of games with numbers from <= number < to.
func Numbered(from, to int) []byte {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "[Event \"E\"]\n[White \"Player %d\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 %s 2. Nf3 1-0\n\n", i, [...]string{"e5", "c5"}[i%2])
	}
	return []byte(b.String())
}

// Training is a list of positions for training, without games.
var Training = bytes.Repeat([]byte("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 3\nply 0\nresult 0\ne\n"), 5)

// SplitGames cuts a file into the texts of its games.
func SplitGames(src []byte) (games [][]byte) {
	var s pgn.Splitter
	for len(src) > 0 {
		n, _ := s.Next(src, true)
		games = append(games, src[:n])
		src = src[n:]
	}
	return games
}

// Head returns whole games of about the first n bytes of src, more if Long is set.
func Head(src []byte, n int) []byte {
	if Long {
		n *= 20
	}
	if n >= len(src) {
		return src
	}
	if i := bytes.LastIndex(src[:n], []byte("\n[Event ")); i >= 0 {
		n = i + 1
	}
	return src[:n]
}

// HeadOf is Head of a file of the corpus.
func HeadOf(t testing.TB, name string, n int) []byte {
	t.Helper()
	return Head(corpus.NeedHead(t, name, 20*n+1), n)
}

// Variety is about three frames of games of several kinds; callers must not change it.
var Variety = sync.OnceValue(func() []byte {
	var b strings.Builder
	for i := range 900 {
		fmt.Fprintf(&b, "[Event \"E%d\"]\n[White \"Player %d\"]\n[Black \"Müller, J\\\"%d\"]\n[Date \"20%02d.0%d.??\"]\n[Result \"%s\"]\n[WhiteElo \"%d\"]\n\n1. e4 %s 2. Nf3 *\n\n",
			i/10, i%400, i%7, i/45, 1+i%9, [...]string{"1-0", "0-1", "*"}[i%3], 1000+i%1500, [...]string{"e5", "c5"}[i%2])
	}
	return []byte(b.String())
})

// DependentTags are games with tags that depend on moves: CurrentPosition is the final
// position, except in one game without that tag and with an illegal move.
func DependentTags() []byte {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "[Event \"x\"]\n[White \"w%d\"]\n[Result \"1-0\"]\n[CurrentPosition \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n", i)
	}
	b.WriteString("[Event \"x\"]\n[White \"odd\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 3. d4 *\n\n")
	return []byte(b.String())
}

var readSample = sync.OnceValues(func() ([]byte, error) { return corpus.Read(corpus.Sample) })

// Lichess returns the project's sample of Lichess games.
func Lichess(t testing.TB) []byte {
	t.Helper()
	src, err := readSample()
	require.NoError(t, err)
	return src
}

// LichessHead returns the first games of the sample without and with clocks, about n
// bytes of each.
func LichessHead(t testing.TB, n int) []byte {
	t.Helper()
	src := Lichess(t)
	old, clocks := src[:corpus.SampleOldBytes], src[corpus.SampleOldBytes:]
	return append(bytes.Clone(FirstGames(old, n)), FirstGames(clocks, n)...)
}

// FirstGames returns whole games at the beginning of src, n bytes at most.
func FirstGames(src []byte, n int) []byte {
	if n >= len(src) {
		return src
	}
	return src[:bytes.LastIndex(src[:n], []byte("\n[Event "))+1]
}
