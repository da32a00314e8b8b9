// Command columns keeps the moves of a PGN file's games in a column, written and
// read by eight goroutines: as the fast level has them, and as the learned one,
// which knows the players' ratings from other columns. Both notice altered bytes.
//
//	go run ./columns FILE.pgn
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"sync"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

const workers = 8

// row is a game with its columns.
type row struct {
	game        gamestate.Game
	known       learned.Known
	fast, small []byte
}

// roundTrip fills the columns and reads them again.
func (r *row) roundTrip() error {
	fast, err := movelist.Fast.AppendChecked(nil, &r.game)
	small, err2 := learned.V1.AppendKnownChecked(nil, &r.game, &r.known)
	r.fast, r.small = fast, small
	a, _, err3 := movelist.Fast.Decode(fast, &r.game.Start)
	b, _, err4 := learned.V1.DecodeKnown(small, &r.game.Start, &r.known)
	if err := errors.Join(err, err2, err3, err4); err != nil || slices.Equal(a, r.game.Moves) && slices.Equal(b, r.game.Moves) {
		return err
	}
	return errors.New("another game came back")
}

func main() {
	file, err := os.Open(os.Args[1])
	check(err)
	var rows []row
	for g, err := range pgn.NewReader(file, nil).Games() {
		check(err)
		elo := func(name string) int {
			value, _ := g.Tag(name)
			n, _ := strconv.Atoi(value) // 0 is not known
			return n
		}
		game, _ := g.MainLine()
		rows = append(rows, row{game: game, known: learned.Known{WhiteElo: elo("WhiteElo"), BlackElo: elo("BlackElo")}})
	}
	var all sync.WaitGroup
	for worker := range workers { // levels may be used by several goroutines at once
		all.Go(func() {
			for i := worker; i < len(rows); i += workers {
				check(rows[i].roundTrip())
			}
		})
	}
	all.Wait()
	fast, small := 0, 0
	for _, r := range rows {
		fast, small = fast+len(r.fast), small+len(r.small)
	}
	fmt.Printf("%d games; fast %d, learned %d bytes each\n", len(rows), fast/len(rows), small/len(rows))
}

func check(err error) {
	if err != nil {
		log.Fatal("columns: ", err)
	}
}
