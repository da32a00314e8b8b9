// Command sql measures positions and games in the columns of a database: it stores
// positions in tables that differ in the form of the position, looks up some of them,
// and prints as Markdown the sizes of the tables and the time of a look-up.
//
//	go run . [-n 1000000] [-positions FILE] [-postgres DSN] [-seed 1]
//
// Positions are those of FILE, one FEN or EPD a line, or of games drawn from the default
// level's model; each is stored once. SQLite is part of the program and needs no server;
// PostgreSQL is used if a DSN is given, as the script run does with its own server.
//
// The tables:
//
//	by key    the Key, 20 bytes, primary key | how often it was met
//	by text   the FEN without counters, primary key | how often it was met
//	packed    the whole position by the default palette
//	FEN       the whole position as text
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/chesszip/chesszip/codec"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "sql: error: %v\n", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	n        int
	file     string
	postgres string
	seed     uint64
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	flags := flag.NewFlagSet("sql", flag.ContinueOnError)
	flags.IntVar(&o.n, "n", 1_000_000, "how many positions at most")
	flags.StringVar(&o.file, "positions", "", "file of FENs or EPDs; without it games are drawn")
	flags.StringVar(&o.postgres, "postgres", os.Getenv(postgresEnv), "DSN of a PostgreSQL server")
	flags.Uint64Var(&o.seed, "seed", 1, "which games are drawn")
	if err := flags.Parse(args); err != nil {
		return err
	}
	began := time.Now()
	entries, err := o.positions(ctx)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return errors.New("no positions to store")
	}
	fmt.Fprintf(out, "%d positions, made ready in %.1f s\n\n", len(entries), time.Since(began).Seconds())
	fmt.Fprintln(out, "| database | table | MB | bytes a row | s to store | us to find |")
	fmt.Fprintln(out, "|---|---|--:|--:|--:|--:|")

	dir, err := os.MkdirTemp("", "chesszip-sql-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := o.measure(ctx, out, sqlite{filepath.Join(dir, "positions.db")}, entries); err != nil {
		return err
	}
	if o.postgres == "" {
		fmt.Fprintf(out, "\nPostgreSQL skipped: no server given by -postgres or %s.\n", postgresEnv)
		return nil
	}
	return o.measure(ctx, out, postgres{o.postgres}, entries)
}

// measure stores all entries in each of the tables and looks up some.
func (o *options) measure(ctx context.Context, out io.Writer, d database, entries []entry) (err error) {
	db, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, t := range tables {
		if err := t.measure(ctx, out, d, db, entries); err != nil {
			return fmt.Errorf("%s: table %s: %w", d.name(), t.name, err)
		}
	}
	return nil
}

// table is a way to store positions. It has two columns; the second is an integer.
type table struct {
	name, title string
	text        bool // the first column is text, otherwise bytes
	key         bool // it is the primary key
	value       func(e *entry) any
}

var tables = []table{
	{"by_key", "by key", false, true, func(e *entry) any { return e.key }},
	{"by_text", "by text", true, true, func(e *entry) any { return e.text }},
	{"packed", "packed", false, false, func(e *entry) any { return codec.StoredPosition{Position: e.position} }},
	{"fen", "FEN", true, false, func(e *entry) any { return string(e.position.AppendFEN(nil)) }},
}

// finds is how many positions are looked up in a table with a primary key.
const finds = 10_000

func (t *table) measure(ctx context.Context, out io.Writer, d database, db *sql.DB, entries []entry) error {
	if err := d.create(ctx, db, t); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	before, err := d.size(ctx, db, t)
	if err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	began := time.Now()
	if err := d.store(ctx, db, t, entries); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	stored := time.Since(began)
	size, err := d.size(ctx, db, t)
	if err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	found := "-"
	if t.key {
		each, err := t.find(ctx, d, db, entries)
		if err != nil {
			return fmt.Errorf("find: %w", err)
		}
		found = fmt.Sprintf("%.0f", float64(each.Nanoseconds())/1e3)
	}
	_, err = fmt.Fprintf(out, "| %s | %s | %.1f | %.1f | %.1f | %s |\n", d.name(), t.title,
		float64(size-before)/1e6, float64(size-before)/float64(len(entries)), stored.Seconds(), found)
	return err
}

// find looks up entries from all over the table by its primary key and checks their
// counts. It returns the mean time.
func (t *table) find(ctx context.Context, d database, db *sql.DB, entries []entry) (time.Duration, error) {
	query, err := db.PrepareContext(ctx, d.query(t))
	if err != nil {
		return 0, err
	}
	defer query.Close()
	// A prime step visits entries in an arbitrary order.
	const step = 7_368_787
	began := time.Now()
	for i := range finds {
		e := &entries[i*step%len(entries)]
		var met int
		if err := query.QueryRowContext(ctx, t.value(e)).Scan(&met); err != nil {
			return 0, fmt.Errorf("%s: %w", e.text, err)
		}
		if met != e.met {
			return 0, fmt.Errorf("%s was met %d times, the table says %d", e.text, e.met, met)
		}
	}
	return time.Since(began) / finds, nil
}
