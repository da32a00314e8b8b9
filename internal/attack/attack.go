// Package attack makes archives that were never meant to be, and runs everything
// that reads inputs on them: the operations of package table.
//
// Alter changes an archive of an ordinary file inside, where a checksum would
// hide the change, and mends every checksum: those of frames, of the index, of
// index frames and of the whole input. Package hostile makes texts.
//
// Only tests and benchmarks import it.
package attack

import (
	"fmt"
	"strings"
)

// Case is an input made for an attack, and how.
type Case struct {
	Seed  string   // the ordinary file that it was made of
	Steps []string // what was done to it, in order
	Bytes []byte
	// Claim is how many bytes of input its frames claim to stand for, at most
	// maxClaim for each.
	Claim int64
	// Frames is how many it has.
	Frames int64
	// Slow says that the levels of 7 to 9 made it, which may take more memory.
	Slow bool
	// Thorough says that the levels of 4 to 9 did.
	Thorough bool
}

// String says how the case was made.
func (c *Case) String() string {
	return fmt.Sprintf("%s (%d bytes): %s", c.Seed, len(c.Bytes), strings.Join(c.Steps, ", "))
}

// maxClaim is the most that a frame can stand for.
const maxClaim = 4 << 20

// maxCase bounds the bytes of a case.
const maxCase = 9 << 20

// maxSteps bounds the changes to one archive.
const maxSteps = 4

// Alter makes a case of one of the seeds. The program chooses the seed, the
// operators and what they are given; equal programs make equal cases.
func Alter(seeds []Seed, program []byte) (c Case, err error) {
	choose := &choices{program}
	seed := &seeds[choose.below(len(seeds))]
	c = Case{Seed: seed.Name, Slow: seed.Slow}
	src, err := seed.archive()
	if err != nil {
		return c, err
	}
	a := &alteration{choices: choose, seed: seed, seeds: seeds, slow: seed.Slow, thorough: seed.options.Level != nil}
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
	c.Claim, c.Frames, c.Slow, c.Thorough = a.claim()+a.behind, int64(len(a.frames))+a.framesBehind, a.slow, a.thorough
	return c, err
}
