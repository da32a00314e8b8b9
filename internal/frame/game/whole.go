package game

import (
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
)

// Whole appends the texts of the games of f to dst that no damaged block of an open column
// belongs to, and returns their number. Everything else of f must be undamaged. The result
// is not compared with the checksum of the input, which is that of all games.
//
// The layout of a game follows from its half-moves, and that of the next game comes after
// it: if both the half-moves and the line of a game are lost, or its line is not known, the
// games after it are lost too.
func (d *Decoder) Whole(dst []byte, f *archive.Frame) (_ []byte, games int64, err error) {
	if err := streams.Check(f); err != nil || whole.Is(f) {
		return dst, 0, corrupt.First(err, corrupt.New("the frame is kept as text"))
	}
	d.lost = make([]bool, f.Games)
	defer func() { d.lost = nil }()
	if err := d.open(f); err != nil {
		return dst, 0, err
	}
	unsaid := make([]bool, f.Games) // comments are predicted from moves and players
	if s := d.frame.opened; s.Frame != nil {
		s.Lost = unsaid
		if err := loseMoves(s); err != nil {
			return dst, 0, err
		}
	}
	for game, lost := range unsaid {
		d.lost[game] = d.lost[game] || lost
	}
	groups, err := d.frame.comments.Starts()
	if err != nil {
		return dst, 0, err
	}
	start, comments := len(dst), true
	d.frame.end = start + int(f.Input)
	for i := range int(f.Games) {
		if d.frame.section.Uncounted(i) {
			break
		}
		if at, first := slices.BinarySearch(groups, i); first {
			to := int(f.Games)
			if at+1 < len(groups) {
				to = groups[at+1]
			}
			d.frame.comments.Leave()
			if comments = !slices.Contains(unsaid[i:to], true); !comments {
				if err := d.frame.comments.Pass(); err != nil {
					return dst, games, inGame(i, err)
				}
			}
		}
		saved, err := false, d.frame.next(i, nil)
		switch lost := d.lost[i] || !comments && d.frame.plan.Commented(); {
		case err != nil:
		case lost:
			err = d.frame.pass(comments && !unsaid[i], comments)
		default:
			if err = d.frame.begin(true, comments); err == nil {
				saved = true
				dst, err = d.frame.render(dst)
			}
		}
		if err != nil {
			return dst, games, inGame(i, err)
		}
		if saved {
			games++
		}
		if len(dst) > d.frame.end {
			return dst, games, corrupt.AtGame(i, d.frame.tooLong())
		}
	}
	return dst, games, nil
}

// loseMoves reads open moves and players.
func loseMoves(s open.Source) error {
	if _, err := open.ReadPlayers(s); err != nil {
		return err
	}
	lines, err := open.ReadMoves(s)
	if lines == nil || err != nil {
		return err
	}
	for game := 0; game < lines.Games(); game += open.BlockGames {
		if _, err := lines.Game(game); err != nil {
			return err
		}
	}
	return nil
}
