package pgn_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// split returns the texts of the games of src.
func split(src []byte) []string {
	var games []string
	var s pgn.Splitter
	for {
		n, ok := s.Next(src, true)
		if !ok {
			return games
		}
		games = append(games, string(src[:n]))
		src = src[n:]
	}
}

func TestSplitter(t *testing.T) {
	cases := []struct{ name, in string }{ // games are separated by § here
		{"empty", ""},
		{"blank", " \n\n"},
		{"one", "[Event \"a\"]\n\n1. e4 1-0\n\n"},
		{"two", "[Event \"a\"]\n\n1. e4 1-0\n\n§[Event \"a\"]\n\n1. d4 *\n"},
		{"no result", "[Event \"a\"]\n\n1. e4\n\n§[Event \"a\"]\n\n1. d4 *\n"},
		{"no moves", "[FEN \"a\"]\n[Result \"*\"]\n\n*\n\n§[FEN \"b\"]\n[Result \"*\"]\n\n*\n"},
		{"tags only", "[Event \"a\"]\n[Site \"b\"]\n\n§[Event \"a\"]\n[Site \"b\"]\n"},
		{"blank line in tags", "[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 *\n"},
		{"no tags", "1. e4 e5 1-0\n\n§1. d4 *\n§1.c4 *"},
		{"one line", "[A \"a\"] 1. e4 1-0 §[A \"b\"] 1. d4 1-0 §1. c4"},
		{"no numbers", "e4 e5 1-0\n§d4 d5 *\nO-O\n§Nf3 *"},
		{"a result first", "*\n[A \"a\"]\n1. e4 *\n"},
		{"moves that cannot be played", "1. Kf3 1-0\n1. Ke4 *\n[A \"a\"]\n1. e4 *\n1. Zz9 *\nKf3\n§1. d4"},
		{"a move number in prose", "[A \"a\"]\n1. e4 1-0\n1. of 2 games\n§[B \"b\"]\n*"},
		{"scripts", "if [ -n \"$1\" ]\n[A \"a\"]\n1. e4 *\n[type=\"a\"]\n§[A \"b\"]\n*"},
		{"preface", "These are 2 games (mine)\n\n[A \"a\"]\n1. e4 *\n"},
		{"comment first", "{of 1-0}\n[A \"a\"]\n1. e4 *\n"},
		{"stray text", "[A \"a\"]\n1. e4 1-0 and 20 more {c} e4 of x5\n; 1. e4\n§[A \"b\"]\n*"},
		{"tag in a comment", "[A \"a\"]\n1. e4 {\n[A \"b\"]\n} 1-0"},
		{"open comment", "[A \"a\"]\n1. e4 {b\n\n§[Event \"b\"]\n1. e4 1-0"},
		{"tag in moves", "[A \"a\"]\n1. e4 [A \"b\"] e5 1-0"},
		{"clock in moves", "[A \"a\"]\n1. e4\n[%clk 1] e5 1-0"},
		{"result in a variation", "[A \"a\"]\n1. e4 (1. d4 1-0\n1. d5) 1. e5 0-1\n§1. e4"},
		{"open variation", "[A \"a\"]\n1. e4 (1. d4 1-0\n\n§[A \"b\"]\n*"},
		{"mark between", "[A \"a\"]\n1. e4\n\ufeff§[A \"b\"]\n*"},
		{"indented", "[A \"a\"]\n  [B \"a\"]\n1. e4\n  §[A \"b\"]\n*"},
		{"lines that are not tags", "[A \"a\"]\n[B T \"1\"]\nRound \"1\"]\n[Date “2024.01.01”]\n[R '1-0'\n<br />\n[C \"c\"] ; d\n[D \"d\"]\n\n1. e4 1-0\n\n§[A \"b\"]\n*\n"},
		{"the first tags are none", "[A \"a\"]\n1. e4 1-0\n\n§[A 'b']\n[B “b”]\n{b}\n[C \"b\"]\n1. d4\n\n§[A 'b\n[C \"b\"]\n*\n[note] and\n§[C \"c\"]\n1. e4 *\n[a note]\n§1. e4 *\n"},
		{"prose behind tags", "[A \"a\"]\nin round 1, Nf3 1-0\n\n§[A \"b\"]\nso\n[B \"b\"]\n\nNf3 d5\n\n§[C \"c\"]"},
		{"numeric moves", "[A \"a\"]\n\n5254 5755\n\n§[B \"c\"]\n"},
		{"two results", "[A \"a\"]\n1. e4 1-0 1-0\n§[A \"b\"]\n*"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := []byte(strings.ReplaceAll(c.in, "§", ""))
			if got := strings.Join(split(src), "§"); got != c.in {
				t.Errorf("games of %q\n got %q\nwant %q", src, got, c.in)
			}
			checkSplit(t, src)
		})
	}
}

