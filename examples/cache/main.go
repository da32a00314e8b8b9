// Command cache shows a cache of something that is slow to compute for a position, here the
// number of games of four more half-moves. Its key is codec.Key, which is the same for all
// ways to a position, whatever the counters; a file of the cache can be sorted and joined.
package main

import (
	"fmt"
	"log"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
)

// cache remembers values of positions.
type cache struct {
	values    map[codec.Key]uint64
	hits, all int
}

func (c *cache) get(p board.Position) (uint64, error) {
	key, err := codec.KeyOf(&p)
	if err != nil {
		return 0, err // a position with too many pieces for any game
	}
	c.all++
	value, ok := c.values[key]
	if ok {
		c.hits++
	} else {
		value = movegen.Perft(&p, 3)
		c.values[key] = value
	}
	return value, nil
}

func main() {
	c := cache{values: map[codec.Key]uint64{}}
	for _, line := range []string{"startpos moves d2d4 g8f6 c2c4 e7e6", "startpos moves c2c4 e7e6 d2d4 g8f6", "startpos moves g1f3 g8f6 f3g1 f6g8"} {
		var game gamestate.Game
		if err := game.UnmarshalText([]byte(line)); err != nil {
			log.Fatal("cache: ", err)
		}
		p := game.Start
		for _, m := range game.Moves {
			movegen.Make(&p, m)
			if _, err := c.get(p); err != nil {
				log.Fatal("cache: ", err)
			}
		}
		n, err := c.get(p)
		fmt.Println(n, "games of three half-moves after", line, err)
	}
	fmt.Println(c.hits, "of", c.all, "were in the cache of", len(c.values))
}
