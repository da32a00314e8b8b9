package board

import (
	"errors"
	"fmt"
)

// ErrFEN is wrapped by every error of ParseFEN and ParseEPD.
var ErrFEN = errors.New("board: invalid FEN")

// The names of the fields in a FENError.
const (
	FieldBoard     = "board"
	FieldTurn      = "side to move"
	FieldCastling  = "castling"
	FieldEnPassant = "en passant"
	FieldClock     = "half-move clock"
	FieldNumber    = "move number"
	FieldEnd       = "end"
	FieldOpcode    = "opcode" // of an EPD line
)

// FENError reports a wrong field of a FEN or EPD text, with place and reason.
type FENError struct {
	Field  string // one of the Field constants
	Offset int    // of the offending byte, counted from 0
	Text   string // the field, cut to at most 80 bytes; empty if it is missing
	Msg    string // the reason
}

// Error returns a sentence such as
//
//	board: invalid FEN: castling field "KX" at byte 52: 'X' is not a castling letter
func (e *FENError) Error() string {
	return fmt.Sprintf("board: invalid FEN: %s field %q at byte %d: %s", e.Field, e.Text, e.Offset, e.Msg)
}

// Unwrap returns ErrFEN.
func (e *FENError) Unwrap() error { return ErrFEN }