// checkSplit fails unless the games of src are src, however it is buffered,
// and have together the tokens of src.
func checkSplit(t interface{ Fatalf(string, ...any) }, src []byte) {
	games := split(src)
	if got := strings.Join(games, ""); got != string(src) {
		t.Fatalf("games of %q joined = %q", src, got)
	}
	whole := pgn.NewScanner(src)
	at := 0
	for i, g := range games {
		part := pgn.NewScanner([]byte(g))
		for p, ok := part.Next(); ok; p, ok = part.Next() {
			if w, _ := whole.Next(); w.Kind != p.Kind || string(w.Text) != string(p.Text) {
				t.Fatalf("game %d of %q: token %v %q, in the whole %v %q", i, src, p.Kind, p.Text, w.Kind, w.Text)
			}
		}
		for _, step := range []int{1, 7} {
			var s pgn.Splitter
			for n := 0; ; n += step {
				end := min(at+n, len(src))
				l, ok := s.Next(src[at:end], end == len(src))
				if ok && l != len(g) {
					t.Fatalf("game %d of %q from a buffer of %d bytes = %q, want %q", i, src, end-at, src[at:at+l], g)
				}
				if ok {
					break
				}
				if end == len(src) {
					t.Fatalf("game %d of %q is never complete", i, src)
				}
			}
		}
		at += len(g)
	}
}

func TestSplitIsTheSameFromAnyBuffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkSplit(t, pgnish(t)) })
}

// countGames returns the number of games, the way a stream is read: in
// buffers that grow by a fixed amount while no game is complete.
func countGames(t testing.TB, src []byte) int {
	t.Helper()
	const step = 64 << 10
	games, at, end := 0, 0, 0
	var s pgn.Splitter
	for at < len(src) {
		n, ok := s.Next(src[at:end], end == len(src))
		if ok {
			games++
			at += n
			continue
		}
		if end == len(src) {
			t.Fatalf("no game at %d", at)
		}
		end = min(end+step, len(src))
	}
	return games
}

// checkPlain fails unless a Splitter that passes plain text finds the same games as one
// that reads every token, and plain tags are tags.
func checkPlain(t interface{ Fatalf(string, ...any) }, src []byte) {
	var plain, tokens pgn.Splitter
	for at := 0; ; {
		n, ok := plain.Next(src[at:], true)
		want, more := tokens.NextByTokens(src[at:], true)
		if n != want || ok != more || plain.IsGame() != tokens.IsGame() {
			t.Fatalf("game at %d of %q = %d bytes, %v, want %d, %v by tokens", at, src, n, ok, want, more)
		}
		if at += n; !ok {
			break
		}
	}
	for i := range src {
		if src[i] != '[' {
			continue
		}
		if n, want := pgn.PlainTag(src[i:]); n > 0 && n != want {
			t.Fatalf("tag at %d of %q = %d bytes, want %d", i, src, n, want)
		}
	}
}

