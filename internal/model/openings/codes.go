package openings

import (
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// OtherNames returns names by which people also know the openings of an ECO code, beside
// those of its lines.
func OtherNames(code int) []string { return otherNames()[code] }

// CodesOf returns the first and the last ECO code whose names begin with a name or, if there
// are none, that have such lines; -1 for neither.
func CodesOf(name string) (first, last int) {
	first, last = -1, -1
	note := func(code int) {
		if last = code; first < 0 {
			first = code
		}
	}
	codes := &table().codes
	for code := range codes {
		if strings.HasPrefix(codes[code].Name, name) {
			note(code)
		}
	}
	if first >= 0 {
		return first, last
	}
	for code := range codes {
		if slices.ContainsFunc(codes[code].Lines, func(n int) bool { return strings.HasPrefix(Names()[n], name) }) {
			note(code)
		}
	}
	return first, last
}

var otherNames = sync.OnceValue(func() [][]string {
	all := make([][]string, tagvalue.ECOCodes)
	for line := range strings.Lines(otherTable) {
		codes, names, _ := strings.Cut(strings.TrimSpace(line), " ")
		for code := tagvalue.ParseECO([]byte(codes[:3])); code <= tagvalue.ParseECO([]byte(codes[len(codes)-3:])); code++ {
			all[code] = append(all[code], strings.Split(names, "; ")...)
		}
	}
	return all
})

// otherTable lists codes with their other names.
const otherTable = `A00 Irregular Opening
A04-A09 Reti Opening
A45-A50 Indian Game
A57-A59 Volga Gambit
A60-A79 Modern Benoni
B01 Center Counter Defense
B06 Robatsch Defense
B51 Sicilian Defense: Canal Attack
C12 French Defense: MacCutcheon Variation
C42-C43 Russian Game; Petroff Defense
C53-C54 Giuoco Piano
C60-C99 Spanish Opening; Spanish Game
C80-C83 Ruy Lopez: Open Variations
C84-C99 Ruy Lopez: Closed Variations
D10-D19 Queen's Gambit Declined: Slav Defense
D43-D49 Queen's Gambit Declined: Semi-Slav Defense
E40-E59 Nimzo-Indian Defense: Rubinstein System
E92-E99 King's Indian Defense: Classical Variation`
