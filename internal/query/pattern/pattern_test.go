package pattern

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// gamesOf replays at most so many of the first games of a PGN text.
func gamesOf(src []byte, most int) (games []*naive) {
	var s pgn.Splitter
	var line pgn.Line
	for len(src) > 0 && len(games) < most {
		n, _ := s.Next(src, true)
		g := &naive{}
		line.Each(src[:n], func(p *board.Position, m board.Move) bool {
			if len(g.positions) > 0 {
				g.moves = append(g.moves, m)
			}
			g.positions = append(g.positions, *p)
			return true
		})
		if src = src[n:]; len(g.positions) > 0 {
			games = append(games, g)
		}
	}
	return games
}

// drawn draws patterns that positions of real games are likely to match.
type drawn struct {
	*rapid.T
	games []*naive
}

func (d drawn) of(what string, texts ...string) string {
	return rapid.SampledFrom(texts).Draw(d.T, what)
}

func (d drawn) number(what string, from, to int) int { return rapid.IntRange(from, to).Draw(d.T, what) }

func (d drawn) side() string { return d.of("side", "", "white-", "black-") }

func (d drawn) position() (p board.Position, next board.Move) {
	g := rapid.SampledFrom(d.games).Draw(d.T, "game")
	ply := d.number("ply", 0, len(g.positions)-1)
	if ply < len(g.moves) {
		next = g.moves[ply]
	}
	return g.positions[ply], next
}

func (d drawn) army(p *board.Position, c board.Color, loose bool) (text string) {
	for k := board.King; k > board.NoKind; k-- {
		n := (p.Kind(k) & p.Color(c)).Count()
		letter := string(k.Letter())
		if how := d.number("amount", 0, 5); !loose || how < 2 {
			text += strings.Repeat(letter, n)
		} else {
			text += letter + [...]string{"*", fmt.Sprintf("0-%d", n+1), fmt.Sprintf("%d+", n), fmt.Sprint(n)}[how-2]
		}
	}
	if loose {
		text += d.of("others", "", "?")
	}
	return text
}

func (d drawn) files() (files string) {
	for _, f := range "abcdefgh" {
		if d.number("file", 0, 5) == 0 {
			files += string(f)
		}
	}
	if files == "" {
		return "d"
	}
	return files
}

// board describes some squares of a position.
func (d drawn) board(p *board.Position, blank string) string {
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		text := ""
		for file := range 8 {
			switch letter := p.At(board.SquareAt(file, rank)).String(); d.number("square", 0, 20) {
			case 0:
				text += letter
			case 1:
				text += "[" + letter + d.of("other", ".", "P", "nN", "a") + "]"
			case 2:
				text += "!" + d.of("not", "p", "[Qq]", "A")
			default:
				text += blank
			}
		}
		ranks = append(ranks, text)
	}
	return strings.Join(ranks, "/")
}

