package verify

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// cuts compares the ends of a segment's games with the places where its text is split
// into games, since archives are read game by game.
type cuts struct {
	games    int
	first    bool // the segment begins a text
	limit    int  // size of each frame of a game but the last, in bytes
	splitter pgn.Splitter
}

// frame checks the text of a frame that is not one of several of a game, and the texts
// of its games.
func (c *cuts) frame(text []byte, games [][]byte) error {
	form, ok := records.Sniff(text[:min(len(text), chunk.Sniffed)])
	switch list := c.first && ok && form != records.FEN; {
	case list && c.games > 0:
		return corrupt.Newf("training records claim %d games", c.games)
	case c.games == 0 && (list || !c.first):
		return nil
	}
	for i, game := range games {
		n, ok := c.splitter.Next(text, true)
		if !ok || n != len(game) || !c.splitter.IsGame() {
			return corrupt.AtGame(i, corrupt.New("its text does not end where a game does"))
		}
		text = text[n:]
	}
	if c.games == 0 {
		if c.splitter.Next(text, true); c.splitter.IsGame() && len(text) > 0 {
			return corrupt.New("the frame has games that it does not claim")
		}
	}
	return nil
}

// piece checks the text of one of several frames of a game; last marks the last of them.
func (c *cuts) piece(text []byte, last bool) error {
	n, ok := c.splitter.Next(text, last)
	switch {
	case !last && len(text) != c.limit:
		return corrupt.Newf("the piece of a game that goes on has %d bytes", len(text))
	case ok && (!last || n != len(text) || !c.splitter.IsGame()):
		return corrupt.New("the game ends before its frames do")
	case !ok:
		c.splitter.Pass(text, len(text))
	}
	return nil
}
