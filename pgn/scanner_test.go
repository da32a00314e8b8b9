package pgn_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// show writes tokens as Kind(text), white space left out.
func show(src string) string {
	var b strings.Builder
	s := pgn.NewScanner([]byte(src))
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		if t.Kind == pgn.Space {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Kind.String() + "(" + string(t.Text) + ")")
	}
	return b.String()
}

var tokenCases = []struct{ name, in, want string }{
	{"movetext", "1. e4 e5 2.Nf3 1-0", "MoveNumber(1.) Move(e4) Move(e5) MoveNumber(2.) Move(Nf3) Result(1-0)"},
	{"black number", "12...Nf6 12. ... d5", "MoveNumber(12...) Move(Nf6) MoveNumber(12.) MoveNumber(...) Move(d5)"},
	{"ellipsis", "12…Nf6 … x…", "MoveNumber(12…) Move(Nf6) MoveNumber(…) Move(x) MoveNumber(…)"},
	{"number without dot", "12 e4 1e4", "MoveNumber(12) Move(e4) MoveNumber(1) Move(e4)"},
	{"results", "1-0 0-1 1/2-1/2 1/2 *", "Result(1-0) Result(0-1) Result(1/2-1/2) Result(1/2) Result(*)"},
	{"no results", "1-0-0 1/2-1 1-01 3-4 1- 1/", "Move(1-0-0) Move(1/2-1) Move(1-01) Move(3-4) MoveNumber(1) Junk(-) MoveNumber(1) Junk(/)"},
	{"result and more", "1-0- 0-1/ 1/2:", "Result(1-0) Junk(-) Result(0-1) Junk(/) Move(1/2:)"},
	{"result at the end", "1/2", "Result(1/2)"},
	{"results of other forms", "½-½ ½–½ ½ 1:0 0:1 ½:½ 1/2:1/2 1 - 0 0 – 1 1/2 - 1/2 1–0 0−1 \xBD-\xBD", "Result(½-½) Result(½–½) Result(½) Result(1:0) Result(0:1) Result(½:½) Result(1/2:1/2) " +
		"Result(1 - 0) Result(0 – 1) Result(1/2 - 1/2) Result(1–0) Result(0−1) Result(\xBD-\xBD)"},
	{"no results of other forms", "1 - 0-0 11 - 0 12:30 1:00 0:0 4½ 1–0–0 1 - e4", "MoveNumber(1) Junk(-) Move(0-0) MoveNumber(11) Junk(-) MoveNumber(0) MoveNumber(12) Junk(:) MoveNumber(30) " +
		"MoveNumber(1) Junk(:) MoveNumber(00) MoveNumber(0) Junk(:) MoveNumber(0) Junk(4½) Move(1–0–0) MoveNumber(1) Junk(-) Move(e4)"},
	{"result behind a move", "e4½-½ Nf3½", "Move(e4) Result(½-½) Move(Nf3) Result(½)"},
	{"dashes", "O–O 0—0—0 e2−e4 Ng1‑f3 Nf3– e4 – Nf3–+", "Move(O–O) Move(0—0—0) Move(e2−e4) Move(Ng1‑f3) Move(Nf3) Move(–) Move(e4) Move(–) Move(Nf3) NAG(–+)"},
	{"castling", "O-O 0-0-0 0-0+ O-O-O#!", "Move(O-O) Move(0-0-0) Move(0-0+) Move(O-O-O#) NAG(!)"},
	{"coordinates", "e2-e4 Ng1-f3 e7e8q e7-e8=Q+", "Move(e2-e4) Move(Ng1-f3) Move(e7e8q) Move(e7-e8=Q+)"},
	{"promotion", "e8=Q+ e8/N e8Q dxe8=R#", "Move(e8=Q+) Move(e8/N) Move(e8Q) Move(dxe8=R#)"},
	{"colon captures", "N:f3 ed: Nf3:+", "Move(N:f3) Move(ed:) Move(Nf3:+)"},
	{"suffixes", "e4! e5?? Nf3!? Nc6?! Bb5!!! Qxf7#!!", "Move(e4) NAG(!) Move(e5) NAG(??) Move(Nf3) NAG(!?) Move(Nc6) NAG(?!) Move(Bb5) NAG(!!!) Move(Qxf7#) NAG(!!)"},
	{"evaluations", "Nf3+- Nf3+/- Nf3= Nf3-+ Nf3++- e4+=", "Move(Nf3) NAG(+-) Move(Nf3) NAG(+/-) Move(Nf3) NAG(=) Move(Nf3) NAG(-+) Move(Nf3+) NAG(+-) Move(e4) NAG(+=)"},
	{"evaluations apart", "Nf3 +- -/+ =/+ = +/= --+ +", "Move(Nf3) NAG(+-) NAG(-/+) NAG(=/+) NAG(=) NAG(+/=) NAG(--+) Junk(+)"},
	{"unicode glyphs", "Nf3± ∓ e4⩲ ∞ □ x→", "Move(Nf3) NAG(±) NAG(∓) Move(e4) NAG(⩲) NAG(∞) NAG(□) Move(x) NAG(→)"},
	{"nags", "$1 $14$132 $ $x", "NAG($1) NAG($14) NAG($132) Junk($) Junk($) Move(x)"},
	{"null moves", "-- Z0 --!", "Move(--) Move(Z0) Move(--) NAG(!)"},
	{"drops", "N@f3 @e4", "Move(N@f3) Move(@e4)"},
	{"other languages", "Сf3 ♘f3 Tg1 \xd0\xe1", "Move(Сf3) Move(♘f3) Move(Tg1) Move(\xd0\xe1)"},
	{"en passant remark", "exd6e.p.+ exd6 e.p. Kd7 e.p.+ e.p", "Move(exd6e.p.+) Move(exd6 e.p.) Move(Kd7) Junk(e.p.) Junk(+) Move(e) MoveNumber(.) Move(p)"},
	{"promotion in parentheses", "e8(Q)+ e1(N) e8(e4) e7(Q)", "Move(e8(Q)+) Move(e1(N)) Move(e8) Open(() Move(e4) Close()) Move(e7) Open(() Move(Q) Close())"},
	{"check then move", "Nf3+e5 Nf3++ Nf3+#", "Move(Nf3+) Move(e5) Move(Nf3++) Move(Nf3+#)"},
	{"comment", "{a {b} c} {1-0 ; [Event \"x\"] % }", "Comment({a {b}) Move(c) Junk(}) Comment({1-0 ; [Event \"x\"] % })"},
	{"open comment", "e4 {a\nb (", "Move(e4) OpenComment({a\nb ()"},
	{"open comment ends at a game", "{a\n[Event \"x\"]\n{b}", "OpenComment({a\n) TagPair([Event \"x\"]) Comment({b})"},
	{"comment with a line like a tag", "{a\n[Event \"x\"]\n[Event \"y\"]\n} e4", "Comment({a\n[Event \"x\"]\n[Event \"y\"]\n}) Move(e4)"},
	{"its end is far", "{\n[Event \"x\"]" + strings.Repeat(".", 4096) + "}", "OpenComment({\n) TagPair([Event \"x\"]) MoveNumber(" + strings.Repeat(".", 4096) + ") Junk(})"},
	{"promotions in other languages", "e8(D) e8=Ф e8=♕ e8=é", "Move(e8(D)) Move(e8=Ф) Move(e8=♕) Move(e8) NAG(=) Move(é)"},
	{"comment with no game in it", "{a\n [Event \"x\"]\n}", "Comment({a\n [Event \"x\"]\n})"},
	{"line comment", "e4 ; a { b\re5;\n;", "Move(e4) LineComment(; a { b) Move(e5) LineComment(;) LineComment(;)"},
	{"escape", "%a { b\r\n% c\n %d", "EscapeLine(%a { b) EscapeLine(% c) Junk(%) Move(d)"},
	{"escape behind a mark", "\ufeff%a", "BOM(\ufeff) EscapeLine(%a)"},
	{"byte order mark inside", "1-0\n\ufeff[A \"\"]", "Result(1-0) BOM(\ufeff) TagPair([A \"\"])"},
	{"byte order mark behind a word", "e4\ufeff", "Move(e4) BOM(\ufeff)"},
	{"variations", "(e4 (e5)) (=)", "Open(() Move(e4) Open(() Move(e5) Close()) Close()) Open(() NAG(=) Close())"},
	{"tags", `[A "b"][C"d"] [ E	"f" ]`, `TagPair([A "b"]) TagPair([C"d"]) TagPair([ E	"f" ])`},
	{"tag escapes", `[A "b\"c\\"] [A "\"] x"]`, `TagPair([A "b\"c\\"]) TagPair([A "\"] x"])`},
	{"bare quotes", `[A "b "c" d"]`, `TagPair([A "b "c" d"])`},
	{"bare backslash", "[A \"b\\\"] x\n[A \"c\\\"]", `TagPair([A "b\"]) Move(x) TagPair([A "c\"])`},
	{"broken tags", "[A \"b]\n[A b]\n[%clk 1:00] [A\n[ [] [\"a\"]", `Junk([A "b]) Junk([A b]) Junk([%clk 1:00]) Junk([A) Junk([ ) Junk([]) Junk(["a"])`},
	{"junk", "}]\"'\x00<>~ ,", "Junk(}]\"'\x00<>~) Junk(,)"},
	{"ends", "[", "Junk([)"},
}

