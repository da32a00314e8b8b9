package codec

import (
	"database/sql/driver"
	"fmt"
)

// StoredPosition, Key and StoredGame are columns of databases: each is a driver.Valuer and
// its pointer an sql.Scanner. Use a column type of bytes: BLOB in SQLite and
// MySQL, bytea in PostgreSQL; BINARY(20) or such will do for a Key, which has
// always 20 bytes. Bytes sort as the database sorts them, from the first on,
// and so do Keys. A column of text can be read too: a FEN, 40 hexadecimal
// digits, a UCI position command. For columns that may be NULL there is
// sql.Null[codec.StoredPosition] and so on.
//
// The columns of positions and games are checked. That costs two bytes of some
// 19 or 35, less than a database spends on a row, and a column is where bytes are
// kept for years and by many programs: a flipped bit or a blob from another column
// is an error then, and not another game. Who counts bytes stores what
// AppendPosition or AppendGame appends; Scan reads it too.

// Value returns p as AppendPositionChecked appends it.
func (p StoredPosition) Value() (driver.Value, error) { return p.MarshalBinary() }

// Scan sets p from bytes, as UnmarshalBinary reads them, or from text, a FEN.
func (p *StoredPosition) Scan(src any) error { return scan(p, src, "position") }

// Value returns the 20 bytes of k.
func (k Key) Value() (driver.Value, error) { return k.MarshalBinary() }

// Scan sets k from its 20 bytes or from text, its 40 hexadecimal digits.
func (k *Key) Scan(src any) error { return scan(k, src, "key") }

// Value returns g as AppendBinary appends it.
func (g StoredGame) Value() (driver.Value, error) { return g.MarshalBinary() }

// Scan sets g from bytes, as UnmarshalBinary reads them, or from text, as
// UnmarshalText reads it.
func (g *StoredGame) Scan(src any) error { return scan(g, src, "game") }

// scan sets a value from what a driver gives: bytes stay the driver's, so
// nothing of them may be kept, as none of the UnmarshalBinary does.
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
