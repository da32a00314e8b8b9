package codec

import (
	"database/sql/driver"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
)

// Levels selects the levels of a GameBy: the first one writes, and all of them read.
// The zero value of a type must return them.
type Levels interface{ Levels() []movelist.Level }

// GameBy is a StoredGame by another level than movelist.Fast. It reads the columns of
// StoredGame and of each of its levels; text and JSON are those of gamestate.Game. Package
// levels has one for each released level; for a model of your own:
//
//	type mine struct{}
//
//	func (mine) Levels() []movelist.Level { return []movelist.Level{myLevel, learned.V1} }
//
//	var column codec.GameBy[mine]
type GameBy[L Levels] struct{ gamestate.Game }

// levels returns the levels of g.
func (g *GameBy[L]) levels() []movelist.Level {
	var l L
	return l.Levels()
}

// AppendBinary appends g as AppendGameChecked does.
func (g GameBy[L]) AppendBinary(dst []byte) ([]byte, error) {
	return AppendGameChecked(dst, &g.Game, g.levels()[0])
}

// MarshalBinary returns g as AppendBinary appends it.
func (g GameBy[L]) MarshalBinary() ([]byte, error) { return g.AppendBinary(nil) }

// UnmarshalBinary reads a game as DecodeGame does; more bytes are ErrCorrupt.
func (g *GameBy[L]) UnmarshalBinary(src []byte) (err error) {
	g.Game, err = wholeGame(g.Game, src, g.levels()...)
	return err
}

// Value returns g as AppendBinary appends it. It fails for the zero value.
func (g GameBy[L]) Value() (driver.Value, error) {
	if g.Start == (board.Position{}) {
		return nil, zero("game")
	}
	return g.MarshalBinary()
}

// Scan sets g from bytes or text, as StoredGame.Scan does.
func (g *GameBy[L]) Scan(src any) error { return scan(g, src, "game") }