func TestScanner(t *testing.T) {
	for _, c := range tokenCases {
		t.Run(c.name, func(t *testing.T) {
			if got := show(c.in); got != c.want {
				t.Errorf("tokens of %q\n got %s\nwant %s", c.in, got, c.want)
			}
		})
	}
}

// checkTokens fails unless the tokens of src are src, and returns their
// number.
func checkTokens(t interface{ Fatalf(string, ...any) }, src []byte) int {
	s := pgn.NewScanner(src)
	at, n := 0, 0
	for tok, ok := s.Next(); ok; tok, ok = s.Next() {
		n++
		if tok.Offset != at || len(tok.Text) == 0 || tok.Kind == 0 || s.Offset() != at+len(tok.Text) ||
			!bytes.Equal(tok.Text, src[at:at+len(tok.Text)]) {
			t.Fatalf("token %d = %v %q at %d, want it at %d", n, tok.Kind, tok.Text, tok.Offset, at)
		}
		at += len(tok.Text)
		if name, value := tok.Tag(); (name != nil) != (tok.Kind == pgn.TagPair) || bytes.ContainsAny(name, "\" \n") || bytes.ContainsAny(value, "\r\n") {
			t.Fatalf("Tag() of %v %q = %q, %q", tok.Kind, tok.Text, name, value)
		}
		tok.Number()
		tok.NAG()
	}
	if at != len(src) {
		t.Fatalf("tokens end at %d, want %d", at, len(src))
	}
	return n
}

