package ordinary

import (
	"bytes"
	"errors"

	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// PositionCodes returns a position in every code.
func PositionCodes() (blobs [][]byte, err error) {
	p := board.Start()
	movegen.Make(&p, board.NewMove(12, 28, 0))
	add := func(b []byte, e error) {
		blobs, err = append(blobs, b), errors.Join(err, e)
	}
	add(p.AppendFEN(nil), nil)
	add([]byte(p.String()+` bm e5; id "x"; hmvc 0;`), nil)
	for _, s := range codec.Palettes() {
		add(s.AppendPosition(nil, &p))
		add(s.AppendPositionChecked(nil, &p))
	}
	add(codec.AppendPacked(nil, &p))
	add(boardmodel.V1.Append(nil, &p))
	add(boardmodel.V1.AppendChecked(nil, &p))
	add(codec.StoredPosition{Position: p}.MarshalBinary())
	k, e := codec.KeyOf(&p)
	add(k[:], e)
	for _, name := range codec.Names() {
		s, _ := codec.ByName(name)
		var b bytes.Buffer
		out := bitio.NewWriter(&b)
		e := s.Write(out, &p)
		add(b.Bytes(), errors.Join(e, out.Close()))
	}
	add(basen.AppendMixed(nil, []uint16{1, 2, 3, 4, 5}, []uint16{2, 3, 4, 5, 6}))
	add([]byte("Nf3 e4 e2e4 O-O exd8=Q# 0000"), nil)
	return blobs, err
}

// GameCodes returns a game at every level, and some further codes.
func GameCodes() (blobs [][]byte, err error) {
	g := gamestate.Game{Start: board.Start()}
	Walk(50, func(_ int, _ *board.Position, m board.Move) { g.Moves = append(g.Moves, m) })
	add := func(b []byte, e error) {
		blobs, err = append(blobs, b), errors.Join(err, e)
	}
	for _, l := range append(movelist.Levels(), learned.V1, learned.V1Max) {
		add(l.Append(nil, &g))
		add(l.AppendChecked(nil, &g))
		add(l.AppendMoves(nil, &g))
		add(codec.AppendGameChecked(nil, &g, l))
	}
	add(codec.AppendGame(nil, &g, movelist.LegalIndex))
	add(codec.StoredGame{Game: g}.MarshalBinary())
	return blobs, err
}
