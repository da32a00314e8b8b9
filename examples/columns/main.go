// Command columns keeps games in a column of SQLite by learned.V1, which takes less than
// codec.StoredGame, in a table that also has older rows of that: both are read by one type.
//
//	go run ./columns FILE.pgn
package main

import (
	"database/sql"
	"fmt"
	"log"
	"os"

	_ "modernc.org/sqlite"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	file := must(os.Open(os.Args[1]))
	db := must(sql.Open("sqlite", ":memory:"))
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	must(db.Exec("CREATE TABLE games (id INTEGER PRIMARY KEY, moves BLOB)"))
	id, half := 0, 0
	for g, err := range pgn.NewReader(file, nil).Games() {
		game, _ := must(g, err).MainLine()
		var column any = levels.V1Game{Game: game}
		if id++; id%2 == 0 {
			column, half = codec.StoredGame{Game: game}, half+1
		}
		must(db.Exec("INSERT INTO games VALUES (?, ?)", id, column))
		if id == 400 {
			break
		}
	}
	for kind, name := range []string{"codec.StoredGame", "levels.V1Game"} {
		var size int
		must(0, db.QueryRow("SELECT sum(length(moves)) FROM games WHERE id % 2 = ?", kind).Scan(&size))
		fmt.Println(name, size/half, "bytes a game")
	}
	games, plies := 0, 0
	rows := must(db.Query("SELECT moves FROM games"))
	for rows.Next() {
		var column levels.V1Game
		must(0, rows.Scan(&column)) // an altered byte is an error
		games, plies = games+1, plies+len(column.Moves)
	}
	fmt.Println(games, "games,", plies, "half-moves")
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal("columns: ", err)
	}
	return v
}
