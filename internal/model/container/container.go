// Package container is the file format of learned models: numbered parts and a
// checksum. It does not interpret the parts.
//
// # Format
//
//	| magic, its last byte the version | part | part | ... | XXH64 of all before, 8 bytes, little-endian |
//	part = | kind | size uvarint | bytes |
package container

import (
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
)

// sumSize is the size of the checksum.
const sumSize = 8

// Format is the format of one kind of model.
type Format struct {
	// Magic starts a model. Its last byte is the version.
	Magic string
	// Err is wrapped by every error.
	Err error
	// MaxSize bounds the size of a model in bytes.
	MaxSize int
}

// Part is a part of a model.
type Part struct {
	Kind byte
	Data []byte
}

// Open checks the frame of a model and returns its checksum and its parts, which
// share memory with data, at most one of a kind. A part that is cut off is an error
// and ends the sequence.
func (f *Format) Open(data []byte) (sum uint64, parts iter.Seq2[Part, error], err error) {
	name, version := f.Magic[:len(f.Magic)-1], f.Magic[len(f.Magic)-1]
	if len(data) < len(f.Magic)+sumSize || string(data[:len(name)]) != name {
		return 0, nil, fmt.Errorf("%w: it does not begin with %q", f.Err, name)
	}
	if v := data[len(name)]; v != version {
		return 0, nil, fmt.Errorf("%w of this version: it has version %d, not %d; train it again", f.Err, v, version)
	}
	if len(data) > f.MaxSize {
		return 0, nil, fmt.Errorf("%w: %d bytes are too many", f.Err, len(data))
	}
	body := data[:len(data)-sumSize]
	sum = xxhash.Sum64(body)
	if sum != binary.LittleEndian.Uint64(data[len(body):]) {
		return 0, nil, fmt.Errorf("%w: checksum mismatch, the file is damaged", f.Err)
	}
	return sum, f.parts(body[len(f.Magic):]), nil
}

func (f *Format) parts(rest []byte) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		var seen [256]bool
		for len(rest) > 0 {
			data, next, err := binfmt.Bytes(rest[1:])
			if err != nil {
				yield(Part{}, fmt.Errorf("%w: a part is cut off", f.Err))
				return
			}
			if seen[rest[0]] {
				yield(Part{}, fmt.Errorf("%w: it has two parts of kind %d", f.Err, rest[0]))
				return
			}
			seen[rest[0]] = true
			p := Part{rest[0], data}
			rest = next
			if !yield(p, nil) {
				return
			}
		}
	}
}

// Append appends a model of the given parts.
func (f *Format) Append(dst []byte, parts ...Part) []byte {
	start := len(dst)
	dst = append(dst, f.Magic...)
	for _, p := range parts {
		dst = append(dst, p.Kind)
		dst = binary.AppendUvarint(dst, uint64(len(p.Data)))
		dst = append(dst, p.Data...)
	}
	return binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[start:]))
}

// Sum returns the checksum of the model in data, which must be valid.
func Sum(data []byte) uint64 { return binary.LittleEndian.Uint64(data[len(data)-sumSize:]) }

// Pack appends src, compressed as well as zstd can.
func Pack(dst, src []byte) ([]byte, error) {
	// A frame of less than 256 bytes stores its size only as a single segment.
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithSingleSegment(len(src) < 256))
	if err != nil {
		return dst, err
	}
	return z.EncodeAll(src, dst), nil
}

// Unpack returns the input of Pack, at most limit bytes.
func Unpack(src []byte, limit int) ([]byte, error) { return zstdframe.Unpack(src, limit, nil) }
