package notation

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// SAN returns the legal move m of p in Standard Algebraic Notation, "--" for the null
// move. Castling may also be given as the king's own move, e1g1.
func SAN(p *board.Position, m board.Move) string {
	var text [16]byte
	return string(Standard.AppendSAN(text[:0], p, resolved(p, m)))
}

// resolved returns the legal move that m means if it may be castling given as the
// king's own move, otherwise m.
func resolved(p *board.Position, m board.Move) board.Move {
	if p.KindAt(m.From()) == board.King {
		if legal, ok := movegen.Resolve(p, m); ok {
			return legal
		}
	}
	return m
}

// AppendSAN appends the legal move m of p as d spells it, and returns the extended
// slice.
func (d Dialect) AppendSAN(dst []byte, p *board.Position, m board.Move) []byte {
	return d.AppendForm(dst, p, m, 0)
}

// AppendForm appends the legal move m of p with the deviation form from d, and
// returns the extended slice: the exact text for which ParseSAN of d returned m and
// form. Any form gives some text.
func (d Dialect) AppendForm(dst []byte, p *board.Position, m board.Move, form Form) []byte {
	k := p.KindAt(m.From())
	return appendSpelling(dst, p, m, k, d.expected(p, m, k)^form)
}

var nullTexts = [8]string{"--", "Z0", "@@@@", "null", "0000", "--", "--", "--"}

// appendSpelling writes m in the spelling s.
func appendSpelling(dst []byte, p *board.Position, m board.Move, k board.Kind, s spelling) []byte {
	if m == board.NullMove {
		return append(dst, nullTexts[s>>castleShift&7]...)
	}
	from, to := m.From(), m.To()
	if k == board.King && movegen.IsCastling(p, m) {
		style := s >> castleShift & 7
		if style&castleKingMove != castleKingMove {
			o := "O0oO"[style&3]
			dst = append(dst, o, '-', o)
			if to < from {
				dst = append(dst, '-', o)
			}
			return appendCheck(dst, s)
		}
		if style != castleTakesRook {
			to = movegen.CastlingTarget(m)
		}
	}
	if s&letterShown != 0 {
		dst = append(dst, k.Letter())
	}
	if s&fileShown != 0 {
		dst = append(dst, 'a'+byte(from&7))
	}
	if s&rankShown != 0 {
		dst = append(dst, '1'+byte(from>>3))
	}
	if s&sepMask != 0 {
		dst = append(dst, " x:-"[s>>sepShift&3])
	}
	dst = append(dst, 'a'+byte(to&7), '1'+byte(to>>3))
	if prom := m.Promotion(); prom != board.NoKind {
		dst = appendPromotion(dst, prom.Letter(), s>>promShift&7)
	}
	switch s >> epShift & 3 {
	case 1:
		dst = append(dst, "e.p."...)
	case 2:
		dst = append(dst, "ep"...)
	case 3:
		dst = append(dst, " e.p."...)
	}
	return appendCheck(dst, s)
}

func appendPromotion(dst []byte, letter byte, style Form) []byte {
	if style&4 != 0 {
		letter += 'a' - 'A'
	}
	switch style & 3 {
	case 0:
		return append(dst, '=', letter)
	case 1:
		return append(dst, letter)
	case 2:
		return append(dst, '(', letter, ')')
	}
	return append(dst, '/', letter)
}

func appendCheck(dst []byte, s spelling) []byte {
	switch s >> checkShift & 3 {
	case checkPlus:
		return append(dst, '+')
	case checkMate:
		return append(dst, '#')
	case checkDouble:
		return append(dst, '+', '+')
	}
	return dst
}
