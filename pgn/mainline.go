package pgn

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Line walks through the main lines of games: what ParseGame and Game.MainLine
// give, without the rest, as far as it is asked for, and in bounded memory. The
// zero Line is ready to use.
type Line struct {
	// Anyway walks also through games whose start position or variant is not
	// known: from the start position of standard chess where there is none,
	// and by its rules.
	Anyway bool

	legal []board.Move
}

// Each calls yield with the start position of a game's text and NullMove, and
// then with each position of its main line and the move that led to it, until
// yield returns false or the next move is not known. The position belongs to
// the walk. Nothing is called for blank text, or, unless Anyway is set, a start
// position or variant that is not known. What stands before the game begins, see
// Begin, is passed over. Each reports whether it came to the end of the main line.
func (l *Line) Each(text []byte, yield func(p *board.Position, m board.Move) bool) (whole bool) {
	in := Scanner{src: text, brace: -1}
	if at, ok := Begin(text); ok {
		in.pos = at
	}
	var fen, variant []byte
	hasFEN, hasVariant, started, blank := false, false, false, true
	var p board.Position
	depth := 0
	for {
		t, more := in.Next()
		if more && (t.Kind == Space || t.Kind == BOM) {
			continue
		}
		blank = blank && !more
		if more && t.Kind == TagPair && !started {
			switch name, value := t.Tag(); {
			case !hasFEN && string(name) == "FEN":
				fen, hasFEN = value, true
			case !hasVariant && string(name) == "Variant":
				variant, hasVariant = value, true
			}
			continue
		}
		if !started {
			if blank || !startOf(&p, fen, hasFEN, variant) && !l.Anyway || !yield(&p, board.NullMove) {
				return false
			}
			started = true
		}
		if !more {
			return true
		}
		switch t.Kind {
		case Open:
			depth++
		case Close:
			depth = max(depth-1, 0)
		case Result:
			if depth == 0 {
				return true
			}
		case Move:
			if depth > 0 {
				continue
			}
			m, ok := l.play(&p, t.Text)
			if !ok || !yield(&p, m) {
				return false
			}
		}
	}
}

// startOf sets up the position; ok is false if it is not known.
func startOf(p *board.Position, fen []byte, hasFEN bool, variant []byte) (ok bool) {
	*p = board.Start()
	if hasFEN {
		start, err := board.ParseFEN(string(Unescape(nil, fen)))
		if err != nil {
			return false
		}
		*p = start
	}
	return variant == nil || standardRules(string(Unescape(nil, variant)))
}

// play makes the move that text names.
func (l *Line) play(p *board.Position, text []byte) (board.Move, bool) {
	if m, ok := quick(p, text); ok {
		return m, true
	}
	l.legal = movegen.AppendLegal(l.legal[:0], p)
	m, _, err := notation.NoCheck.ParseSAN(text, p, l.legal)
	if err != nil {
		return 0, false
	}
	movegen.Make(p, m)
	return m, true
}
