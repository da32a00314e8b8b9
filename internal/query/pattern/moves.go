package pattern

import (
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/movegen"
)

// asked is a requirement of a yes-or-no property.
type asked uint8

const (
	whatever asked = iota
	yes
	no
)

// is reports whether the property value so meets the requirement.
func (a asked) is(so bool) bool { return a == whatever || (a == yes) == so }

// moveCondition is a condition on the move that is made from a position.
type moveCondition struct {
	of        side
	kinds     uint8 // a bit for each board.Kind
	from, to  bitboard.Set
	straight  bool // along the file
	capture   asked
	captured  uint8 // kinds, if capture is yes
	promotion uint8 // kinds; 0 for any, bit 0 for none
	castling  asked
	side      asked // yes for the king's side
	check     asked
	mate      asked
}

const allKinds = 1<<(board.King+1) - 2

func newMove(of side, f flip) *moveCondition {
	return &moveCondition{of: f.side(of), kinds: allKinds, from: ^bitboard.Set(0), to: ^bitboard.Set(0), captured: allKinds}
}

func (m *moveCondition) holds(f *facts) bool {
	if f.isLast || f.next == board.NullMove || !m.of.has(f.p.Turn) {
		return false
	}
	from, to := f.next.From(), f.next.To()
	if !m.to.Has(to) && m.castling == no || !m.from.Has(from) || m.kinds>>f.p.KindAt(from)&1 == 0 {
		return false
	}
	castles := movegen.IsCastling(f.p, f.next)
	if !m.castling.is(castles) || m.straight && from&7 != to&7 {
		return false
	}
	if castles {
		if m.castling == yes && !m.side.is(to > from) {
			return false
		}
		to = movegen.CastlingTarget(f.next)
	}
	if !m.to.Has(to) || m.promotion != 0 && m.promotion>>f.next.Promotion()&1 == 0 {
		return false
	}
	if m.capture != whatever {
		captures := movegen.IsCapture(f.p, f.next)
		if !m.capture.is(captures) || captures && m.captured>>taken(f.p, f.next)&1 == 0 {
			return false
		}
	}
	return m.check == whatever && m.mate == whatever || m.leads(f)
}

// taken returns the kind of piece that a move captures.
func taken(p *board.Position, m board.Move) board.Kind {
	if k := p.KindAt(m.To()); k != board.NoKind {
		return k
	}
	return board.Pawn // en passant
}

// leads reports whether the position after the move is check or mate as required.
func (m *moveCondition) leads(f *facts) bool {
	after := *f.p
	movegen.Make(&after, f.next)
	check := movegen.InCheck(&after)
	return m.check.is(check) && m.mate.is(check && !movegen.HasLegal(&after))
}

// gone uses that castling rights never come back, and that a moving piece must be on the
// board or be promoted from a pawn.
func (m *moveCondition) gone(f *facts) bool {
	for c := board.White; c <= board.Black; c++ {
		switch have := f.counts[c]; {
		case !m.of.has(c):
		case m.castling == yes:
			if f.p.Castling.Any(c) {
				return false
			}
		case have.of(board.Pawn) > 0:
			return false
		case m.promotion != 0:
		default:
			for k := board.Knight; k <= board.King; k++ {
				if m.kinds>>k&1 != 0 && have.of(k) > 0 {
					return false
				}
			}
		}
	}
	return true
}

const moveWant = "a move such as Nf3, Nxf7, N-f3 for no capture, exd5, Pe5, [BN]c?, R?x?7+, e8=Q, =N, O-O, O-O-O or O-O*"

// castlings are the texts of castlings, and whether each is to the king's side.
var castlings = map[string]asked{"O-O": yes, "O-O-O": no, "O-O*": whatever}

// parseMove parses a pattern of moves.
func parseMove(of side, text string, f flip) (condition, *language.Error) {
	m := newMove(of, f)
	bad := language.Wrong("", text, moveWant)
	rest := text
	for strings.HasSuffix(rest, "+") || strings.HasSuffix(rest, "#") {
		if rest[len(rest)-1] == '#' {
			m.mate = yes
		}
		rest, m.check = rest[:len(rest)-1], yes
	}
	if side, castles := castlings[strings.ReplaceAll(rest, "0", "O")]; castles {
		if f.files {
			return nil, language.Wrong("", text, "no castling where files are mirrored")
		}
		m.castling, m.side = yes, side
		return m, nil
	}
	m.castling = no
	rest, promotion, promotes := strings.Cut(rest, "=")
	if promotes {
		var after string
		var ok bool
		if m.promotion, after, ok = parseKinds(promotion); promotion == "?" {
			m.promotion = 1<<board.Knight | 1<<board.Bishop | 1<<board.Rook | 1<<board.Queen
		} else if !ok || after != "" {
			return nil, bad
		}
	}
	if !m.piece(&rest, promotes) || !m.squares(rest, f) {
		return nil, bad
	}
	return m, nil
}

// piece parses the kinds of pieces that move. A pawn without its letter moves straight
// ahead, or captures from the file before the x.
func (m *moveCondition) piece(rest *string, promotes bool) bool {
	text := *rest
	switch {
	case text == "":
		m.kinds = 1 << board.Pawn
		return promotes
	case text[0] == '?' && len(text) != 2:
		*rest = text[1:]
	case text[0] == '[' || text[0] >= 'A' && text[0] <= 'Z':
		kinds, after, ok := parseKinds(text)
		if !ok {
			return false
		}
		m.kinds, *rest = kinds, after
	default:
		m.kinds = 1 << board.Pawn
		m.straight = !strings.Contains(text, "x")
		if m.straight {
			m.capture = no
		}
	}
	return true
}

// squares parses where the piece comes from, how, and where it goes.
func (m *moveCondition) squares(text string, f flip) bool {
	if text == "" {
		return true
	}
	from, to := text, ""
	if at := strings.IndexAny(text, "x:*-"); at >= 0 {
		from, to = text[:at], text[at+1:]
		switch text[at] {
		case 'x', ':':
			m.capture = yes
		case '-':
			m.capture = no
		}
	} else if len(text) >= 2 {
		from, to = text[:len(text)-2], text[len(text)-2:]
	}
	ok := true
	if to != "" {
		m.to, ok = parsePlaces(to)
		m.to = f.set(m.to)
	}
	switch {
	case !ok || len(from) > 2:
		return false
	case len(from) == 1 && from[0] >= '1' && from[0] <= '8':
		from = "?" + from
	case len(from) == 1:
		from += "?"
	}
	if from != "" {
		m.from, ok = parsePlaces(from)
		m.from = f.set(m.from)
	}
	return ok
}

// newMoved parses the pieces that move or are captured.
func newMoved(captures bool) func(of side, value string, f flip) (condition, *language.Error) {
	return func(of side, value string, f flip) (condition, *language.Error) {
		m := newMove(of, f)
		kinds := uint8(0)
		for i := range len(value) {
			p, ok := board.PieceOfLetter(value[i])
			if !ok {
				return nil, language.Wrong("", value, "letters of pieces such as KP")
			}
			kinds |= 1 << p.Kind()
		}
		switch {
		case captures && value == "":
			m.capture = no
		case captures:
			m.capture, m.captured = yes, kinds
		case value == "":
			return nil, language.Wrong("", value, "letters of pieces such as KP")
		default:
			m.kinds = kinds
		}
		return m, nil
	}
}
