// Package blob is what all blobs have in common: the bytes that a game or a
// position is in a database column. A blob begins with one byte that says what
// it holds and by which method, so that no other decoder takes it; a checked
// blob holds a checksum, too, so that altered bytes, and knowledge that is not
// the writer's, are noticed.
//
// # Format
//
//	| method 1 |            body |     plain
//	| method 1 | checksum 2 | body |   checked
//
//	method    01mmmmmm in a plain blob, 10mmmmmm in a checked one, where mmmmmm
//	          is one of the methods in methods.go: one flipped bit never makes
//	          one of the other
//	checksum  of what sum.go draws, little-endian
//	body      what the method writes; where it ends, the method knows
//
// A checksum of 16 bits misses one alteration in 65,536. It is taken over the
// body and over what the body says, so that a decoder which says something else
// is noticed even where the bytes are sound.
//
// The bits of schemes, keys, and what stands inside archives are no blobs and
// have none of this.
package blob

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/board"
)

// Errors that say what is wrong with a blob.
var (
	// ErrMethod says that a blob is by another method than the decoder's.
	ErrMethod = errors.New("blob by another method")
	// ErrChecksum says that a checked blob does not say what was written.
	ErrChecksum = errors.New("checksum differs: altered bytes, or another start position, knowledge or model than the writer's")
)

const (
	checkedBits = 0xc0 // what differs between the first byte of a plain blob and a checked one
	plainMark   = 0x40 // the two high bits of a plain blob
	checkedMark = 0x80 // and of a checked one
	sumSize     = 2
)

// Begin appends the head of a blob, with room for the checksum of a checked one.
func Begin(dst []byte, m Method, checked bool) []byte {
	if !checked {
		return append(dst, byte(m))
	}
	return append(dst, byte(m)^checkedBits, 0, 0)
}

// Finish puts the checksum into a checked blob, all of blob, that Begin began; a
// plain one is left as it is. The salt stands for the model and what else decides
// how the body is read. The body says the given position or, with moves, game.
func Finish(blob []byte, salt uint64, start *board.Position, moves []board.Move) {
	if blob[0]&checkedBits != checkedMark {
		return
	}
	binary.LittleEndian.PutUint16(blob[1:], sum(blob[0], salt, blob[1+sumSize:], start, moves))
}

// Head is what the head of a blob says.
type Head struct {
	first byte
	sum   uint16
}

// Open reads the head of a blob, which must be by the given method, and returns
// what follows it. The error is ErrMethod, or io.ErrUnexpectedEOF where src ends
// in the head.
func Open(src []byte, m Method) (h Head, body []byte, err error) {
	got, checked, err := Of(src)
	if err != nil {
		return Head{}, nil, err
	}
	if got != m {
		return Head{}, nil, fmt.Errorf("%w: %s, want %s; %s reads it", ErrMethod, got, m, got.Call())
	}
	h.first, body = src[0], src[1:]
	if checked {
		if len(body) < sumSize {
			return Head{}, nil, io.ErrUnexpectedEOF
		}
		h.sum, body = binary.LittleEndian.Uint16(body), body[sumSize:]
	}
	return h, body, nil
}

// Verify fails with ErrChecksum if the checksum of a checked blob does not fit its
// body and what the body was found to say.
func (h Head) Verify(salt uint64, body []byte, start *board.Position, moves []board.Move) error {
	if h.first&checkedBits == checkedMark && sum(h.first, salt, body, start, moves) != h.sum {
		return ErrChecksum
	}
	return nil
}

// Of returns the method of a blob and whether it is checked. The error is
// ErrMethod for bytes that are not a blob, io.ErrUnexpectedEOF for none.
func Of(src []byte) (m Method, checked bool, err error) {
	if len(src) == 0 {
		return 0, false, io.ErrUnexpectedEOF
	}
	m = Method(src[0])
	if src[0]&checkedBits == checkedMark {
		m, checked = m^checkedBits, true
	}
	if !m.Known() {
		return 0, false, fmt.Errorf("%w: byte %#02x begins no blob that this version reads", ErrMethod, src[0])
	}
	return m, checked, nil
}
