package main

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
)

// eachDatabase runs a test with SQLite and, if there is a server, with PostgreSQL.
func eachDatabase(t *testing.T, f func(t *testing.T, db *sql.DB, bytesType string, place func(i int) string)) {
	open := func(t *testing.T, d database) *sql.DB {
		db, err := d.open(context.Background())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, db.Close()) })
		return db
	}
	t.Run("SQLite", func(t *testing.T) {
		d := sqlite{filepath.Join(t.TempDir(), "test.db")}
		f(t, open(t, d), "BLOB", func(int) string { return "?" })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		dsn := os.Getenv(postgresEnv)
		if dsn == "" {
			t.Skipf("skipped: %s names no server; the script run starts one", postgresEnv)
		}
		f(t, open(t, postgres{dsn}), "bytea", func(i int) string { return "$" + string(rune('0'+i)) })
	})
}

// walk returns the positions of a game with arbitrary moves.
func walk(t *testing.T, plies int) (game codec.StoredGame, ps []codec.StoredPosition) {
	t.Helper()
	p := board.Start()
	game.Start = p
	for i := range plies {
		ps = append(ps, codec.StoredPosition{Position: p})
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		m := legal[i*7919%len(legal)]
		game.Moves = append(game.Moves, m)
		movegen.Make(&p, m)
	}
	return game, ps
}

func keyOf(t *testing.T, p *board.Position) codec.Key {
	t.Helper()
	k, err := codec.KeyOf(p)
	require.NoError(t, err)
	return k
}

func TestColumns(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *sql.DB, bytesType string, place func(int) string) {
		_, err := db.Exec("CREATE TEMPORARY TABLE seen (id " + bytesType + " PRIMARY KEY, position " + bytesType + " NOT NULL)")
		require.NoError(t, err)
		_, ps := walk(t, 120)
		var keys []codec.Key
		for _, p := range ps {
			k := keyOf(t, &p.Position)
			if slices.Contains(keys, k) {
				continue
			}
			keys = append(keys, k)
			_, err := db.Exec("INSERT INTO seen VALUES ("+place(1)+", "+place(2)+")", k, p)
			require.NoError(t, err)
		}
		for _, p := range ps {
			// Found by an equivalent position.
			q := p.Position
			q.HalfmoveClock, q.FullmoveNumber = 99, 200
			var got codec.StoredPosition
			require.NoError(t, db.QueryRow("SELECT position FROM seen WHERE id = "+place(1), keyOf(t, &q)).Scan(&got))
			if gamestate.Essence(&got.Position) != gamestate.Essence(&p.Position) {
				t.Errorf("found %s, want %s", got.AppendFEN(nil), p.AppendFEN(nil))
			}
		}
		// The key is a primary key, so each position is there once.
		_, err = db.Exec("INSERT INTO seen VALUES ("+place(1)+", "+place(2)+")", keys[0], ps[0])
		require.Error(t, err)

		// The database sorts keys as Compare does.
		slices.SortFunc(keys, codec.Key.Compare)
		rows, err := db.Query("SELECT id FROM seen ORDER BY id")
		require.NoError(t, err)
		var got []codec.Key
		for rows.Next() {
			var k codec.Key
			require.NoError(t, rows.Scan(&k))
			got = append(got, k)
		}
		require.NoError(t, rows.Err())
		if !slices.Equal(got, keys) {
			t.Errorf("ORDER BY gives %v, want %v", got, keys)
		}
	})
}

func TestGames(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *sql.DB, bytesType string, place func(int) string) {
		_, err := db.Exec("CREATE TEMPORARY TABLE games (id integer PRIMARY KEY, game " + bytesType + ", told text)")
		require.NoError(t, err)
		game, _ := walk(t, 80)
		text, err := game.MarshalText()
		require.NoError(t, err)
		_, err = db.Exec("INSERT INTO games VALUES (1, "+place(1)+", "+place(2)+")", game, string(text))
		require.NoError(t, err)
		_, err = db.Exec("INSERT INTO games VALUES (2, NULL, NULL)")
		require.NoError(t, err)

		var stored, told codec.StoredGame
		require.NoError(t, db.QueryRow("SELECT game, told FROM games WHERE id = 1").Scan(&stored, &told))
		for _, got := range []codec.StoredGame{stored, told} {
			if got.Start != game.Start || !slices.Equal(got.Moves, game.Moves) {
				t.Errorf("the game comes back as %v", got)
			}
		}
		var none sql.Null[codec.StoredGame]
		require.NoError(t, db.QueryRow("SELECT game FROM games WHERE id = 2").Scan(&none))
		if none.Valid {
			t.Error("NULL reads as a game")
		}
		require.ErrorContains(t, db.QueryRow("SELECT game FROM games WHERE id = 2").Scan(&stored), "NULL")
	})
}

// TestText reads positions and keys from columns of text.
func TestText(t *testing.T) {
	eachDatabase(t, func(t *testing.T, db *sql.DB, _ string, place func(int) string) {
		_, err := db.Exec("CREATE TEMPORARY TABLE told (id text PRIMARY KEY, position text)")
		require.NoError(t, err)
		start := board.Start()
		k := keyOf(t, &start)
		_, err = db.Exec("INSERT INTO told VALUES ("+place(1)+", "+place(2)+")", k.String(), string(start.AppendFEN(nil)))
		require.NoError(t, err)
		var id codec.Key
		var p codec.StoredPosition
		require.NoError(t, db.QueryRow("SELECT id, position FROM told").Scan(&id, &p))
		if id != k || p.Position != start {
			t.Errorf("key %v and position %s come back", id, p.AppendFEN(nil))
		}
	})
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"-n", "3000"}, &out))
	tables := strings.Count(out.String(), "\n| SQLite |")
	if servers := strings.Count(out.String(), "\n| PostgreSQL |"); tables != 4 || servers != 4 && os.Getenv(postgresEnv) != "" {
		t.Errorf("run prints\n%s\nwant a line for each of four tables", out.String())
	}

	file := filepath.Join(t.TempDir(), "positions.epd")
	start := board.Start()
	lines := string(start.AppendFEN(nil)) + "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"
	require.NoError(t, os.WriteFile(file, []byte(lines), 0o600))
	out.Reset()
	require.NoError(t, run(t.Context(), []string{"-positions", file}, &out))
	if !strings.HasPrefix(out.String(), "1 positions") {
		t.Errorf("run prints %q, want one position", out.String())
	}
	require.NoError(t, os.WriteFile(file, []byte("no position\n"), 0o600))
	require.ErrorContains(t, run(t.Context(), []string{"-positions", file}, &out), "line 1")
}
