package open

import (
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// A block of moves is a column of texts, one for each game: its main line as package
// replay has it. A first byte that is no code of a move says where the line begins.
const (
	// Elsewhere: the line begins with the position of the tag FEN.
	Elsewhere = 252
	// Unplayed: the line is not known, since the rules or the start are not.
	Unplayed = 253
)

// A code takes at least half a byte of the game's text; the first byte none.
const mostCodes = 2

// AppendMoves appends the stream of moves, packed with some effort.
func AppendMoves(dst []archive.Stream, games [][]byte, effort text.Effort) []archive.Stream {
	var blocks [][]byte
	for rest := games; len(rest) > 0; {
		n := min(BlockGames, len(rest))
		blocks = append(blocks, text.Append(nil, rest[:n], effort, nil))
		rest = rest[n:]
	}
	return append(dst, archive.Stream{Kind: KindMoves, Data: archive.AppendBlocks(nil, KindMoves, int64(len(games)), nil, blocks)})
}

// Lines gives the moves of the games of a frame. It decompresses blocks of 256 games,
// and keeps the last one.
type Lines struct {
	blocks blocks
	block  int // the decompressed one, or -1
	moves  [][]byte
	held   int   // bytes of memory that the block has charged
	err    error // of the block
}

// ReadMoves reads the moves of a frame, nil if it does not have them.
func ReadMoves(s Source) (*Lines, error) {
	b, ok, err := s.blocksOf(KindMoves)
	if err != nil || !ok {
		return nil, err
	}
	if b.Len() != gameBlocks(int(s.Frame.Games)) || len(b.Head) > 0 {
		return nil, corrupt.In(b.name, corrupt.New("the blocks are not of the frame's games"))
	}
	return &Lines{blocks: b, block: -1}, nil
}

// Games returns the number of games.
func (l *Lines) Games() int { return int(l.blocks.src.Frame.Games) }

// Size returns about how many bytes of memory l takes, without its source.
func (l *Lines) Size() (n int) {
	for _, m := range l.moves {
		n += len(m) + text.ValueBytes
	}
	return n
}

// Until replaces the budget of later reads.
func (l *Lines) Until(b *budget.Budget) {
	l.blocks.src.Budget, l.held = b, 0
	if l.err != nil { // perhaps since the context before was done
		l.block = -1
	}
}

// Game returns the moves of a game: the first byte is Elsewhere or Unplayed, or the first
// code. They are valid until another game is read.
func (l *Lines) Game(game int) ([]byte, error) {
	if b := game / BlockGames; b != l.block {
		from, to := l.blocks.games(b)
		l.block = b
		memory := l.blocks.src.Budget
		memory.Release(l.held)
		before := memory.Left()
		var data []byte
		if data, l.err = l.blocks.Block(b); l.err == nil {
			limit := mostCodes*int(l.blocks.src.Frame.Input) + to - from
			l.moves, l.err = text.DecodeUpTo(data, to-from, limit, 0, memory)
		}
		l.held = before - memory.Left()
		if l.err != nil {
			l.moves = make([][]byte, to-from)
			l.err = l.blocks.fail(b, l.err)
		}
	}
	if l.err != nil {
		return nil, l.err
	}
	return l.moves[game%BlockGames], nil
}
