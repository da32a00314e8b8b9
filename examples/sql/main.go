// Command sql keeps games and positions in a database, and finds the games that reached a
// position: go run ./sql FILE.pgn MOVE... The database is SQLite in memory, or the
// PostgreSQL that CHESSZIP_POSTGRES names, as "host=/tmp user=me dbname=test".
package main

import (
	"database/sql"
	"fmt"
	"log"
	"os"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	driver, name := "sqlite", ":memory:"
	if server := os.Getenv("CHESSZIP_POSTGRES"); server != "" {
		driver, name = "pgx", server
	}
	tx, id := must(must(sql.Open(driver, name)).Begin()), 0
	must(tx.Exec(`CREATE TEMPORARY TABLE games (id INTEGER PRIMARY KEY, white TEXT, moves bytea);
		CREATE TEMPORARY TABLE positions (key bytea, game INTEGER, PRIMARY KEY (key, game))`))
	for g, err := range pgn.NewReader(must(os.Open(os.Args[1])), nil).Games() {
		white, _ := must(g, err).Tag("White")
		game, _ := g.MainLine() // as far as it can be played
		id++
		must(tx.Exec("INSERT INTO games VALUES ($1, $2, $3)", id, white, codec.StoredGame{Game: game}))
		p := game.Start
		for _, m := range game.Moves[:min(len(game.Moves), 16)] {
			movegen.Make(&p, m)
			must(tx.Exec("INSERT INTO positions VALUES ($1, $2) ON CONFLICT DO NOTHING", must(codec.KeyOf(&p)), id))
		}
	}
	state := gamestate.NewState(board.Start())
	for _, text := range os.Args[2:] {
		must(0, state.PlaySAN(text))
	}
	p := state.Position()
	rows := must(tx.Query("SELECT white, moves FROM games JOIN positions ON id = game WHERE key = $1 ORDER BY id", must(codec.KeyOf(&p))))
	for rows.Next() {
		white, stored := "", codec.StoredGame{}
		must(0, rows.Scan(&white, &stored)) // refuses what is not a game
		fmt.Println(white, len(stored.Moves), "half-moves")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal("sql: ", err)
	}
	return v
}