// pgnish draws text made of what PGN is made of, in any order.
func pgnish(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		" ", "\n", "\r\n", "\r", "\t", "1. ", "1.", "2...", "12", "e4 ", "Nf3", "O-O", "0-0", "exd6e.p.",
		"e8=Q+", "--", "$1", "$", "!", "?!", "+", "-", "=", "+-", "±", "∞", "…", "{", "}", "{c}", ";", "%",
		"\n%", "(", ")", "1-0", "0-1", "1/2-1/2", "1/2", "*", "[", "]", "\"", "\\", "[Event \"x\"]",
		"\n[Event \"y\"]\n", "[A \"b\\\"]", "[White \"a \"b\"\"]\n", "\ufeff", "\x00", "\xff", "é", "½", "–", "\xBD", " - ", ":0",
		"\n[White Team \"E\"]\n", "[A “1”]", "\nRound \"1\"]\n", "[A 'b", "<br />", "<", ">", "5254 ", "word ", "#", "@", "/", ".", ":",
	}), 0, 60).Draw(t, "parts")
	return []byte(strings.Join(parts, ""))
}

func propTokens(t *rapid.T) { checkTokens(t, pgnish(t)) }

func TestTokensAreTheInput(t *testing.T) {
	rapid.Check(t, propTokens)
	rapid.Check(t, func(t *rapid.T) { checkTokens(t, rapid.SliceOf(rapid.Byte()).Draw(t, "src")) })
}

func FuzzScanner(f *testing.F) {
	for _, c := range tokenCases {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		checkTokens(t, src)
		checkSplit(t, src)
	})
}

func long() bool { return os.Getenv("CHESSZIP_LONG") != "" }

// corpusFiles calls f for each file of the folder, with only the head of the
// big ones unless a long run is asked for. Without data there is only the
// sample, in the folder pgn.
func corpusFiles(t *testing.T, folder string, f func(t *testing.T, name string, src []byte)) {
	names, err := corpus.Names(folder)
	if err != nil {
		t.Log(err)
	}
	for _, name := range names {
		if strings.Contains(name, "train") && !long() {
			continue
		}
		src := corpus.Need(t, name)
		if most := 400 << 10; len(src) > most && !long() {
			src = src[:bytes.LastIndex(src[:most], []byte("\n[Event "))+1]
		}
		t.Run(name, func(t *testing.T) { f(t, name, src) })
	}
}

func TestTokensOfCorpus(t *testing.T) {
	for _, folder := range []string{"odd", "annotated", "pgn"} {
		corpusFiles(t, folder, func(t *testing.T, name string, src []byte) { checkTokens(t, src) })
	}
}

