package codec

import (
	"database/sql/driver"
	"fmt"

	"github.com/chesszip/chesszip/board"
)

// StoredPosition, Key and StoredGame are columns of databases: each is a
// driver.Valuer and its pointer an sql.Scanner. Use a column type of bytes: BLOB in
// SQLite and MySQL, bytea in PostgreSQL; for a Key, which always has 20 bytes, also
// BINARY(20) and the like. Bytes sort from the first on, and so do Keys. Scan also
// reads a column of text: a FEN, 40 hexadecimal digits, a UCI position command. For
// columns that may be NULL use sql.Null[codec.StoredPosition] and so on. The zero
// values cannot be stored: Value fails.
//
// The columns of positions and games are checked. That takes two bytes of some 19 or
// 35, less than a database adds to a row, and columns are kept for years and read by
// many programs. A flipped bit or a blob from another column is then an error and not
// another game. To save the two bytes, store the blobs of AppendPosition or
// AppendGame; Scan also reads these.

// Value returns p as AppendPositionChecked appends it. It fails for the zero value.
func (p StoredPosition) Value() (driver.Value, error) {
	if p.Position == (board.Position{}) {
		return nil, zero("position")
	}
	return p.MarshalBinary()
}

// Scan sets p from bytes, as UnmarshalBinary reads them, or from text, a FEN.
func (p *StoredPosition) Scan(src any) error { return scan(p, src, "position") }

// Value returns the 20 bytes of k. It fails for the zero Key.
func (k Key) Value() (driver.Value, error) {
	if k == (Key{}) {
		return nil, zero("key")
	}
	return k.MarshalBinary()
}

// Scan sets k from its 20 bytes or from text, its 40 hexadecimal digits.
func (k *Key) Scan(src any) error { return scan(k, src, "key") }

// Value returns g as AppendBinary appends it. It fails for the zero value.
func (g StoredGame) Value() (driver.Value, error) {
	if g.Start == (board.Position{}) {
		return nil, zero("game")
	}
	return g.MarshalBinary()
}

// Scan sets g from bytes, as UnmarshalBinary reads them, or from text, as
// UnmarshalText reads it.
func (g *StoredGame) Scan(src any) error { return scan(g, src, "game") }

// zero is the error for a zero value.
func zero(what string) error {
	return fmt.Errorf("codec: value of a %s: nothing has been put into it; for NULL store a sql.Null", what)
}

// scan sets a value from a driver's. The bytes belong to the driver, so dst must not
// keep them; no UnmarshalBinary here does.
func scan(dst interface {
	UnmarshalBinary(src []byte) error
	UnmarshalText(text []byte) error
}, src any, what string) error {
	switch src := src.(type) {
	case []byte:
		return dst.UnmarshalBinary(src)
	case string:
		return dst.UnmarshalText([]byte(src))
	case nil:
		return fmt.Errorf("codec: scan %s: NULL; scan into a sql.Null of it", what)
	}
	return fmt.Errorf("codec: scan %s: column of Go type %T, want bytes or text", what, src)
}
