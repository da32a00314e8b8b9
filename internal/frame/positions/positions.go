// Package positions stores lists of positions: FENs and EPDs one a line,
// tables of puzzles with a FEN in one column, Stockfish's plain form.
//
// # Format
//
//	| form | columns | lines | others | positions, sized | texts ... |
//
//	form       bit 0 learned models, 1 the last line has an end, 2 lines of
//	           Stockfish's plain form, 3 a table; above them the version minus 1
//	columns    of a table only: the number of columns, and the index of the FEN's, a byte each
//	lines      uvarint
//	others     uvarint: number of lines without a position
//	positions  one string of the range coder: the kind of each line, the
//	           positions (package positions), and the parts that follow from them in the
//	           cells of a table (package lines)
//	texts      of lines without a position, and the texts after the
//	           position, or those of each column of a table
//
// A line is a position and the text after it, or a text. A line that its parts do not
// reproduce byte for byte is a text. docs/spec/lists.md has the format. The package
// keeps the order of the lines; a Sorter may sort them before.
package positions

import (
	"runtime"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/boards"
	"github.com/chesszip/chesszip/internal/column/positions"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"

	"github.com/chesszip/chesszip/internal/model/lists"
)

const (
	formLearned = 1 << iota
	formEnded
	formPlain
	formTable
	formEnd

	version = 2
	oldest  = (version - 1) * formEnd // form of a list without any of these
)

// Append appends the list of positions src, of at most 4 MiB, to dst; it returns
// false if src is not a list, or has hardly any positions. It uses the learned models
// of with, which are some ten times slower, unless a short list is smaller without
// them. Of b only the context is used: once it is done, the result is meaningless.
func Append(dst, src []byte, with lists.Source, b *budget.Budget) ([]byte, bool) {
	s, ok := sniff(src)
	if !ok {
		return dst, false
	}
	n, ok := count(src)
	if !ok {
		return dst, false
	}
	bit := func(is bool) byte { return byte(positions.Bit(is)) }
	form := formEnded*bit(src[len(src)-1] == '\n') | formPlain*bit(s.prefix != "") | formTable*bit(s.columns > 0)
	models, err := with.Models()
	learns := err == nil && models != nil
	if learns && n >= many {
		out, ok := s.append(dst, src, n, form|formLearned, models, b)
		if n >= large { // free its memory before the list is read again
			runtime.GC()
		}
		return out, ok
	}
	out, ok := s.append(dst, src, n, form, nil, b)
	if !ok {
		return dst, false
	}
	if learns {
		if learned, _ := s.append(nil, src, n, form|formLearned, models, b); len(learned) <= len(out)-len(dst) {
			out = append(out[:len(dst)], learned...)
		}
	}
	return out, true
}

// many is the number of lines from which learned boards are not compared with others:
// they were smaller in every training list.
const many = 1 << 9

// large is the number of lines from which the garbage collector is called: otherwise
// the heap would grow to twice its size.
const large = 1 << 14

// append appends the n lines of src; it returns false if they have too few positions.
func (s *shape) append(dst, src []byte, n int, form byte, with *lists.Models, b *budget.Budget) ([]byte, bool) {
	enc := rangecoder.NewEncoder(nil)
	c := newCoder(contextmix.Coder{Enc: enc}, s, with, nil)
	work := lineWork
	if form&formLearned != 0 {
		work = learnedWork
	}
	others := 0
	all := s.each(src, n, func(l *line) bool {
		if !l.Position {
			others++
		}
		_, _ = c.line(nil, l, 0) // a writer has no errors
		return b.Step(work)
	})
	if !all {
		return dst, false
	}
	dst = append(dst, oldest+form)
	if s.columns > 0 {
		dst = append(dst, byte(s.columns), byte(s.fen))
	}
	dst = binfmt.AppendUvarint(binfmt.AppendUvarint(dst, uint64(n)), uint64(others))
	dst = binfmt.AppendBytes(dst, enc.Finish())
	c.positions.Ended()
	return c.lines.Append(dst, form&formLearned != 0, b), true
}

// The work of coding a line, in bytes of text.
const (
	lineWork    = 64
	learnedWork = 256
)

// usualLine is the usual length of lines.
const usualLine = 64

