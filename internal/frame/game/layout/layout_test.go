package layout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// played is a game with what the layout leaves to others: moves and comments.
type played struct {
	Game
	text      string
	plies     int
	positions []board.Position
	moves     []board.Move
	comments  [][]byte
}

func (g *played) facts() tagvalue.Facts {
	return tagvalue.Facts{Plies: g.plies, Result: tagvalue.ParseAnyResult(tagvalue.First(g.Tags, "Result"))}
}

// play cuts a game and finds its moves, spelled in the given dialect.
func play(text string, d notation.Dialect) *played {
	g := &played{text: text}
	g.Cut(&pgn.Scanner{}, []byte(text))
	type place struct {
		now, before board.Position
		lost        bool
	}
	at := place{now: g.Start, before: g.Start}
	var stack []place
	var main MainLine
	for i := range g.Steps {
		s := &g.Steps[i]
		switch s.Op {
		case OpOpen:
			stack = append(stack, at)
			at = place{now: at.before, before: at.before}
		case OpClose:
			if n := len(stack); n > 0 {
				at, stack = stack[n-1], stack[:n-1]
			}
		case OpWord:
			m, form, err := d.ParseSAN(s.Text, &at.now)
			if err != nil || at.lost {
				at.lost = true
				break
			}
			if main.On() {
				g.plies++
			}
			if m == board.NullMove {
				s.SetNull()
			} else {
				s.SetMove(0, form)
				g.positions, g.moves = append(g.positions, at.now), append(g.moves, m)
			}
			at.before = at.now
			movegen.Make(&at.now, m)
		}
		main.Pass(s)
	}
	return g
}

// styleNames are what wraps are called in tests.
var styleNames = [numWraps]string{"no wrap", "greedy", "pairs", "comments", "base"}

// exceptionNames are the bits of masks.
var exceptionNames = [numExceptions]string{"gap", "inner", "number", "suffix", "digits", "form"}

func describe(s *style, exceptions []exception) string {
	out := styleNames[s.wrap]
	if s.wrap != wrapNone {
		out = fmt.Sprintf("%s %d", out, s.width)
	}
	if s.wrap != wrapNone && s.crlf {
		out += " CR LF"
	}
	for _, x := range exceptions {
		out += fmt.Sprintf(", %d:", x.step)
		for b, name := range exceptionNames {
			if x.mask>>b&1 != 0 {
				out += " " + name
			}
		}
	}
	return out
}

// written is a layout with what is beside it.
type written struct {
	data           []byte
	spelled, words [][]byte
}

// write writes the layout of games, and describes that of the last.
func write(games []*played, d notation.Dialect) (w written, last string) {
	var out Writer
	out.Reset(nil)
	for _, g := range games {
		steps := slices.Clone(g.Steps)
		out.Fill(&g.Game)
		g.comments = g.comments[:0]
		for i := range g.Steps {
			if s := &g.Steps[i]; s.Op.Comment() {
				g.comments = append(g.comments, s.Comment())
			}
		}
		out.WriteStyle(&g.Game, d)
		last = describe(&out.coder.styles[out.last].style, out.attempts[out.best].exceptions)
		out.WriteSteps(&g.Game, g.facts())
		g.Steps, g.filling = steps, style{}
		g.places.steps = g.places.steps[:0]
	}
	w.data, w.spelled, w.words = out.Finish()
	return w, last
}

// read reads a layout and renders the games from the given one on.
func (w *written) read(games []*played, from int) (text string, err error) {
	r := NewReader(w.data, NewTexts("new layout", w.spelled), NewTexts("words", w.words), nil)
	var render Renderer
	var all []byte
	for i, g := range games {
		if err := r.ReadStyle(); err != nil {
			return "", err
		}
		p, err := r.ReadSteps(g.facts())
		if err != nil {
			return "", err
		}
		if i < from {
			if err := r.Learn(&g.Start); err != nil {
				return "", err
			}
			continue
		}
		start := len(all)
		for k, tag := range g.Tags {
			all = append(append(all, g.Literals[k]...), tag.Value...)
		}
		all = append(all, g.Literals[len(g.Tags)]...)
		render.Begin(all, start, p, &g.Start)
		moves, comments := 0, 0
		for k := range p.Steps {
			render.Next()
			switch p.Steps[k].Op {
			case OpMove:
				if moves >= len(g.moves) {
					return "", fmt.Errorf("more moves than the game has")
				}
				render.Move(&g.positions[moves], g.moves[moves])
				moves++
			case OpComment, OpLineComment:
				if comments >= len(g.comments) {
					return "", fmt.Errorf("more comments than the game has")
				}
				render.Comment(g.comments[comments])
				comments++
			default:
				render.Own()
			}
		}
		if all, err = render.End(); err != nil {
			return "", err
		}
	}
	return string(all), r.Close()
}

