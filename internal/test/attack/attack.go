// Package attack makes invalid archives, and runs everything that reads inputs on them:
// the operations of package table.
//
// Alter changes an archive of an ordinary file inside, where a checksum would hide the
// change, and repairs every checksum: those of frames, of the index, of index frames and
// of the whole input. Package hostile makes texts.
//
// Only tests and benchmarks import it.
package attack

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// Case is an input made for an attack, with its history.
type Case struct {
	Seed  string   // the ordinary file that it is based on
	Steps []string // the changes, in order
	Bytes []byte
	// Claim is the claimed decompressed size of its frames in bytes, at most maxClaim
	// for each.
	Claim int64
	// Frames is its number of frames.
	Frames int64
}

// String describes how the case was made.
func (c *Case) String() string {
	return fmt.Sprintf("%s (%d bytes): %s", c.Seed, len(c.Bytes), strings.Join(c.Steps, ", "))
}

// maxClaim is the greatest decompressed size of a frame.
const maxClaim = 4 << 20

// maxCase is the greatest size of a case.
const maxCase = 9 << 20

// maxSteps is the greatest number of changes to one archive.
const maxSteps = 4

// Program returns n bytes of choices for a number; equal numbers make equal cases.
func Program(number uint64, n int) (b []byte) {
	random := rand.New(rand.NewPCG(number, 13))
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, random.Uint64())
	}
	return b
}

// Parts is the number of parts into which the operations on archives are divided. A case
// runs one part, since all operations on one archive take long and find little that the
// next archive does not show.
const Parts = 4

// In reports whether the i-th operation of the table is in a part, or is not for archives.
func In(op *table.Operation, i int, part uint64) bool {
	return op.On != table.Archives || uint64(i)%Parts == part%Parts
}

// Alter makes a case of one of the seeds. The program selects the seed, the operators
// and their arguments; equal programs make equal cases.
func Alter(seeds []Seed, program []byte) (c Case, err error) {
	choose := &choices{program}
	seed := &seeds[choose.below(len(seeds))]
	c = Case{Seed: seed.Name}
	src, err := seed.archive()
	if err != nil {
		return c, err
	}
	a := &alteration{choices: choose, seed: seed, seeds: seeds}
	if a.parts, err = open(src); err != nil {
		return c, err
	}
	for range 1 + choose.below(maxSteps) {
		op := &operators[choose.below(len(operators))]
		if did := op.apply(a); did != "" {
			c.Steps = append(c.Steps, op.name+" "+did)
		}
	}
	c.Bytes, err = a.bytes()
	c.Claim, c.Frames = a.claim()+a.behind, int64(len(a.frames))+a.framesBehind
	return c, err
}
