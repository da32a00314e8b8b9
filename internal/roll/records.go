package roll

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/records"
	"github.com/chesszip/chesszip/movegen"
)

// A list of records for training engines, of Stockfish's 40 bytes each, in its
// plain form, or one block of chains, has its own form:
//
//	| form | records | string of the range coder |
//
//	form     128, 1 learned models, 2 the plain form, 4 a block of chains
//	records  uvarint
//
// Of each record are coded whether it is kept as it is (of 40 bytes only, where
// package records would not give them back), or begins a chain; the position,
// which mostly is what the last record's move led to; result, ply and score, as
// they follow from those of the record that the position follows; the move
// among the legal ones; and the last byte. Section 9.11 of SPEC.md has all
// contexts.
const (
	formRecords = 0x80
	formPlains  = 2
	formBlock   = 4
)

// recordForm is the form of the records that a list's first byte tells.
func recordForm(form byte) (f records.Form, ok bool) {
	switch form &^ formLearned {
	case formRecords:
		return records.Bin, true
	case formRecords | formPlains:
		return records.Plain, true
	case formRecords | formBlock:
		return records.Binpack, true
	}
	return 0, false
}

// entry is a record of a list.
type entry struct {
	records.Record
	verbatim bool   // kept as bytes
	bytes    []byte // of a record of 40
	begins   bool   // a chain
}

// list is records as they are to be packed.
type list struct {
	form byte
	src  []byte
	n    int
}

// listOf looks for records in src, all of which is in one form; false if there
// are none, or hardly any.
func listOf(src []byte) (l list, ok bool) {
	l.src = src
	switch size, block := records.BlockSize(src); {
	case block:
		l.form = formRecords | formBlock
		return l, size == len(src) && l.rewritten(records.Binpack)
	case bytes.HasPrefix(src, []byte(plainPrefix)):
		l.form = formRecords | formPlains
		return l, l.rewritten(records.Plain)
	}
	l.form = formRecords
	if len(src)%records.BinSize != 0 || !records.SniffBin(src) {
		return l, false
	}
	odd := 0
	l.each(func(e *entry) bool {
		odd += int(bit(e.verbatim))
		l.n++
		return true
	})
	return l, odd*minShare <= l.n
}

// rewritten reports whether package records gives back all bytes, and counts
// the records.
func (l *list) rewritten(f records.Form) bool {
	var same comparison
	same.want = l.src
	w := records.NewWriter(&same, f)
	all := l.each(func(e *entry) bool {
		l.n++
		if e.begins {
			w.Begin()
		}
		return w.Write(&e.Record) == nil
	})
	return all && w.Close() == nil && len(same.want) == 0 && l.n > 0
}

// comparison is a writer that fails unless it is given certain bytes.
type comparison struct{ want []byte }

func (c *comparison) Write(b []byte) (int, error) {
	if !bytes.HasPrefix(c.want, b) {
		return 0, ErrCorrupt
	}
	c.want = c.want[len(b):]
	return len(b), nil
}

// each calls yield for every record until it says no; it reports whether there
// was nothing wrong.
func (l *list) each(yield func(e *entry) bool) bool {
	f, _ := recordForm(l.form)
	if f == records.Bin {
		for at := 0; at < len(l.src); at += records.BinSize {
			e := entry{bytes: l.src[at:][:records.BinSize]}
			r, err := records.DecodeBin(e.bytes)
			if e.verbatim = err != nil || !records.SameBin(&r, e.bytes); !e.verbatim {
				e.Record = r
			}
			if !yield(&e) {
				return false
			}
		}
		return true
	}
	in := records.NewReader(bytes.NewReader(l.src), f)
	for {
		var e entry
		if err := in.Read(&e.Record); err != nil {
			return err == io.EOF
		}
		e.begins = in.Begins()
		if !yield(&e) {
			return false
		}
	}
}

// appendRecords appends the records of src; false if it has none.
func appendRecords(dst, src []byte, thorough bool) ([]byte, bool) {
	l, ok := listOf(src)
	if !ok {
		return dst, false
	}
	f, _ := recordForm(l.form)
	if thorough {
		l.form |= formLearned
	}
	c := newRecorder(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, thorough, f)
	l.each(func(e *entry) bool { return c.record(e) == nil }) // a writer has no errors
	dst = binfmt.AppendUvarint(append(dst, l.form), uint64(l.n))
	return append(dst, c.Enc.Finish()...), true
}

