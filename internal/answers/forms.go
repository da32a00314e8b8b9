package answers

import "github.com/chesszip/chesszip"

// outlineJSON is a game in a list. What is not known is null.
type outlineJSON struct {
	ID       string  `json:"id"`
	Archive  int     `json:"archive"` // from 1
	Number   int64   `json:"number"`  // from 1
	White    *string `json:"white"`
	Black    *string `json:"black"`
	WhiteElo *int    `json:"whiteElo"`
	BlackElo *int    `json:"blackElo"`
	Date     *string `json:"date"` // 2013.01.24, 2013.01.?? or 2013.??.??
	Result   *string `json:"result"`
	ECO      *string `json:"eco"`
	Plies    int     `json:"plies"`
}

type foundJSON struct {
	Pattern string     `json:"pattern"`
	Query   string     `json:"query"`
	Count   *int64     `json:"count"` // of all, null unless it was asked for
	Games   []foundHit `json:"games"`
	Looked  int64      `json:"looked"` // games of the files up to where it ended
	Total   int64      `json:"total"`  // and all
	After   *string    `json:"after"`  // what to ask for the next page with, null behind the last
}

type foundHit struct {
	outlineJSON
	Ply   int   `json:"ply"`   // half-moves before the position at which the pattern is met
	Steps []int `json:"steps"` // for each step of the pattern
}

// sizeOfFound is about what an answer takes in memory.
func sizeOfFound(f *foundJSON) int { return 300 + 400*len(f.Games) }

// sizeOfExplored is about what an answer takes in memory.
func sizeOfExplored(x *chesszip.Explored) int { return 600 + 220*len(x.Moves) }
