package answers

import (
	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
)

// outlineJSON is a game among others. Unknown values are null.
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
	Event    *string `json:"event"`
	Plies    int     `json:"plies"`
}

// listedJSON is a game in a list.
type listedJSON struct {
	outlineJSON
	Opening *string `json:"openingName"` // that of its tag, or the usual one for the code
	Round   *string `json:"round"`
}

type foundJSON struct {
	Pattern    string     `json:"pattern"`
	Query      string     `json:"query"`
	Understood string     `json:"understood"`
	Count      *int64     `json:"count"` // of all, null unless requested
	Games      []foundHit `json:"games"`
	Looked     int64      `json:"looked"` // games examined in the files up to the end of the search
	Total      int64      `json:"total"`  // games of all files
	After      *string    `json:"after"`  // parameter of the next page, null after the last
}

type foundHit struct {
	outlineJSON
	Ply   int   `json:"ply"`   // half-moves before the position of the match
	Steps []int `json:"steps"` // for each step of the pattern
}

// sizeOfFound is the approximate size of an answer in memory.
func sizeOfFound(f *foundJSON) int { return 300 + 400*len(f.Games) }

// sizeOfExplored is the approximate size of an answer in memory.
func sizeOfExplored(x *chesszip.Explored) int { return 600 + 220*len(x.Moves) }

// selection is the games of a file that match a query, with their numbers by kind.
type selection struct {
	set    *gamelist.Set // nil for all of the file
	count  int64
	counts *chesszip.Summary
}

func (x *selection) size() int {
	if x.set == nil {
		return sizeOfSummary(x.counts)
	}
	return x.set.Size() + sizeOfSummary(x.counts)
}

// at returns the numbers of up to n games from rank from on, both counted from 0.
func (x *selection) at(from, n int64) []int64 {
	if x.set != nil {
		return x.set.At(from, n)
	}
	var found []int64
	for i := from; i < min(from+n, x.count); i++ {
		found = append(found, i)
	}
	return found
}
