package positions

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// vocabulary is the set of words in the cells of a column, such as themes of puzzles.
// A cell has some of the words, in ascending order, separated by blanks.
type vocabulary struct {
	words   [][]byte // sorted
	ids     []uint32 // their numbers, by first appearance
	present []bool   // whether a cell has each of them
	unknown [][]byte // the other words of the cell
}

const (
	maxWords = 128 // of all vocabularies
	maxWord  = 32  // bytes of one
)

// parse reads a cell; it returns false if the cell is not a list of words, or has
// more new ones than there is room for.
func (s *vocabulary) parse(cell []byte, room int) bool {
	s.present, s.unknown = append(s.present[:0], make([]bool, len(s.words))...), s.unknown[:0]
	var last []byte
	n := 0
	for word := range bytes.SplitSeq(cell, []byte(" ")) {
		if !isWord(word) || bytes.Compare(last, word) >= 0 {
			return false
		}
		last = word
		n++
		if i, ok := slices.BinarySearchFunc(s.words, word, bytes.Compare); ok {
			s.present[i] = true
		} else {
			s.unknown = append(s.unknown, word)
		}
	}
	// A cell with one unknown word is more likely a name than a set of themes.
	return len(s.unknown) <= room && (n > 1 || len(s.unknown) == 0)
}

// isWord reports whether a word has only letters and digits, and begins with a small
// letter.
func isWord(word []byte) bool {
	return len(word) > 0 && len(word) <= maxWord && word[0] >= 'a' && word[0] <= 'z' && isID(word)
}

const idDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// isID reports whether a text has only letters and digits.
func isID(text []byte) bool {
	for _, b := range text {
		if strings.IndexByte(idDigits, b) < 0 {
			return false
		}
	}
	return true
}

// learn adds a new word.
func (s *vocabulary) learn(word []byte) {
	if i, ok := slices.BinarySearchFunc(s.words, word, bytes.Compare); !ok {
		s.words = slices.Insert(s.words, i, word)
		s.ids = slices.Insert(s.ids, i, uint32(len(s.ids)))
	}
}

// code codes which words of the vocabulary of column number a cell has, and the
// number of unknown ones, given the position p and the facts f of moves.
func (s *vocabulary) code(m *contextmix.Model, number uint32, p *board.Position, f *facts) (unknown int64) {
	pieces := uint32((p.Occupied() &^ p.Kind(board.Pawn)).Count())
	kinds := uint32(0)
	for kind := board.Knight; kind <= board.Queen; kind++ {
		kinds = kinds<<1 | positions.Bit(p.Kind(kind) != 0)
	}
	move := uint32(min(p.FullmoveNumber, 31)) / 4
	last, present := uint32(maxWords), uint32(0)
	s.present = append(s.present, make([]bool, len(s.words)-len(s.present))...) // for a reader, which has none
	for i, id := range s.ids {
		m.Use(choosePresent, number<<7|id, last, f.count<<1|f.mate, pieces, kinds, move, positions.Bit(pieces < 7), present, f.taken, f.promoted)
		s.present[i] = m.Flag(s.present[i])
		if s.present[i] {
			last = id
			present++
		}
	}
	return m.Use(chooseNewWords, positions.Digits(int64(len(s.ids))), min(present, 3)).Number(int64(len(s.unknown)))
}
