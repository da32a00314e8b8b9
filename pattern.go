package chesszip

import (
	"strings"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/gameframe"
	"github.com/chesszip/chesszip/internal/track"
	"github.com/chesszip/chesszip/pgn"
)

// Pattern says what a game must have on the board, outside variations. Of the
// fields one must be set; of several each must be met, by the same position.
type Pattern struct {
	// FEN is a position. Its board alone means that board with either side to
	// move; with the side to move, that; with more, the same position by the
	// rule of repetition, for which counters make no difference.
	FEN string
	// Material is what stands on the board, of either side, such as KRPvKR.
	Material string
	// Moves are the first moves of a game from the start position, such as
	// "1. e4 c5".
	Moves string
}

// pattern is a Pattern that was understood.
type pattern struct {
	position board.Position
	fields   int // of the FEN: 0 none, 1 board, 2 and side to move, 3 all of it
	sides    [2]material
	men      int // most that are on the board, if material or a FEN is asked for
	material bool
	moves    []board.Move
	pawns    [2][]bitboard.Set // for each pawn of the position, White's first: where it may have come from
}

// compile understands p.
func (p *Pattern) compile() (*pattern, error) {
	c := &pattern{}
	if p.FEN == "" && p.Material == "" && p.Moves == "" {
		return nil, &QueryError{"Pattern", "", "a position, material or moves"}
	}
	for _, add := range []func(*Pattern) error{c.fen, c.men32, c.line} {
		if err := add(p); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *pattern) fen(p *Pattern) error {
	if p.FEN == "" {
		return nil
	}
	c.fields = min(len(strings.Fields(p.FEN)), 3)
	pos, err := board.ParseFEN(p.FEN + [...]string{"", " w - -", " - -", ""}[c.fields])
	if err != nil {
		return &QueryError{"FEN", p.FEN, "a position, or its board alone: " + err.Error()}
	}
	c.position = gamestate.Essence(&pos)
	c.men = pos.Occupied().Count()
	for _, color := range []board.Color{board.White, board.Black} {
		for s := pos.Pieces(board.PieceOf(color, board.Pawn)); s != 0; s = s.WithoutFirst() {
			c.pawns[color] = append(c.pawns[color], behind(color, s&^s.WithoutFirst()))
		}
	}
	return nil
}

// men32 understands the material.
func (c *pattern) men32(p *Pattern) error {
	if p.Material == "" {
		return nil
	}
	white, black, ok := strings.Cut(strings.ToUpper(p.Material), "V")
	w, ok1 := sideOf(white)
	b, ok2 := sideOf(black)
	if !ok || !ok1 || !ok2 {
		return &QueryError{"Material", p.Material, "the men of both sides, such as KRPvKR or KQvKRR"}
	}
	c.material = true
	c.sides = [2]material{{w, b}, {b, w}}
	if n := len(white) + len(black); c.fields == 0 || n < c.men {
		c.men = n
	}
	return nil
}

// sideOf counts the letters of one side's men.
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

func (c *pattern) line(p *Pattern) error {
	if p.Moves == "" {
		return nil
	}
	g := pgn.ParseGame(p.Moves)
	bad := &QueryError{"Moves", p.Moves, "moves from the start position, such as 1. e4 c5 2. Nf3"}
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
	c.moves = line.Moves
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

// here reports whether p, reached by the given moves, has the pattern.
func (c *pattern) here(p *board.Position) bool {
	switch {
	case c.fields > 0 && p.Board != c.position.Board,
		c.fields > 1 && p.Turn != c.position.Turn,
		c.fields > 2 && gamestate.Essence(p) != c.position:
		return false
	}
	if !c.material {
		return true
	}
	if p.Occupied().Count() != c.men {
		return false
	}
	m := materialOf(&p.Board)
	return m == c.sides[0] || m == c.sides[1]
}

// mayCome reports whether a game that has come to p may still have the pattern:
// men never come back, and pawns never go back.
func (c *pattern) mayCome(p *board.Position, white, black bitboard.Set) bool {
	if p.Occupied().Count() < c.men {
		return false
	}
	if c.fields > 0 {
		for _, from := range c.pawns[board.White] {
			if white&from == 0 {
				return false
			}
		}
		for _, from := range c.pawns[board.Black] {
			if black&from == 0 {
				return false
			}
		}
	}
	if !c.material {
		return true
	}
	for _, s := range c.sides {
		if white.Count() >= s.white.pawns() && black.Count() >= s.black.pawns() {
			return true
		}
	}
	return false
}

// search looks for a pattern in one game after the other.
type search struct {
	*pattern
	white, black bitboard.Set // pawns for which mayCome was asked last
	may          bool
}

// see looks at the position of a game after ply half-moves, the last being m.
// It reports whether it has the pattern, and whether one behind it may.
func (s *search) see(ply int, p *board.Position, m board.Move) (found, more bool) {
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
	if p.Occupied().Count() < s.men {
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

// place is where a game has a pattern for the first time.
type place struct{ game, ply int }

// inTracks looks for the pattern in what an index holds of the moves of a
// frame's games, nil standing for all.
func (s *search) inTracks(tracks [][]byte, wanted []bool) (found []place, err error) {
	for game, t := range tracks {
		if wanted != nil && !wanted[game] || s.men > 0 && track.Men(t) > s.men {
			continue
		}
		ply := -1
		err := track.Each(t, func(p *board.Position, m board.Move) bool {
			ply++
			hit, more := s.see(ply, p, m)
			if hit {
				found = append(found, place{game, ply})
			}
			return more
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// inMoves looks for the pattern in the moves of a frame.
func (s *search) inMoves(d *gameframe.Decoder, f *archive.Frame, wanted []bool) (found []place, err error) {
	err = d.Moves(f, wanted, func(game, ply int, p *board.Position, m board.Move) bool {
		hit, more := s.see(ply, p, m)
		if hit {
			found = append(found, place{game, ply})
		}
		return more
	})
	return found, err
}

// inText looks for the pattern in the text of a game.
func (s *search) inText(line *pgn.Line, text []byte) (ply int, ok bool) {
	n := -1
	line.Each(text, func(p *board.Position, m board.Move) bool {
		n++
		hit, more := s.see(n, p, m)
		if hit {
			ply, ok = n, true
		}
		return more
	})
	return ply, ok
}