// Decode returns a list of at most limit bytes. Room provides the memory of its
// models, and with the learned ones, if the list needs them. It fails with a
// *corrupt.Error, whose game is the line, or the error of with.
func Decode(src []byte, limit int, b *budget.Budget, room *contextmix.Memory, with lists.Source) ([]byte, error) {
	h, src, err := parseHead(src, limit)
	if err != nil {
		return nil, err
	}
	var models *lists.Models
	if h.form&formLearned != 0 {
		if models, err = with.Needed(); err != nil {
			return nil, err
		}
	}
	coded, src, err := binfmt.Bytes(src)
	if err != nil {
		return nil, corrupt.In("positions", corrupt.New("they are cut off"))
	}
	dec := rangecoder.NewDecoder(coded)
	c := newCoder(contextmix.Coder{Dec: dec}, &h.shape, models, room)
	defer c.models.Free()
	defer c.lines.Free()
	if err := c.lines.Parse(src, limit, b); err != nil {
		return nil, err
	}
	out := make([]byte, 0, min(limit, h.lines*usualLine))
	var l line
	others := 0
	for i := range h.lines {
		if !b.Step(learnedWork) {
			return nil, budget.ErrStopped
		}
		l = line{}
		if out, err = c.line(out, &l, limit); err == nil && dec.Err() != nil {
			err = corrupt.In("positions", corrupt.New("they end too early"))
		}
		if err == nil && l.Position {
			err = b.Hold(positions.Bytes)
		}
		if !l.Position {
			others++
		}
		if l.Return {
			out = append(out, '\r')
		}
		if i+1 < h.lines || h.form&formEnded != 0 {
			out = append(out, '\n')
		}
		if err == nil && len(out) > limit {
			err = corrupt.Newf("the list is longer than the %d bytes of its input", limit)
		}
		if err != nil {
			return nil, corrupt.AtGame(i, err)
		}
	}
	if others != h.others {
		return nil, corrupt.Newf("%d of the lines have no position, and the list says %d", others, h.others)
	}
	if !dec.AtEnd() {
		return nil, corrupt.In("positions", corrupt.New("there are more of them than lines"))
	}
	if err := c.lines.Done(); err != nil {
		return nil, err
	}
	return out, nil
}

// Head returns the stored numbers of lines and of positions of a list of at most
// limit bytes.
func Head(src []byte, limit int) (lines, positions int64, err error) {
	h, _, err := parseHead(src, limit)
	return int64(h.lines), int64(h.lines - h.others), err
}

// IsPlain reports whether the lines of a list are those of Stockfish's plain form.
func IsPlain(src []byte) bool { return len(src) > 0 && src[0]&formPlain != 0 }

// IsTable reports whether the lines of a list are those of a table.
func IsTable(src []byte) bool { return len(src) > 0 && src[0]&formTable != 0 }

// head is the data of a list before its positions.
type head struct {
	form   byte // without the version
	shape  shape
	lines  int
	others int // lines without a position
}

func parseHead(src []byte, limit int) (h head, rest []byte, err error) {
	if h.form, h.shape, rest, err = parseShape(src); err != nil {
		return head{}, nil, err
	}
	lines, rest, err := binfmt.Uvarint(rest)
	if err != nil || limit < 0 || lines > uint64(limit/minLine)+1 {
		return head{}, nil, corrupt.New("the number of lines is out of range")
	}
	others, rest, err := binfmt.Uvarint(rest)
	if err != nil || others > lines {
		return head{}, nil, corrupt.New("the number of lines without a position is out of range")
	}
	h.lines, h.others = int(lines), int(others)
	return h, rest, nil
}

// parseShape reads form and columns of a list.
func parseShape(src []byte) (form byte, s shape, rest []byte, err error) {
	if len(src) == 0 {
		return 0, s, nil, corrupt.New("the form of a list is missing")
	}
	if form = src[0] - oldest; form >= formEnd {
		return 0, s, nil, corrupt.Newf("a list of positions has form %d and version %d, which this program does not know", src[0]&(formEnd-1), 1+src[0]/formEnd)
	}
	rest = src[1:]
	if form&formPlain != 0 {
		s.prefix = plainPrefix
	}
	if form&formTable == 0 {
		return form, s, rest, nil
	}
	if len(rest) < 2 {
		return 0, s, nil, corrupt.New("the columns of a table are missing")
	}
	s.columns, s.fen = int(rest[0]), int(rest[1])
	if s.columns < 1 || s.columns > maxColumns || s.fen >= s.columns {
		return 0, s, nil, corrupt.Newf("a table has %d columns, the positions in number %d", s.columns, s.fen)
	}
	return form, s, rest[2:], nil
}

// coder codes lines.
type coder struct {
	coder     contextmix.Coder
	models    positions.Models
	shape     *shape
	positions *positions.Coder
	lines     *Coder
}

func newCoder(end contextmix.Coder, s *shape, with *lists.Models, room *contextmix.Memory) *coder {
	c := &coder{coder: end, shape: s}
	c.models = positions.Models{Coder: &c.coder, Room: room}
	c.positions = positions.New(&c.models, with)
	c.lines = New(&c.models, c.positions, s.texts())
	return c
}

// line codes a line: l for a writer; a reader appends it to out, which may grow to
// limit bytes.
func (c *coder) line(out []byte, l *line, limit int) ([]byte, error) {
	l.Kind = c.lines.Kind(l.Kind)
	if !l.Position {
		text, err := c.lines.Text(0, l.text, limit-len(out))
		return append(out, text...), err
	}
	style := boards.Style(l.Style)
	if _, err := c.positions.Position(&l.pos, style&boards.Counters != 0); err != nil {
		return out, corrupt.In("positions", err)
	}
	if c.shape.columns == 0 {
		out = style.Append(append(out, c.shape.prefix...), &l.pos)
		text, err := c.lines.Text(1, l.text, limit-len(out))
		return append(out, text...), err
	}
	for k := range c.shape.columns {
		if k > 0 {
			out = append(out, ',')
		}
		if k == c.shape.fen {
			out = style.Append(out, &l.pos)
			continue
		}
		var given []byte
		if l.cells != nil {
			given = l.cells[k]
		}
		cell, err := c.lines.Cell(1+k, given, &l.pos, limit-len(out))
		if err != nil {
			return out, err
		}
		out = append(out, cell...)
	}
	return out, nil
}
