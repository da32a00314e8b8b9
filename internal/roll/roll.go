// Package roll stores lists of positions: FENs and EPDs one a line, tables of
// puzzles with a FEN in one column, lists for training engines.
//
// # Format
//
//	| form | columns | lines | positions, sized | texts ... |
//
//	form       bit 0 learned models, 1 the last line has an end, 2 lines of
//	           Stockfish's plain form, 3 a table
//	columns    of a table only: their number, and that of the FEN, a byte each
//	lines      uvarint
//	positions  one string of the range coder: what kind of line each is, and
//	           the positions
//	texts      what the lines have beside positions: a block for lines without
//	           one, then one for what follows it, or one for each column. What in
//	           the cells of a table follows from its positions is in the string:
//	           moves from them, words that are few, links to games
//
// A line is a position and what follows it, or a text. A position is
//
//	repeat     one of an earlier line
//	move       one legal move after that of an earlier line
//	moves      two moves after it
//	start      a few moves after a start of Chess960, or of double Chess960
//	board      square by square, an earlier line being the pattern
//
// With learned models, boards go by package squares and moves by package moves,
// corrected by what this list has shown so far; else boards go by their
// squares in the list alone, and moves by package rank.
//
// A line that the parts do not give back byte for byte is a text. Texts go
// through package column or package remark, whichever is shorter. Section 9.10
// of SPEC.md has all contexts. The package knows neither frames nor files, and
// keeps the order of the lines.
package roll

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// ErrCorrupt says that bytes are no list, or a longer one than allowed.
var ErrCorrupt = errors.New("roll: corrupt input")

func corrupt(msg string) error { return fmt.Errorf("%w: %s", ErrCorrupt, msg) }

const (
	formLearned = 1 << iota
	formEnded
	formPlain
	formTable
	formEnd
)

// Append appends the list of positions src, of at most 4 MiB, to dst; false if
// src is none, or hardly one. Thorough takes the learned models, which are some
// ten times slower, unless the list alone tells more.
func Append(dst, src []byte, thorough bool) ([]byte, bool) {
	out, ok := appendList(dst, src, false)
	if !ok || !thorough {
		return out, ok
	}
	if learned, _ := appendList(nil, src, true); len(learned) <= len(out)-len(dst) {
		out = append(out[:len(dst)], learned...)
	}
	return out, true
}

func appendList(dst, src []byte, thorough bool) ([]byte, bool) {
	if out, ok := appendRecords(dst, src, thorough); ok {
		return out, true
	}
	s, ok := sniff(src)
	if !ok {
		return dst, false
	}
	lines, ok := s.cut(src)
	if !ok {
		return dst, false
	}
	form := byte(0)
	if thorough {
		form |= formLearned
	}
	if src[len(src)-1] == '\n' {
		form |= formEnded
	}
	if s.prefix != "" {
		form |= formPlain
	}
	if s.columns > 0 {
		form |= formTable
	}
	c := newCoder(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, thorough)
	texts := newWords(s.texts())
	for i := range lines {
		l := &lines[i]
		_ = c.line(l) // a writer has no errors
		switch {
		case !l.isPosition:
			c.write(&texts[0], l.text)
		case s.columns == 0:
			c.write(&texts[1], l.text)
		default:
			for k, cell := range l.cells {
				if k != s.fen {
					c.writeCell(&texts[1+k], cell, &l.pos)
				}
			}
		}
	}
	dst = append(dst, form)
	if s.columns > 0 {
		dst = append(dst, byte(s.columns), byte(s.fen))
	}
	dst = binfmt.AppendUvarint(dst, uint64(len(lines)))
	dst = binfmt.AppendBytes(dst, c.Enc.Finish())
	for i := range texts {
		dst = texts[i].append(dst, c.all, thorough)
	}
	return dst, true
}

// Decode gives back a list of at most limit bytes. It fails with ErrCorrupt.
func Decode(src []byte, limit int) ([]byte, error) {
	if len(src) > 0 && src[0]&formRecords != 0 && limit >= 0 {
		return decodeRecords(src[0], src[1:], limit)
	}
	if len(src) == 0 || src[0] >= formEnd || limit < 0 {
		return nil, corrupt("a list begins in an unknown way")
	}
	form := src[0]
	src = src[1:]
	var s shape
	if form&formPlain != 0 {
		s.prefix = plainPrefix
	}
	if form&formTable != 0 {
		if len(src) < 2 {
			return nil, corrupt("a list ends before its lines")
		}
		s.columns, s.fen = int(src[0]), int(src[1])
		if s.columns < 1 || s.columns > maxColumns || s.fen >= s.columns {
			return nil, corrupt("a table has an impossible number of columns")
		}
		src = src[2:]
	}
	count, src, err := binfmt.Uvarint(src)
	if err != nil || count > uint64(limit/minLine)+1 {
		return nil, corrupt("the number of a list's lines is out of range")
	}
	coded, src, err := binfmt.Bytes(src)
	if err != nil {
		return nil, corrupt("the positions of a list are cut off")
	}
	c := newCoder(contextmix.Coder{Dec: rangecoder.NewDecoder(coded)}, form&formLearned != 0)
	texts := newWords(s.texts())
	room := 2*limit + 1
	for i := range texts {
		if src, err = texts[i].parse(src, limit, &room); err != nil {
			return nil, err
		}
	}
	if len(src) > 0 {
		return nil, corrupt("something is left over of a list")
	}
	var out []byte
	for i := range count {
		var l line
		if err := c.line(&l); err != nil {
			return nil, err
		}
		switch {
		case !l.isPosition:
			out, err = c.read(&texts[0], out, limit)
		case s.columns == 0:
			out = l.appendPosition(append(out, s.prefix...))
			out, err = c.read(&texts[1], out, limit)
		default:
			for k := 0; k < s.columns && err == nil; k++ {
				if k > 0 {
					out = append(out, ',')
				}
				if k == s.fen {
					out = l.appendPosition(out)
				} else {
					out, err = c.readCell(&texts[1+k], out, &l.pos, limit)
				}
			}
		}
		if err != nil {
			return nil, err
		}
		if l.cr {
			out = append(out, '\r')
		}
		if i+1 < count || form&formEnded != 0 {
			out = append(out, '\n')
		}
		if len(out) > limit {
			return nil, corrupt("a list is longer than its frame's input")
		}
	}
	if !c.Dec.AtEnd() {
		return nil, corrupt("something is left over of a list's positions")
	}
	for i := range texts {
		if err := texts[i].done(); err != nil {
			return nil, err
		}
	}
	return out, nil
}
