package chesszip

import (
	"bytes"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/skip"
	"github.com/chesszip/chesszip/pgn"
)

// Kinds of the streams of an index frame, SPEC.md, section 9.6.
const (
	kindIndexed   = 1024 // the checksum of the frame that it indexes, 8 bytes
	kindPositions = 1025 // the set of positions that its games reach
	kindMaterial  = 1026 // the set of materials
)

// isIndex reports whether f indexes the frame before it and holds no input.
func isIndex(f *archive.Frame) bool {
	_, ok := f.Stream(kindIndexed)
	return ok && f.Games == 0 && f.Input == 0
}

// indexOf returns what the index holds of a frame, whose bytes are encoded,
// and the frame that indexes it, if either is wanted.
func indexOf(d tagReader, f *archive.Frame, encoded []byte, p *piece, index Index) (meta, frame []byte, err error) {
	if p.torn {
		return nil, nil, nil
	}
	if meta, err = metaOf(d, f, index&IndexPlayers != 0); err != nil {
		return nil, nil, err
	}
	if index&IndexPositions != 0 {
		frame, err = positionsOf(encoded[len(encoded)-8:], p.text, p.ends)
	}
	return meta, frame, err
}

// positionsOf returns the frame that indexes one with the given checksum.
func positionsOf(sum []byte, text []byte, ends []int) ([]byte, error) {
	var positions, materials []uint64
	start := 0
	var last material
	var line pgn.Line
	for _, end := range ends {
		line.Each(text[start:end], func(p *board.Position, _ board.Move) bool {
			positions = append(positions, positionHash(&p.Board, p.Turn))
			if m := materialOf(&p.Board); m != last {
				materials = append(materials, m.hash())
				last = m
			}
			return true
		})
		start = end
	}
	return archive.AppendFrame(nil, &archive.Frame{Streams: []archive.Stream{
		{Kind: kindIndexed, Data: bytes.Clone(sum)},
		{Kind: kindPositions, Data: skip.AppendSet(nil, positions)},
		{Kind: kindMaterial, Data: skip.AppendSet(nil, materials)},
	}})
}

// positionHash is the hash by which a board with a side to move is indexed:
// XXH64 of its four bit planes, each of 8 bytes, and a byte for the side.
func positionHash(b *board.Board, turn board.Color) uint64 {
	var buf [33]byte
	for i, plane := range b.Planes() {
		binary.LittleEndian.PutUint64(buf[8*i:], uint64(plane))
	}
	buf[32] = byte(turn)
	return xxhash.Sum64(buf[:])
}

// material is how many men of each kind a side has: eight bits for each kind,
// pawns lowest, kings highest.
type material struct{ white, black uint64 }

// hash is the hash by which material is indexed: XXH64 of the numbers of men of
// each kind, a byte each, White's pawns first and Black's kings last.
func (m material) hash() uint64 {
	var buf [12]byte
	for i := range 6 {
		buf[i], buf[6+i] = byte(m.white>>(8*i)), byte(m.black>>(8*i))
	}
	return xxhash.Sum64(buf[:])
}

// materialOf counts the men on a board.
func materialOf(b *board.Board) (m material) {
	white, black := b.Color(board.White), b.Color(board.Black)
	for k := board.Pawn; k <= board.King; k++ {
		men := b.Kind(k)
		m.white |= uint64((men & white).Count()) << (8 * (k - 1))
		m.black |= uint64((men & black).Count()) << (8 * (k - 1))
	}
	return m
}
