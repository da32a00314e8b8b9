package comments

import (
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/comments"
)

// unit is the unit of the stored numbers of games.
const unit = 32

// maxGames bounds the games of a group.
const maxGames = 4 << 20

// Reader reads the comments of a Writer.
type Reader struct {
	comments *comments.Coder // nil before the first group
	rest     []byte
	texts    [][]byte
	left     int // games of the group not begun yet; negative for all games
	limit    int // of a comment's length
	budget   *budget.Budget
}

// NewReader returns a Reader of comments, of which none is longer than limit, and of
// their new texts.
func NewReader(data []byte, texts [][]byte, limit int, b *budget.Budget) Reader {
	return Reader{rest: data, texts: texts, limit: limit, budget: b}
}

// in adds the name of the stream of comments to an error, unless it has one.
func in(err error) error { return corrupt.In("comments", err) }

// endGroup returns an error unless all comments of the group were read.
func (r *Reader) endGroup() error {
	if r.comments == nil {
		return nil
	}
	err := r.comments.Done()
	r.comments.Release()
	r.comments = nil
	return in(err)
}

// next starts the next group, or only passes it if pass is set.
func (r *Reader) next(pass bool) error {
	if err := r.endGroup(); err != nil {
		return err
	}
	if len(r.rest) == 0 {
		r.left = -1
		return nil
	}
	games, rest, err := binfmt.Uvarint(r.rest)
	if err != nil || games > maxGames {
		return in(corrupt.New("a group of comments is malformed"))
	}
	texts, rest, err := binfmt.Uvarint(rest)
	if err != nil || texts > uint64(len(r.texts)) {
		return in(corrupt.New("a group of comments has too few texts"))
	}
	data, rest, err := binfmt.Bytes(rest)
	if err != nil {
		return in(corrupt.New("a group of comments is cut off"))
	}
	if !pass {
		r.comments = comments.NewReader(data, r.texts[:texts], r.budget)
	}
	r.rest, r.texts = rest, r.texts[texts:]
	if r.left = int(games) * unit; games == 0 {
		r.left = -1
	}
	return nil
}

// Starts returns the first game of each group, and at the end the game after the last
// group, unless that has all games left. It must be called before the first game.
func (r *Reader) Starts() (games []int, err error) {
	ahead := Reader{rest: r.rest, texts: r.texts}
	for at := 0; len(ahead.rest) > 0; at += ahead.left {
		if err := ahead.next(true); err != nil {
			return nil, err
		}
		if games = append(games, at); ahead.left < 0 {
			return games, nil
		}
		if len(ahead.rest) == 0 {
			games = append(games, at+ahead.left)
		}
	}
	return games, nil
}

// Leave ends the current group before all its games are read: the next game is the
// first of the next group.
func (r *Reader) Leave() {
	if r.left != 0 && r.comments != nil {
		r.comments.Release()
		r.comments = nil
	}
	r.left = 0
}

// Pass passes the next group of games, after Leave.
func (r *Reader) Pass() error {
	err := r.next(true)
	r.left = 0
	return err
}

// Begin begins a game.
func (r *Reader) Begin() error {
	if r.left == 0 {
		if err := r.next(false); err != nil {
			return err
		}
	}
	if r.left > 0 {
		r.left--
	}
	if r.comments != nil {
		r.comments.Begin()
	}
	return nil
}

// Read appends a comment to dst. It fails with comments.ErrPosition if the
// comment depends on positions that at does not have.
func (r *Reader) Read(dst []byte, at *comments.At) ([]byte, error) {
	if r.comments == nil {
		return dst, in(corrupt.New("a comment is missing"))
	}
	return r.comments.Read(dst, at, r.limit)
}

// Close returns an error unless all comments were read.
func (r *Reader) Close() error {
	if err := r.endGroup(); err != nil {
		return err
	}
	if len(r.rest) > 0 || len(r.texts) > 0 {
		return in(corrupt.New("something is left over"))
	}
	return nil
}