// decodeRecords gives back what appendRecords packed, form being its first
// byte and src the rest.
func decodeRecords(form byte, src []byte, limit int) ([]byte, error) {
	f, ok := recordForm(form)
	if !ok {
		return nil, corrupt("a list of records begins in an unknown way")
	}
	count, src, err := binfmt.Uvarint(src)
	if err != nil || count > most(f, limit) {
		return nil, corrupt("the number of records is out of range")
	}
	c := newRecorder(contextmix.Coder{Dec: rangecoder.NewDecoder(src)}, form&formLearned != 0, f)
	var out bytes.Buffer
	w := records.NewWriter(&out, f)
	for range count {
		var e entry
		if err := c.record(&e); err != nil {
			return nil, err
		}
		switch {
		case f == records.Bin && e.verbatim:
			out.Write(e.bytes)
		case f == records.Bin:
			b, err := records.AppendBin(out.AvailableBuffer(), &e.Record)
			if err != nil {
				return nil, corrupt(err.Error())
			}
			b[len(b)-1] = c.padding
			out.Write(b)
		default:
			if e.begins {
				w.Begin()
			}
			if err := w.Write(&e.Record); err != nil {
				return nil, corrupt(err.Error())
			}
		}
		if int64(out.Len()) > int64(limit) || w.Size() > int64(limit) {
			return nil, corrupt("a list of records is longer than its frame's input")
		}
	}
	if !c.Dec.AtEnd() {
		return nil, corrupt("something is left over of a list of records")
	}
	if err := w.Close(); err != nil {
		return nil, corrupt(err.Error())
	}
	return out.Bytes(), nil
}

// most is how many records so many bytes have at most: in a chain each has five
// bits for its score.
func most(f records.Form, limit int) uint64 {
	if f == records.Binpack {
		return 2 * uint64(limit)
	}
	return uint64(limit / records.BinSize)
}

// recorder is one end of a string of records.
type recorder struct {
	*coder
	form   records.Form
	fields *contextmix.Model
	octets *contextmix.Model // of records kept as they are

	verbatim uint32 // whether the last ones were
	follows  uint32 // whether the last positions were foretold
	padding  byte
	after    known // the last position after its move
	moved    bool  // whether there is one
	last     board.Move
	offset   int64 // of the last ply to what the counters say
	drift    int64 // the last ply less the one foretold
	result   int8  // the last, for White
	traits   []trait
}

// trait is what is foretold by a record to those that follow from it, for
// White.
type trait struct {
	score, change int32 // the score, and what it was more than the one it followed
	result        int8
	ply           uint16
}

// Sizes of models, as above.
const (
	fieldsSize = 20
	octetsSize = 14
)

func newRecorder(m contextmix.Coder, thorough bool, f records.Form) *recorder {
	c := &recorder{coder: newCoder(m, thorough), form: f}
	c.fields = contextmix.NewModel(&c.Coder, fieldsSize, flagsSights)
	c.octets = contextmix.NewModel(&c.Coder, octetsSize, flagsSights)
	return c
}

// maxKnown is how many records are known at once.
const maxKnown = 1 << 16

// forget forgets all records.
func (c *recorder) forget() {
	c.all, c.traits, c.moved, c.likes = c.all[:0], c.traits[:0], false, likes{}
	clear(c.index)
}

// record codes a record. A writer is given it, a reader fills it.
func (c *recorder) record(e *entry) error {
	if len(c.all) == maxKnown {
		c.forget()
	}
	if c.form == records.Bin {
		c.fields.Begin(contextmix.Hash(1, c.verbatim&0xff))
		e.verbatim = c.fields.Flag(e.verbatim)
		c.verbatim = c.verbatim<<1 | bit(e.verbatim)
		if e.verbatim {
			c.raw(e)
			return c.err()
		}
	}
	k := known{pos: e.Position}
	t, steps, err := c.place(&k)
	if err != nil {
		return err
	}
	e.Position = k.pos
	c.all = append(c.all, k)
	now := c.outcome(e, t, steps)
	c.traits = append(c.traits, now)
	c.played(e, &k)
	switch c.form {
	case records.Bin:
		last := byte(0)
		if c.Writing() {
			last = e.bytes[records.BinSize-1]
		}
		c.fields.Begin(contextmix.Hash(2, uint32(c.padding)))
		if !c.fields.Flag(last == c.padding) {
			c.fields.Begin(contextmix.Hash(3, 0))
			c.padding = byte(c.fields.Index(int(last), 8))
		}
	case records.Binpack:
		c.fields.Begin(contextmix.Hash(65, uint32(steps)), contextmix.Hash(66, c.follows&0xff))
		e.begins = c.fields.Flag(e.begins)
	}
	return c.err()
}

// raw codes a record as it is.
func (c *recorder) raw(e *entry) {
	if !c.Writing() {
		e.bytes = make([]byte, records.BinSize)
	}
	last := uint32(0)
	for i, b := range e.bytes {
		c.octets.Begin(contextmix.Hash(1, uint32(i)), contextmix.Hash(2, last), contextmix.Hash(3, uint32(i)<<8|last))
		last = uint32(c.octets.Index(int(b), 8))
		e.bytes[i] = byte(last)
	}
}

// How a position came about, beside the relations.
const (
	asForetold = 8 + iota
	asNew
)

