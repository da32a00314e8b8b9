// Package binfmt reads and writes the small numbers of all formats of chesszip.
//
// # Format
//
// A uvarint is the base-128 form of encoding/binary, least significant group first,
// the top bit set on every byte except the last:
//
//	0..127         | 0vvvvvvv |
//	128..16383     | 1vvvvvvv | 0vvvvvvv |
//	...
//	..2^64-1       ten bytes, the last 0 or 1
//
// Unlike encoding/binary, Uvarint accepts only the shortest form, so that a number
// has one spelling and a format can be canonical.
package binfmt

import (
	"encoding/binary"
	"errors"
)

var (
	// ErrShort is returned for input that ends inside a number or a block.
	ErrShort = errors.New("binfmt: input ends inside a value")
	// ErrForm is returned for a number over 64 bits or not in its shortest form.
	ErrForm = errors.New("binfmt: number over 64 bits or not in its shortest form")
)

// AppendUvarint appends v in 1 to 10 bytes.
func AppendUvarint(dst []byte, v uint64) []byte { return binary.AppendUvarint(dst, v) }

// UvarintLen returns the number of bytes that AppendUvarint appends, 1 to 10.
func UvarintLen(v uint64) int {
	n := 1
	for ; v >= 0x80; v >>= 7 {
		n++
	}
	return n
}

// Uvarint reads a number from the front of src and returns the bytes after it. The
// error is ErrShort or ErrForm.
func Uvarint(src []byte) (v uint64, rest []byte, err error) {
	v, n := binary.Uvarint(src)
	switch {
	case n == 0:
		return 0, src, ErrShort
	case n < 0, n > 1 && src[n-1] == 0:
		return 0, src, ErrForm
	}
	return v, src[n:], nil
}

// AppendBytes appends the length of b as a uvarint, and b.
func AppendBytes(dst, b []byte) []byte {
	return append(AppendUvarint(dst, uint64(len(b))), b...)
}

// Bytes reads a block of AppendBytes. The block is a subslice of src.
func Bytes(src []byte) (b, rest []byte, err error) {
	n, rest, err := Uvarint(src)
	if err != nil {
		return nil, src, err
	}
	if n > uint64(len(rest)) {
		return nil, src, ErrShort
	}
	return rest[:n:n], rest[n:], nil
}
