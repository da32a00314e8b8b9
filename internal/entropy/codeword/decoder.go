package codeword

// Source returns bits, and zeros after its end.
type Source interface{ TryReadBool() bool }

// Decoder reads a code word. The zero Decoder is not ready: call Reset.
type Decoder struct {
	low, width uint64
	code       uint64 // the word above low, as far as read
	free       uint   // number of the lowest bits of code not read yet
	bits       int
	src        Source
}

// Reset starts with the next word of src.
func (d *Decoder) Reset(src Source) {
	*d = Decoder{width: 1 << windowBits, free: windowBits, src: src}
}

// Code returns the index of a choice, given the same frequencies as Encoder.Code. The
// second argument is ignored.
func (d *Decoder) Code(freq []uint32, _ int) int {
	r := d.width >> 16
	var cum uint32
	i := 0
	for {
		above := r * uint64(cum+freq[i])
		if cum+freq[i] == One {
			above = d.width
		}
		if d.code >= above {
			cum += freq[i]
			i++
			continue
		}
		if d.code+1<<d.free <= above {
			break
		}
		d.free--
		d.bits++
		if d.src.TryReadBool() {
			d.code += 1 << d.free
		}
	}
	below := r * uint64(cum)
	d.code -= below
	d.low = (d.low + below) & lowMask
	if cum+freq[i] == One {
		d.width -= below
	} else {
		d.width = r * uint64(freq[i])
	}
	for d.width < minWidth {
		d.code <<= 8
		d.low = d.low << 8 & lowMask
		d.width <<= 8
		d.free += 8
	}
	return i
}

// BitLen returns the number of bits read.
func (d *Decoder) BitLen() int { return d.bits }

// Shortest reports whether the word read is the one that the Encoder writes
// for these choices.
func (d *Decoder) Shortest() bool {
	above, free := end(d.low, d.width)
	return above == d.code && free == d.free
}
