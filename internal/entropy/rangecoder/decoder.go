package rangecoder

import "errors"

// ErrShort is returned if choices continue after the end of the bytes.
var ErrShort = errors.New("rangecoder: choices go on after the end of the data")

// Decoder reads the choices of an Encoder, given the same probabilities. After the
// end of its input it returns arbitrary choices, and Err returns an error: check it
// at least once for every part of bounded size.
type Decoder struct {
	code, width uint64
	src         []byte
	pos         int // may pass len(src)
}

// NewDecoder returns a Decoder of src.
func NewDecoder(src []byte) *Decoder {
	d := &Decoder{width: lowMask, src: src}
	for range widthBits / 8 {
		d.code = d.code<<8 | d.next()
	}
	return d
}

func (d *Decoder) next() (digit uint64) {
	if d.pos < len(d.src) {
		digit = uint64(d.src[d.pos])
	}
	d.pos++
	return digit
}

// Err returns ErrShort if more digits were needed than an Encoder leaves out.
func (d *Decoder) Err() error {
	if d.pos > len(d.src)+widthBits/8 {
		return ErrShort
	}
	return nil
}

// AtEnd reports whether all bytes were used.
func (d *Decoder) AtEnd() bool { return d.pos >= len(d.src) }

// Bit reads a bit that is 1 with the given probability in 1/65536.
func (d *Decoder) Bit(one uint32) (b int) {
	w := d.width >> 16 * uint64(one)
	// Without a branch, which would be mispredicted as often as the bit is.
	below := uint64(int64(d.code-w) >> 63)
	d.code -= w &^ below
	d.width = w&below | (d.width-w)&^below
	d.normalize()
	return int(below & 1)
}

// Peek returns the place of the next symbol in 65536 parts: the symbol is the one
// with cum <= place < cum + freq. Take must follow.
func (d *Decoder) Peek() (place uint32) {
	return uint32(min(d.code/(d.width>>16), One-1))
}

// Take consumes the symbol that Peek has found.
func (d *Decoder) Take(cum, freq uint32) {
	r := d.width >> 16
	below := r * uint64(cum)
	d.code -= below
	if cum+freq == One {
		d.width -= below
	} else {
		d.width = r * uint64(freq)
	}
	d.normalize()
}

// Choice reads the index of a choice, whose frequencies add up to One.
func (d *Decoder) Choice(freq []uint32) (index int) {
	place, cum := d.Peek(), uint32(0)
	for cum+freq[index] <= place {
		cum += freq[index]
		index++
	}
	d.Take(cum, freq[index])
	return index
}

// Raw reads n bits of Encoder.Raw, n <= 16.
func (d *Decoder) Raw(n uint) uint32 {
	if n == 0 {
		return 0
	}
	v := d.Peek() >> (16 - n)
	d.Take(v<<(16-n), 1<<(16-n))
	return v
}

func (d *Decoder) normalize() {
	for d.width < minWidth {
		d.code = d.code<<8 | d.next()
		d.width <<= 8
	}
}
