package codec

import (
	"fmt"

	"github.com/chesszip/chesszip/board"
)

// StoredPosition is a position with methods to store itself: as bytes, in a database
// column, and as a FEN in text and JSON. The bytes are those of
// AppendPositionChecked: a position of the middle game takes about 19, three of them
// for the method, 0xa1, and the checksum. It reads both forms.
//
// By another palette the first byte is that palette's, and a column holds blobs of
// that palette only.
type StoredPosition struct {
	board.Position
	// Palette stores and reads the position; nil is Default. Set it before Scan.
	Palette *Palette
}

// palette returns the palette of p.
func (p *StoredPosition) palette() *Palette {
	if p.Palette == nil {
		return &defaultPalette
	}
	return p.Palette
}

// AppendPosition appends p by the default palette, after the byte 0x61. It can hold
// every position.
func AppendPosition(dst []byte, p *board.Position) ([]byte, error) {
	return defaultPalette.AppendPosition(dst, p)
}

// AppendPositionChecked appends p as AppendPosition does, with a checksum of two
// bytes. DecodePosition detects altered bytes, except for one case in 65,536.
func AppendPositionChecked(dst []byte, p *board.Position) ([]byte, error) {
	return defaultPalette.AppendPositionChecked(dst, p)
}

// DecodePosition reads a position of AppendPosition or AppendPositionChecked and
// returns the bytes after it. It fails with ErrMethod for a blob of another palette or
// scheme, with ErrCorrupt, or with io.ErrUnexpectedEOF where src ends too early.
func DecodePosition(src []byte) (p board.Position, rest []byte, err error) {
	return defaultPalette.DecodePosition(src)
}

// AppendBinary appends p as AppendPositionChecked of its palette does.
func (p StoredPosition) AppendBinary(dst []byte) ([]byte, error) {
	return p.palette().AppendPositionChecked(dst, &p.Position)
}

// MarshalBinary returns p as AppendPositionChecked appends it.
func (p StoredPosition) MarshalBinary() ([]byte, error) { return p.AppendBinary(nil) }

// UnmarshalBinary reads the bytes of MarshalBinary or AppendPosition; more bytes are
// ErrCorrupt.
func (p *StoredPosition) UnmarshalBinary(src []byte) error {
	q, rest, err := p.palette().DecodePosition(src)
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
func (p StoredPosition) AppendText(dst []byte) ([]byte, error) { return p.AppendFEN(dst), nil }

// MarshalText returns p as a FEN, which is also its JSON string.
func (p StoredPosition) MarshalText() ([]byte, error) { return p.AppendFEN(nil), nil }

// UnmarshalText reads a FEN.
func (p *StoredPosition) UnmarshalText(text []byte) error {
	q, err := board.ParseFEN(string(text))
	if err != nil {
		return err
	}
	p.Position = q
	return nil
}
