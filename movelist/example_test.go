package movelist_test

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
)

// scandinavian returns a short game.
func scandinavian() gamestate.Game {
	s := gamestate.NewState(board.Start())
	for _, text := range []string{"e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4", "Nf6", "Nf3", "Bf5"} {
		if err := s.PlaySAN(text); err != nil {
			fmt.Println(err)
		}
	}
	return s.Game()
}

func Example() {
	game := scandinavian()
	data, err := movelist.Fast.Append(nil, &game)
	fmt.Printf("% x %v\n", data, err)
	moves, rest, err := movelist.Fast.Decode(data, &game.Start) // the start position is the caller's
	fmt.Println(moves, len(rest), err)

	// Where several levels have written into one column, each blob says which did.
	checked, err := movelist.LegalIndex.AppendChecked(nil, &game)
	moves, _, err2 := movelist.Decode(checked, &game.Start, movelist.Fast, movelist.LegalIndex)
	fmt.Println(len(checked), "bytes", len(moves), err, err2)
	_, _, err = movelist.Fast.Decode(checked, &game.Start)
	fmt.Println(errors.Is(err, movelist.ErrMethod))

	levels := []movelist.Level{movelist.SAN, movelist.FromTo, movelist.LegalIndex, movelist.Fast} // or movelist.Levels()
	for _, l := range levels {
		data, err := l.Append(nil, &game)
		_, _, err2 := l.Decode(data, &game.Start)
		fmt.Println(l.Name(), len(data), "bytes", err, err2)
	}
	_, _, err = movelist.Fast.Decode(data[:3], &game.Start)
	var corrupt *movelist.CorruptError
	fmt.Println(errors.Is(err, movelist.ErrCorrupt), errors.As(err, &corrupt), corrupt.Ply, corrupt.Msg, corrupt.Err)
	game.Moves[9] = board.NewMove(board.A1, board.A8, board.NoKind)
	_, err = movelist.Fast.Append(nil, &game)
	var illegal *movelist.IllegalError
	fmt.Println(errors.As(err, &illegal), illegal.Ply, illegal.Move, errors.Is(err, movelist.ErrIllegal))
	// Output:
	// 44 0a 68 01 b0 <nil>
	// [e2-e4 d7-d5 e4-d5 d8-d5 b1-c3 d5-a5 d2-d4 g8-f6 g1-f3 c8-f5] 0 <nil>
	// 12 bytes 10 <nil> <nil>
	// true
	// san 40 bytes <nil> <nil>
	// from-to 17 bytes <nil> <nil>
	// index 10 bytes <nil> <nil>
	// fast 5 bytes <nil> <nil>
	// true true 5 movelist: corrupt input: input cut off <nil>
	// true 9 a1-a8 true
}
