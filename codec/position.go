package codec

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
)

// Position is a position that knows how to store itself: as bytes by the
// default palette (encoding.BinaryMarshaler, BinaryAppender and
// BinaryUnmarshaler) and as a FEN in text and JSON.
type Position struct{ board.Position }

// AppendPosition appends p by the default palette. Every position can be held.
func AppendPosition(dst []byte, p *board.Position) ([]byte, error) {
	return defaultPalette.AppendPosition(dst, p)
}

// DecodePosition reads a position that AppendPosition wrote and returns the
// bytes after it. It fails with ErrCorrupt, or io.ErrUnexpectedEOF where src
// ends too early.
func DecodePosition(src []byte) (p board.Position, rest []byte, err error) {
	return defaultPalette.DecodePosition(src)
}

// AppendBinary appends p as AppendPosition does.
func (p Position) AppendBinary(dst []byte) ([]byte, error) { return AppendPosition(dst, &p.Position) }

// MarshalBinary returns p as AppendPosition appends it.
func (p Position) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary reads what MarshalBinary returned; bytes left over are
// ErrCorrupt.
func (p *Position) UnmarshalBinary(src []byte) error {
	q, rest, err := DecodePosition(src)
	if err != nil {
		return err
	}
	if len(rest) != 0 {
		return corrupt(8*(len(src)-len(rest)), fmt.Sprintf("%d bytes after the position", len(rest)))
	}
	p.Position = q
	return nil
}

// AppendText appends p as a FEN.
func (p Position) AppendText(dst []byte) ([]byte, error) { return p.AppendFEN(dst), nil }

// MarshalText returns p as a FEN, which is also its JSON string.
func (p Position) MarshalText() ([]byte, error) { return p.AppendFEN(nil), nil }

// UnmarshalText reads a FEN.
func (p *Position) UnmarshalText(text []byte) error {
	q, err := board.ParseFEN(string(text))
	if err != nil {
		return err
	}
	p.Position = q
	return nil
}
