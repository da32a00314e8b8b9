package pgn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// describe writes movetext as words: moves as coordinates or, where they are
// not known, ?text; other elements as their text.
func describe(g *pgn.ParsedGame) string {
	var words []string
	for _, e := range g.Movetext {
		switch {
		case e.Kind == pgn.Move && e.Known:
			words = append(words, strings.ReplaceAll(e.Move.String(), "-", ""))
		case e.Kind == pgn.Move:
			words = append(words, "?"+e.Text)
		default:
			words = append(words, e.Text)
		}
	}
	return strings.Join(append(words, g.Result), " ")
}

func TestParseGame(t *testing.T) {
	cases := []struct {
		name, in, want string
		problems       []error
	}{
		{"plain", "[A \"x\"]\n1. e4 e5 2. Nf3 1-0\n", "e2e4 e7e5 g1f3 1-0", nil},
		{"habits", "1.e2-e4 e7e5 2.Ng1f3 Nb8-c6 3. Bb5 a6 4. 0-0 *", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1h1 *", nil},
		{"dashes", "1. e2–e4 e7−e5 2. Ng1‑f3 Nf6 3. Bc4 Bc5 4. O–O {O–O} 0—0 *", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 {O–O} e8h8 *", nil},
		{"German dashes", "1.Sg1–f3 Sg8–f6 2. g2–g3 g7–g6 3.Lf1–g2 Lf8–g7 4.O–O", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 ", nil},
		{"draw of other form", "1. e4 (1. d4 ½-½) 1... e5 ½–½\n", "e2e4 ( d2d4 ½-½ ) e7e5 1/2-1/2", nil},
		{"win of other form", "1. e4 e5 1 - 0 {end}", "e2e4 e7e5 {end} 1-0", nil},
		{"glued result", "1.e4e51–0", "e2e4 e7e5 1-0", nil},
		{"annotations", "1. e4! {c} $2 e5 ; d\n*", "e2e4 ! {c} $2 e7e5 ; d *", nil},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 *", "e2e4 ( d2d4 d7d5 ( g8f6 c2c4 ) ) e7e5 *", nil},
		{"two variations", "1. e4 (1. d4) (1. c4) e5 2. d4 (2. Nf3) *", "e2e4 ( d2d4 ) ( c2c4 ) e7e5 d2d4 ( g1f3 ) *", nil},
		{"null moves", "1. e4 -- 2. d4 Z0 *", "e2e4 0000 d2d4 0000 *", nil},
		{"start", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n9... Kd7 10. e4", "e8d7 e2e4 ", nil},
		{"castling of Chess960", "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1\"]\n1. O-O-O", "f1b1 ", nil},
		{"illegal", "1. e4 e5 2. Bg7 Nf6 (2... d5 3. d3) *", "e2e4 e7e5 ?Bg7 ?Nf6 ( ?d5 ?d3 ) *", []error{notation.ErrIllegal}},
		{"illegal in a variation", "1. e4 (1. e5 c5) e5 *", "e2e4 ( ?e5 ?c5 ) e7e5 *", []error{notation.ErrIllegal}},
		{"variation of an illegal move", "1. e5 (1. e4 c5) e4 *", "?e5 ( e2e4 c7c5 ) ?e4 *", []error{notation.ErrIllegal}},
		{"ambiguous", "1. Nf3 a6 2. d3 a5 3. Nd2 a4 4. Nc3 a3 5. Nd2", "g1f3 a7a6 d2d3 a6a5 ?Nd2 ?a4 ?Nc3 ?a3 ?Nd2 ", []error{notation.ErrAmbiguous}},
		{"German", "1. Sf3 Sf6", "g1f3 g8f6 ", nil},
		{"German and English", "1. Sf3 Nf6", "?Sf3 ?Nf6 ", []error{notation.ErrSyntax}},
		{"variant", "[Variant \"Atomic\"]\n1. e4 (1. d4) *", "?e4 ( ?d4 ) *", []error{pgn.ErrVariant}},
		{"junk", "1. e4 > e5 *", "e2e4 > e7e5 *", []error{pgn.ErrJunk}},
		{"tag among moves", "1. e4 [A \"b\"] e5 *", "e2e4 [A \"b\"] e7e5 *", []error{pgn.ErrJunk}},
		{"behind the result", "1. e4 1-0 {c} the end (of it)", "e2e4 {c} the end ( of it ) 1-0", []error{pgn.ErrAfterGame}},
		{"open comment", "1. e4 {c", "e2e4 {c ", []error{pgn.ErrOpen}},
		{"open variation", "1. e4 (1. d4 1-0", "e2e4 ( d2d4 1-0 ", []error{pgn.ErrOpen}},
		{"close too many", "1. e4 ) e5 *", "e2e4 ) e7e5 *", []error{pgn.ErrUnplaced}},
		{"variation of nothing", "((1. d4) (1. c4)) 1. e4 *", "((1. d4) (1. c4)) e2e4 *", []error{pgn.ErrBeforeGame}},
		{"variation of no move", "[A \"x\"]\n((1. d4) (1. c4)) 1. e4 *", "( ( d2d4 ) ( c2c4 ) ) e2e4 *", []error{pgn.ErrUnplaced, pgn.ErrUnplaced, pgn.ErrUnplaced}},
		{"preface", "two (2) games {c} ; d\n[A \"x\"] 1. e4 *", "two (2) games {c} ; d e2e4 *", []error{pgn.ErrBeforeGame}},
		{"preface of no tags", "% a\nWhite: me\n1. e4 e5 1-0", "% a White: me e2e4 e7e5 1-0", []error{pgn.ErrBeforeGame}},
		{"comments first", "{a}\n; b\n% c\n[A \"x\"]\n1. e4", "{a} ; b % c e2e4 ", nil},
		{"lines that are not tags", "[A \"x\"]\n[White Team \"E\"]\n[B 'y']\n[C \"c\"]\nResult \"1-0\"]\n\n1. e4 *", "[White Team \"E\"] [B 'y'] Result \"1-0\"] e2e4 *",
			[]error{pgn.ErrNotTag, pgn.ErrNotTag, pgn.ErrNotTag}},
		{"comments between tags", "[A \"x\"] ; a\n{b}\n%c\n[B \"y\"]\n{d} 1. e4 *", "; a {b} %c {d} e2e4 *", nil},
		{"a line break between tags", "[A \"x\"]<br />\n<p>1. e4</p> *", "<br /> <p> e2e4 </p> *", []error{pgn.ErrNotTag, pgn.ErrNotTag}},
		{"cut tag", "[A \"x\"]\n[B \"y[A \"z\"]\n1. e4 *", "e2e4 *", []error{pgn.ErrNotTag}},
		{"numeric moves", "1. 5254 5755 2. 7163 *", "?5254 ?5755 ?7163 *", []error{notation.ErrSyntax}},
		{"draw offer", "1. e4 (=) e5 *", "e2e4 ( = ) e7e5 *", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := pgn.ParseGame(c.in)
			if got := describe(g); got != c.want {
				t.Errorf("ParseGame(%q) = %s, want %s", c.in, got, c.want)
			}
			if len(g.Problems) != len(c.problems) {
				t.Fatalf("ParseGame(%q): problems %v, want %v", c.in, g.Problems, c.problems)
			}
			for i := range g.Problems {
				p := &g.Problems[i]
				require.ErrorIs(t, p, c.problems[i])
				require.NotEmpty(t, p.Error())
			}
			checkExport(t, g)
		})
	}
	if g := pgn.ParseGame(" \n\ufeff"); g != nil {
		t.Errorf("ParseGame of blanks = %v, want nil", g)
	}
}

func TestFENError(t *testing.T) {
	g := pgn.ParseGame("[FEN \"nonsense\"]\n1. e4 *")
	var fe *board.FENError
	require.ErrorAs(t, g.Err(), &fe)
	if got := describe(g); got != "?e4 *" {
		t.Errorf("movetext = %s, want ?e4 *", got)
	}
}

func TestProblemPlace(t *testing.T) {
	const text = "[A \"b\"]\n\n1. e4 e5 2. Nf9 *\n\n[A \"c\"]\n\n1. e4 e5 2. Nf9 *\n"
	var games []*pgn.ParsedGame
	for g, err := range pgn.NewReader(strings.NewReader(text), nil).Games() {
		require.NoError(t, err)
		games = append(games, g)
	}
	require.Len(t, games, 2)
	for _, g := range games {
		p := g.Problems[0]
		if at := strings.Index(g.Text, "Nf9"); p.Offset != g.Offset+int64(at) || p.Ply != 2 || p.Text != "Nf9" {
			t.Errorf("problem = %+v, want ply 2, Nf9 at %d", p, g.Offset+int64(at))
		}
	}
}

func TestProblemLine(t *testing.T) {
	for _, eol := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("[A \"b\"]\n\n1. e4 *\n\n[A \"c\"]\n[B d]\n[FEN \"e\"]\n<br />\n[C “c”]\n[D \"d\"]\n\n1. e4 xx\n", "\n", eol)
		var got []string
		for g, err := range pgn.NewReader(strings.NewReader(text), nil).Games() {
			require.NoError(t, err)
			for _, p := range g.Problems {
				got = append(got, fmt.Sprint(p.Line, " ", p.Text))
			}
		}
		require.Equal(t, []string{"6 [B d]", "8 <br />", "9 [C “c”]", "7 e"}, got, "%q", eol)
	}
}

// TestNextTag checks which tags a game has, whatever is between them.
func TestNextTag(t *testing.T) {
	for in, want := range map[string]string{
		"1. e4 [A \"a\"]":                                          "",
		"word\n[A \"a\"]":                                          "",
		"[A \"a\"]\n1. e4\n[B \"b\"]":                              "A",
		"[A \"a\"]\nNf3\n[B \"b\"]":                                "A",
		"[A \"a\"]\n*\n[B \"b\"]":                                  "A",
		"[A \"a\"]\n0–0\n[B \"b\"]":                                "A",
		"[A \"a\"]\n[White Team \"E\"]\n[B \"b\"]":                 "A B",
		"[A \"a\"]\n[Foo 'bar']\n[B \"b\"]":                        "A B",
		"[A \"a\"]\n[Date “2024.01.01”]\n[B \"b\"]":                "A B",
		"[A \"a\"]\n[Date “2024.01.01”\n[B \"b\"]":                 "A B",
		"[A \"a\"]\nDate “2024.01.01”]\n[B \"b\"]":                 "A B",
		"[A \"a\"]\n[Round \"1]\n[B \"b\"]":                        "A B",
		"[A \"a\"]\n[Round 1\"]\n[B \"b\"]":                        "A B",
		"[A \"a\"]\n[Round \"1\"\n[B \"b\"]":                       "A B",
		"[A \"a\"]\n[Round [x] 1\n[B \"b\"]":                       "A B",
		"[A \"a\"]\nRound \"1\"]\n[B \"b\"]":                       "A B",
		"[A \"a\"]\nResult \"1-0\"]\n[B \"b\"]":                    "A B",
		"[A \"a\"]\n(Round \"1\")\n[B \"b\"]":                      "A B",
		"[A \"a\"] ; note 1. e4\n[B \"b\"]":                        "A B",
		"[A \"a\"]\n% 1. e4\n{1-0}\n[B \"b\"]":                     "A B",
		"[A \"a\"]<br />\n<h1>[B \"b\"]</h1>":                      "A B",
		"[A \"a\"]\n<1>\n$1\n[B \"b\"]\n[C “c”]\n[D \"d\"]\n[E \"": "A B D",
	} {
		s := pgn.NewScanner([]byte(in))
		var names []string
		for tag, ok := s.NextTag(); ok; tag, ok = s.NextTag() {
			name, _ := tag.Tag()
			names = append(names, string(name))
		}
		require.Equal(t, want, strings.Join(names, " "), "%q", in)
	}
}

func TestTags(t *testing.T) {
	g := pgn.ParseGame(`[White "a \"b\" \\ \c"][B ""]` + "\n[White \"twice\"] *")
	want := []pgn.Tag{{"White", `a "b" \ \c`}, {"B", ""}, {"White", "twice"}}
	if fmt.Sprint(g.Tags) != fmt.Sprint(want) {
		t.Errorf("tags = %q, want %q", g.Tags, want)
	}
	if v, ok := g.Tag("White"); v != want[0].Value || !ok {
		t.Errorf("Tag(White) = %q, %v", v, ok)
	}
}

func TestParents(t *testing.T) {
	g := pgn.ParseGame("1. e4 (1. d4 d5) e5 2. Nf3 (2. Nc3 (2. f4) Nc6)")
	want := []int32{-1, 0, -1, 2, 0, 0, 5, 0, 5, 0, 5, 0, 8, 0} // 0 also where it means nothing
	for i, e := range g.Movetext {
		if e.Kind == pgn.Move && e.Parent != want[i] {
			t.Errorf("parent of element %d, %s = %d, want %d", i, e.Text, e.Parent, want[i])
		}
	}
	main, ok := g.MainLine()
	if got := fmt.Sprint(main.Moves); got != "[e2-e4 e7-e5 g1-f3]" || !ok {
		t.Errorf("MainLine() = %s, %v", got, ok)
	}
}

// checkExport fails unless what AppendGame writes is read as the same game and
// written as the same text.
func checkExport(t interface{ Fatalf(string, ...any) }, g *pgn.ParsedGame) {
	text := pgn.AppendGame([]byte("x"), g)
	if text[0] != 'x' {
		t.Fatalf("AppendGame lost what was before it")
	}
	h := pgn.ParseGame(string(text[1:]))
	moves := func(g *pgn.ParsedGame) (s []string) {
		for i := range g.Movetext {
			if e := &g.Movetext[i]; e.Kind == pgn.Move {
				s = append(s, fmt.Sprint(e.Known, e.Move))
			}
		}
		return s
	}
	if a, b := fmt.Sprint(moves(g)), fmt.Sprint(moves(h)); a != b {
		t.Fatalf("game %.500q\nexported as %.500q\nhas moves %s, want %s", g.Text, text[1:], b, a)
	}
	if again := pgn.AppendGame([]byte("x"), h); !bytes.Equal(again, text) {
		t.Fatalf("game %.500q\nexported as %.500q\nand again as %.500q,\nat %d", g.Text, text, again, firstDifference(text, again))
	}
}

func firstDifference(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func propReader(t *rapid.T) { checkReader(t, pgnish(t)) }

func checkReader(t interface{ Fatalf(string, ...any) }, src []byte) {
	at := int64(0)
	for g, err := range pgn.NewReader(iotest.OneByteReader(bytes.NewReader(src)), nil).Games() {
		if err != nil {
			t.Fatalf("reading %q: %v", src, err)
		}
		if g.Offset < at || string(src[g.Offset:g.Offset+int64(len(g.Text))]) != g.Text {
			t.Fatalf("game of %q at %d: %q", src, g.Offset, g.Text)
		}
		at = g.Offset + int64(len(g.Text))
		checkExport(t, g)
	}
	rest := strings.Trim(strings.ReplaceAll(string(src[at:]), "\ufeff", ""), " \t\n\v\f\r")
	if _, ok := pgn.Begin(src); rest != "" && (at > 0 || ok) {
		t.Fatalf("games of %q end at %d, before %q", src, at, rest)
	}
}

func TestReaderOnAnything(t *testing.T) { rapid.Check(t, propReader) }

func FuzzReader(f *testing.F) {
	for _, c := range tokenCases {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkReader(t, src) })
}

func TestReaderErrors(t *testing.T) {
	big := "[A \"b\"]\n1. e4 {" + strings.Repeat("x", 5000) + "} *\n"
	read := func(r io.Reader, o *pgn.Options) (n int, err error) {
		for g, e := range pgn.NewReader(r, o).Games() {
			if g != nil {
				n++
			}
			err = e
		}
		return n, err
	}
	n, err := read(strings.NewReader("[A \"b\"]\n*\n"+big), &pgn.Options{MaxGame: 5000})
	require.ErrorIs(t, err, pgn.ErrTooLong)
	if n != 1 {
		t.Errorf("games before the long one = %d, want 1", n)
	}
	_, err = read(strings.NewReader(big), nil)
	require.NoError(t, err)
	for _, in := range []io.Reader{strings.NewReader(big + big), iotest.OneByteReader(strings.NewReader(big + big))} {
		n, err = read(in, &pgn.Options{MaxGame: len(big)})
		require.NoError(t, err)
		require.Equal(t, 2, n)
	}
	for _, in := range []io.Reader{strings.NewReader(big + big), iotest.OneByteReader(strings.NewReader(big + big))} {
		n, err = read(in, &pgn.Options{MaxGame: len(big) - 1})
		require.ErrorIs(t, err, pgn.ErrTooLong)
		require.ErrorContains(t, err, "offset 0:")
		require.Zero(t, n)
	}
	// A game as long as may be, that fills what is read at once.
	const most = 256 << 10
	whole := "[A \"b\"]\n1. e4 {" + strings.Repeat("x", most-len("[A \"b\"]\n1. e4 {} *\n")) + "} *\n"
	n, err = read(strings.NewReader(whole+big), &pgn.Options{MaxGame: most})
	require.NoError(t, err)
	require.Equal(t, 2, n)
	broken := errors.New("broken")
	_, err = read(io.MultiReader(strings.NewReader(big+big), iotest.ErrReader(broken)), nil)
	require.ErrorIs(t, err, broken)
}

func TestDeepVariations(t *testing.T) {
	const n = 100_000
	var b strings.Builder
	b.WriteString("1. e4 ")
	for range n {
		b.WriteString("(1. d4 ")
	}
	b.WriteString(strings.Repeat(") ", n) + "e5 *")
	g := pgn.ParseGame(b.String())
	if len(g.Movetext) != 3*n+2 || len(g.Problems) != 0 {
		t.Fatalf("elements = %d, want %d; problems %v", len(g.Movetext), 3*n+2, g.Problems)
	}
	if e := g.Movetext[3*n+1]; !e.Known || e.Parent != 0 {
		t.Errorf("last move = %+v, want it known, after element 0", e)
	}
	checkExport(t, g)
}

// TestUnresolved reports the share of games with moves that could not be
// resolved, and holds it where it must be nought.
func TestUnresolved(t *testing.T) {
	for _, folder := range []string{"pgn", "annotated", "odd"} {
		corpusFiles(t, folder, func(t *testing.T, name string, src []byte) {
			games, bad, moves := 0, 0, 0
			first := ""
			for g, err := range pgn.NewReader(bytes.NewReader(src), nil).Games() {
				require.NoError(t, err)
				games++
				moves += len(g.Movetext)
				if games%100 == 1 || folder != "pgn" {
					checkExport(t, g)
				}
				for i := range g.Problems {
					p := &g.Problems[i]
					var m *notation.MoveError
					if errors.As(p, &m) {
						if bad++; first == "" {
							first = p.Error()
						}
						break
					}
				}
			}
			t.Logf("%s: %d games, %d with unresolved moves (%.2f %%) %s", name, games, bad, 100*float64(bad)/float64(max(games, 1)), first)
			if strings.HasPrefix(name, "pgn/lichess") && bad > 0 {
				t.Errorf("%s: %d games with unresolved moves, want 0; first: %s", name, bad, first)
			}
		})
	}
}

func ExampleAppendGame() {
	g := pgn.ParseGame(`[White "Réti"] [Black "Tartakower"] 1.e2-e4 c7-c6 2.d4 d5 3.Nc3 dxe4 4.Nxe4 Nf6 5.Qd3 e5? {too early} 6.dxe5 Qa5+ 7.Bd2 Qxe5 8.O-O-O Nxe4 9.Qd8+!! Kxd8 10.Bg5+ Kc7 (10...Ke8 11.Rd8) 11.Bd8 1-0`)
	fmt.Printf("%s", pgn.AppendGame(nil, g))
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Réti"]
	// [Black "Tartakower"]
	// [Result "1-0"]
	//
	// 1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 $2 {too early} 6. dxe5 Qa5+
	// 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ $3 Kxd8 10. Bg5+ Kc7 (10... Ke8 11. Rd8#) 11.
	// Bd8# 1-0
}

func BenchmarkReader(b *testing.B) {
	for _, name := range []string{"lichess-old-test", "master-test", "tcec-test"} {
		b.Run(name, func(b *testing.B) {
			src := corpus.Need(b, "pgn/"+name+".pgn")
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = 0
				for g := range pgn.NewReader(bytes.NewReader(src), nil).Games() {
					if g != nil {
						n += len(g.Movetext)
					}
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "elements/s")
		})
	}
}

// TestReaderLinear checks that four times as much input made to fight back makes
// the reader allocate about four times as much, not sixteen times.
func TestReaderLinear(t *testing.T) {
	texts := func(n int) map[string]string {
		return map[string]string{
			"tags":            strings.Repeat("[A \"x\"]\n", n),
			"big comment":     "1. e4 {" + strings.Repeat("x ", 5*n) + "} *",
			"open":            strings.Repeat("(", n),
			"open with moves": "1. e4 " + strings.Repeat("(d4 ", n),
			"close":           strings.Repeat(")", n),
			"moves":           "1. Nf3 Nf6 " + strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", n/4),
			"illegal":         strings.Repeat("1. Qh9 ", n),
			"junk":            strings.Repeat("> ", n),
			"games":           strings.Repeat("* 1. ", n),
			"nulls":           strings.Repeat("-- ", n),
		}
	}
	const n = 10_000
	small, large := texts(n), texts(4*n)
	for name := range small {
		t.Run(name, func(t *testing.T) {
			work := func(text string) (bytes, objects uint64) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for g, err := range pgn.NewReader(strings.NewReader(text), nil).Games() {
					require.NoError(t, err)
					pgn.AppendGame(nil, g)
				}
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
			}
			bytes, objects := work(small[name])
			bytes4, objects4 := work(large[name])
			if bytes4 > 6*bytes+1<<20 || objects4 > 5*objects+1000 {
				t.Errorf("%d bytes in %d objects for n, %d in %d for 4n", bytes, objects, bytes4, objects4)
			}
		})
	}
}
