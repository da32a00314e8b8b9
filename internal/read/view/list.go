package view

import (
	"bytes"
	"errors"
	"io"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/records"
)

// List returns the kind and the number of items of the list in the frame. It decodes the
// list only if its frame does not have them; if they are wrong, Lines and Records return
// an error.
func (v *View) List() (h whole.ListHead, err error) {
	e := v.file.Entry(v.segment.Frame)
	if e.Games > 0 || e.Input == 0 || v.Huge() {
		return h, nil
	}
	if h, ok := v.file.heads.of(v.segment.Frame); ok {
		return h, nil
	}
	f, err := v.frame()
	if err != nil {
		return h, err
	}
	if h, err = whole.HeadOf(f); err != nil {
		return h, v.placed(err)
	}
	if h.Kind == whole.NoList {
		head, err := v.TextHead(positions.Sniffed)
		if h = headOfText(head); err == nil && h.Kind != whole.NoList {
			var text []byte
			text, err = v.list()
			h = headOfText(text)
		}
		if err != nil {
			return h, err
		}
	}
	v.file.heads.keep(v.segment.Frame, h)
	return h, nil
}

// Positions returns the number of positions in the list in the frame; known is false if
// that needs the text.
func (v *View) Positions() (n int64, known bool, err error) {
	f, err := v.frame()
	if err != nil {
		return 0, false, err
	}
	n, known, err = whole.PositionsOf(f)
	return n, known, v.placed(err)
}

// TextHead returns the first bytes of the text of a frame without games, at most most.
func (v *View) TextHead(most int) ([]byte, error) {
	f, err := v.frame()
	if err != nil {
		return nil, err
	}
	head, is, err := whole.TextHead(v.ctx, f, most)
	if is || err != nil {
		return head, v.placed(err)
	}
	text, err := v.list()
	return text[:min(most, len(text))], err
}

// headOfText returns the ListHead of a text.
func headOfText(text []byte) (h whole.ListHead) {
	if form, ok := records.Sniff(text); ok && form != records.FEN {
		h.Kind, h.Form = whole.Records, form
		in := records.NewReader(bytes.NewReader(text), form)
		for in.Read(new(records.Record)) == nil {
			h.N++
		}
		return h
	}
	if list, table := positions.Is(text); list {
		h.Kind, h.N, h.Table = whole.Lines, countLines(text), table
	}
	return h
}

// countLines returns the number of lines of a text.
func countLines(text []byte) int64 {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return int64(n)
}

// list returns the text of a frame without games.
func (v *View) list() ([]byte, error) {
	if err := v.load(); err != nil {
		return nil, err
	}
	return v.text, nil
}

// errItems is damage.
var errItems = errors.New("the frame has another number of lines or records than it says")

// ListText is the decoded text of a list.
type ListText struct {
	whole.ListHead
	view *View
	text []byte
}

// ListText decodes the list of the frame; head is the result of List.
func (v *View) ListText(head whole.ListHead) (*ListText, error) {
	text, err := v.list()
	if err != nil {
		return nil, err
	}
	return &ListText{head, v, text}, nil
}

// Lines calls yield with the lines from <= line < to of a list, without line ends, until
// it returns false, and with the position of each, or nil.
func (l *ListText) Lines(from, to int64, yield func(line []byte, p *board.Position) bool) error {
	if countLines(l.text) != l.N {
		return l.view.placed(errItems)
	}
	positions, _ := positions.NewLines(l.text)
	n := int64(0)
	for line := range bytes.Lines(l.text) {
		if n >= to {
			return nil
		}
		if n++; n <= from {
			continue
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		var p *board.Position
		if q, ok := positions.Position(line); ok {
			p = &q
		}
		if !yield(line, p) {
			return nil
		}
	}
	return nil
}

// Records calls yield with the records from <= record < to of a list, until it returns
// false. The error is damage, or that of package records.
func (l *ListText) Records(from, to int64, yield func(r *records.Record) bool) error {
	text, n := l.text, int64(0)
	if l.Form == records.Bin {
		n = min(max(from, 0), int64(len(text)/records.BinSize))
		text = text[n*records.BinSize:]
	}
	in := records.NewReader(bytes.NewReader(text), l.Form)
	var r records.Record
	for n < to {
		if err := in.Read(&r); err == io.EOF && n == l.N {
			return nil
		} else if err == io.EOF {
			return l.view.placed(errItems)
		} else if err != nil {
			return err
		}
		if n++; n > from && !yield(&r) {
			return nil
		}
	}
	return nil
}