const line80 = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3"

// rules are the rules of layout, each with a text that follows it, and one that
// just does not; games are parted by |.
var rules = []struct{ name, text, want string }{
	{"no line breaks", "1. e4 e5 2. Nf3 *\n\n", "no wrap"},
	{"greedy", line80 + "\nO-O 9. h3 Nb8 10. d4 Nbd7 *\n\n", "greedy 80"},
	{"greedy, CR LF", line80 + "\r\nO-O 9. h3 Nb8 10. d4 Nbd7 *\r\n\r\n", "greedy 80 CR LF, 21: gap"},
	{"greedy, a width of its own", "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 *\n\n", "greedy 10"},
	{"greedy, broken too early", line80 + " O-O\n9. h3 Nb8 10. d4 Nbd7 *\n\n|1. e4 e5\n2. Nf3 *\n\n", "greedy 81, 2: gap"},
	{"greedy, broken too late", line80 + "\nO-O *\n\n|" + line80 + " O-O *\n\n", "greedy 80, 15: gap, 16: gap"},
	{"pairs", "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Bxc6 dxc6\n5. O-O Bg4 *\n\n", "pairs 19"},
	{"pairs, broken before Black", "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4\nNf6 5. O-O Be7 *\n\n", "greedy 19"},
	{"lines that no rule breaks", "1. e4\ne5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", "greedy 25, 1: gap"},
	{"a line break within a comment", "1. e4 {two\nlines} 1... e5 *\n\n", "comments 16"},
	{"lines of comments", "1. e4 {a comment\nof some\nlength} 1... e5\n*\n\n", "comments 16"},
	{"lines of comments, CR LF", "1. e4 {a comment\r\nof some words,\r\nor more} *\r\n\r\n", "comments 16 CR LF, 3: gap"},
	{"a paragraph in a comment", "1. e4 {some words\nand others\n\nand a paragraph\nof it} *\n\n", "comments 17"},
	{"comments that break in a known way", "1. e4 {a comment\nof some\nlength} 1... e5\n*\n\n|1. d4 {another}\n*\n\n", "comments 16"},
	{"comments as ChessBase breaks them", "1. e4 e5 2. Nf3 {\nbegins on the next line} 2... Nc6\n3. Bb5 {this one, longer than a\nline, begins at once} *\n\n", "base 33"},
	{"a comment that ChessBase breaks in its own way", "1. e4 e5 2. Nf3 {\nbegins on the next line} 2... Nc6\n3. Bb5 {a\nb} *\n\n", "base 33"},
	{"a comment that is not broken", "1. e4 {a comment\nof some\nlength} 1... e5\n*\n\n|1. d4 {and one that is not} *\n\n", "no wrap"},
	{"most breaks are set otherwise", "1. e4 {a\nb\nc\nd} {e f g h} *\n\n", "no wrap"},
	{"a blank line is the house gap at the end", "1. e4 *\n\n", "no wrap"},
	{"another gap at the end", "1. e4 *\n", "no wrap, 2: gap"},
	{"another gap at the end, again", "1. e4 *\n|1. d4 *\n", "no wrap"},
	{"a gap that no dictionary has", "1. e4 \t e5 *\n\n", "no wrap, 1: gap"},
	{"no gap behind the number", "1.e4 e5 2.Nf3 *\n\n", "no wrap, 0: inner"},
	{"no gap, then a gap", "1.e4 e5 2. Nf3 *\n\n", "no wrap, 0: inner, 2: inner"},
	{"Black's number", "1. e4 1... e5 2. Nf3 2... Nc6 *\n\n", "no wrap, 1: number"},
	{"Black's number behind a comment", "1. e4 {a} 1... e5 *\n\n", "no wrap"},
	{"no number behind a comment", "1. e4 {a} e5 2. d4 {b} d5 *\n\n", "no wrap, 2: number"},
	{"a number of White's is missing", "1. e4 e5 Nf3 Nc6 3. Bb5 *\n\n", "no wrap, 2: number, 4: number"},
	{"another suffix", "1 e4 e5 2 Nf3 *\n\n", "no wrap, 0: suffix"},
	{"a suffix that no dictionary has", "1.. e4 e5 2.. Nf3 *\n\n", "no wrap, 0: suffix"},
	{"a wrong number", "1. e4 e5 3. Nf3 Nc6 4. Bb5 *\n\n", "no wrap, 2: digits"},
	{"digits with a zero", "01. e4 e5 2. Nf3 *\n\n", "no wrap, 0: digits"},
	{"seven digits", "1. e4 e5 1000000. Nf3 Nc6 3. Bb5 *\n\n", "no wrap, 2: digits"},
	{"six digits", "1. e4 e5 100000. Nf3 Nc6 100001. Bb5 *\n\n", "no wrap, 2: digits"},
	{"a number without a move", "1. e4 2. *\n\n", "no wrap"},
	{"another form", "1. e2e4 e5 *\n\n", "no wrap, 0: form"},
	{"a move with its origin", "1. e4 e5 2. Ng1-f3!? *\n\n", "no wrap, 2: form"},
	{"glyphs", "1. e4! e5?! 2. Nf3 *\n\n", "no wrap"},
	{"a gap before a glyph", "1. e4 ! e5 *\n\n", "no wrap, 1: gap"},
	{"NAGs", "1. e4 $1 $255 e5 $0 *\n\n", "no wrap"},
	{"NAGs that are no numbers", "1. e4 $256 e5 $01 *\n\n", "no wrap, 1: gap"},
	{"all results", "1-0|[Result \"0-1\"]\n\n0-1|1/2-1/2|*\n\n", "no wrap, 1: gap"},
	{"a result that is spelled out", "1. e4 1/2 e5 *\n\n", "no wrap, 2: number"},
	{"null moves", "1. e4 -- 2. d4 Z0 *\n\n", "no wrap"},
	{"a word that is no move", "1. e4 e5 2. Ke5 Ke6 3. d4 *\n\n", "no wrap"},
	{"a line comment", "1. e4 ; good\ne5 *\n\n", "greedy 12, 2: number"},
	{"text among the moves", "1. e4 % e5 ~ *\n\n", "no wrap, 2: number"},
	{"variations", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 *\n\n", "no wrap"},
	{"a space in the bracket", "1. e4 ( 1. d4 ) 1... e5 *\n\n", "no wrap, 2: gap, 3: gap"},
	{"brackets that close nothing", "1. e4 ) e5 ( 2. Nf3 *\n\n", "no wrap, 1: gap, 2: number, 4: gap digits"},
	{"a tag among the moves", "1. e4 [Site \"x\"] e5 *\n\n", "no wrap, 2: number"},
	{"a FEN with Black to move", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 8. e4 *\n\n", "no wrap"},
	{"a FEN and numbers from 1", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n1... Ke7 2. e4 *\n\n", "no wrap, 0: digits"},
	{"Chess960", "[FEN \"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. f3 *\n\n", "no wrap"},
	{"nothing", "", "no wrap"},
	{"white space", " \n", "no wrap"},
}

func TestRules(t *testing.T) {
	for _, c := range rules {
		t.Run(c.name, func(t *testing.T) {
			var games []*played
			for text := range strings.SplitSeq(c.text, "|") {
				games = append(games, play(text, notation.Standard))
			}
			w, last := write(games, notation.Standard)
			if last != c.want {
				t.Errorf("%q is laid out as %q, want %q", c.text, last, c.want)
			}
			got, err := w.read(games, 0)
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(c.text, "|", ""), got)
			// The last game alone, of the others only the style.
			got, err = w.read(games, len(games)-1)
			require.NoError(t, err)
			require.Equal(t, games[len(games)-1].text, got)
		})
	}
}

// TestDamagedRules damages the layout of each rule: there is an error that
// names a stream, or another text, and no panic.
func TestDamagedRules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	errs := 0
	for _, c := range rules {
		var games []*played
		for text := range strings.SplitSeq(c.text, "|") {
			games = append(games, play(text, notation.Standard))
		}
		w, _ := write(games, notation.Standard)
		for range 60 {
			bad := w
			bad.data = bytes.Clone(w.data)
			switch k := r.IntN(len(w.data) + 1); {
			case k == len(w.data):
				bad.words = bad.words[:max(len(bad.words)-1, 0)]
			case r.IntN(3) == 0:
				bad.data = bad.data[:k]
			default:
				bad.data[k] ^= 1 << r.IntN(8)
			}
			_, err := bad.read(games, 0)
			if err == nil || strings.Contains(err.Error(), "than the game has") || strings.Contains(err.Error(), "behind the last step") {
				continue
			}
			errs++
			named := false
			for _, stream := range []string{"layout:", "words:", "new layout:"} {
				named = named || strings.Contains(err.Error(), "stream "+stream)
			}
			require.True(t, named, "%s: %v names no stream", c.name, err)
		}
	}
	require.Greater(t, errs, 100)
}

// TestStylesAreCheap checks that a style of the house costs nothing once it is
// known.
func TestStylesAreCheap(t *testing.T) {
	for _, c := range rules {
		if strings.Contains(c.text, "|") {
			continue
		}
		g := play(c.text, notation.Standard)
		g.Steps = append([]Step(nil), g.Steps...)
		one, _ := write([]*played{g}, notation.Standard)
		var games []*played
		for range 200 {
			games = append(games, g)
		}
		many, _ := write(games, notation.Standard)
		if n := len(many.data) - len(one.data); n > 200*2 {
			t.Errorf("%s: 199 more games take %d bytes of layout", c.name, n)
		}
	}
}

func TestDictionary(t *testing.T) {
	w, r := NewDictionary(true, "a"), NewDictionary(false, "a")
	b, c := w.ID([]byte("b")), w.ID([]byte("c"))
	var spelled Texts
	for _, id := range []int{c, 0, b, c} { // c is shared first, b next
		shared, fresh := w.Share(id)
		if fresh {
			spelled.Add(w.Text(id))
		}
		got, err := r.Read(shared, &spelled)
		require.NoError(t, err)
		require.Equal(t, w.Text(id), r.Text(got))
	}
	require.NoError(t, spelled.Close())
	_, err := r.Read(4, &spelled)
	require.ErrorContains(t, err, "beyond the last")
	_, err = r.Read(3, &spelled)
	require.ErrorContains(t, err, "missing")
}

// TestCutDepth checks how deep variations of a game that is cut may be nested.
func TestCutDepth(t *testing.T) {
	nested := func(depth int) string { return strings.Repeat("(", depth) }
	for text, want := range map[string]bool{
		nested(MaxDepth):              true,
		nested(MaxDepth + 1):          false,
		nested(MaxDepth) + ") (1. d4": true,
		nested(MaxDepth) + ") ( (":    false,
		") ) " + nested(MaxDepth):     true, // they close none
		") ) " + nested(MaxDepth+1):   false,
	} {
		var g Game
		if got := g.Cut(&pgn.Scanner{}, []byte("[A \"x\"]\n\n1. e4 "+text)); got != want {
			t.Errorf("Cut of %.10s... = %v, want %v", text, got, want)
		}
	}
}

func TestMainLine(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // moves on the main line
		last int
	}{
		{"1. e4 e5 *", 2, 1},
		{"1. e4 (1. d4 d5) e5 *", 2, 5},
		{"1. e4 ) e5 ( 2. Nf3 *", 2, 2},
		{"1. e4 1-0 e5 *", 1, 2},
		{"1. e4 1/2 e5 *", 1, 2},
		{"1. e4 1/2-1/2 e5 *", 1, 2},
		{"1. e4 ½–½ e5 *", 1, 2},
		{"1. e4 1 : 0 e5 *", 1, 2},
		{"1. e4 (1. d4 1-0) e5 *", 2, 5},
		{"*", 0, -1},
	} {
		g := play(c.text, notation.Standard)
		n := 0
		var line MainLine
		for i := range g.Steps {
			if g.Steps[i].Op.Numbered() && line.On() {
				n++
			}
			line.Pass(&g.Steps[i])
		}
		if n != c.want || g.plies != c.want || LastMove(g.Steps) != c.last {
			t.Errorf("%q has %d moves on its main line and %d plies, the last move is step %d, want %d and %d", c.text, n, g.plies, LastMove(g.Steps), c.want, c.last)
		}
	}
}

