package chesszip

import (
	"bytes"
	"encoding/binary"
	"iter"
	"strings"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/sheet"
	"github.com/chesszip/chesszip/internal/skip"
	"github.com/chesszip/chesszip/movegen"
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

// Hit is a game that has a pattern on the board.
type Hit struct {
	Game
	Ply int // half-moves before it has, the first time
}

// pattern is a Pattern that was understood.
type pattern struct {
	position board.Position
	fields   int // of the FEN: 0 none, 1 board, 2 and side to move, 3 all of it
	sides    [2]material
	men      int // most that are on the board, if material or a FEN is asked for
	material bool
	moves    []board.Move
	after    board.Position // of the moves

	// What the index is asked for; a position has its material, too.
	positionHashes, positionMaterial, materialHashes []uint64
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
	c.positionHashes = []uint64{positionHash(&pos.Board, pos.Turn)}
	if c.fields == 1 {
		c.positionHashes = append(c.positionHashes, positionHash(&pos.Board, pos.Turn.Other()))
	}
	c.men = pos.Occupied().Count()
	c.positionMaterial = []uint64{materialOf(&pos.Board).hash()}
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
	c.materialHashes = []uint64{c.sides[0].hash(), c.sides[1].hash()}
	if n := len(white) + len(black); c.fields == 0 || n < c.men {
		c.men = n
	}
	return nil
}

// sideOf counts the letters of one side's men.
func sideOf(letters string) (side uint64, ok bool) {
	for i := range len(letters) {
		p, ok := board.PieceOfLetter(letters[i])
		if !ok || i >= 64 {
			return 0, false
		}
		side += 1 << (8 * (p.Kind() - 1))
	}
	return side, len(letters) > 0
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
	c.after = line.Start
	for _, m := range c.moves {
		movegen.Make(&c.after, m)
	}
	return nil
}

// mayBeIn reports whether a frame of games may have the pattern, by the frame
// that indexes it.
func (c *pattern) mayBeIn(index *archive.Frame) (bool, error) {
	ask := func(kind uint16, hashes []uint64) (bool, error) {
		set, ok := index.Stream(kind)
		if !ok || len(hashes) == 0 {
			return true, nil
		}
		return skip.Holds(set, hashes...)
	}
	var after []uint64
	if c.moves != nil {
		after = []uint64{positionHash(&c.after.Board, c.after.Turn)}
	}
	for _, q := range [...]struct {
		kind   uint16
		hashes []uint64
	}{{kindMaterial, c.positionMaterial}, {kindMaterial, c.materialHashes}, {kindPositions, c.positionHashes}, {kindPositions, after}} {
		if ok, err := ask(q.kind, q.hashes); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
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
	m := materialOf(&p.Board)
	return m == c.sides[0] || m == c.sides[1]
}

// in returns how many half-moves of a game there are before it has the pattern.
func (c *pattern) in(line *pgn.Line, text []byte) (ply int, ok bool) {
	n := -1 // half-moves so far
	line.Each(text, func(p *board.Position, m board.Move) bool {
		switch n++; {
		case n == 0:
			if c.moves != nil && *p != board.Start() {
				return false
			}
		case n <= len(c.moves) && m != c.moves[n-1]:
			return false
		}
		if n >= len(c.moves) && c.here(p) {
			ply, ok = n, true
			return false
		}
		// Men never come back.
		return p.Occupied().Count() >= c.men
	})
	return ply, ok
}

// Find returns the games that q means, nil for all, and that have a pattern on
// the board, in their order, up to the first error. Moves are replayed, but for
// frames of which the index says that no game has the pattern; see
// IndexPositions. The error is ErrQuery for a malformed pattern or query, or
// damage.
func (a *Archive) Find(p *Pattern, q *Query) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		want, err := p.compile()
		var c *query
		if err == nil {
			c, err = q.compile()
		}
		if err != nil {
			yield(Hit{}, err)
			return
		}
		pass(a, a.groupsFor(c), func(d *sheet.Decoder, g group) (found []Hit, err error) {
			if ok, err := a.indexed(g, want); !ok || err != nil {
				return nil, err
			}
			games, err := a.meant(d, g, c)
			if err != nil {
				return nil, err
			}
			var line pgn.Line
			for _, game := range games {
				if ply, ok := want.in(&line, game.Text); ok {
					if g.more == 0 {
						game.Text = bytes.Clone(game.Text) // not to keep its whole frame
					}
					found = append(found, Hit{game, ply})
				}
			}
			return found, nil
		}, yield)
	}
}

// indexed reports whether a group may have a pattern, by its index if it has
// one.
func (a *Archive) indexed(g group, want *pattern) (bool, error) {
	if g.index < 0 {
		return true, nil
	}
	f, err := a.r.Frame(g.index)
	if err != nil {
		return false, err
	}
	sum, _ := f.Stream(kindIndexed)
	if len(sum) != 8 || binary.LittleEndian.Uint32(sum) != a.r.Entry(g.frame).Sum {
		return true, nil // the index of some other frame
	}
	ok, err := want.mayBeIn(&f)
	return ok, frameError(g.index, err)
}
