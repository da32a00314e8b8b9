// Command sql keeps the games of a PGN file in SQLite, each in a column of some
// 40 bytes, and every position as a key of 20, so that an index answers which
// games have reached one.
//
//	go run ./sql FILE.pgn [MOVE...]
package main

import (
	"database/sql"
	"fmt"
	"log"
	"os"

	_ "modernc.org/sqlite"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	file := must(os.Open(os.Args[1]))
	db := must(sql.Open("sqlite", ":memory:"))
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	must(db.Exec(`CREATE TABLE games (id INTEGER PRIMARY KEY, white TEXT, moves BLOB);
		CREATE TABLE positions (key BLOB, game INTEGER, PRIMARY KEY (key, game)) WITHOUT ROWID`))
	tx := must(db.Begin()) // one transaction, which is fast
	for g, err := range pgn.NewReader(file, nil).Games() {
		check(err)
		insert(tx, g)
	}
	check(tx.Commit())
	var games, size int
	check(db.QueryRow("SELECT count(*), sum(length(moves)) FROM games").Scan(&games, &size))
	fmt.Printf("%d games, %d bytes of moves each\n", games, size/games)

	state := gamestate.NewState(board.Start())
	for _, text := range os.Args[2:] {
		check(state.PlaySAN(text))
	}
	p := state.Position()
	key := must(codec.KeyOf(&p))
	rows := must(db.Query("SELECT white, moves FROM games JOIN positions ON id = game WHERE key = ? ORDER BY id", key))
	for rows.Next() {
		var white string
		var stored codec.StoredGame
		check(rows.Scan(&white, &stored)) // refuses what is no game
		fmt.Println(white, len(stored.Moves), "half-moves")
	}
	check(rows.Err())
}

// insert stores a game and the keys of its positions.
func insert(tx *sql.Tx, g *pgn.ParsedGame) {
	white, _ := g.Tag("White")
	game, _ := g.MainLine() // as far as it can be played
	row := must(tx.Exec("INSERT INTO games (white, moves) VALUES (?, ?)", white, codec.StoredGame{Game: game}))
	id := must(row.LastInsertId())
	p := game.Start
	for _, m := range append(game.Moves, board.NullMove) {
		key := must(codec.KeyOf(&p))
		must(tx.Exec("INSERT OR IGNORE INTO positions VALUES (?, ?)", key, id))
		movegen.Make(&p, m)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal("sql: ", err)
	}
}

func must[T any](v T, err error) T {
	check(err)
	return v
}
