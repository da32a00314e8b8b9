package positions

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// newWriter returns a writer of n columns beside one position.
func newWriter(p board.Position, n int) (*Coder, *contextmix.Coder) {
	c := &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
	m := &positions.Models{Coder: c}
	at := positions.New(m, nil)
	_, _ = at.Position(&p, true)
	return New(m, at, n), c
}

// newReader returns a reader of what a writer has written.
func newReader(t *testing.T, p board.Position, n int, coded, texts []byte) *Coder {
	t.Helper()
	c := &contextmix.Coder{Dec: rangecoder.NewDecoder(coded)}
	m := &positions.Models{Coder: c}
	at := positions.New(m, nil)
	_, err := at.Position(&p, true)
	require.NoError(t, err)
	k := New(m, at, n)
	require.NoError(t, k.Parse(texts, 1<<16, nil))
	return k
}

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

const (
	puzzle = "r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24"
	mover  = "6k1/4P3/8/8/8/8/8/6K1 w - - 0 9"
)

// TestCells checks the kinds of coded cells, and that readers get them.
func TestCells(t *testing.T) {
	kinds := [...]string{chooseSame: "same", chooseEmpty: "empty", chooseMoves: "moves", chooseWords: "words", chooseLink: "link"}
	for _, c := range []struct {
		name  string
		fen   string
		cells []string
		want  string // of the last, empty for a text
	}{
		{"moves", puzzle, []string{"f2g3 e6e7 b2b1 b3c1 b1c1 h6c1"}, "moves"},
		{"a promotion", mover, []string{"e7e8q"}, "moves"},
		{"no moves: illegal", puzzle, []string{"f2g3 e6e7 b2b1 b3c1 b1c1 h6c2"}, ""},
		{"no moves: two blanks", puzzle, []string{"f2g3  e6e7"}, ""},
		{"no moves: a promotion without its piece", mover, []string{"e7e8"}, ""},
		{"no moves: more than 64", mover, []string{"e7e8q" + repeat(" g8h7 g1h2 h7g8 h2g1", 16)}, ""},
		{"words", puzzle, []string{"crushing hangingPiece long middlegame"}, "words"},
		{"one known word", puzzle, []string{"long short", "short"}, "words"},
		{"no words: one unknown", puzzle, []string{"middlegame"}, ""},
		{"no words: out of order", puzzle, []string{"long hangingPiece"}, ""},
		{"no words: a capital first", puzzle, []string{"Long short"}, ""},
		{"no words: a word of 33 letters", puzzle, []string{"a " + repeat("b", 33)}, ""},
		{"no words: no room", puzzle, []string{words(100), words(100) + " z y", words(100) + " zz"}, "words"},
		{"link", puzzle, []string{"https://lichess.org/787zsVup/black#48"}, "link"},
		{"link without identifier", puzzle, []string{"x/black#48"}, "link"},
		{"no link: another half-move", puzzle, []string{"https://lichess.org/787zsVup/black#49"}, ""},
		{"no link: the other side", puzzle, []string{"https://lichess.org/787zsVup#48"}, ""},
		{"no link: nothing before it", puzzle, []string{"/black#48"}, ""},
		{"link to White's move", mover, []string{"https://lichess.org/787zsVup#17"}, "link"},
		{"text", puzzle, []string{"1760"}, ""},
		{"the same text", puzzle, []string{"1760", "1760"}, "same"},
		{"another text", puzzle, []string{"1760", "1761"}, ""},
		{"empty at first", puzzle, []string{""}, "same"},
		{"empty after a text", puzzle, []string{"1760", ""}, "empty"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			k, _ := newWriter(p, 1)
			for _, cell := range c.cells {
				k.columns[0].recent = [numKinds]uint32{}
				_, err := k.Cell(0, []byte(cell), &p, 0)
				require.NoError(t, err)
			}
			got := ""
			for kind, answers := range k.columns[0].recent {
				if answers&1 == 1 {
					got = kinds[kind]
				}
			}
			require.Equal(t, c.want, got)

			w, coder := newWriter(p, 1)
			for _, cell := range c.cells {
				_, _ = w.Cell(0, []byte(cell), &p, 0)
			}
			r := newReader(t, p, 1, coder.Enc.Finish(), w.Append(nil, false, nil))
			for _, cell := range c.cells {
				got, err := r.Cell(0, nil, &p, 1<<16)
				require.NoError(t, err)
				require.Equal(t, cell, string(got))
			}
			require.NoError(t, r.Done())
		})
	}
}