// plainish draws text that a Splitter mostly passes, with some that it must not.
func plainish(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"[Event \"x\"]\n", "[Event \"y\"]\n", "[Site \"a b\"]\r\n", "[Events \"z\"]\n", "\n", "\n\n", " ", "\t",
		"1. e4 e5 ", "12. Nf3+ ", "3... O-O-O ", "Qxe5# ", "e8=Q ", "e8(Q) ", "e8 (", "exd6 e.p. ", "e.p.", "$1 ", "N ", "! ",
		"{ [%clk 1:00:00] } ", "{[Event \"x\"]}", "{\n[Event \"x\"]\n", "{ (", "}", "(", ") ", "(1. d4 1-0) ",
		"1-0", "0-1\n", "1/2-1/2", "*", "1 - 0", "1 : 0", "1/2 ", "½", "0", "1 ", "- ", "-", "O-", "+-", "; 1-0\n", "\n%*\n", "[", "]", "p",
		"Lorem ipsum", "\xff", "<", "--", "\n[note] ", "\n[A 'b'\n", "[A \"\\\"\"]\n", "[B \"c\" ]", "e4.", "1.", "1.e4",
	}), 0, 80).Draw(t, "parts")
	return []byte(strings.Join(parts, ""))
}

func TestPlainText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := plainish(t)
		checkPlain(t, src)
		checkPlain(t, append(src, strings.Repeat(" ", 20)...)) // the last bytes are read as tokens
		checkSplit(t, src)
	})
	rapid.Check(t, func(t *rapid.T) { checkPlain(t, pgnish(t)) })
	for _, folder := range []string{"pgn", "annotated", "odd"} {
		corpusFiles(t, folder, func(t *testing.T, _ string, src []byte) { checkPlain(t, src) })
	}
}

func FuzzSplitter(f *testing.F) {
	for _, c := range tokenCases {
		f.Add([]byte(c.in))
	}
	f.Add([]byte("[Event \"a\"]\n[Site \"b\"]\n\n1. e4 {c} e5 (1... d5 1-0) 2. O-O exd6 e.p. 1 - 0\n\n[Event \"a\"]\n\n*\n\n\n\n\n\n\n\n"))
	f.Fuzz(func(t *testing.T, src []byte) { checkPlain(t, src) })
}

func TestCountGames(t *testing.T) {
	corpusFiles(t, "pgn", func(t *testing.T, name string, src []byte) {
		first := "[Event "
		if strings.Contains(name, "FRC") {
			first = "[FEN "
		}
		want := strings.Count("\n"+string(src), "\n"+first)
		// Two files were joined with NULs instead of a line end.
		want += strings.Count(string(src), "\x00"+first)
		if got := countGames(t, src); got != want {
			t.Errorf("games of %s = %d, want %d", name, got, want)
		}
	})
}

func BenchmarkSplitter(b *testing.B) {
	for _, name := range []string{"lichess-old-test", "master-test", "tcec-test"} {
		b.Run(name, func(b *testing.B) {
			src := corpus.Need(b, "pgn/"+name+".pgn")
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			var n int
			for b.Loop() {
				n = countGames(b, src)
			}
			b.ReportMetric(float64(n), "games")
		})
	}
}

// TestSplitterLinear checks that for four times as many open comments the Splitter
// looks at four times as many bytes, even after a long game, and however much is read
// at once.
func TestSplitterLinear(t *testing.T) {
	work := func(n, at int) int {
		text := []byte(strings.Repeat("1. e4 e5 ", n) + "*\n\n" + strings.Repeat("[Event \"x\"]\n\n1. e4 {\n", n))
		var s pgn.Splitter
		games, end := 0, 0
		for start := 0; start < len(text); {
			end = min(max(end, start+1), len(text))
			k, ok := s.Next(text[start:end], end == len(text))
			if ok {
				games++
				start += k
				continue
			}
			end += at
		}
		require.Equal(t, n+1, games)
		return s.Looked()
	}
	for _, at := range []int{100, 1 << 12, 1 << 20} {
		if one, four := work(2000, at), work(8000, at); four > 4*one+1000 {
			t.Errorf("%d bytes read at once: %d bytes searched for n, %d for 4n", at, one, four)
		}
	}
}
