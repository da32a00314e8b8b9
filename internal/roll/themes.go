package roll

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/movegen"
)

// themes is what words the cells of a column are made up of, as the themes of
// puzzles are: some of few, in increasing order, with blanks between them.
type themes struct {
	vocabulary [][]byte // sorted
	ids        []uint32 // of these, by first appearance
	were       uint32   // whether the last cells were so
	now        []bool   // which of the vocabulary a cell has
	fresh      [][]byte // which words are new
}

const (
	maxThemes  = 128 // words of all vocabularies
	maxTheme   = 32  // bytes of one
	themesSize = 16
)

// facts is what is known of the moves in a cell of the line.
type facts struct {
	count    uint32 // of moves
	mate     bool   // at their end
	promoted bool
	taken    uint32 // kind of what the second move takes
}

// parse reads a cell; false if it is not made up of words, or of more new ones
// than there is room for.
func (s *themes) parse(cell []byte, room int) bool {
	s.now, s.fresh = s.now[:0], s.fresh[:0]
	for range s.vocabulary {
		s.now = append(s.now, false)
	}
	var last []byte
	n := 0
	for word := range bytes.SplitSeq(cell, []byte(" ")) {
		if !isTheme(word) || bytes.Compare(last, word) >= 0 {
			return false
		}
		last = word
		n++
		if i, ok := slices.BinarySearchFunc(s.vocabulary, word, bytes.Compare); ok {
			s.now[i] = true
		} else {
			s.fresh = append(s.fresh, word)
		}
	}
	// A new word alone is rather a name.
	return len(s.fresh) <= room && (n > 1 || len(s.fresh) == 0)
}

// isTheme reports whether a word is of letters and digits, a small letter
// first.
func isTheme(word []byte) bool {
	if len(word) == 0 || len(word) > maxTheme || word[0] < 'a' || word[0] > 'z' {
		return false
	}
	return isID(word)
}

// learn enters a new word.
func (s *themes) learn(word []byte) {
	i, ok := slices.BinarySearchFunc(s.vocabulary, word, bytes.Compare)
	if ok {
		return
	}
	s.vocabulary = slices.Insert(s.vocabulary, i, bytes.Clone(word))
	s.ids = slices.Insert(s.ids, i, uint32(len(s.ids)))
}

// flagThemes codes whether a cell is made up of words.
func (c *coder) flagThemes(w *words, ok bool) bool {
	s := &w.themes
	c.flags.Begin(contextmix.Hash(58, w.id), contextmix.Hash(59+w.id<<8, s.were&0xff))
	ok = c.flags.Flag(ok)
	s.were = s.were<<1 | bit(ok)
	return ok
}

// present codes which words of the vocabulary a cell has, and how many new ones,
// beside the position p.
func (c *coder) present(w *words, p *board.Position) (fresh int64) {
	s := &w.themes
	f := &c.cells.facts
	pieces := uint32((p.Occupied() &^ p.Kind(board.Pawn)).Count())
	kinds := uint32(0)
	for kind := board.Knight; kind <= board.Queen; kind++ {
		kinds = kinds<<1 | bit(p.Kind(kind) != 0)
	}
	ends := f.count<<1 | bit(f.mate)
	number := uint32(min(p.FullmoveNumber, 31))
	last, have := uint32(maxThemes), uint32(0)
	if !c.Writing() {
		s.now = append(s.now[:0], make([]bool, len(s.vocabulary))...)
	}
	m := c.cells.themes
	for i, id := range s.ids {
		id |= w.id << 8
		m.Begin(contextmix.Hash(1, id), contextmix.Hash(2+last, id), contextmix.Hash(200+ends, id), contextmix.Hash(600+pieces, id),
			contextmix.Hash(700+kinds<<5|number/4, id), contextmix.Hash(contextmix.Hash(3, last)+ends, id), contextmix.Hash(contextmix.Hash(4, kinds<<1|bit(pieces < 7))+have, id),
			contextmix.Hash(5+f.taken<<1|bit(f.promoted), id))
		s.now[i] = m.Flag(s.now[i])
		if s.now[i] {
			last = id & 0xff
			have++
		}
	}
	m.Begin(contextmix.Hash(6, class(int64(len(s.ids)))), contextmix.Hash(7, min(have, 3)))
	return m.Number(int64(len(s.fresh)))
}

// writeThemes writes a cell that themes.parse has read.
func (c *coder) writeThemes(w *words, p *board.Position) {
	c.present(w, p)
	for _, word := range w.themes.fresh {
		c.write(w, word)
	}
	for _, word := range w.themes.fresh {
		w.themes.learn(word)
		c.cells.words++
	}
}

// readThemes appends a cell to out, which may have limit bytes.
func (c *coder) readThemes(w *words, out []byte, p *board.Position, limit int) ([]byte, error) {
	s := &w.themes
	fresh := c.present(w, p)
	if fresh > int64(maxThemes-c.cells.words) {
		return out, corrupt("a table has too many words")
	}
	var all [][]byte
	for i, word := range s.vocabulary {
		if s.now[i] {
			all = append(all, word)
		}
	}
	known := len(all)
	for range fresh {
		word, err := c.read(w, nil, limit)
		if err != nil {
			return out, err
		}
		if len(word) == 0 || len(word) > maxTheme {
			return out, corrupt("a word of a table is empty or too long")
		}
		all = append(all, word)
	}
	for _, word := range all[known:] {
		s.learn(word)
		c.cells.words++
	}
	if len(all) == 0 {
		return out, corrupt("a cell of words has none")
	}
	slices.SortFunc(all, bytes.Compare)
	return append(out, bytes.Join(all, []byte(" "))...), nil
}

// factsOf returns what is known of moves that lead to p, the second of which
// took a piece of the given kind.
func factsOf(p *board.Position, count int, taken uint32, promoted bool) facts {
	f := facts{count: uint32(min(count, 15)), taken: taken, promoted: promoted}
	f.mate = movegen.InCheck(p) && movegen.CountLegal(p) == 0
	return f
}
