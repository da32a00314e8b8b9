package board

import (
	"errors"
	"fmt"
)

// ErrFEN is wrapped by every error of ParseFEN and ParseEPD.
var ErrFEN = errors.New("board: invalid FEN")

// The fields of a FENError.
const (
	fieldBoard     = "board"
	fieldTurn      = "side to move"
	fieldCastling  = "castling"
	fieldEnPassant = "en passant"
	fieldClock     = "half-move clock"
	fieldNumber    = "move number"
	fieldEnd       = "end"
	fieldOpcode    = "opcode" // of an EPD line
)

// FENError reports a wrong field of a FEN or EPD text, with place and reason.
type FENError struct {
	Field  string // "board", "side to move", "castling", "en passant", "half-move clock", "move number", "end" or "opcode"
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