func TestTagName(t *testing.T) {
	for literal, want := range map[string]string{
		"[Event \"": "Event", "\"]\n[ Site\t\"": "Site", "x[\"": "", "Event \"": "", "[Event ": "", "\"]\n\n": "", "": "",
		"[a [b \"": "b",
	} {
		if got := string(TagName([]byte(literal))); got != want {
			t.Errorf("TagName(%q) = %q, want %q", literal, got, want)
		}
	}
}

// TestStraight counts the half-moves of steps that are a main line and nothing else.
func TestStraight(t *testing.T) {
	of := func(ops ...Op) (steps []Step) {
		for _, o := range ops {
			steps = append(steps, Step{Op: o})
		}
		return steps
	}
	for _, c := range []struct {
		name  string
		steps []Step
		plies int
		ok    bool
	}{
		{"nothing", of(OpEnd), 0, true},
		{"moves, a null move, a comment, a glyph", of(OpMove, OpNull, OpComment, OpMove, OpNAG, OpResult, OpEnd), 3, true},
		{"a variation", of(OpMove, OpMove, OpOpen, OpMove, OpClose, OpEnd), 0, false},
		{"a word", of(OpMove, OpWord, OpEnd), 0, false},
		{"behind the result", of(OpMove, OpResult, OpMove, OpEnd), 0, false},
	} {
		plies, ok := Straight(c.steps)
		if c.ok != ok || c.plies != plies {
			t.Errorf("%s: %d, %v", c.name, plies, ok)
		}
	}
}

