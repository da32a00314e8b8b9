// Package boardmodel stores positions with a model learned from games. The model
// gives the probability of each content of each square, and a likely position gets a
// short code word. A position of a real game takes about 7 bytes, counters included.
//
//	data, err := boardmodel.V1.Append(nil, &p)
//	p, rest, err := boardmodel.V1.Decode(data)
//
// V1 and every Scheme of Parse implement codec.Scheme. A Scheme contains its weights,
// so a program links only those that it names; package codec names none.
//
// # Format of a position
//
//	| head | number 0 or 1 | code word | 0 to 7 zero bits |
//
// The head is that of a blob: one byte for the method, 0x64 for V1 and 0x6e for a
// model of Parse, and two bytes more if it is checked. The number is the lowest byte
// of the model's number, only for a model of Parse. Write and Read have neither.
//
//	code word  of the choices of package internal/model/boards; the first
//	           is whether the rest is written out (16 of 65536)
//
// A position that the model cannot hold, such as one without kings, or that would
// take more bits, is written out:
//
//	| 111111111111 | board, base 13: 237 | rights trailer |
//
// So no position takes more than 312 bits. Every position has one code; decoders
// refuse all others.
package boardmodel

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/entropy/codeword"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/container"
	"github.com/chesszip/chesszip/internal/model/trailer"
)

// ErrModel is returned for bytes that are not a model that this version reads.
var ErrModel = boards.ErrModel

// Scheme stores positions by a model. It implements codec.Scheme and may be
// used by several goroutines at once.
type Scheme struct {
	name     string
	method   blob.Method
	data     func() []byte        // the model's file
	embedded func() *boards.Model // returns the model, loaded on first use; nil for one of Parse
	model    *boards.Model
	pool     sync.Pool // of *work
}

// Parse returns the scheme of a model file of trainsquares. It keeps data, which the
// caller must not change afterwards. It fails with ErrModel.
func Parse(name string, data []byte) (*Scheme, error) {
	m, err := boards.ParseModel(data)
	if err != nil {
		return nil, err
	}
	return &Scheme{name: name, method: blob.PositionOwn, data: func() []byte { return data }, model: m}, nil
}

// Name implements codec.Scheme.
func (s *Scheme) Name() string { return s.name }

// About returns a text that describes what the model was learned from.
func (s *Scheme) About() string { return s.weights().About() }

// id returns the number of the model.
func (s *Scheme) id() uint64 { return container.Sum(s.data()) }

func (s *Scheme) weights() *boards.Model {
	if s.embedded != nil {
		return s.embedded()
	}
	return s.model
}

// work is the state to code one position, reused for the next.
type work struct {
	q *boards.Predictor
	e codeword.Encoder
	d codeword.Decoder
	b bitSource
}

func (s *Scheme) get() *work {
	if w, ok := s.pool.Get().(*work); ok {
		return w
	}
	return &work{q: boards.NewPredictor(s.weights())}
}

// form are the frequencies of the first choice: by the model, or written out.
var form = []uint32{codeword.One - 1<<(16-escapeBits), 1 << (16 - escapeBits)}

const (
	escapeBits = 12
	escape     = 1<<escapeBits - 1
	boardBits  = 237
)

// rights follow the board of a position that is written out.
const rights trailer.Trailer = 0

// writtenOut returns the number of bits of p without the model.
func writtenOut(p *board.Position) int { return escapeBits + boardBits + rights.BitLen(p) }

// encode makes the code word of p in w.e; ok is false if p is written out.
func (w *work) encode(p *board.Position) (ok bool) {
	if !boards.Holds(p) {
		return false
	}
	w.e.Reset()
	w.e.Code(form, 0)
	w.q.Walk(&w.e, p)
	return w.e.BitLen() <= writtenOut(p)
}

// check returns an error for fields out of range.
func check(p *board.Position) error {
	if p.Turn > board.Black || p.EnPassant > board.H8 {
		return fmt.Errorf("boardmodel: side to move %d or en passant square %d out of range", p.Turn, p.EnPassant)
	}
	return nil
}

// BitLen implements codec.Scheme. It fails only for a side to move or an en passant
// square that is out of range.
func (s *Scheme) BitLen(p *board.Position) (int, error) {
	if err := check(p); err != nil {
		return 0, err
	}
	w := s.get()
	defer s.pool.Put(w)
	if w.encode(p) {
		return w.e.BitLen(), nil
	}
	return writtenOut(p), nil
}

// Write implements codec.Scheme.
func (s *Scheme) Write(out *bitio.Writer, p *board.Position) error {
	if err := check(p); err != nil {
		return err
	}
	w := s.get()
	defer s.pool.Put(w)
	if !w.encode(p) {
		return writeOut(out, p)
	}
	word, n := w.e.Finish()
	for ; n >= 8; n -= 8 {
		out.TryWriteByte(word[0])
		word = word[1:]
	}
	if n > 0 {
		out.TryWriteBits(uint64(word[0]>>(8-n)), uint8(n))
	}
	return out.TryError
}

func writeOut(out *bitio.Writer, p *board.Position) error {
	out.TryWriteBits(escape, escapeBits)
	if err := (basen.Base13{}).Write(out, &p.Board); err != nil {
		return err
	}
	return rights.Write(out, p)
}

// Read implements codec.Scheme. It fails with codec.ErrCorrupt, or
// io.ErrUnexpectedEOF where the input ends too early.
func (s *Scheme) Read(in *bitio.Reader) (board.Position, error) {
	w := s.get()
	defer s.pool.Put(w)
	w.d.Reset(in)
	if w.d.Code(form, 0) != 0 && in.TryError == nil {
		return w.readOut(in)
	}
	p, ok := w.decode()
	if err := in.TryError; err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return board.Position{}, fmt.Errorf("boardmodel: read position: %w", err)
	}
	if !ok {
		return board.Position{}, corrupt(w.d.BitLen(), "not the code that this position has")
	}
	return p, nil
}

// decode reads the choices after the first; ok is false if no encoder writes them.
func (w *work) decode() (p board.Position, ok bool) {
	p, ok = w.q.Walk(&w.d, nil)
	return p, ok && w.d.Shortest() && w.d.BitLen() <= writtenOut(&p)
}

func (w *work) readOut(in *bitio.Reader) (p board.Position, err error) {
	if p.Board, err = (basen.Base13{}).Read(in); err != nil {
		return board.Position{}, partError(err)
	}
	if err = rights.Read(in, &p); err != nil {
		return board.Position{}, partError(err)
	}
	if w.encode(&p) {
		return board.Position{}, corrupt(0, "a position is written out that the model says in fewer bits")
	}
	return p, nil
}

// partError returns the error of a written-out part as one of package codec, unless
// the input ends too early or its reader fails.
func partError(err error) error {
	var bits *board.CorruptError
	if errors.As(err, &bits) || errors.Is(err, trailer.ErrTrailer) {
		return &codec.CorruptError{Err: err}
	}
	return err
}

func corrupt(bit int, msg string) error { return &codec.CorruptError{Bit: bit, Msg: msg} }
