package index

import (
	"context"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/index/replay"
)

// replayGroup is the number of games whose replay moves are compressed together.
const replayGroup = 256

// The greatest size of replay moves: bytes for each byte of the games' texts, since no
// move is written in one letter, and bytes for each game, for its start position.
const (
	replayBytes = 2
	replayStart = 200
)

// appendReplay appends the replay moves of the games of a frame to dst.
func appendReplay(dst []byte, games [][]byte) []byte {
	for len(games) > 0 {
		n := min(replayGroup, len(games))
		dst = binfmt.AppendBytes(dst, text.Append(nil, games[:n], text.Quick, nil))
		games = games[n:]
	}
	return dst
}

// Replay gives the replay moves of the games of a frame. It decompresses groups of 256
// games, and keeps the last group.
type Replay struct {
	ctx    context.Context
	groups [][]byte
	games  int
	limit  int // greatest size of a group's moves in bytes
	group  int // the decompressed one, or -1
	moves  [][]byte
	err    error        // of the group
	line   []board.Move // result of Line
}

// ParseReplay returns the replay moves of the games of a frame, whose texts are input
// bytes long. Reads end when ctx is done.
func ParseReplay(ctx context.Context, src []byte, games, input int) (*Replay, error) {
	r := &Replay{ctx: ctx, games: games, limit: input*replayBytes + games*replayStart, group: -1}
	for n := 0; n < games; n += replayGroup {
		group, rest, err := binfmt.Bytes(src)
		if err != nil {
			return nil, corrupt.New("replay moves are cut off")
		}
		r.groups = append(r.groups, group)
		src = rest
	}
	if len(src) > 0 {
		return nil, corrupt.New("there are bytes left behind the last replay moves")
	}
	return r, nil
}

// Until replaces the context of ParseReplay by ctx.
func (r *Replay) Until(ctx context.Context) {
	r.ctx = ctx
	if r.err != nil { // perhaps because the previous context was done
		r.group = -1
	}
}

// Size returns about how many bytes of memory r takes, without the source of
// ParseReplay.
func (r *Replay) Size() (n int) {
	for _, m := range r.moves {
		n += len(m)
	}
	return n + 2*cap(r.line)
}

// Knows reports whether there are replay moves of a game, even if it has no moves.
func (r *Replay) Knows(game int) bool {
	moves, err := r.Game(game)
	return err == nil && len(moves) > 0
}

// Line returns the first moves of the main line of a game, including null moves, at most
// plies half-moves; nil if they are missing or damaged. They are valid until the next
// call.
func (r *Replay) Line(game, plies int) []board.Move {
	moves, err := r.Game(game)
	if err != nil {
		return nil
	}
	r.line = r.line[:0]
	err = replay.Each(moves, func(_ *board.Position, m board.Move) bool {
		r.line = append(r.line, m) // the first is the start position
		return len(r.line) <= plies
	})
	if err != nil || len(r.line) == 0 {
		return nil
	}
	return r.line[1:]
}

// Games returns the number of games.
func (r *Replay) Games() int { return r.games }

// Game returns the moves of a game in the form of package replay. They are valid until
// another game is read.
func (r *Replay) Game(i int) ([]byte, error) {
	if g := i / replayGroup; g != r.group {
		n := min(replayGroup, r.games-g*replayGroup)
		r.group = g
		r.moves, r.err = text.Decode(r.groups[g], n, r.limit, budget.New(r.limit).Until(r.ctx))
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.moves[i%replayGroup], nil
}
