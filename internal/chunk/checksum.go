package chunk

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/corrupt"
)

// Checksum is the checksum of a whole input, made of the XXH64 h of each of its
// chunks: c becomes c*base + h mod 2^64, from 0 on. The checksum of two inputs,
// one behind the other, follows from those of both, so that archives can be added
// to and joined without decoding them.
type Checksum uint64

// checksumBase is odd, so that every bit of every chunk counts.
const checksumBase = 0x9E3779B97F4A7C15

// Hash returns the XXH64 of a chunk.
func Hash(text []byte) uint64 { return xxhash.Sum64(text) }

// Add adds the Hash of the next chunk.
func (c *Checksum) Add(hash uint64) { *c = *c*checksumBase + Checksum(hash) }

// Join adds the checksum of an input of a number of chunks behind that of c.
func (c *Checksum) Join(other Checksum, chunks int) {
	for range chunks {
		*c *= checksumBase
	}
	*c += other
}

// Bytes returns the bytes by which an archive keeps c.
func (c Checksum) Bytes() []byte { return binary.LittleEndian.AppendUint64(nil, uint64(c)) }

// ParseChecksum reads what Bytes returned.
func ParseChecksum(b []byte) (Checksum, error) {
	if len(b) != 8 {
		return 0, corrupt.Newf("the checksum of the whole input has %d bytes, want 8", len(b))
	}
	return Checksum(binary.LittleEndian.Uint64(b)), nil
}

// Check returns an error unless b is the checksum c.
func (c Checksum) Check(b []byte) error {
	want, err := ParseChecksum(b)
	if err == nil && c != want {
		err = corrupt.New("the checksum of the whole input is wrong")
	}
	return err
}
