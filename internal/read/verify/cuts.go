package verify

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// cuts compares where the games of a segment end with where its text is cut into games:
// what is asked of an archive is answered game by game.
type cuts struct {
	games    int
	first    bool // a text begins with the segment
	limit    int  // bytes of each but the last of several frames of a game
	splitter pgn.Splitter
}

// frame is told of the text of a frame that is not one of several of a game, and of those
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

// piece is told of the text of one of several frames of a game, the last of them or not.
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
