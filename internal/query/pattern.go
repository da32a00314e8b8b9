package query

import (
	"errors"

	"github.com/chesszip/chesszip/internal/query/pattern"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/internal/query/terms"
)

// Matcher is a compiled pattern.
type Matcher struct{ *pattern.Pattern }

// CompilePattern compiles a pattern.
func CompilePattern(text string) (*Matcher, error) {
	p, err := pattern.Parse(text)
	var e *language.Error
	switch {
	case errors.As(err, &e):
		return nil, &terms.Error{Field: e.Field, Text: e.Text, Want: e.Want}
	case err != nil:
		return nil, err
	}
	return &Matcher{p}, nil
}
