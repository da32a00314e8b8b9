package notation_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

type fataler interface{ Fatalf(string, ...any) }

// sameError reports whether two errors are of the same text and kind. The list of legal
// moves does not say why a move is illegal.
func sameError(err, want error) bool {
	if !errors.Is(want, notation.ErrIllegal) {
		return fmt.Sprint(err) == fmt.Sprint(want)
	}
	var got, other *notation.MoveError
	return errors.Is(err, notation.ErrIllegal) && errors.As(err, &got) && errors.As(want, &other) && got.Text == other.Text
}

// checkText compares what d reads of a text with what it reads among the legal moves.
func checkText(t fataler, p *board.Position, legal []board.Move, d notation.Dialect, text []byte) {
	m, form, err := d.ParseSAN(text, p)
	want, wantForm, wantErr := d.ParseListed(text, p, legal)
	if m != want || form != wantForm || !sameError(err, wantErr) {
		t.Fatalf("%v: %d.ParseSAN(%q) = %v, %#x, %v, want %v, %#x, %v", p, d, text, m, form, err, want, wantForm, wantErr)
	}
	if m, err := notation.ParseSAN(text, p); m != want || !sameError(err, wantErr) {
		t.Fatalf("%v: ParseSAN(%q) = %v, %v, want %v, %v", p, text, m, err, want, wantErr)
	}
	if err != nil {
		return
	}
	if got, want := d.Adapt(p, m, form), d.AdaptListed(p, m, legal, form); got != want {
		t.Fatalf("%v: %d.Adapt(%v, %#x) = %d, want %d", p, d, m, form, got, want)
	}
}

// checkSpelling does the same for a legal move that is written, and for texts close to
// that.
func checkSpelling(t fataler, p *board.Position, legal []board.Move, d notation.Dialect, m board.Move, form notation.Form, edit uint32) {
	text, want := d.AppendForm(nil, p, m, form), d.AppendListed(nil, p, m, legal, form)
	if !bytes.Equal(text, want) {
		t.Fatalf("%v: %d.AppendForm(%v, %#x) = %q, want %q", p, d, m, form, text, want)
	}
	checkText(t, p, legal, d, text)
	const letters = "NBRQKPabcdefgh12345678x:-+#=()/Oo0.p "
	at, c := int(edit>>8)%len(text), letters[edit&0xff%uint32(len(letters))]
	switch edit >> 30 {
	case 0:
		text[at] = c
	case 1:
		text = append(text[:at], text[at+1:]...)
	default:
		text = append(text[:at:at], append([]byte{c}, text[at:]...)...)
	}
	checkText(t, p, legal, d, text)
}

// propListed compares on any position, most of which no game reaches: of any pieces,
// also with no king or several, and of pieces of few kinds, which often compete.
func propListed(t *rapid.T) {
	p, _, legal := drawMove(t)
	if rapid.Bool().Draw(t, "any position") {
		p, legal = board.Position{}, legal[:0]
		kinds := rapid.SliceOfN(rapid.IntRange(1, 12), 1, 6).Draw(t, "kinds")
		for range rapid.IntRange(0, 40).Draw(t, "pieces") {
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.SampledFrom(kinds).Draw(t, "piece")))
		}
		if rapid.Bool().Draw(t, "kings") {
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "white")), board.WhiteKing)
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "black")), board.BlackKing)
		}
		p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
		p.Castling = board.Rights(rapid.Uint16().Draw(t, "rights"))
		p.EnPassant = board.Square(rapid.IntRange(0, 63).Draw(t, "en passant"))
		if jumped := p.Jumped(); jumped != 0 && rapid.Bool().Draw(t, "jumped") {
			p.EnPassant = jumped.First()
		}
		legal = movegen.AppendLegal(legal, &p)
	}
	d := notation.Dialect(rapid.Uint16().Draw(t, "dialect"))
	for _, m := range legal {
		form := notation.Form(0)
		if rapid.Bool().Draw(t, "with a form") {
			form = notation.Form(rapid.Uint16Range(0, 1<<15-1).Draw(t, "form"))
		}
		checkSpelling(t, &p, legal, d, m, form, rapid.Uint32().Draw(t, "edit"))
	}
	text := rapid.StringMatching(`[NBRQKP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[NBRQnbrq]|\([NBRQK]\))?( ?e\.p\.|ep)?(\+\+?|#)?|[Oo0]-[Oo0](-[Oo0])?[+#]?`)
	for range 20 {
		checkText(t, &p, legal, d, []byte(text.Draw(t, "text")))
	}
}

// TestListed compares reading and writing with the same among listed legal moves.
func TestListed(t *testing.T) { rapid.Check(t, propListed) }

func FuzzListed(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propListed)) }

// fenOf finds a FEN without its counters in a line of a suite.
var fenOf = regexp.MustCompile(`(?:[1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] [-A-Ha-hKQkq]+ [-a-h36]+`)

// TestListedOnSuites compares every move of the positions of suites, and of those a
// move later, in random dialects.
func TestListedOnSuites(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 6))
	check := func(p *board.Position) []board.Move {
		legal := movegen.AppendLegal(nil, p)
		for _, m := range legal {
			d, form := notation.Dialect(r.UintN(1<<16)), notation.Form(r.UintN(1<<15))
			checkSpelling(t, p, legal, notation.Standard, m, 0, r.Uint32())
			checkSpelling(t, p, legal, d, m, form, r.Uint32())
		}
		return legal
	}
	for _, folder := range []string{"suites", "perft"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Skip(err)
		}
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				lines := fenOf.FindAll(corpus.Need(t, name), 300)
				for _, fen := range lines {
					p, err := board.ParseFEN(string(fen) + " 0 1")
					if err != nil {
						continue
					}
					legal := check(&p)
					for _, m := range legal[:min(len(legal), 3)] {
						q := p
						movegen.Make(&q, m)
						check(&q)
					}
				}
				t.Logf("%d positions", len(lines))
			})
		}
	}
}
