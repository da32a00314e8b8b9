package notation

import (
	"errors"
	"fmt"
)

// The reasons why the text of a move is rejected.
var (
	ErrSyntax    = errors.New("notation: not a move")
	ErrIllegal   = errors.New("notation: illegal move")
	ErrAmbiguous = errors.New("notation: ambiguous move")

	// ErrNoPiece, an ErrIllegal: no such piece can go there.
	ErrNoPiece = fmt.Errorf("%w, no such piece can go there", ErrIllegal)
	// ErrInCheck, an ErrIllegal: a piece could go there, but the king would be left
	// in check, or castles out of or through check.
	ErrInCheck = fmt.Errorf("%w, it leaves the king in check", ErrIllegal)
)

// MoveError holds a rejected text and the reason.
type MoveError struct {
	Text string // cut to at most 40 bytes
	Kind error  // ErrSyntax, ErrNoPiece, ErrInCheck or ErrAmbiguous
}

// Error returns a sentence such as
//
//	notation: illegal move, no such piece can go there: "Nf3"
func (e *MoveError) Error() string { return fmt.Sprintf("%v: %q", e.Kind, e.Text) }

// Unwrap returns e.Kind.
func (e *MoveError) Unwrap() error { return e.Kind }

func moveError(text []byte, kind error) error {
	return &MoveError{Text: string(text[:min(len(text), 40)]), Kind: kind}
}
