package openings

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/recall"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movegen"
)

// place is the current place of a game.
type place struct {
	position board.Position
	key      uint64 // of the position
	past     fast.Past
	ply      int
	names    [2]uint64 // hashes of the players' names
	last     openings.Last
}

func (p *place) play(m board.Move) {
	p.past = p.past.Next(&p.position, m)
	movegen.Make(&p.position, m)
	p.ply++
	p.key = book.Key(&p.position)
	p.last.Pass(p.key)
}

// printOf returns the fingerprint of the inputs of a move; before is that of the
// previous move in the frame, in any game.
func printOf(before recall.Print, at *place) recall.Print {
	names := before.Add(at.names[0], at.names[1]).Add(uint64(at.ply), 0)
	return at.past.Print(names).Position(&at.position, nil)
}

// keys returns the keys by which each layer counts moves.
func (p *place) keys() [layers]uint64 {
	who, side := p.names[p.ply&1], p.position.Turn
	own, planes := p.position.Color(side), p.position.Planes()
	return [layers]uint64{
		byFrame:  p.key,
		byPieces: book.Mix(who+1+uint64(side), uint64(planes[0]&own), uint64(planes[1]&own), uint64(planes[2]&own)),
		byPlayer: book.Mix(p.key ^ who),
	}
}