func (d drawn) term() string {
	p, next := d.position()
	switch d.number("kind", 0, 19) {
	case 0:
		square := board.Square(d.number("square", 0, 63))
		return p.At(square).String() + square.String()
	case 1:
		return d.of("content", "N", "[Pp]", "!a", "k", ".", "q", "B") + d.of("place", "e5", "d?", "?7", "f1-h8", "??")
	case 2:
		return "board:" + d.board(&p, "?")
	case 3:
		return "subfen:" + d.board(&p, "1")
	case 4:
		fields := strings.Fields(p.String())
		return `fen:"` + strings.Join(fields[:[...]int{1, 2, 6}[d.number("fields", 0, 2)]], " ") + `"`
	case 5:
		return d.side() + "material:" + d.army(&p, board.White, false) + "v" + d.army(&p, board.Black, false)
	case 6:
		return d.side() + "material:" + d.army(&p, board.White, true) + "v" + d.army(&p, board.Black, true)
	case 7:
		return d.of("color", "white", "black") + ":" + d.army(&p, board.White, true)
	case 8:
		return d.side() + "diff:" + d.of("diff", "QvRR", "NvB", "Pv", "RvB", "RP*vBN", `"bishop pair v bishop and knight"`, "v", "BP*vN", "vPP")
	case 9:
		return d.side() + fmt.Sprintf("points:%d..", d.number("points", -6, 12))
	case 10:
		return d.side() + d.of("count", "pieces", "pawns") + fmt.Sprintf(":%d-%d", d.number("from", 0, 6), d.number("to", 7, 24))
	case 11:
		return d.side() + "bishops:pair"
	case 12:
		return d.of("bishops", "bishops:same", "bishops:opposite", "check", "turn:white", "mate", "stalemate", "end", "any")
	case 13:
		return d.side() + d.of("structure", "isolated", "doubled", "passed", "connected", "backward", "hanging", "pawn") + d.of("value", "", ":"+d.files(), ":2-", ":-1", ":"+d.files()+","+d.files())
	case 14:
		return d.side() + d.of("files", "files:abcfgh", "files:abcdefgh", "halfopen:"+d.files(), "halfopen")
	case 15:
		return "open:" + d.files()
	case 16:
		return fmt.Sprintf("ply:%d-%d", d.number("from", 0, 30), d.number("to", 30, 120))
	case 17:
		san := "e4"
		if next != board.NullMove {
			san = notation.SAN(&p, next)
		}
		return d.side() + "move:" + d.of("move", san, strings.TrimRight(san, "+#"), "?x??", "N?", "[BN]x?5", "O-O*", "R??+", "=?", "Pe5", "K-??", "Q?8#")
	case 18:
		return d.side() + d.of("moved", "moved:KQ", "captured:QR", "capture", "quiet", "captured:P")
	default:
		return `moves:"` + d.of("moves", "1. e4", "1. e4 e5", "1. d4 d5 2. c4") + `"`
	}
}

func (d drawn) pattern() string {
	var steps []string
	for range [...]int{1, 1, 1, 2, 2, 3}[d.number("steps", 0, 5)] {
		var terms []string
		for range [...]int{1, 1, 1, 2, 2, 3}[d.number("terms", 0, 5)] {
			terms = append(terms, d.of("not", "", "", "", "-")+d.term())
		}
		if hold := d.number("hold", 0, 3); hold > 0 {
			terms = append(terms, fmt.Sprintf("hold:%d", 2*hold))
		}
		if within := d.number("within", 0, 8); within > 3 && len(steps) > 0 {
			terms = append(terms, fmt.Sprintf("within:%d", within-3))
		}
		steps = append(steps, strings.Join(terms, " "))
	}
	return strings.Join(steps, " then ") + d.of("flip", "", "", "", " flip:color", " flip:files")
}

// TestIsNaive compares patterns with their evaluation at all positions, square by
// square.
func TestIsNaive(t *testing.T) {
	for _, name := range corpus.Games("master-test", "engine-test", "lichess-clk-test") {
		games := gamesOf(corpus.Need(t, name), 12)
		tried, met := 0, 0
		rapid.Check(t, func(r *rapid.T) {
			text := drawn{r, games}.pattern()
			p, err := Parse(text)
			var e *language.Error
			if errors.As(err, &e) && strings.Contains(text, "flip:") {
				return // castling rights and first moves cannot be flipped
			}
			if err != nil {
				t.Fatalf("Parse(%q): %v", text, err)
			}
			tried++
			met += compare(t, text, p.NewScan(), games)
			if t.Failed() {
				r.Fatalf("%s: %s", name, text)
			}
			for _, g := range games {
				bound(t, p, g)
			}
		})
		t.Logf("%s: %d patterns, met by %d games", name, tried, met)
		if met == 0 {
			t.Errorf("%s: no pattern is met by any game", name)
		}
	}
}

// bound checks the bounds of a pattern on a matching game.
func bound(t *testing.T, p *Pattern, g *naive) {
	t.Helper()
	plies := find(p.NewScan(), g)
	if plies == nil {
		return
	}
	if last := plies[len(plies)-1]; last < p.LeastPlies() {
		t.Errorf("%s: met at %d, LeastPlies says %d", p, last, p.LeastPlies())
	}
	if signed := signature.Of(&g.positions[0], g.moves); !p.Admits(&signed) {
		t.Errorf("%s: met in a game that Admits says cannot have it", p)
	}
	if n := g.positions[len(g.positions)-1].Occupied().Count(); g.positions[0] == board.Start() && n > p.MostPieces() {
		t.Errorf("%s: met in a game that ends with %d pieces, MostPieces says %d", p, n, p.MostPieces())
	}
}