// TestLinear checks that four times as much input made to fight back has the
// scanner look at four times as many bytes, not sixteen.
func TestLinear(t *testing.T) {
	const n = 5_000
	small, large := hardTexts(n), hardTexts(4*n)
	for name := range small {
		t.Run(name, func(t *testing.T) {
			work := func(text string) int {
				checkTokens(t, []byte(text))
				countGames(t, []byte(text))
				s := pgn.NewScanner([]byte(text))
				tokens := 0
				for _, ok := s.Next(); ok; _, ok = s.Next() {
					tokens++
				}
				return tokens + len(text) + s.Looked()
			}
			if one, four := work(small[name]), work(large[name]); four > 4*one+1000 {
				t.Errorf("%d steps for n, %d for 4n", one, four)
			}
		})
	}
}

// TestLooked checks how many bytes are counted as searched for the ends of
// comments and tags.
func TestLooked(t *testing.T) {
	for text, want := range map[string]int{
		"e4 e5":               0,
		"{abc}":               4 + 3,         // for the brace, then for tags before it
		"{abc} {d}":           4 + 3 + 2 + 1, // one search for each brace
		"{abc":                4 + 3,
		"{a [Event \"b\"]}":   14 + 2 + 8 + 10, // an event tag that does not begin a line
		"{\n[Event \"b\"]\n}": 14 + 1 + 8 + 13, // and one that does, and the brace after it
	} {
		s := pgn.NewScanner([]byte(text))
		for _, ok := s.Next(); ok; _, ok = s.Next() {
		}
		if got := s.Looked(); got != want {
			t.Errorf("%q: %d bytes looked at, want %d", text, got, want)
		}
	}
}

// hardTexts returns texts made to fight back, each of n parts or so.
func hardTexts(n int) map[string]string {
	return map[string]string{
		"variations":     strings.Repeat("(", n),
		"closed":         strings.Repeat("(e4 ", n) + strings.Repeat(")", n),
		"tags":           strings.Repeat("[Event \"x\"]\n", n),
		"tags one line":  strings.Repeat("[A \"", n),
		"tag escapes":    strings.Repeat("[A \"\\\" ] ", n),
		"tag blanks":     "[" + strings.Repeat(" \" ", n),
		"brackets":       strings.Repeat("[", n),
		"open comments":  strings.Repeat("{\n[Event \"\n", n),
		"comment events": "{" + strings.Repeat("[Event \"", n),
		"big comment":    "{" + strings.Repeat("x", 100*n) + "}",
		"line comment":   ";" + strings.Repeat("x\x00", n),
		"no line ends":   strings.Repeat("e4 ;", n),
		"word":           strings.Repeat("e", 10*n),
		"checks":         "e" + strings.Repeat("+", n),
		"glyph leads":    strings.Repeat("\xe2", 10*n),
		"digits":         strings.Repeat("1", 10*n),
		"dots":           strings.Repeat(".", n) + strings.Repeat("…", n),
		"bytes of marks": strings.Repeat("\ufeff", n),
		"escape lines":   strings.Repeat("%\n", n),
		"returns":        strings.Repeat("%\r;\r", n),
		"blanks":         strings.Repeat(" ", 10*n) + "[A \"\"]",
		"results":        strings.Repeat("1-0 ", n),
	}
}

func TestNoAllocation(t *testing.T) {
	src := []byte(strings.Repeat("[A \"b\"]\n\n1. e4! {c} $1 (1. d4) e8=Q+ 1-0\n\n", 10))
	var s pgn.Scanner
	if got := testing.AllocsPerRun(10, func() {
		s.Reset(src)
		for tok, ok := s.Next(); ok; tok, ok = s.Next() {
			tok.Tag()
			tok.NAG()
			tok.Number()
		}
	}); got != 0 {
		t.Errorf("allocations = %v, want 0", got)
	}
}

func BenchmarkScanner(b *testing.B) {
	for _, name := range []string{"lichess-old-test", "master-test", "tcec-test", "lichess-clk-test"} {
		b.Run(name, func(b *testing.B) {
			src := corpus.Need(b, "pgn/"+name+".pgn")
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			var n int
			for b.Loop() {
				n = 0
				s := pgn.NewScanner(src)
				for _, ok := s.Next(); ok; _, ok = s.Next() {
					n++
				}
			}
			b.ReportMetric(float64(n), "tokens")
		})
	}
}

// TestNAGs checks the largest number of a glyph.
func TestNAGs(t *testing.T) {
	for text, want := range map[string]int{"$0": 0, "$1": 1, "$139": 139, "$255": 255, "$256": -1, "$2550": -1, "$99999999999999999999": -1, "!": 1, "e4": -1} {
		s := pgn.NewScanner([]byte(text))
		tok, ok := s.Next()
		if !ok {
			t.Fatalf("%q: no token", text)
		}
		if n, ok := tok.NAG(); ok != (want >= 0) || ok && int(n) != want {
			t.Errorf("%q: NAG() = %d, %v, want %d", text, n, ok, want)
		}
	}
}
