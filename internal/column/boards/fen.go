package boards

import (
	"bytes"
	"strings"

	"github.com/chesszip/chesszip/board"
)

// Style is the form of a written position, two bits.
type Style uint8

const (
	Counters Style = 1 << iota
	Files          // rights to castle as files of rooks
)

// Append appends a position to dst.
func (s Style) Append(dst []byte, p *board.Position) []byte {
	if s&Files != 0 {
		dst = p.AppendShredderFEN(dst)
	} else {
		dst = p.AppendFEN(dst)
	}
	if s&Counters == 0 {
		// The two counters and the blanks before them.
		for range 2 {
			dst = dst[:bytes.LastIndexByte(dst, ' ')]
		}
	}
	return dst
}

// maxPosition bounds the bytes of a position: 71 of a board, 4 rights, two
// counters of at most 5 digits.
const maxPosition = 96

// Find reads the position at the start of text, in any style, and returns its length,
// or 0.
func Find(text []byte, p *board.Position) (n int, how Style) {
	short, long := extent(text)
	if short == 0 {
		return 0, 0
	}
	var room [maxPosition]byte
	for _, n := range [...]int{long, short} {
		if n == 0 || n > maxPosition {
			continue
		}
		q, err := board.ParseFEN(string(text[:n]))
		if err != nil {
			continue
		}
		counters := Style(0)
		if n == long {
			counters = Counters
		}
		for _, s := range [2]Style{counters, counters | Files} {
			if bytes.Equal(s.Append(room[:0], &q), text[:n]) {
				*p = q
				return n, s
			}
		}
	}
	return 0, 0
}

// extent returns the lengths of the first four fields of a FEN at the start of text,
// and of all six, or 0.
func extent(text []byte) (short, long int) {
	i := 0
	word := func(of string) bool {
		start := i
		for i < len(text) && strings.IndexByte(of, text[i]) >= 0 {
			i++
		}
		return i > start && i < start+maxPosition
	}
	blank := func() bool {
		i++
		return i <= len(text) && text[i-1] == ' '
	}
	if !word("/12345678pnbrqkPNBRQK") || i < 15 || !blank() || !word("wb") || !blank() ||
		!word("-KQABCDEFGHkqabcdefgh") || !blank() || !word("-abcdefgh12345678") {
		return 0, 0
	}
	short = i
	const digits = "0123456789"
	if blank() && word(digits) && blank() && word(digits) {
		long = i
	}
	return short, long
}
