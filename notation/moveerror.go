package notation

import (
	"errors"
	"fmt"
)

// What can be wrong with the text of a move.
var (
	ErrSyntax    = errors.New("notation: not a move")
	ErrIllegal   = errors.New("notation: illegal move")
	ErrAmbiguous = errors.New("notation: ambiguous move")
)

// MoveError says which text is wrong and why.
type MoveError struct {
	Text string // cut to at most 40 bytes
	Kind error  // ErrSyntax, ErrIllegal or ErrAmbiguous
}

// Error returns a sentence such as
//
//	notation: illegal move: "Nf3"
func (e *MoveError) Error() string { return fmt.Sprintf("%v: %q", e.Kind, e.Text) }

// Unwrap returns e.Kind.
func (e *MoveError) Unwrap() error { return e.Kind }

func moveError(text []byte, kind error) error {
	return &MoveError{Text: string(text[:min(len(text), 40)]), Kind: kind}
}
