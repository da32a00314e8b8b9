package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Found is a frame that Salvage has found.
type Found struct {
	Offset int64 `json:"offset"` // in the searched bytes
	Length int64 `json:"length"`
	Frame  Frame `json:"frame"`
	// Damage is nil for an undamaged frame, or the error of blocks; all else is undamaged.
	Damage error `json:"-"`
}

// Salvage searches any bytes for frames that are undamaged, or damaged in blocks only, and returns them in order, each in
// newly allocated memory. It needs neither header nor footer, and skips bytes between
// frames. It does not search inside a frame that it has found; in a damaged frame
// whose streams hold an archive, it finds the frames of that inner archive.
//
// An error ends the sequence: one of r, or ErrLimit if the input has so many false
// frames that the search would take more than linear time.
func Salvage(r io.ReaderAt, size int64, o *Options) iter.Seq2[Found, error] {
	opt := o.withDefaults()
	return func(yield func(Found, error) bool) {
		w := window{r: r, size: size}
		patience := newPatience(size)
		for pos := int64(0); ; {
			var err error
			if pos, err = w.find(frameMagic[:], pos); err != nil || pos < 0 {
				if err != nil {
					yield(Found{}, err)
				}
				return
			}
			f, err := salvageAt(&w, pos, &opt)
			if err == nil {
				n := f.Length
				if !yield(f, nil) {
					return
				}
				pos += n
				continue
			}
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrLimit) {
				yield(Found{}, err)
				return
			}
			if patience -= max(f.Length, falseMarker); patience < 0 {
				yield(Found{}, fmt.Errorf("%w: too many false frames before byte %d", ErrLimit, pos))
				return
			}
			pos++
		}
	}
}

// newPatience returns the number of bytes that may be searched without a result. A
// damaged frame takes its own length once, so real damage stays far below the limit.
func newPatience(size int64) int64 { return 4*size + 1<<20 }

// falseMarker is the cost of a marker that no front of a frame follows.
const falseMarker = 64

// salvageAt reads the frame at byte pos. With an error of the frame, Length is the
// work done on it, in bytes.
func salvageAt(w *window, pos int64, o *Options) (Found, error) {
	b, err := w.at(pos, maxFrameHeader)
	if err != nil {
		return Found{}, err
	}
	h, err := parseFrameHead(b, o)
	if err != nil {
		return Found{}, err
	}
	if h.length > w.size-pos {
		return Found{}, &CorruptError{Offset: pos, Msg: "ends inside the frame", Err: io.ErrUnexpectedEOF}
	}
	if b, err = readAt(w.r, pos, h.length); err != nil {
		return Found{Length: h.length}, err
	}
	f, err := h.open(b)
	found := Found{Offset: pos, Length: h.length, Frame: f}
	if f.Streams != nil {
		found.Damage, err = err, nil
	}
	return found, err
}

// window is a part of the searched bytes in memory.
type window struct {
	r    io.ReaderAt
	size int64
	base int64
	buf  []byte
}

const windowSize = 1 << 18

// at returns the n bytes from pos on, or as many as there are. n is at most
// windowSize; the bytes are valid until the next call.
func (w *window) at(pos, n int64) ([]byte, error) {
	n = min(n, w.size-pos)
	if pos < w.base || pos+n > w.base+int64(len(w.buf)) {
		b, err := readAt(w.r, pos, min(windowSize, w.size-pos))
		if err != nil {
			return nil, err
		}
		w.base, w.buf = pos, b
	}
	i := pos - w.base
	return w.buf[i : i+n], nil
}

// find returns the offset of the first marker from pos on, or -1.
func (w *window) find(marker []byte, pos int64) (int64, error) {
	for w.size-pos >= int64(len(marker)) {
		if _, err := w.at(pos, int64(len(marker))); err != nil {
			return -1, err
		}
		b := w.buf[pos-w.base:]
		if i := bytes.Index(b, marker); i >= 0 {
			return pos + int64(i), nil
		}
		pos += int64(len(b) - len(marker) + 1)
	}
	return -1, nil
}
