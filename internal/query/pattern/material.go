package pattern

import (
	"math/bits"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// darkSquares are those of the colour of a1.
const darkSquares bitboard.Set = 0xaa55aa55aa55aa55

// amount is a range for the number of a player's pieces of some kinds together.
type amount struct {
	kinds uint8 // a bit for each board.Kind
	bounds
}

// army is a player's material.
type army struct {
	exact   counts // if simple
	simple  bool   // exactly these numbers of each kind
	amounts []amount
	need    need
	others  bool // any other pieces may be there
	pair    bool // two bishops on squares of different colours
}

// materialWant describes the valid texts.
const materialWant = "the pieces of both sides such as KRPvKR, QPv2R, KRR+vKQ?, K[BN]2vKP0-3 or bishop pair v bishop and knight"

// parseArmy parses a player's material. A king that is not named is added.
func parseArmy(text string) (a army, ok bool) {
	var sums [board.King + 1]*amount
	for _, word := range language.Words(text) {
		if !a.add(word, &sums) {
			return a, false
		}
	}
	return a.close(&sums)
}

// add parses a word of an army: pieces, each with a number.
func (a *army) add(word string, sums *[board.King + 1]*amount) bool {
	for word != "" {
		switch word[0] {
		case '?':
			a.others, word = true, word[1:]
			continue
		case '=':
			a.pair, word = true, word[1:]
			continue
		}
		before := language.Digits(word)
		number, word2 := word[:before], word[before:]
		kinds, rest, ok := parseKinds(word2)
		if !ok {
			return false
		}
		b := bounds{1, 1}
		if number == "" {
			b, rest, ok = parseAmount(rest)
		} else {
			b.min, ok = language.ParseNumber(number)
			b.max = b.min
		}
		if !ok {
			return false
		}
		word = rest
		k := board.Kind(bits.TrailingZeros8(kinds))
		if kinds != 1<<k {
			a.amounts = append(a.amounts, amount{kinds, b})
			continue
		}
		if sums[k] == nil {
			sums[k] = &amount{kinds: kinds}
		}
		sums[k].min += b.min
		sums[k].max = min(sums[k].max+b.max, language.Unbounded)
	}
	return true
}

// close combines the sums of an army.
func (a *army) close(sums *[board.King + 1]*amount) (army, bool) {
	if sums[board.King] == nil {
		sums[board.King] = &amount{1 << board.King, bounds{1, 1}}
	}
	if a.pair && sums[board.Bishop] == nil {
		return *a, false
	}
	if a.pair { // "bishop pair" is two bishops
		b := sums[board.Bishop]
		b.min, b.max = b.min+1, b.max+1
	}
	grouped := uint8(0)
	for i := range a.amounts {
		grouped |= a.amounts[i].kinds
	}
	a.simple = len(a.amounts) == 0 && !a.others
	for k := board.Pawn; k <= board.King; k++ {
		s := sums[k]
		switch {
		case s == nil && (a.others || grouped>>k&1 != 0):
			continue
		case s == nil:
			s = &amount{kinds: 1 << k}
		}
		if s.max < s.min || s.min > 63 {
			return *a, false
		}
		a.simple = a.simple && s.min == s.max
		a.exact += counts(s.min) << (8 * (k - 1))
		a.amounts = append(a.amounts, *s)
		a.need[k] = s.min
	}
	return *a, true
}

// parseKinds parses the letter of a kind of piece, or several in brackets.
func parseKinds(text string) (kinds uint8, rest string, ok bool) {
	letters := text
	if text != "" {
		letters, rest = text[:1], text[1:]
	}
	if inside, isSet := strings.CutPrefix(text, "["); isSet {
		if letters, rest, ok = strings.Cut(inside, "]"); !ok {
			return 0, "", false
		}
	}
	for i := range len(letters) {
		p, ok := board.PieceOfLetter(letters[i])
		if !ok {
			return 0, "", false
		}
		kinds |= 1 << p.Kind()
	}
	return kinds, rest, kinds != 0
}

// parseAmount parses the number of a piece: nothing for one, "2", "1-2", "2+", "+" for
// one or more, "*" for any number.
func parseAmount(text string) (b bounds, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(text, "*"); ok {
		return bounds{0, language.Unbounded}, rest, true
	}
	n := language.Digits(text)
	b = bounds{1, 1}
	if n > 0 {
		if b.min, ok = language.ParseNumber(text[:n]); !ok {
			return b, "", false
		}
		b.max, text = b.min, text[n:]
		if after, dash := strings.CutPrefix(text, "-"); dash {
			n = language.Digits(after)
			if b.max, ok = language.ParseNumber(after[:n]); !ok {
				return b, "", false
			}
			return b, after[n:], true
		}
	}
	if after, plus := strings.CutPrefix(text, "+"); plus {
		b.max, text = language.Unbounded, after
	}
	return b, text, true
}

// has reports whether a player has the army.
func (a *army) has(f *facts, c board.Color) bool {
	have := f.counts[c]
	if a.simple {
		if have != a.exact {
			return false
		}
	} else {
		for i := range a.amounts {
			n := 0
			for k := a.amounts[i].kinds; k != 0; k &= k - 1 {
				n += have.of(board.Kind(bits.TrailingZeros8(k)))
			}
			if !a.amounts[i].bounds.has(n) {
				return false
			}
		}
	}
	return !a.pair || hasPair(f, c)
}

func hasPair(f *facts, c board.Color) bool {
	if f.counts[c].of(board.Bishop) < 2 {
		return false
	}
	bishops := f.p.Pieces(board.PieceOf(c, board.Bishop))
	return bishops&darkSquares != 0 && bishops&^darkSquares != 0
}

// lost reports that a player can never have the army again.
func (a *army) lost(f *facts, c board.Color) bool {
	return a.need.lacking(f.counts[c])
}

// total returns the number of pieces.
func (c counts) total() (n int) {
	for ; c != 0; c >>= 8 {
		n += int(c & 255)
	}
	return n
}

// armies are pairs of both players' material, White's first.
type armies [][2]*army

func (a armies) holds(f *facts) bool {
	for _, both := range a {
		if both[0].has(f, board.White) && both[1].has(f, board.Black) {
			return true
		}
	}
	return false
}

func (a armies) gone(f *facts) bool {
	for _, both := range a {
		if !both[0].lost(f, board.White) && !both[1].lost(f, board.Black) {
			return false
		}
	}
	return true
}

// newMaterial parses the material of both players; either may be the first.
func newMaterial(of side, value string, f flip) (condition, *language.Error) {
	first, second, ok := language.CutArmies(value)
	a, ok1 := parseArmy(first)
	b, ok2 := parseArmy(second)
	if !ok || !ok1 || !ok2 || first == "" || second == "" {
		return nil, language.Wrong("", value, materialWant)
	}
	return newArmies(&a, &b, f.side(of)), nil
}

// newArmies returns a against b, where a belongs to a side.
func newArmies(a, b *army, of side) (all armies) {
	if of.has(board.White) {
		all = append(all, [2]*army{a, b})
	}
	if of.has(board.Black) {
		all = append(all, [2]*army{b, a})
	}
	return all
}