// TestBounds checks that the scan of a game ends early, or does not start, if it can.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		text        string
		most, least int
		seen        int // positions examined of the game below
	}{
		{"material:KRPvKR", 32, 0, 9},
		{"material:KRP*vKRP*", 32, 0, 9},
		{"material:KQ3vK", 32, 0, 9},
		{"pieces:-7 then ply:30-", 7, 30, 9},
		{`moves:"1. d4"`, 32, 1, 2},
		{`moves:"1. e4 d5 2. Nf3"`, 32, 3, 4},
		{"any hold:3 then any", 32, 3, 4},
		{"Pa2 -Pe4 ke8 qe1", 32, 0, 9},
		{"pd7 Nh3 kh8", 32, 0, 3},
		{"pieces:32 ke2", 32, 0, 5},
		{"diff:QQv", 32, 0, 9},
		{"white-move:O-O-O", 32, 0, 9},
		{"board:.......R/......../......../......../......../......../......../k......K", 3, 0, 9},
		{"ply:-3 ke2", 32, 0, 4},
	} {
		p, err := Parse(c.text)
		require.NoError(t, err)
		require.Equal(t, c.most, p.MostPieces(), c.text)
		require.Equal(t, c.least, p.LeastPlies(), c.text)
		s := p.NewScan()
		s.Begin()
		g := gamesOf([]byte("1. e4 d5 2. Nf3 dxe4 3. Ng1 Nf6 4. Nh3 g6 *"), 1)[0]
		seen, last := 0, board.NullMove
		for i := range g.positions {
			seen++
			if !s.See(&g.positions[i], last) {
				break
			}
			if i < len(g.moves) {
				last = g.moves[i]
			}
		}
		if seen != c.seen {
			t.Errorf("%s: %d positions were looked at, want %d", c.text, seen, c.seen)
		}
	}
}

// TestSteps checks the limits of a text.
func TestSteps(t *testing.T) {
	long := strings.Repeat("any then ", 63) + "any"
	p, err := Parse(long)
	require.NoError(t, err)
	require.Equal(t, 63, p.LeastPlies())
	_, err = Parse(long + " then any")
	require.ErrorContains(t, err, "64 steps")
	_, err = Parse(strings.Repeat(" ", language.MaxText+1))
	require.ErrorContains(t, err, "65536 bytes")
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"Ne5 -pf? then within:3 [Bb]??", `fen:"8/8/8/8/8/8/8/8 w" flip:color,files`, "material:KR1-2[BN]2vK? hold:4",
		`white-diff:"bishop pair v two knights",QvRR next -check`, `moves:"1. e4 e5 \"a\\b"`, "move:Rd1xd7+,=?,O-O* board:///?!P[.n]1////",
	} {
		f.Add(text)
	}
	start := board.Start()
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			require.ErrorIs(t, err, language.ErrPattern)
			return
		}
		again, err := Parse(p.String())
		require.NoError(t, err, "String of %q is %q", text, p)
		require.Equal(t, p.String(), again.String(), text)
		var met [2][]int
		for i, p := range []*Pattern{p, again} {
			s, at := p.NewScan(), start
			s.Begin()
			for _, m := range []board.Move{board.NullMove, board.NewMove(board.E2, board.E4, 0), board.NewMove(board.D7, board.D5, 0), board.NewMove(board.E4, board.D5, 0)} {
				if m != board.NullMove {
					movegen.Make(&at, m)
				}
				if !s.See(&at, m) {
					break
				}
			}
			met[i] = s.Met()
		}
		require.Equal(t, met[0], met[1], text)
	})
}

// TestAdmits checks that games with too many pieces at the end are skipped.
func TestAdmits(t *testing.T) {
	start := board.Start()
	all := signature.Of(&start, nil)
	for text, want := range map[string]bool{
		"material:KRPvKR": false, "material:KRP*vKRP*": false, "material:KQ3vK": false, "bishops:opposite": false,
		"any": true, "pieces:-5": true, "Pa2": true, "Pa3": true, "-Pa2": false, ".a2": false,
	} {
		p, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, p.Admits(&all), text)
	}
}
