package archive

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Header is the header of an archive, before the first frame. The zero Header needs
// no feature and has no parameters.
type Header struct {
	// Mandatory are the features that a reader must support, one bit each.
	Mandatory uint64 `json:"mandatory"`
	// Optional are the features that a reader may ignore, one bit each.
	Optional uint64 `json:"optional"`
	// Params are the caller's, at most 65,536 bytes.
	Params []byte `json:"params"`
}

// AppendHeader appends the bytes of a header. The error is ErrLimit for
// parameters that are too long.
func AppendHeader(dst []byte, h *Header) ([]byte, error) {
	if len(h.Params) > maxParams {
		return dst, fmt.Errorf("%w: %d bytes of parameters, the limit %d", ErrLimit, len(h.Params), maxParams)
	}
	start := len(dst)
	dst = append(dst, headerMagic[:]...)
	dst = append(dst, Version)
	dst = binfmt.AppendUvarint(dst, h.Mandatory)
	dst = binfmt.AppendUvarint(dst, h.Optional)
	dst = binfmt.AppendBytes(dst, h.Params)
	return binary.LittleEndian.AppendUint32(dst, uint32(xxhash.Sum64(dst[start:]))), nil
}

// maxHeader is the longest header in bytes.
const maxHeader = 5 + 10 + 10 + 3 + maxParams + 4

// IsArchive reports whether src begins like an archive of any version. Four bytes are
// enough.
func IsArchive(src []byte) bool {
	return len(src) >= len(headerMagic) && [4]byte(src) == headerMagic
}

// DecodeHeader reads a header from the front of src and returns the bytes after it.
// It refuses other versions (ErrVersion), features that o does not name (ErrFeature),
// and anything else with a *CorruptError. The parameters are a subslice of src.
func DecodeHeader(src []byte, o *Options) (h Header, rest []byte, err error) {
	h, _, rest, err = decodeHeader(src, o.withDefaults().Features)
	return h, rest, err
}

// decodeHeader also returns the header's full checksum, which the footer's checksum
// covers.
func decodeHeader(src []byte, known uint64) (h Header, sum uint64, rest []byte, err error) {
	if len(src) < len(headerMagic) || !IsArchive(src) {
		if len(src) < len(headerMagic) && string(src) == string(headerMagic[:len(src)]) {
			return h, 0, src, headCorrupt(0, "ends inside the header", io.ErrUnexpectedEOF)
		}
		return h, 0, src, headCorrupt(0, "not an archive: it begins with other bytes", corrupt.ErrForeign)
	}
	short := func(err error) error {
		if err == binfmt.ErrForm {
			return headCorrupt(0, "number in the header is malformed", nil)
		}
		return headCorrupt(0, "ends inside the header", io.ErrUnexpectedEOF)
	}
	rest = src[len(headerMagic):]
	if len(rest) == 0 {
		return h, 0, src, short(binfmt.ErrShort)
	}
	if v := rest[0]; v != Version {
		return h, 0, src, fmt.Errorf("%w: it is version %d, this program reads version %d", ErrVersion, v, Version)
	}
	rest = rest[1:]
	if h.Mandatory, rest, err = binfmt.Uvarint(rest); err != nil {
		return Header{}, 0, src, short(err)
	}
	if h.Optional, rest, err = binfmt.Uvarint(rest); err != nil {
		return Header{}, 0, src, short(err)
	}
	n, _, err := binfmt.Uvarint(rest)
	if err == nil && n > maxParams {
		return Header{}, 0, src, headCorrupt(0, "parameters are too long", corrupt.ErrClaim)
	}
	if h.Params, rest, err = binfmt.Bytes(rest); err != nil {
		return Header{}, 0, src, short(err)
	}
	if len(rest) < 4 {
		return Header{}, 0, src, short(binfmt.ErrShort)
	}
	sum = xxhash.Sum64(src[:len(src)-len(rest)])
	if uint32(sum) != binary.LittleEndian.Uint32(rest) {
		return Header{}, 0, src, headCorrupt(0, "checksum of the header is wrong", corrupt.ErrSum)
	}
	if unknown := h.Mandatory &^ known; unknown != 0 {
		return Header{}, 0, src, fmt.Errorf("%w: bit %d; a newer version of the program may read this archive",
			ErrFeature, bits.TrailingZeros64(unknown))
	}
	return h, sum, rest[4:], nil
}