func repeat(s string, n int) (all string) {
	for range n {
		all += s
	}
	return all
}

// words is n words in order.
func words(n int) (all string) {
	for i := range n {
		all += fmt.Sprintf(" w%03d", i)
	}
	return all[1:]
}

// TestTextForms checks in which form columns of texts are kept.
func TestTextForms(t *testing.T) {
	several := func(format string) (all []string) {
		for i := range 300 {
			all = append(all, fmt.Sprintf(format, i*i%97, i))
		}
		return all
	}
	for _, c := range []struct {
		name   string
		values []string
		want   byte
	}{
		{"nothing", nil, formNone},
		{"only empty ones", []string{"", ""}, formNone},
		{"one text", []string{" hm 1"}, formColumn},
		{"words", []string{" one", " two", " three", " four", " five"}, formColumn},
		{"comments", several(" c0 \"eval: %d\"; ce %d;"), formComments},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := board.Start()
			w, coder := newWriter(p, 1)
			for _, v := range c.values {
				_, err := w.Text(0, []byte(v), 0)
				require.NoError(t, err)
			}
			texts := w.Append(nil, false, nil)
			require.Equal(t, c.want, texts[0])
			r := newReader(t, p, 1, coder.Enc.Finish(), texts)
			for _, v := range c.values {
				got, err := r.Text(0, nil, 1<<16)
				require.NoError(t, err)
				require.Equal(t, v, string(got))
			}
			require.NoError(t, r.Done())
		})
	}
}

// TestDamaged checks the errors of damaged texts and cells.
func TestDamaged(t *testing.T) {
	p := position(t, puzzle)
	w, _ := newWriter(p, 1)
	_, _ = w.Text(0, []byte("a text"), 0)
	column := w.Append(nil, false, nil)
	for _, c := range []struct {
		name, want string
		texts      []byte
	}{
		{"missing", "stream texts: the texts of a column are missing", nil},
		{"unknown form", "stream texts: a column has the unknown form 3", []byte{3}},
		{"cut off", "stream texts: the texts of a column are cut off", column[:len(column)-1]},
		{"comments cut off", "stream texts: the comments of a column are cut off", []byte{formComments, 5}},
		{"left over", "stream texts: 1 bytes are left over", append(column, 0)},
	} {
		r, _ := newWriter(p, 1)
		require.EqualError(t, r.Parse(c.texts, 1<<10, nil), corrupt.Err.Error()+": "+c.want, c.name)
	}
	r, _ := newWriter(p, 1)
	require.ErrorContains(t, r.Parse(column, 2, nil), "stream texts: ", "too long")

	for _, c := range []struct {
		name, want string
		write      func(w *Coder)
	}{
		{"too many moves", "stream cells: a cell has 65 moves, the limit is 64", func(w *Coder) {
			w.columns[0].flag(w.flags, chooseMoves, true)
			w.solutions.moves = make([]board.Move, 65)
			_ = w.moves(&p)
		}},
		{"too many words", "stream cells: a cell has 129 new words, there is room for 128", func(w *Coder) {
			w.columns[0].flag(w.flags, chooseMoves, false)
			w.columns[0].flag(w.flags, chooseWords, true)
			w.columns[0].vocabulary.unknown = make([][]byte, 129)
			_, _ = w.themes(&w.columns[0], &p, 0)
		}},
		{"no words", "stream cells: a cell of words has none", func(w *Coder) {
			w.columns[0].flag(w.flags, chooseMoves, false)
			w.columns[0].flag(w.flags, chooseWords, true)
			_, _ = w.themes(&w.columns[0], &p, 0)
		}},
		{"an empty word", "stream cells: a word of a cell has 0 bytes, want 1 to 32", func(w *Coder) {
			w.columns[0].flag(w.flags, chooseMoves, false)
			w.columns[0].flag(w.flags, chooseWords, true)
			w.columns[0].vocabulary.unknown = [][]byte{{}}
			_, _ = w.themes(&w.columns[0], &p, 0)
		}},
		{"a text missing", "stream texts: a column has 0 texts, want more", func(w *Coder) { _, _ = w.Cell(0, []byte("x"), &p, 0) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, coder := newWriter(p, 1)
			c.write(w)
			r := newReader(t, p, 1, coder.Enc.Finish(), []byte{formNone})
			_, err := r.Cell(0, nil, &p, 1<<10)
			require.EqualError(t, err, corrupt.Err.Error()+": "+c.want)
		})
	}

	t.Run("texts left over", func(t *testing.T) {
		_, coder := newWriter(p, 1)
		r := newReader(t, p, 1, coder.Enc.Finish(), column)
		require.EqualError(t, r.Done(), corrupt.Err.Error()+": stream texts: 1 texts of a column are left over")
	})
}

