// Package comments stores the comments of games: clocks, evaluations, search
// information of engines, and words.
//
// # Format
//
//	string of the range coder; new texts in a separate column
//
// A comment is cut into a template, which is its words, and slots: numbers,
// clocks, lines of moves, and the values of tags that it repeats.
//
//	[%eval 0.18] [%clk 0:02:59]      " [%eval #] [%clk :] "   0.18   2:59
//	d=24, mt=44, pv=Rc7 Kg8, tb=0    "d=#, mt=#, pv=~, tb=#"  24  44  Rc7 Kg8  0
//
// A comment with a new template is spelled out as the next of the texts. After that
// the template has a number, and the templates before usually predict it. Numbers
// after the same words are a field. Each is coded as its difference to a base: the
// same side's last number, the other side's, the time left minus the time spent, and
// others, whichever was nearest recently. The format of a field's numbers, with
// digits and signs, is stored only when it changes. The moves of a line are coded as
// choices among legal moves, beginning with those of earlier lines from the same
// position.
//
// All probabilities are learned while coding, by package contextmix.
package comments

import (
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// Coder writes or reads the comments of a frame, one after the other.
type Coder struct {
	coder     contextmix.Coder
	texts     texts
	templates templates
	numbers   numbers
	lines     lines
	cut       lexed // the current comment
	held      held
	words     *contextmix.Model
	room      *contextmix.Memory // of the models
}

func newCoder(coder contextmix.Coder, values [][]byte, b *budget.Budget, room *contextmix.Memory) *Coder {
	c := &Coder{coder: coder, texts: texts{values: values}, held: held{budget: b}, room: room}
	words := room.New(&c.coder, wordTable, wordSize, maxWordCount)
	c.templates.init(words, &c.held)
	c.words = words
	c.numbers.init(&c.coder, &c.held, room)
	c.lines.init(&c.coder, words, &c.texts, &c.held)
	c.Begin()
	return c
}

// NewWriter returns a Coder that writes. Its memory is charged to b until Release.
func NewWriter(b *budget.Budget) *Coder {
	return newCoder(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, nil, b, nil)
}

// NewReader returns a Coder that reads the results of a writer's Finish. Its memory
// is charged to b until Release.
func NewReader(data []byte, texts [][]byte, b *budget.Budget) *Coder {
	return NewReaderIn(nil, data, texts, b)
}

// NewReaderIn is NewReader with memory of the models from room until Free.
func NewReaderIn(room *contextmix.Memory, data []byte, texts [][]byte, b *budget.Budget) *Coder {
	return newCoder(contextmix.Coder{Dec: rangecoder.NewDecoder(data)}, texts, b, room)
}

// Free releases the memory of the models; nothing may be read afterwards.
func (c *Coder) Free() {
	c.room.Free(c.words)
	c.room.Free(c.numbers.model)
	c.words, c.numbers.model = nil, nil
}

// Begin starts a game.
func (c *Coder) Begin() {
	c.templates.begin()
	c.numbers.begin()
	c.lines.begin()
}

// Texts returns the number of texts so far.
func (c *Coder) Texts() int { return len(c.texts.values) }

// Finish returns the string of the range coder, and the texts.
func (c *Coder) Finish() (data []byte, texts [][]byte) {
	return c.coder.Enc.Finish(), c.texts.values
}

// Release returns the memory that a Coder has charged to its budget. The Coder must
// not be used afterwards.
func (c *Coder) Release() { c.held.release() }

// Done returns an error unless everything was read.
func (c *Coder) Done() error {
	if !c.texts.done() || !c.coder.Dec.AtEnd() {
		return corrupt.New("the comments should end behind the last one, they go on")
	}
	return nil
}

// Write codes a comment; its text must not change until Finish.
func (c *Coder) Write(text []byte, at *At) {
	id := spelled
	if c.cut.read(text, at.Names) && c.cut.fits() {
		id = c.templates.find(c.cut.template)
	}
	place := c.templates.place(at)
	_, _ = c.templates.code(&place, id) // writing has no errors
	if id == spelled {
		c.texts.add(text)
		id, _ = c.learn(text, at) // a writer always has the positions
	} else {
		for i := range c.cut.slots {
			_, _ = c.slot(nil, i, at)
		}
	}
	c.templates.learn(&place, id)
	c.held.budget.Step(commentWork)
}

// commentWork is the work of a comment without lines of moves, in bytes of text.
const commentWork = 64

// Read appends the next comment to dst, which may grow to limit bytes. The error is a
// *corrupt.Error, or ErrPosition.
func (c *Coder) Read(dst []byte, at *At, limit int) ([]byte, error) {
	place := c.templates.place(at)
	id, err := c.templates.code(&place, spelled)
	if err != nil {
		return dst, err
	}
	if c.coder.Dec.Err() != nil {
		return dst, errShort
	}
	if id == spelled {
		text, err := c.texts.take()
		if err != nil {
			return dst, err
		}
		id, err := c.learn(text, at)
		if err != nil {
			return dst, err
		}
		c.templates.learn(&place, id)
		return append(dst, text...), c.held.err
	}
	c.templates.learn(&place, id)
	start := len(dst)
	l := &c.cut
	l.template, l.slots = append(l.template[:0], c.templates.all[id]...), l.slots[:0]
	for i, b := range l.template {
		if len(dst) > limit {
			break
		}
		if b == 0 || b >= byte(numSlots) {
			dst = append(dst, b)
			continue
		}
		l.slots = append(l.slots, slot{kind: slotKind(b), key: keyOf(l.template[:i])})
		if dst, err = c.slot(dst, len(l.slots)-1, at); err != nil {
			return dst, err
		}
	}
	if len(dst) > limit {
		return dst, corrupt.Newf("the comments should have at most the %d bytes of their frame's input", limit)
	}
	if c.coder.Dec.Err() != nil {
		return dst, errShort
	}
	if err := c.held.budget.Work(len(dst) - start); err != nil {
		return dst, err
	}
	return dst, c.held.err
}

// slot codes the content of a slot of the current comment; a reader appends it to
// dst.
func (c *Coder) slot(dst []byte, i int, at *At) ([]byte, error) {
	s, before := &c.cut.slots[i], c.cut.slots[:i]
	switch {
	case s.kind == slotLine:
		return c.lines.code(dst, s, at, c.numbers.difference)
	case s.kind < slotLine:
		return c.numbers.code(dst, s, before, at)
	case at.Names == nil || at.Names[s.kind-slotName] == nil:
		return dst, corrupt.New("a comment repeats a tag that its game should have")
	}
	return append(dst, at.Names[s.kind-slotName]...), nil
}

// learn learns a comment that was spelled out, and returns the number of its
// template; spelled if it has no slots, or there is no room for the template. The
// error is ErrPosition.
func (c *Coder) learn(text []byte, at *At) (int, error) {
	l := &c.cut
	if !l.read(text, at.Names) || len(l.template) == 0 || len(l.template) > maxTemplate || len(l.slots) > maxSlots {
		return spelled, nil
	}
	id := c.templates.enter(l.template)
	if id == spelled || len(l.slots) == 0 {
		return spelled, nil
	}
	for i := range l.slots {
		switch s := &l.slots[i]; {
		case s.kind == slotLine:
			if err := c.lines.learn(s, at); err != nil {
				return spelled, err
			}
		case s.kind < slotLine:
			c.numbers.learn(s, l.slots[:i], at)
		}
	}
	return id, nil
}
