package index

import (
	"context"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
)

// players are the tags with the names of the players.
var players = [...]string{"White", "Black"}

// nameBytes is the greatest size of the different names of a frame, in bytes for each
// game. With more, the index has no names.
const nameBytes = 128

// playerNames collects the names of the players of a frame.
type playerNames struct {
	numbers map[string]uint64 // 1 + index in all
	all     [][]byte
	size    int // bytes of all
	sides   [2][]uint64
}

func (p *playerNames) reset() {
	if p.numbers == nil {
		p.numbers = map[string]uint64{}
	}
	clear(p.numbers)
	p.all, p.size = p.all[:0], 0
	for k := range p.sides {
		p.sides[k] = p.sides[k][:0]
	}
}

// add adds the players of the next game.
func (p *playerNames) add(tags []tagvalue.Tag) {
	for k, tag := range players {
		name := tagvalue.First(tags, tag)
		n := uint64(0)
		if name != nil {
			if n = p.numbers[string(name)]; n == 0 {
				n = uint64(len(p.all)) + 1
				own := string(name)
				p.numbers[own] = n
				p.all = append(p.all, []byte(own))
				p.size += len(own)
			}
		}
		p.sides[k] = append(p.sides[k], n)
	}
}

// append appends the names to dst, nothing if they are too long.
func (p *playerNames) append(dst []byte) []byte {
	if p.size > nameBytes*len(p.sides[0]) {
		return dst
	}
	dst = binfmt.AppendBytes(dst, text.Append(nil, p.all, text.Quick, nil))
	for _, side := range p.sides {
		dst = appendNumbers(dst, side)
	}
	return dst
}

// PlayerNames are the names of the players of a frame's games.
type PlayerNames struct {
	// Names are the different values of White and Black, as written in the text.
	Names [][]byte
	sides [2]numbers
}

// ParsePlayers parses the names of the players of a number of games. It ends when ctx is
// done.
func ParsePlayers(ctx context.Context, src []byte, games int) (*PlayerNames, error) {
	return parsePlayers(ctx, src, games, nameBytes*games)
}

// parsePlayers is ParsePlayers with a limit of the names' bytes.
func parsePlayers(ctx context.Context, src []byte, games, limit int) (*PlayerNames, error) {
	names, src, err := binfmt.Bytes(src)
	if err != nil {
		return nil, corrupt.New("the names of players are cut off")
	}
	limit = min(limit, nameBytes*games)
	p := &PlayerNames{}
	if p.Names, err = text.Decode(names, -1, limit, budget.New(limit).Until(ctx)); err != nil {
		return nil, err
	}
	if len(p.Names) > 2*games {
		return nil, corrupt.Newf("%d games have %d different names of players", games, len(p.Names))
	}
	for k := range p.sides {
		if p.sides[k], src, err = parseNumbers(src, games); err != nil {
			return nil, err
		}
	}
	if len(src) > 0 {
		return nil, corrupt.Newf("%d bytes follow the names of players", len(src))
	}
	return p, nil
}

// Append appends for each game 1 + the index in Names of White's name, or of Black's if
// black is 1; 0 if the game has no such tag. Each index is valid.
func (p *PlayerNames) Append(dst []uint64, black int) ([]uint64, error) {
	at := len(dst)
	dst = p.sides[black].appendTo(dst)
	for _, n := range dst[at:] {
		if n > uint64(len(p.Names)) {
			return nil, corrupt.Newf("a player has name %d of %d", n, len(p.Names))
		}
	}
	return dst, nil
}
