package gameframe

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/layout"
	"github.com/chesszip/chesszip/internal/gameframe/moves"
	"github.com/chesszip/chesszip/pgn"
)

// lineReader goes through the moves of the games of a frame of columns without
// their texts. Moves are read only of games that are wanted, and of those before
// them in their groups.
type lineReader struct {
	frame  *frame
	wanted []bool // games whose moves are wanted, nil standing for all
	upto   int    // games that are looked at
	last   int    // game of the group that is wanted last, -1 for none
}

// wants reports whether the moves of a game are wanted.
func (r *lineReader) wants(game int) bool { return r.wanted == nil || r.wanted[game] }

// lastIn returns the last game from from up to, not including, to that is
// wanted, -1 if none is.
func lastIn(wanted []bool, from, to int) int {
	for to--; to >= from; to-- {
		if wanted == nil || wanted[to] {
			return to
		}
	}
	return -1
}

// each reads the plans of all games, with the tags of the given columns, and
// calls visit for each until it returns false; moves says whether those of the
// game are to be followed.
func (r *lineReader) each(columns []bool, visit func(game int, moves bool) (more bool, err error)) error {
	f := r.frame
	for game := range r.upto {
		if game%moves.GroupGames == 0 {
			if r.last = lastIn(r.wanted, game, min(game+moves.GroupGames, r.upto)); r.last >= 0 {
				f.moves.Seek()
			}
			if err := f.moves.Skip(); err != nil {
				return corrupt.AtGame(game, err)
			}
		}
		err := f.next(game, columns)
		if err == nil && game <= r.last {
			err = f.beginMoves()
		}
		if err != nil {
			return inGame(game, err)
		}
		more, err := visit(game, game <= r.last)
		if err != nil {
			return inGame(game, err)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// Moves calls yield with the positions of the main lines of the games of f, in
// their order, without writing their texts: for each game with ply 0, the start
// position and NullMove, then with each position and the move that led to it,
// until yield returns false, which ends that game only, or the next move is not
// known. It is what pgn.Line gives of the texts. The position belongs to the
// Decoder.
//
// Wanted says of each game whether it is looked at, nil standing for all; the
// moves of others are read only where they lie before one that is, in its
// group.
func (d *Decoder) Moves(f *archive.Frame, wanted []bool, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	if err := checkClaims(f); err != nil {
		return err
	}
	if wanted != nil && int64(len(wanted)) != f.Games {
		return corrupt.New("the frame has fewer games than that")
	}
	if IsText(f) {
		text, ends, err := d.Games(nil, f)
		if err == nil {
			textMoves(text, ends, wanted, yield)
		}
		return err
	}
	upto := lastIn(wanted, 0, int(f.Games)) + 1
	if upto == 0 {
		return nil
	}
	if err := d.openTags(f, upto); err != nil {
		return err
	}
	needed, err := d.frame.openMoves(d.coding(), nil)
	if err != nil {
		return err
	}
	r := lineReader{frame: &d.frame, wanted: wanted, upto: upto}
	return r.each(needed, func(game int, moves bool) (bool, error) {
		if !moves {
			return true, nil
		}
		return true, d.mainLine(&r, game, yield)
	})
}

// mainLine goes through the moves of a game, and yields its main line if that
// is wanted.
func (d *Decoder) mainLine(r *lineReader, game int, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	f := &d.frame
	p := &f.plan
	walking := r.wants(game) && d.starts.known(p.tags, isBlank(f.section.Tags(game), p.Steps)) &&
		yield(game, 0, &p.start, board.NullMove)
	if !walking && game == r.last {
		return nil
	}
	var main layout.MainLine
	return f.follow(true, false, func(s *layout.Step) bool {
		if walking && main.On() && s.Op.Numbered() {
			now := f.line.Now()
			walking = !now.Lost && yield(game, now.Ply, &now.Position, now.Move)
		}
		main.Pass(s)
		walking = walking && !main.Ended()
		return walking || game != r.last // else nothing of the group is wanted any more
	})
}

// textMoves is Moves for games that are kept as text.
func textMoves(text []byte, ends []int, wanted []bool, yield func(game, ply int, p *board.Position, m board.Move) bool) {
	var line pgn.Line
	start := 0
	for game, end := range ends {
		if wanted == nil || wanted[game] {
			ply := -1
			line.Each(text[start:end], func(p *board.Position, m board.Move) bool {
				ply++
				return yield(game, ply, p, m)
			})
		}
		start = end
	}
}
