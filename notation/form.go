package notation

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Form is the deviation of a move's text from a Dialect, zero for none. The package
// comment draws its bits. A file has few distinct values; the frequent ones are below
// 64.
type Form uint16

// spelling is the spelling of a text, a Form before the exclusive or.
type spelling = Form

const (
	fileShown   spelling = 1
	rankShown   spelling = 2
	bothShown            = fileShown | rankShown
	checkShift           = 2
	checkMask   spelling = 3 << checkShift
	sepShift             = 4
	sepMask     spelling = 3 << sepShift
	promShift            = 6
	promMask    spelling = 7 << promShift
	castleShift          = 9
	castleMask  spelling = 7 << castleShift
	epShift              = 12
	epMask      spelling = 3 << epShift
	letterShown spelling = 1 << 14
)

// Values of the check field.
const (
	checkNone = iota
	checkPlus
	checkMate
	checkDouble
)

// Values of the field between origin and target.
const (
	sepNone = iota
	sepX
	sepColon
	sepDash
)

// captureSigns gives each capture policy its sign.
var captureSigns = [4]spelling{sepX, sepNone, sepColon, sepX}

// Values of the castling field that spell it as a move of the king.
const (
	castleKingMove  = 3
	castleTakesRook = 7
)

// Squares of one file or rank.
func fileOf(s board.Square) bitboard.Set { return bitboard.FileA << uint(s.File()) }
func rankOf(s board.Square) bitboard.Set { return bitboard.Rank1 << uint(s.Rank()*8) }

// expected returns how d spells the legal move m of p, made by a piece of kind k.
func (d Dialect) expected(p *board.Position, m board.Move, k board.Kind) spelling {
	if m == board.NullMove {
		return 0
	}
	s := letterShown ^ Form(d&NoLetters)
	if k == board.King && movegen.IsCastling(p, m) {
		s |= Form(d&castlePolicy) >> 11 << castleShift
		if s>>castleShift&castleKingMove == castleKingMove {
			if d&originPolicy == LongOrigin {
				s |= bothShown
			}
			if d&DashQuiet != 0 {
				s |= sepDash << sepShift
			}
		}
		return s | d.expectedCheck(p, m, k)<<checkShift
	}
	capture := p.Occupied().Has(m.To())
	if k == board.Pawn {
		s &^= letterShown
		s |= Form(d&promotionPolicy) >> 8 << promShift
		capture = capture || (m.From()^m.To())&7 != 0
	}
	if capture {
		s |= captureSigns[d&capturePolicy>>5] << sepShift
	} else if d&DashQuiet != 0 {
		s |= sepDash << sepShift
	}
	switch {
	case d&originPolicy == LongOrigin:
		s |= bothShown
	case k == board.Pawn:
		if capture {
			s |= fileShown
		}
	default:
		others := attackers(p, k, m.To()) &^ bitboard.Of(m.From())
		if others != 0 && d&CountPinned == 0 {
			others &= movegen.Origins(p, k, m.To(), board.NoKind)
		}
		if others != 0 {
			s |= d.distinguish(m.From(), others)
		}
	}
	return s | d.expectedCheck(p, m, k)<<checkShift
}

// distinguish returns which parts of the origin must be shown to distinguish it from
// the others.
func (d Dialect) distinguish(from board.Square, others bitboard.Set) spelling {
	switch {
	case others&fileOf(from) == 0:
		return fileShown
	case others&rankOf(from) == 0 && d&originPolicy != FileElseBoth:
		return rankShown
	}
	return bothShown
}

// attackers returns the squares of the mover's pieces of kind k, not a pawn, that
// could reach sq if their king could be left in check.
func attackers(p *board.Position, k board.Kind, sq board.Square) bitboard.Set {
	us := p.Kind(k) & p.Color(p.Turn)
	switch k {
	case board.Knight:
		return us & bitboard.KnightAttacks(sq)
	case board.Bishop:
		return us & bitboard.BishopAttacks(sq, p.Occupied())
	case board.Rook:
		return us & bitboard.RookAttacks(sq, p.Occupied())
	case board.Queen:
		return us & bitboard.QueenAttacks(sq, p.Occupied())
	case board.King:
		return us & bitboard.KingAttacks(sq)
	}
	return 0
}

// Adapt returns d with the fewest changes that make the Form of the move m zero,
// where ParseSAN of d returned form. Deviations that no dialect explains are left. If
// the same dialect comes back for many moves, it is the author's.
func (d Dialect) Adapt(p *board.Position, m board.Move, form Form) Dialect {
	if m == board.NullMove || form == 0 {
		return d
	}
	k := p.KindAt(m.From())
	want := d.expected(p, m, k) ^ form
	// Each group of the dialect sets its own field. Castling comes first, since it
	// changes which other fields count.
	try := func(field spelling, group Dialect, choices ...Dialect) {
		if (d.expected(p, m, k)^want)&field == 0 {
			return
		}
		for _, c := range choices {
			if e := d&^group | c; (e.expected(p, m, k)^want)&field == 0 {
				d = e
				return
			}
		}
	}
	try(castleMask, castlePolicy, Standard, CastleZeros, CastleLower, CastleKingMove, CastleTakesRook)
	try(letterShown, NoLetters, Standard, NoLetters)
	try(sepMask, capturePolicy|DashQuiet, d&capturePolicy, d&capturePolicy|DashQuiet, d&DashQuiet,
		d&DashQuiet|NoCaptureSign, d&DashQuiet|ColonCapture)
	try(promMask, promotionPolicy, Dialect(want&promMask>>promShift)<<8)
	try(checkMask, checkPolicy, Standard, PlusForMate, NoCheck, DoublePlusForMate)
	try(bothShown, originPolicy|CountPinned, Standard, FileElseBoth, CountPinned, FileElseBoth|CountPinned, LongOrigin)
	return d
}
