package endgame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// ErrCorrupt is returned for a damaged base or cube.
var ErrCorrupt = errors.New("endgame: corrupt data")

// magic begins every base: the name of the format and its version.
const magic = "CZM\x00"

// checksumLen is the length of the checksum at the end of a base.
const checksumLen = 4

// rounds is the number of times that training passes over the whole ending. More
// rounds gain less than 0.1 %.
const rounds = 3

// trained are the predictors that every block of a base starts from.
type trained struct{ distance, draws *predictor }

func newTrained() trained {
	return trained{newPredictor(distanceShape), newPredictor(drawShape)}
}

func (t trained) reset(start trained) {
	t.distance.reset(start.distance)
	t.draws.reset(start.draws)
}

func (t trained) clone() trained { return trained{t.distance.clone(), t.draws.clone()} }

// AppendBase appends the compressed base of a solved ending; the package comment
// draws the format. It fails if a capture by Black does not leave a dead draw, or if
// a mate takes more than 33 moves. It trains for some seconds. The same ending gives
// the same bytes.
func (t *Table) AppendBase(dst []byte) ([]byte, error) {
	if t.count == 0 || (t.longest+1)/2 > maxMoves {
		return dst, fmt.Errorf("endgame: %v: bases hold one or two pieces and mates in at most %d moves", t.ending, maxMoves)
	}
	for i := range t.count {
		if e := t.without[i].ending; !e.dead() && t.without[i].longest > 0 {
			return dst, fmt.Errorf("endgame: %v: taking a piece leads to %v, which is not a dead draw", t.ending, e)
		}
	}
	start := len(dst)
	dst = append(dst, magic...)
	dst = binfmt.AppendBytes(dst, []byte(t.Name()))
	l := newLayout(t.ending)
	model := t.train(l)
	e := rangecoder.NewEncoder(nil)
	c := contextmix.Coder{Enc: e}
	model.distance.code(&c)
	model.draws.code(&c)
	dst = binfmt.AppendBytes(dst, e.Finish())
	var lengths, blocks []byte
	work := newTrained()
	for i := range l.blocks {
		work.reset(model)
		e := rangecoder.NewEncoder(nil)
		t.block(l, work, contextmix.Coder{Enc: e}, i)
		packed := e.Finish()
		lengths = binfmt.AppendUvarint(lengths, uint64(len(packed)))
		blocks = append(blocks, packed...)
	}
	dst = append(append(dst, lengths...), blocks...)
	return binary.LittleEndian.AppendUint32(dst, uint32(xxhash.Sum64(dst[start:]))), nil
}

// train learns the start of all blocks. Each round begins with the result of the last
// one; weights continue from block to block, estimates start again in each block, as
// in coding.
func (t *Table) train(l *layout) trained {
	start, work := newTrained(), newTrained()
	for _, p := range []*predictor{work.distance, work.draws} {
		p.seen = make([][][2]int32, len(p.tables))
		for i, table := range p.tables {
			p.seen[i] = make([][2]int32, len(table))
		}
	}
	for range rounds {
		for i := range l.blocks {
			weights, drawWeights := work.distance.weights, work.draws.weights
			work.distance.weights, work.draws.weights = nil, nil
			work.reset(start)
			work.distance.weights, work.draws.weights = weights, drawWeights
			t.block(l, work, contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, i)
		}
		work.distance.settle()
		work.draws.settle()
		start.reset(work)
	}
	return start
}

// block codes block i of t.
func (t *Table) block(l *layout, model trained, c contextmix.Coder, i int) {
	b := block{layout: l, coder: c, distance: model.distance, draws: model.draws, moves: t.movesOf(l, i)}
	b.code(i, allPlanes)
}

// movesOf returns the moves to mate of block i, by the squares of the last piece and of
// Black's king.
func (t *Table) movesOf(l *layout, i int) (moves [64][64]int8) {
	p := l.blocks[i]
	for last := range bitboard.Square(64) {
		p.pieces[l.count-1] = last
		for sq := range bitboard.Square(64) {
			p.black = sq
			if !l.stands(p) {
				continue
			}
			if slot, ok := l.slot(p); ok && t.white[slot] != impossible {
				moves[last][sq] = int8(t.white[slot] / 2)
			}
		}
	}
	return moves
}