// TestFill checks that comments come back however they are broken, and that breaks which
// a style sets are not stored.
func TestFill(t *testing.T) {
	word := rapid.SampledFrom([]string{"a", "White", "e4", "is better,", "considerably", "", "\n", " ", "\r\n", "(", "x\ny", strings.Repeat("long", 9)})
	filled := 0
	rapid.Check(t, func(t *rapid.T) {
		s := style{wrap: wrap(rapid.IntRange(0, int(numWraps)-1).Draw(t, "wrap")), width: rapid.IntRange(8, 40).Draw(t, "width"), crlf: rapid.Bool().Draw(t, "crlf")}
		var games []*played
		var all strings.Builder
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			p := printer{}
			p.begin([]byte("[A \"x\"]\n\n1. e4"), &s, len("1. e4"))
			for range rapid.IntRange(1, 4).Draw(t, "comments") {
				p.gap([]byte(" "), true, false)
				p.text("{")
				text := []byte(strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), " "))
				switch {
				case s.wrap == wrapComments && rapid.Bool().Draw(t, "words"):
					p.words(text)
				case s.wrap == wrapBase && rapid.Bool().Draw(t, "fill"):
					p.fill(text)
				default:
					p.bytes(text)
				}
				p.text("}")
			}
			p.gap([]byte(" "), true, false)
			p.text("*")
			p.endWord()
			p.text("\n\n")
			all.Write(p.dst)
			games = append(games, play(string(p.dst), notation.Standard))
		}
		w, last := write(games, notation.Standard)
		got, err := w.read(games, 0)
		require.NoError(t, err)
		require.Equal(t, all.String(), got)
		if strings.HasPrefix(last, "comments") || strings.HasPrefix(last, "base") {
			filled++
		}
	})
	require.Positive(t, filled)
}
