package notation

import (
	"bytes"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// The oracle reads and writes moves by looking for them among the listed legal moves.

// listedOrigins returns the squares of the pieces of the given kind that have a legal
// move like m, to the same target with the same promotion.
func listedOrigins(p *board.Position, m board.Move, k board.Kind, legal []board.Move) bitboard.Set {
	var s bitboard.Set
	want := m &^ 63
	for _, l := range legal {
		if l&^63 == want {
			s |= 1 << (l & 63)
		}
	}
	return s & p.Kind(k)
}

// expectedListed returns how d spells the legal move m of p. The squares from hold the
// pieces of m's kind that can make it; for a pawn's move some may be missing.
func (d Dialect) expectedListed(p *board.Position, m board.Move, k board.Kind, from bitboard.Set) spelling {
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
		return s | d.expectedCheckListed(p, m, k)<<checkShift
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
		if d&CountPinned != 0 && k != board.King {
			from |= attackers(p, k, m.To())
		}
		if others := from &^ bitboard.Of(m.From()); others != 0 {
			s |= d.distinguish(m.From(), others)
		}
	}
	return s | d.expectedCheckListed(p, m, k)<<checkShift
}

// expectedCheckListed returns the check field that d writes for the legal move m.
func (d Dialect) expectedCheckListed(p *board.Position, m board.Move, k board.Kind) spelling {
	policy := d & checkPolicy
	if policy == NoCheck || !mayCheck(p, m, k) || !movegen.GivesCheck(p, m) {
		return checkNone
	}
	q := *p
	movegen.Make(&q, m)
	switch {
	case policy == PlusForMate || len(movegen.AppendLegal(nil, &q)) > 0:
		return checkPlus
	case policy == DoublePlusForMate:
		return checkDouble
	}
	return checkMate
}

// AppendListed is AppendForm.
func (d Dialect) AppendListed(dst []byte, p *board.Position, m board.Move, legal []board.Move, form Form) []byte {
	k := p.KindAt(m.From())
	return appendSpelling(dst, p, m, k, d.expectedListed(p, m, k, listedOrigins(p, m, k, legal))^form)
}

