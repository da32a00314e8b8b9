// Package blob is the common format of blobs, the bytes of a game or a position in a
// database column. A blob begins with one byte for its content and method, so that
// other decoders refuse it. A checked blob also holds a checksum, which detects
// altered bytes and a decoder with other knowledge than the writer's.
//
// # Format
//
//	| method 1 |            body |     plain
//	| method 1 | checksum 2 | body |   checked
//
//	method    01mmmmmm in a plain blob, 10mmmmmm in a checked one, where mmmmmm
//	          is one of the methods in methods.go: one flipped bit never makes
//	          one of the other
//	checksum  of the data in sum.go, little-endian
//	body      written by the method, which also knows its end
//
// A checksum of 16 bits misses one alteration in 65,536. It covers the body and the
// decoded content, so that a wrong decoder is detected even if the bytes are
// unchanged.
//
// The bits of schemes, keys, and data inside archives are not blobs.
package blob

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/chesszip/chesszip/board"
)

// The errors of a blob.
var (
	// ErrMethod: the blob is of a method that is not the decoder's.
	ErrMethod = errors.New("blob by another method")
	// ErrChecksum: the decoded content of a checked blob is not what was written.
	ErrChecksum = errors.New("checksum differs: altered bytes, or another start position, knowledge or model than the writer's")
)

const (
	checkedBits = 0xc0 // exclusive or of the first bytes of a plain and a checked blob
	plainMark   = 0x40 // the two high bits of a plain blob
	checkedMark = 0x80 // the two high bits of a checked blob
	sumSize     = 2
)

// Begin appends the head of a blob, with room for the checksum of a checked one.
func Begin(dst []byte, m Method, checked bool) []byte {
	if !checked {
		return append(dst, byte(m))
	}
	return append(dst, m.Checked(), 0, 0)
}

// Finish sets the checksum of a checked blob that Begin began; it does not change a
// plain one. The salt is a hash of the model and of all else that decoding depends
// on. The body holds the given position or, with moves, game.
func Finish(blob []byte, salt uint64, start *board.Position, moves []board.Move) {
	if blob[0]&checkedBits != checkedMark {
		return
	}
	binary.LittleEndian.PutUint16(blob[1:], sum(blob[0], salt, blob[1+sumSize:], start, moves))
}

// Head is the head of a blob.
type Head struct {
	first byte
	sum   uint16
}

// Open reads the head of a blob, which must be of the given method, and returns the
// bytes after it. The error is ErrMethod, or io.ErrUnexpectedEOF where src ends in
// the head.
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
// body and the decoded content.
func (h Head) Verify(salt uint64, body []byte, start *board.Position, moves []board.Move) error {
	if h.first&checkedBits == checkedMark && sum(h.first, salt, body, start, moves) != h.sum {
		return ErrChecksum
	}
	return nil
}

// Released is a first scheme of a palette of this library, which has a method of its
// own. No package outside this module can have such a method.
type Released interface{ PaletteMethod() Method }

// Of returns the method of a blob and whether it is checked. The error is ErrMethod
// for bytes that are not a blob, io.ErrUnexpectedEOF if there are none.
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