// cost codes n cells of words and returns the bytes that they take; present
// says whether a word is there, and sets what it depends on.
func cost(n int, present func(w *Coder, p *board.Position) bool) int {
	p := board.Start()
	w, coder := newWriter(p, 1)
	v := &w.columns[0].vocabulary
	v.learn([]byte("promotion"))
	for range n {
		q := p
		v.present, v.unknown = []bool{present(w, &q)}, nil
		v.code(w.words, 0, &q, &w.solutions.facts)
	}
	return len(coder.Enc.Finish())
}

// TestWordsSeePromotion checks that a word that is there where a move promotes
// is predicted: the promotion makes contexts differ.
func TestWordsSeePromotion(t *testing.T) {
	for taken := range uint32(6) {
		r := rand.New(rand.NewPCG(1, uint64(taken)))
		got := cost(2000, func(w *Coder, _ *board.Position) bool {
			w.solutions.facts = facts{count: 3, taken: taken, promoted: r.Uint32N(2)}
			return w.solutions.facts.promoted == 1
		})
		if got > 40 {
			t.Errorf("after taking a piece of kind %d, 2000 answers that follow from the promotion take %d bytes, want at most 40", taken, got)
		}
	}
}

// TestWordsSeeKindsAndNumber checks that each pair of the kinds of pieces on the board
// and the class of the move number makes contexts of its own: a word that depends on
// the pair at random is predicted, though neither value alone predicts it.
func TestWordsSeeKindsAndNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	var table [16][8]bool
	for i := range table {
		for k := range table[i] {
			table[i][k] = r.IntN(2) == 1
		}
	}
	const n = 20_000
	got := cost(n, func(w *Coder, p *board.Position) bool {
		kinds, number := r.IntN(16), r.IntN(8)
		*p = board.Position{FullmoveNumber: uint16(4 * number)}
		at := board.Square(0)
		for i, kind := range [4]board.Kind{board.Queen, board.Rook, board.Bishop, board.Knight} {
			if kinds>>i&1 == 1 {
				p.Put(at, board.PieceOf(board.White, kind))
				at++
			}
		}
		for ; at < 8; at++ { // the same number of pieces always
			p.Put(at, board.WhiteKing)
		}
		return table[kinds][number]
	})
	if got > n/8/4 {
		t.Errorf("%d answers that follow from pairs take %d bytes, want at most %d", n, got, n/8/4)
	}
}
