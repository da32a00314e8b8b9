package game

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/whole"
)

// Whole appends the texts of the games of f to dst that no damaged block of an open column
// belongs to, and returns their number. Everything else of f must be undamaged. The result
// is not compared with the checksum of the input, which is that of all games.
func (d *Decoder) Whole(dst []byte, f *archive.Frame) (_ []byte, games int64, err error) {
	if err := streams.Check(f); err != nil || whole.Is(f) {
		return dst, 0, corrupt.First(err, corrupt.New("the frame is kept as text"))
	}
	d.lost = make([]bool, f.Games)
	defer func() { d.lost = nil }()
	if err := d.open(f); err != nil {
		return dst, 0, err
	}
	if err := d.loseMoves(); err != nil {
		return dst, 0, err
	}
	if err := d.loseComments(f); err != nil {
		return dst, 0, err
	}
	start := len(dst)
	d.frame.end = start + int(f.Input)
	for i := range int(f.Games) {
		if err := d.frame.next(i, nil); err != nil {
			return dst, games, inGame(i, err)
		}
		if d.lost[i] {
			err = d.frame.pass(false, false)
		} else if err = d.frame.begin(true, true); err == nil {
			games++
			dst, err = d.frame.render(dst)
		}
		if err != nil {
			return dst, games, inGame(i, err)
		}
		if len(dst) > d.frame.end {
			return dst, games, corrupt.AtGame(i, d.frame.tooLong())
		}
	}
	return dst, games, nil
}

// loseMoves marks the games of damaged blocks of open moves.
func (d *Decoder) loseMoves() error {
	lines, err := open.ReadMoves(d.frame.opened)
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

// loseComments marks the other games of groups of comments in which a game is lost:
// comments may be lines that depend on its moves.
func (d *Decoder) loseComments(f *archive.Frame) error {
	starts, err := d.frame.comments.Starts()
	if err != nil {
		return err
	}
	for i, from := range starts {
		to := int(f.Games)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		lost := false
		for game := from; game < to; game++ {
			lost = lost || d.lost[game]
		}
		for game := from; lost && game < to; game++ {
			d.lost[game] = true
		}
	}
	return nil
}
