package search

import (
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/signature"
	"github.com/chesszip/chesszip/pgn"
)

// Matcher is a Pattern that was understood.
type Matcher struct {
	position board.Position
	fields   int // of the FEN: 0 none, 1 board, 2 and side to move, 3 all of it
	sides    [2]material
	pieces   int // most that are on the board, if material or a FEN is asked for
	material bool
	moves    []board.Move
	wants    []signature.Want  // of which one must be admitted, none where nothing is known
	pawns    [2][]bitboard.Set // for each pawn of the position, White's first: where it may have come from
}

// CompilePattern understands a pattern.
func CompilePattern(p *Pattern) (*Matcher, error) {
	m := &Matcher{}
	if p.FEN == "" && p.Material == "" && p.Moves == "" {
		return nil, &Error{"Pattern", "", "a position, material or moves"}
	}
	for _, add := range []func(*Pattern) error{m.fen, m.pieceCounts, m.line} {
		if err := add(p); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *Matcher) fen(p *Pattern) error {
	if p.FEN == "" {
		return nil
	}
	m.fields = min(len(strings.Fields(p.FEN)), 3)
	pos, err := board.ParseFEN(p.FEN + [...]string{"", " w - -", " - -", ""}[m.fields])
	if err != nil {
		return &Error{"FEN", p.FEN, "a position, or its board alone: " + err.Error()}
	}
	m.position = gamestate.Essence(&pos)
	m.pieces = pos.Occupied().Count()
	m.wants = []signature.Want{signature.WantOf(&pos.Board)}
	for _, color := range []board.Color{board.White, board.Black} {
		for s := pos.Pieces(board.PieceOf(color, board.Pawn)); s != 0; s = s.WithoutFirst() {
			m.pawns[color] = append(m.pawns[color], behind(color, s&^s.WithoutFirst()))
		}
	}
	return nil
}

// pieceCounts understands the material.
func (m *Matcher) pieceCounts(p *Pattern) error {
	if p.Material == "" {
		return nil
	}
	white, black, ok := strings.Cut(strings.ToUpper(p.Material), "V")
	w, ok1 := sideOf(white)
	b, ok2 := sideOf(black)
	if !ok || !ok1 || !ok2 {
		return &Error{"Material", p.Material, "the pieces of both sides, such as KRPvKR or KQvKRR"}
	}
	m.material = true
	m.sides = [2]material{{w, b}, {b, w}}
	if m.wants == nil {
		for _, s := range m.sides {
			m.wants = append(m.wants, signature.Want{Limited: true, Most: [2]signature.Men{s.white.men(), s.black.men()}})
		}
	}
	if n := len(white) + len(black); m.fields == 0 || n < m.pieces {
		m.pieces = n
	}
	return nil
}

// sideOf counts the letters of one side's pieces.
func sideOf(letters string) (s side, ok bool) {
	for i := range len(letters) {
		p, ok := board.PieceOfLetter(letters[i])
		if !ok || i >= 64 {
			return 0, false
		}
		s += 1 << (8 * (p.Kind() - 1))
	}
	return s, len(letters) > 0
}

func (m *Matcher) line(p *Pattern) error {
	if p.Moves == "" {
		return nil
	}
	g := pgn.ParseGame(p.Moves)
	bad := &Error{"Moves", p.Moves, "moves from the start position, such as 1. e4 c5 2. Nf3"}
	if g == nil || len(g.Tags) > 0 {
		return bad
	}
	line, ok := g.MainLine()
	if !ok || g.Err() != nil {
		if err := g.Err(); err != nil {
			bad.Want += ": " + err.Error()
		}
		return bad
	}
	m.moves = line.Moves
	return nil
}

// behind returns the squares from which a pawn of a colour may have come to one
// square, that itself included.
func behind(color board.Color, to bitboard.Set) bitboard.Set {
	all := to
	for range 7 {
		if color == board.White {
			to = to.Down() | to.DownLeft() | to.DownRight()
		} else {
			to = to.Up() | to.UpLeft() | to.UpRight()
		}
		all |= to
	}
	return all
}

// admits reports whether a game with a signature may have the pattern.
func (m *Matcher) admits(s *signature.Signature) bool {
	for i := range m.wants {
		if s.Admits(&m.wants[i]) {
			return true
		}
	}
	return len(m.wants) == 0
}

// here reports whether p, reached by the given moves, has the pattern.
func (m *Matcher) here(p *board.Position) bool {
	switch {
	case m.fields > 0 && p.Board != m.position.Board,
		m.fields > 1 && p.Turn != m.position.Turn,
		m.fields > 2 && gamestate.Essence(p) != m.position:
		return false
	}
	if !m.material {
		return true
	}
	if p.Occupied().Count() != m.pieces {
		return false
	}
	on := materialOf(&p.Board)
	return on == m.sides[0] || on == m.sides[1]
}

// mayCome reports whether a game that has come to p may still have the pattern:
// pieces never come back, and pawns never go back.
func (m *Matcher) mayCome(p *board.Position, white, black bitboard.Set) bool {
	if p.Occupied().Count() < m.pieces {
		return false
	}
	if m.fields > 0 {
		for _, from := range m.pawns[board.White] {
			if white&from == 0 {
				return false
			}
		}
		for _, from := range m.pawns[board.Black] {
			if black&from == 0 {
				return false
			}
		}
	}
	if !m.material {
		return true
	}
	for _, s := range m.sides {
		if white.Count() >= s.white.pawns() && black.Count() >= s.black.pawns() {
			return true
		}
	}
	return false
}

// scan looks for a pattern in one game after the other.
type scan struct {
	*Matcher
	white, black bitboard.Set // pawns for which mayCome was asked last
	may          bool
}

// see looks at the position of a game after ply half-moves, the last being m.
// It reports whether it has the pattern, and whether one behind it may.
func (s *scan) see(ply int, p *board.Position, m board.Move) (found, more bool) {
	switch {
	case ply == 0:
		s.may = false
		if s.moves != nil && *p != board.Start() {
			return false, false
		}
	case ply <= len(s.moves) && m != s.moves[ply-1]:
		return false, false
	}
	if ply >= len(s.moves) && s.here(p) {
		return true, false
	}
	if p.Occupied().Count() < s.pieces {
		return false, false
	}
	pawns := p.Kind(board.Pawn)
	white, black := pawns&p.Color(board.White), pawns&p.Color(board.Black)
	if !s.may || white != s.white || black != s.black {
		s.white, s.black = white, black
		s.may = s.mayCome(p, white, black)
	}
	return false, s.may
}

// material is how many pieces of each kind a side has: eight bits for each kind,
// pawns lowest, kings highest.
type material struct{ white, black side }

// side is how many pieces of each kind a player has.
type side uint64

// pawns returns how many pawns a side has, of the numbers of its pieces.
func (s side) pawns() int { return int(s & 255) }

// men returns how many men of each kind there are but kings.
func (s side) men() (m signature.Men) {
	for k := range m {
		m[k] = uint8(s >> (8 * k))
	}
	return m
}

// materialOf counts the pieces on a board.
func materialOf(b *board.Board) (m material) {
	white, black := b.Color(board.White), b.Color(board.Black)
	for k := board.Pawn; k <= board.King; k++ {
		all := b.Kind(k)
		m.white |= side((all & white).Count()) << (8 * (k - 1))
		m.black |= side((all & black).Count()) << (8 * (k - 1))
	}
	return m
}
