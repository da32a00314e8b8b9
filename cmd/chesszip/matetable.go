package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/chesszip/chesszip/endgame"
)

// depthTable is the JSON of mate --table.
type depthTable struct {
	Ending string `json:"ending"`
	// Bishop reports that positions are counted for a bishop of one colour.
	Bishop     string     `json:"bishop,omitempty"`
	Depths     []depthRow `json:"depths"`
	White      depthTotal `json:"white"` // with the side to move that has the pieces
	Black      depthTotal `json:"black"` // with the bare king to move
	Stalemates int        `json:"stalemates"`
}

// depthRow counts the positions with a number of moves to mate.
type depthRow struct {
	Moves int `json:"moves"`
	White int `json:"white"`
	Black int `json:"black"`
}

type depthTotal struct {
	Won   int `json:"won"` // by the side that has the pieces
	Drawn int `json:"drawn"`
	Legal int `json:"legal"`
}

// mateTable solves an ending and prints the numbers of positions by distance from mate.
func (w *mateWork) mateTable(args []string) error {
	name := "KBNK"
	if len(args) > 0 {
		name = strings.ToUpper(args[0])
	}
	solved, err := endgame.Solve(name, nil)
	if err != nil {
		return misuse("such as "+strings.Join(endgame.Endings(), ", "), "%w", err)
	}
	t := newDepthTable(solved)
	if w.json {
		return w.printJSON(t)
	}
	return w.print([]byte(t.text()))
}

func newDepthTable(solved *endgame.Table) depthTable {
	c := solved.Counts()
	t := depthTable{Ending: solved.Name()}
	share := 1
	if strings.Count(t.Ending, "B") == 1 {
		// Bishops of both colours have the same numbers, by symmetry.
		t.Bishop, share = "light", 2
	}
	at := func(counts []int, plies int) int {
		if plies < 0 || plies >= len(counts) {
			return 0
		}
		return counts[plies] / share
	}
	for moves := 0; 2*moves <= max(len(c.White), len(c.Black)); moves++ {
		row := depthRow{moves, at(c.White, 2*moves-1), at(c.Black, 2*moves)}
		if row.White+row.Black > 0 {
			t.Depths = append(t.Depths, row)
		}
	}
	total := func(won, legal int) depthTotal {
		return depthTotal{won / share, (legal - won) / share, legal / share}
	}
	t.White, t.Black = total(c.WhiteWon, c.WhiteLegal), total(c.BlackLost, c.BlackLegal)
	t.Stalemates = c.Stalemates / share
	return t
}

func (t *depthTable) text() string {
	s := new(strings.Builder)
	bishop := ""
	if t.Bishop != "" {
		bishop = ", bishop on " + t.Bishop + " squares"
	}
	fmt.Fprintf(s, "%s%s: positions by moves to mate\n\n", t.Ending, bishop)
	w := tabwriter.NewWriter(s, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "moves\twhite to move\tblack to move\t")
	for _, r := range t.Depths {
		fmt.Fprintf(w, "%d\t%s\t%s\t\n", r.Moves, orDash(r.White), orDash(r.Black))
	}
	fmt.Fprintf(w, "won by white\t%s\t%s\t\n", countText(t.White.Won), countText(t.Black.Won))
	fmt.Fprintf(w, "drawn\t%s\t%s\t\n", countText(t.White.Drawn), countText(t.Black.Drawn))
	fmt.Fprintf(w, "legal\t%s\t%s\t\n", countText(t.White.Legal), countText(t.Black.Legal))
	fmt.Fprintf(w, "stalemates\t\t%s\t\n", countText(t.Stalemates))
	w.Flush()
	return trimLines(s.String())
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return countText(n)
}
