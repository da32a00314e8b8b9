// Package textmodel stores a column of short texts, such as the values of one tag in
// a frame of games, by predicting every bit from those before.
//
// # Format
//
//	| length uvarint | string of the range coder |
//
// The text is the values in order, each followed by a line feed; a line feed
// inside a value is written as the bytes 0B 4A, and 0B as 0B 4B. Length is that
// of the text. Each byte is coded in up to two steps:
//
//	guess      if a match is nearly certain of the byte, one choice for
//	           whether it is right; if so, nothing more
//	bits       the byte bit by bit, the highest first
//
// with probabilities from
//
//	match      the byte that followed the last earlier occurrence of the text
//	contexts   orders 1 to 4 and 6; the word so far and the word before; the
//	           value so far, alone and with the value above; the value above
//	           at this place
//	mixer      weighs them by their success
//	refiner    corrects the mixture by earlier results
//
// The models learn while coding, in integers. They start empty; for prose, after
// learning prose.txt; for the columns of one game, after learning columns.bin. It
// suits columns up to some MiB. Time is linear in the text, memory at most 8 MiB and
// twice the text.
package textmodel

import (
	"bytes"
	_ "embed"
	"sync"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

const (
	escape = '\v'
	// shift is added to an escaped byte.
	shift = 'J' - end
)

// MaxText is the largest text, in bytes; the end of each value counts.
const MaxText = 1 << 30

// prose is the text that a model of prose has learned: notes on games by people. It
// is part of the format.
//
//go:embed prose.txt
var prose []byte

// newReader returns a model for a text of the given length, of prose or not.
func newReader(length int, isProse bool) *model {
	if !isProse {
		return newModel(length)
	}
	length += len(prose)
	if n := sizeOf(length); n <= maxKept {
		return keptProse[n]().clone(length)
	}
	return proseModel(length)
}

// proseModel returns a model for a text of the given total length that has learned
// prose.
func proseModel(length int) *model {
	m := newModel(length)
	m.write(nil, prose, nil)
	return m
}

// keptProse are the models of short texts after learning prose, by size: learning
// takes longer than such a text, and an archive may have many. They are never
// changed.
var keptProse = func() (all [maxKept + 1]func() *model) {
	for n := range all {
		all[n] = sync.OnceValue(func() *model { return proseModel(1<<(n-1) - 1) })
	}
	return all
}()

// maxKept is the size of the largest model in keptProse: for 32 KiB.
const maxKept = 16

// Append appends the column of the given values, whose text is at most MaxText bytes
// long. Prose makes English notes shorter, a short text by a fifth, and takes some 15
// ms the first time. Once the context of b is done, the result is meaningless.
func Append(dst []byte, values [][]byte, isProse bool, b *budget.Budget) []byte {
	body := join(values)
	dst = binfmt.AppendUvarint(dst, uint64(len(body)))
	if len(body) == 0 {
		return dst
	}
	e := rangecoder.NewEncoder(dst)
	newReader(len(body), isProse).write(e, body, b)
	return e.Finish()
}

// stepBytes is the number of bytes coded before their work is counted.
const stepBytes = 64

// write codes a text, or only learns from it if there is no Encoder.
func (m *model) write(e *rangecoder.Encoder, body []byte, b *budget.Budget) {
	for i, c := range body {
		if i%stepBytes == 0 && !b.Step(stepBytes) {
			return
		}
		want, p := m.guessByte()
		if p >= sure {
			right := 0
			if want == c {
				right = 1
			}
			if e != nil {
				e.Bit(right, p)
			}
			if right != 0 {
				m.end(c)
				continue
			}
			m.missed()
		}
		m.begin()
		for i := 7; i >= 0; i-- {
			bit := int(c >> i & 1)
			p := m.predict()
			if e != nil {
				e.Bit(bit, p)
			}
			m.learn(bit)
		}
		m.end(c)
	}
}

func join(values [][]byte) []byte {
	n := 0
	for _, v := range values {
		n += len(v) + 1
	}
	body := make([]byte, 0, n)
	for _, v := range values {
		for {
			i := bytes.IndexAny(v, "\n\v")
			if i < 0 {
				break
			}
			body = append(append(body, v[:i]...), escape, v[i]+shift)
			v = v[i+1:]
		}
		body = append(append(body, v...), end)
	}
	return body
}

// Decode returns the values of a column of n values, whose lengths sum to at most
// limit bytes. src must hold only the column, and isProse must be as for Append. The
// text is charged to b. The error is a *corrupt.Error.
func Decode(src []byte, n, limit int, isProse bool, b *budget.Budget) ([][]byte, error) {
	length, src, err := parseLength(src, n, limit, b)
	if err != nil {
		return nil, err
	}
	if length == 0 {
		if len(src) > 0 {
			return nil, corrupt.New("a predicted text should end behind its last value, it goes on")
		}
		return [][]byte{}, nil
	}
	body, err := newReader(length, isProse).read(src, length, length, b)
	if err != nil {
		return nil, err
	}
	return cut(body, n, limit)
}

// Head returns the first bytes, at most most, of the value of a column with one
// value. It decodes hardly more, and does not check the rest. See also Decode.
func Head(src []byte, limit, most int, isProse bool, b *budget.Budget) ([]byte, error) {
	length, src, err := parseLength(src, 1, limit, b)
	if err != nil {
		return nil, err
	}
	upto := min(length, 2*most+1) // each byte may be escaped
	body, err := newReader(length, isProse).read(src, length, upto, b)
	if err != nil {
		return nil, err
	}
	if upto < length {
		body = append(bytes.TrimSuffix(body, []byte{escape}), end) // without half an escape
	}
	values, err := cut(body, 1, limit)
	if err != nil {
		return nil, err
	}
	return values[0][:min(most, len(values[0]))], nil
}

// parseLength reads the length of the text of n values.
func parseLength(src []byte, n, limit int, b *budget.Budget) (length int, rest []byte, err error) {
	l, rest, err := binfmt.Uvarint(src)
	if err != nil {
		return 0, nil, corrupt.New("a predicted text should begin with its length")
	}
	if n < 0 || limit < 0 || l > MaxText || l < uint64(n) || l-uint64(n) > 2*uint64(limit) {
		return 0, nil, corrupt.Newf("a predicted text should have at least %d bytes, a line feed for each value, and at most twice %d more", n, limit)
	}
	return int(l), rest, b.Text(int(l))
}

// read decodes the first upto bytes of a text of the given length, in steps that b
// counts.
func (m *model) read(src []byte, length, upto int, b *budget.Budget) ([]byte, error) {
	d := rangecoder.NewDecoder(src)
	start := len(m.text)
	for i := range upto {
		if i%stepBytes == 0 && !b.Step(stepBytes) {
			return nil, budget.ErrStopped
		}
		c, p := m.guessByte()
		if p < sure || d.Bit(p) == 0 {
			if p >= sure {
				m.missed()
			}
			m.begin()
			v := 0
			for range 8 {
				bit := d.Bit(m.predict())
				m.learn(bit)
				v = v<<1 | bit
			}
			c = byte(v)
		}
		m.end(c)
		if d.Err() != nil {
			return nil, corrupt.Newf("a predicted text should have %d bytes, it ends before", length)
		}
	}
	if upto == length && !d.AtEnd() {
		return nil, corrupt.New("a predicted text should end behind its last value, it goes on")
	}
	return m.text[start:], nil
}

// cut is the inverse of join, in place.
func cut(body []byte, n, limit int) ([][]byte, error) {
	if bytes.Count(body, []byte{end}) != n || body[len(body)-1] != end {
		return nil, corrupt.Newf("a predicted text should have %d values", n)
	}
	values := make([][]byte, n)
	for i := range values {
		at := bytes.IndexByte(body, end)
		v, rest := body[:at], body[at+1:]
		if bytes.IndexByte(v, escape) >= 0 {
			w := v[:0]
			for j := 0; j < len(v); j++ {
				if v[j] == escape {
					if j++; j == len(v) || v[j] != end+shift && v[j] != escape+shift {
						return nil, corrupt.New("an escape in a predicted text should stand for a line feed or itself")
					}
					w = append(w, v[j]-shift)
					continue
				}
				w = append(w, v[j])
			}
			v = w
		}
		if limit -= len(v); limit < 0 {
			return nil, corrupt.New("the values of a predicted text should have no more bytes than its frame's input")
		}
		values[i], body = v[:len(v):len(v)], rest
	}
	return values, nil
}
