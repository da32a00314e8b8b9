package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// database is the differences between the two databases.
type database interface {
	name() string
	open(ctx context.Context) (*sql.DB, error)
	create(ctx context.Context, db *sql.DB, t *table) error
	store(ctx context.Context, db *sql.DB, t *table, entries []entry) error
	// size returns the size of a table with its index, in bytes.
	size(ctx context.Context, db *sql.DB, t *table) (int64, error)
	// query returns the statement that looks up a count by the first column.
	query(t *table) string
}

// sqlite is a database in a file.
type sqlite struct{ file string }

func (sqlite) name() string { return "SQLite" }

func (d sqlite) open(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("sqlite", d.file)
	if err != nil {
		return nil, err
	}
	return db, db.PingContext(ctx)
}

func (sqlite) create(ctx context.Context, db *sql.DB, t *table) error {
	column, key, end := "BLOB", "", ""
	if t.text {
		column = "TEXT"
	}
	if t.key {
		// The table is its own index: rows are in the order of the key.
		key, end = " PRIMARY KEY", " WITHOUT ROWID"
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s (position %s NOT NULL%s, met INTEGER NOT NULL)%s", t.name, column, key, end))
	return err
}

func (sqlite) store(ctx context.Context, db *sql.DB, t *table, entries []entry) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if rollback := tx.Rollback(); !errors.Is(rollback, sql.ErrTxDone) {
			err = errors.Join(err, rollback)
		}
	}()
	insert, err := tx.PrepareContext(ctx, fmt.Sprintf("INSERT INTO %s VALUES (?, ?)", t.name))
	if err != nil {
		return err
	}
	defer insert.Close()
	for i := range entries {
		if _, err := insert.ExecContext(ctx, t.value(&entries[i]), entries[i].met); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// size returns the size of the file: tables are only added to it.
func (sqlite) size(ctx context.Context, db *sql.DB, _ *table) (n int64, err error) {
	var pages, page int64
	if err := db.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		return 0, err
	}
	if err := db.QueryRowContext(ctx, "PRAGMA page_size").Scan(&page); err != nil {
		return 0, err
	}
	return pages * page, nil
}

func (sqlite) query(t *table) string {
	return fmt.Sprintf("SELECT met FROM %s WHERE position = ?", t.name)
}

// postgresEnv names the DSN of a server for the tests.
const postgresEnv = "CHESSZIP_POSTGRES"

// postgres is a server; tables are temporary, so that nothing is left.
type postgres struct{ dsn string }

func (postgres) name() string { return "PostgreSQL" }

func (d postgres) open(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("pgx", d.dsn)
	if err != nil {
		return nil, err
	}
	// Temporary tables belong to one connection.
	db.SetMaxOpenConns(1)
	return db, db.PingContext(ctx)
}

func (postgres) create(ctx context.Context, db *sql.DB, t *table) error {
	column, key := "bytea", ""
	if t.text {
		column = "text"
	}
	if t.key {
		key = " PRIMARY KEY"
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TEMPORARY TABLE %s (position %s NOT NULL%s, met integer NOT NULL)", t.name, column, key))
	return err
}

// store uses COPY, PostgreSQL's way to load many rows.
func (postgres) store(ctx context.Context, db *sql.DB, t *table, entries []entry) (err error) {
	c, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return c.Raw(func(driver any) error {
		rows := pgx.CopyFromSlice(len(entries), func(i int) ([]any, error) {
			return []any{t.value(&entries[i]), entries[i].met}, nil
		})
		_, err := driver.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{t.name}, []string{"position", "met"}, rows)
		return err
	})
}

func (postgres) size(ctx context.Context, db *sql.DB, t *table) (n int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT pg_total_relation_size($1::regclass)", t.name).Scan(&n)
	return n, err
}

func (postgres) query(t *table) string {
	return fmt.Sprintf("SELECT met FROM %s WHERE position = $1", t.name)
}