// AdaptListed is Adapt.
func (d Dialect) AdaptListed(p *board.Position, m board.Move, legal []board.Move, form Form) Dialect {
	if m == board.NullMove || form == 0 {
		return d
	}
	k := p.KindAt(m.From())
	from := listedOrigins(p, m, k, legal)
	want := d.expectedListed(p, m, k, from) ^ form
	// Each group of the dialect sets its own field. Castling comes first, since it
	// changes which other fields count.
	try := func(field spelling, group Dialect, choices ...Dialect) {
		if (d.expectedListed(p, m, k, from)^want)&field == 0 {
			return
		}
		for _, c := range choices {
			if e := d&^group | c; (e.expectedListed(p, m, k, from)^want)&field == 0 {
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

// ParseListed is ParseSAN.
func (d Dialect) ParseListed(text []byte, p *board.Position, legal []board.Move) (board.Move, Form, error) {
	if len(text) < 2 {
		return 0, 0, moveError(text, ErrSyntax)
	}
	switch text[0] {
	case 'O', 'o', '0', '-', 'Z', '@', 'n':
		return d.parseCastlingListed(text, p, legal)
	}
	s, ok := scanListed(text)
	if !ok {
		return 0, 0, moveError(text, ErrSyntax)
	}
	kind := s.kind
	if s.shown&letterShown == 0 && s.shown&bothShown == bothShown {
		kind = p.KindAt(board.SquareAt(int(s.file), int(s.rank)))
	}
	from := listedOrigins(p, s.move, kind, legal)
	if kind == board.King && p.Color(p.Turn).Has(s.move.To()) {
		from = 0 // castling, by taking the rook
	}
	named := from
	if s.shown&fileShown != 0 {
		named &= bitboard.FileA << s.file
	}
	if s.shown&rankShown != 0 {
		named &= bitboard.Rank1 << (s.rank * 8)
	}
	m := s.move
	switch {
	case named == 0 && kind == board.King:
		var err error
		if m, err = s.castling(text, p, legal); err != nil {
			return 0, 0, err
		}
		if m.To() == s.move.To() {
			s.shown |= castleTakesRook << castleShift
		} else {
			s.shown |= castleKingMove << castleShift
		}
	case named == 0:
		return 0, 0, moveError(text, ErrIllegal)
	case named.WithoutFirst() != 0:
		return 0, 0, moveError(text, ErrAmbiguous)
	default:
		m |= board.Move(named.First())
	}
	want := d.expectedListed(p, m, kind, from)
	if m.Promotion() == board.NoKind {
		s.shown |= want & promMask // which the text does not show
	}
	return m, s.shown ^ want, nil
}

// listedScan holds the parts of the text of a move.
type listedScan struct {
	kind       board.Kind
	move       board.Move // without its origin
	file, rank uint8      // of the origin, where shown
	shown      spelling   // without the castling field
}

// scanListed splits a text that is neither castling nor a null move into its parts.
func scanListed(text []byte) (s listedScan, ok bool) {
	i, j := 0, len(text)
	s.kind = board.Pawn
	if k := kindOf(text[0]); k != board.NoKind {
		s.kind, s.shown, i = k, letterShown, 1
	}
	// From the end: check sign, remark, promotion, target.
	switch text[j-1] {
	case '+':
		s.shown |= checkPlus << checkShift
		if j--; text[j-1] == '+' {
			s.shown |= checkDouble << checkShift
			j--
		}
	case '#':
		s.shown |= checkMate << checkShift
		j--
	}
	if j-i < 2 {
		return s, false
	}
	if c := text[j-1]; c == '.' || c == 'p' {
		n := 0
		if n, s.shown = scanRemark(text[i:j], s.shown); n == 0 {
			return s, false
		}
		j -= n
	}
	if j-i < 2 {
		return s, false
	}
	if text[j-1] > '8' || text[j-1] < '1' {
		var prom board.Kind
		if j, prom, s.shown = scanPromotion(text, i, j, s.shown); prom == board.NoKind {
			return s, false
		}
		s.move = board.NewMove(0, 0, prom)
	}
	file, rank := text[j-2]-'a', text[j-1]-'1'
	if file > 7 || rank > 7 {
		return s, false
	}
	s.move |= board.NewMove(0, board.SquareAt(int(file), int(rank)), board.NoKind)
	j -= 2
	// What is left is the origin and the sign before the target.
	if i < j {
		switch text[j-1] {
		case 'x':
			s.shown |= sepX << sepShift
			j--
		case ':':
			s.shown |= sepColon << sepShift
			j--
		case '-':
			s.shown |= sepDash << sepShift
			j--
		}
	}
	if i < j {
		if f := text[i] - 'a'; f < 8 {
			s.file, s.shown = f, s.shown|fileShown
			i++
		}
	}
	if i < j {
		if r := text[i] - '1'; r < 8 {
			s.rank, s.shown = r, s.shown|rankShown
			i++
		}
	}
	return s, i == j
}

// castling returns the castling that s spells as a move of the king.
func (s *listedScan) castling(text []byte, p *board.Position, legal []board.Move) (board.Move, error) {
	found := board.NullMove
	for _, m := range legal {
		if !movegen.IsCastling(p, m) ||
			s.move != m&^63 && s.move != board.NewMove(0, movegen.CastlingTarget(m), board.NoKind) ||
			s.shown&fileShown != 0 && int(s.file) != m.From().File() ||
			s.shown&rankShown != 0 && int(s.rank) != m.From().Rank() {
			continue
		}
		// A move to the rook's square is the more exact of the two.
		if found == board.NullMove || s.move == m&^63 {
			found = m
		}
	}
	if found == board.NullMove {
		return 0, moveError(text, ErrIllegal)
	}
	return found, nil
}

// parseCastlingListed reads castling written with O, 0 or o, and null moves.
func (d Dialect) parseCastlingListed(text []byte, p *board.Position, legal []board.Move) (board.Move, Form, error) {
	for i, t := range nullTexts[:5] {
		if string(text) == t {
			return board.NullMove, Form(i) << castleShift, nil
		}
	}
	var s spelling
	rest := text
	switch {
	case bytes.HasSuffix(rest, []byte("++")):
		s, rest = checkDouble<<checkShift, rest[:len(rest)-2]
	case rest[len(rest)-1] == '+':
		s, rest = checkPlus<<checkShift, rest[:len(rest)-1]
	case rest[len(rest)-1] == '#':
		s, rest = checkMate<<checkShift, rest[:len(rest)-1]
	}
	o := text[0]
	switch o {
	case 'O':
	case '0':
		s |= 1 << castleShift
	case 'o':
		s |= 2 << castleShift
	default:
		return 0, 0, moveError(text, ErrSyntax)
	}
	long := len(rest) == 5 && rest[3] == '-' && rest[4] == o
	if len(rest) != 3 && !long || rest[1] != '-' || rest[2] != o {
		return 0, 0, moveError(text, ErrSyntax)
	}
	for _, m := range legal {
		if movegen.IsCastling(p, m) && m.To() < m.From() == long {
			want := d.expectedListed(p, m, board.King, 0)
			s |= want & (letterShown | bothShown | sepMask | epMask) // which the text does not show
			return m, s ^ want, nil
		}
	}
	return 0, 0, moveError(text, ErrIllegal)
}