// baseFile is an opened base. It decodes blocks at their first use and keeps them.
type baseFile struct {
	*layout
	start   trained
	packed  [][]byte
	decoded []atomic.Pointer[decoded]
}

// decoded is a block, or its planes up to the first one that was needed. Many queries
// need one place in each of many blocks, and on average half of a block is enough.
type decoded struct {
	moves [64][64]int8
	done  bitboard.Set
}

// openBase reads a base except its blocks. Errors wrap ErrCorrupt.
func openBase(data []byte) (*baseFile, error) {
	bad := func(at int, why string) error {
		return fmt.Errorf("%w at byte %d of %d: %s", ErrCorrupt, at, len(data), why)
	}
	body := len(data) - checksumLen
	if body < len(magic) || string(data[:len(magic)]) != magic {
		return nil, bad(0, "no base, or one of another version")
	}
	if uint32(xxhash.Sum64(data[:body])) != binary.LittleEndian.Uint32(data[body:]) {
		return nil, bad(body, "checksum mismatch")
	}
	name, rest, err := binfmt.Bytes(data[len(magic):body])
	if err != nil {
		return nil, bad(len(magic), err.Error())
	}
	e, err := parseEnding(string(name))
	if err != nil || e.count == 0 || !e.named(string(name)) {
		return nil, bad(len(magic), "the name of no ending")
	}
	f := &baseFile{layout: newLayout(e), start: newTrained()}
	model, rest, err := binfmt.Bytes(rest)
	if err != nil {
		return nil, bad(body-len(rest), err.Error())
	}
	d := rangecoder.NewDecoder(model)
	c := contextmix.Coder{Dec: d}
	f.start.distance.code(&c)
	f.start.draws.code(&c)
	if d.Err() != nil || !d.AtEnd() {
		return nil, bad(body-len(rest), "the model does not end where it should")
	}
	lengths := make([]uint64, len(f.blocks))
	for i := range lengths {
		if lengths[i], rest, err = binfmt.Uvarint(rest); err != nil {
			return nil, bad(body-len(rest), err.Error())
		}
	}
	for _, n := range lengths {
		if n > uint64(len(rest)) {
			return nil, bad(body-len(rest), "a block passes the end")
		}
		f.packed, rest = append(f.packed, rest[:n]), rest[n:]
	}
	if len(rest) > 0 {
		return nil, bad(body-len(rest), "bytes after the last block")
	}
	f.decoded = make([]atomic.Pointer[decoded], len(f.blocks))
	return f, nil
}

// value is source.value for the ending of f.
func (f *baseFile) value(p placement) (uint8, error) {
	i, last, black := f.locate(p)
	d := f.decoded[i].Load()
	if d == nil || !d.done.Has(last) {
		until := last
		if d != nil {
			until = allPlanes
		}
		var err error
		if d, err = f.decode(i, until); err != nil {
			return 0, err
		}
		f.decoded[i].Store(d)
	}
	v := d.moves[last][black]
	if v == blank {
		return 0, fmt.Errorf("endgame: %v: asked for an impossible placement", f.ending)
	}
	return uint8(2 * v), nil
}

// decode decodes block i up to a plane, or all of it.
func (f *baseFile) decode(i int, until bitboard.Square) (*decoded, error) {
	model := f.start.clone()
	d := rangecoder.NewDecoder(f.packed[i])
	b := &block{layout: f.layout, coder: contextmix.Coder{Dec: d}, distance: model.distance, draws: model.draws}
	b.code(i, until)
	if d.Err() != nil || until == allPlanes && !d.AtEnd() {
		return nil, fmt.Errorf("%w: %v: block %d does not end where it should", ErrCorrupt, f.ending, i)
	}
	return &decoded{b.moves, b.done}, nil
}