// place codes the position of k. It returns the trait of the record that it
// follows from, if there is one, and the number of half-moves between them.
func (c *recorder) place(k *known) (from *trait, steps int, err error) {
	if c.moved {
		c.fields.Begin(contextmix.Hash(4, c.follows&1), contextmix.Hash(5, c.follows&0xff))
		told := c.fields.Flag(c.Writing() && follows(&c.after.pos, &k.pos))
		c.follows = c.follows<<1 | bit(told)
		if told {
			want := k.pos
			*k = c.after
			base := len(c.all) - 1
			k.kin = kin{parent: int32(base) + 1, elder: c.all[base].youngest, move: c.last}
			c.all[base].youngest = int32(base) + 2
			c.enPassant(&k.pos, &want)
			c.counters(&k.pos, &want, true, asForetold)
			if c.Writing() {
				c.index[hash(&k.pos)] = int32(base) + 1
			}
			return &c.traits[base], 1, c.err()
		}
	}
	if err := c.position(k, true); err != nil {
		return nil, 0, err
	}
	base := int(k.parent) - 1
	switch relation(c.relations & 3) {
	case asRepeat:
		base = len(c.all) - 1 - int(c.distance)
	case asMove:
		steps = 1
	case asMoves:
		steps = 2
	default:
		return nil, 0, c.err()
	}
	return &c.traits[base], steps, c.err()
}

// outcome codes result, ply and score of e, whose position follows from that
// of the trait, if there is one.
func (c *recorder) outcome(e *entry, from *trait, steps int) (now trait) {
	p := &e.Position
	kind := uint32(asNew)
	if from != nil {
		kind = uint32(steps)
	} else {
		from = &trait{result: c.result}
	}
	sign := int8(1)
	if p.Turn != board.White {
		sign = -1
	}
	balance := material(p)
	c.fields.Begin(contextmix.Hash(6, kind), contextmix.Hash(7, kind<<8|balance))
	if c.fields.Flag(e.Result == sign*from.result) {
		e.Result = sign * from.result
	} else {
		c.fields.Begin(contextmix.Hash(8, kind), contextmix.Hash(9, balance))
		e.Result = int8(c.fields.Index(int(uint8(e.Result)), 8))
	}
	now.result = sign * e.Result
	c.result = now.result

	counted := 2*int64(p.FullmoveNumber) + int64(p.Turn)
	ply := counted + c.offset
	if kind != asNew {
		ply = int64(from.ply) + int64(steps)
	}
	c.fields.Begin(contextmix.Hash(10, kind), contextmix.Hash(11, kind<<8|class(abs(c.drift))))
	c.drift = c.fields.Signed(int64(e.Ply) - ply)
	e.Ply = uint16(ply + c.drift)
	c.offset = int64(e.Ply) - counted
	now.ply = e.Ply

	base, change := from.score*int32(sign), from.change*int32(sign)
	b, d, outcome := grade(base), grade(change), uint32(uint8(e.Result))
	c.fields.Begin(contextmix.Hash(12, kind), contextmix.Hash(13, kind<<8|b), contextmix.Hash(14, kind<<8|d),
		contextmix.Hash(15, kind<<16|balance<<8|outcome), contextmix.Hash(16+kind, uint32(base)),
		contextmix.Hash(32+kind, b<<16|d<<8|outcome), contextmix.Hash(48+kind, balance<<16|b<<8|outcome))
	e.Score = int16(base + int32(c.fields.Signed(int64(int32(e.Score)-base))))
	now.score = int32(e.Score) * int32(sign)
	now.change = now.score - from.score
	return now
}

func abs(v int64) int64 { return max(v, -v) }

// grade is a coarse class of a number of either sign.
func grade(v int32) uint32 {
	g := class(abs(int64(v)))
	if g > 2 {
		g = 2*g | uint32(abs(int64(v))>>(g-2)&1)
	}
	if v < 0 {
		g |= 0x40
	}
	return g
}

// worth is what a man is worth, by kind.
var worth = [8]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}

// material is what the side to move has more than the other, and 32; between 0
// and 64.
func material(p *board.Position) uint32 {
	own := p.Color(p.Turn)
	v := 32
	for k := board.Pawn; k <= board.Queen; k++ {
		men := p.Kind(k)
		v += worth[k] * ((men & own).Count() - (men &^ own).Count())
	}
	return uint32(min(max(v, 0), 64))
}

// How a move is told.
const (
	moveLegal = iota
	moveNone
	moveOther
)

// played codes the move of e, whose position is k, and notes what it leads to.
func (c *recorder) played(e *entry, k *known) {
	index, how := 0, moveNone
	if c.Writing() && e.Move != board.NullMove {
		how = moveOther
		c.legal = movegen.AppendLegal(c.legal[:0], &k.pos)
		for i, m := range c.legal {
			if m == e.Move {
				index, how = i, moveLegal
			}
		}
	}
	c.fields.Begin(contextmix.Hash(64, bit(c.moved)))
	how = c.fields.Index(how, 2)
	c.moved = how == moveLegal
	switch how {
	case moveNone:
		e.Move = board.NullMove
		return
	case moveLegal:
		c.after = *k
		if e.Move, c.moved = c.step(&c.after, index, nil, 5); !c.moved {
			e.Move = board.NullMove // damage: there is none
			return
		}
		c.last = e.Move
		return
	}
	e.Move = board.Move(c.Raw(uint32(e.Move), 15))
}
