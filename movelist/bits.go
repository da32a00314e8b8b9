package movelist

import "encoding/binary"

// bitWriter gathers bits, the first highest.
type bitWriter struct {
	buf []byte
	acc uint64 // the last n bits, at the low end
	n   uint   // below 32 between calls
}

// put writes the low n bits of word, n at most 32; the others must be zero.
func (w *bitWriter) put(word uint64, n uint8) {
	w.acc = w.acc<<n | word
	w.n += uint(n)
	if w.n >= 32 {
		w.n -= 32
		w.buf = binary.BigEndian.AppendUint32(w.buf, uint32(w.acc>>w.n))
	}
}

// reset empties w and keeps its memory.
func (w *bitWriter) reset() { *w = bitWriter{buf: w.buf[:0]} }

// appendTo appends the bits, padded to a byte with zeros.
func (w *bitWriter) appendTo(dst []byte) []byte {
	dst = append(dst, w.buf...)
	rest := w.acc << (64 - w.n) // 0 if n is 0
	for i := uint(0); i < w.n; i += 8 {
		dst = append(dst, byte(rest>>(56-i)))
	}
	return dst
}

// bitReader reads the bits of a bitWriter.
type bitReader struct {
	src []byte
	pos int // in bits
}

// peek returns the next bits at the top of a word, at least 57, with zeros after the
// end.
func (r *bitReader) peek() uint64 {
	i := r.pos >> 3
	if i+8 <= len(r.src) {
		return binary.BigEndian.Uint64(r.src[i:]) << (r.pos & 7)
	}
	var v uint64
	for k := range 8 {
		v <<= 8
		if i+k < len(r.src) {
			v |= uint64(r.src[i+k])
		}
	}
	return v << (r.pos & 7)
}

// skip skips n bits and reports whether so many were left.
func (r *bitReader) skip(n uint8) bool {
	r.pos += int(n)
	return r.pos <= 8*len(r.src)
}

// rest returns the bytes after the current one; ok is false if the padding is not
// zero.
func (r *bitReader) rest() (rest []byte, ok bool) {
	if pad := -r.pos & 7; pad > 0 && r.src[r.pos>>3]&(1<<pad-1) != 0 {
		return nil, false
	}
	return r.src[(r.pos+7)>>3:], true
}
