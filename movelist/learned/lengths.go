package learned

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/movelist"
)

// lengthFreqs are the probabilities of the classes of lengths in 1/65536: class n
// holds the lengths of n bits. Two of three games in the training files have 64 to
// 127 plies, so a class is enough.
var lengthFreqs = [lengthClasses]uint32{
	300, 200, 300, 700, 1400, 5000, 16000, 33000, 8300, 200,
	64, 16, 8, 8, 8, 8, 8, 4, 4, 4, 2, 2,
}

const lengthClasses = 22 // MaxPlies is 2^20

// nullOdds is the probability of null moves in a game, in 1/65536.
const nullOdds = 32

func encodeLength(e *rangecoder.Encoder, n int) {
	class := bits.Len(uint(n))
	var cum uint32
	for _, f := range lengthFreqs[:class] {
		cum += f
	}
	e.Symbol(cum, lengthFreqs[class])
	for k := class - 1; k > 0; {
		step := min(k, 16)
		k -= step
		e.Raw(uint32(n>>k)&(1<<step-1), uint(step))
	}
}

func decodeLength(d *rangecoder.Decoder) (int, error) {
	at, cum := d.Peek(), uint32(0)
	class := 0
	for class < lengthClasses && at >= cum+lengthFreqs[class] {
		cum += lengthFreqs[class]
		class++
	}
	if class == lengthClasses {
		return 0, &movelist.CorruptError{Ply: -1, Msg: "no such length"}
	}
	d.Take(cum, lengthFreqs[class])
	if class == 0 {
		return 0, nil
	}
	n := 1
	for k := class - 1; k > 0; {
		step := min(k, 16)
		k -= step
		n = n<<step | int(d.Raw(uint(step)))
	}
	if n > movelist.MaxPlies {
		return 0, &movelist.CorruptError{Ply: -1, Msg: "number of plies out of range"}
	}
	return n, nil
}
