package answers

import (
	"bytes"
	"context"
	"io"
	"strconv"

	"github.com/chesszip/chesszip/internal/serve/plainjson"
)

// Types of what is answered. A browser takes none of them for HTML.
const (
	TypeJSON   = "application/json"
	TypePGN    = "application/x-chess-pgn"
	TypeBinary = "application/octet-stream"
)

// Request is what is asked.
type Request struct {
	ID     string              // of what is asked for, where the path names one
	Values map[string][]string // the parameters
	Head   bool                // no more than the Head of the answer is wanted
}

// Head says what kind of answer follows.
type Head struct {
	Type   string
	Length int    // in bytes, 0 if it is not known
	Name   string // of the file in which it is to be saved, "" if it is to be shown
}

// Sink takes an answer. Begin is called before the first Write.
type Sink interface {
	io.Writer
	Begin(h Head)
	Flush() // sends what was written
}

// Answer is a request, and what is answered to it.
type Answer struct {
	Context context.Context // done when nobody wants the answer
	Request Request
	To      Sink
}

// Begin says what kind of answer follows.
func (a *Answer) Begin(kind string) { a.To.Begin(Head{Type: kind}) }

// Write writes a piece of the answer. It ends where nobody wants it.
func (a *Answer) Write(b []byte) (int, error) {
	if err := a.Context.Err(); err != nil {
		return 0, err
	}
	return a.To.Write(b)
}

// JSON answers v.
func (a *Answer) JSON(v any) error {
	b := Encoded(v)
	a.To.Begin(Head{Type: TypeJSON, Length: len(b)})
	_, err := a.Write(b)
	return err
}

// JSONInParts answers objects as one, each sent as soon as it is made: what costs
// little is not kept waiting by what costs more.
func (a *Answer) JSONInParts(parts ...func() (any, error)) error {
	return a.oneOf(TypeJSON, parts)
}

// JSONPart is JSONInParts for a line of several.
func (a *Answer) JSONPart(parts ...func() (any, error)) error { return a.oneOf("", parts) }

// oneOf sends objects as one; kind is the type of the answer if it begins here.
func (a *Answer) oneOf(kind string, parts []func() (any, error)) error {
	end := byte('{')
	for _, part := range parts {
		v, err := part()
		if err != nil {
			return err
		}
		b := bytes.TrimSuffix(Encoded(v), []byte("}\n"))
		b[0] = end
		if end == '{' && kind != "" {
			a.Begin(kind)
		}
		end = ','
		if _, err = a.Write(b); err != nil {
			return err
		}
		a.To.Flush()
	}
	_, err := a.Write([]byte("}\n"))
	return err
}

// Encoded returns v as JSON in a line. What browsers could take for HTML is escaped.
func Encoded(v any) []byte { return append(plainjson.Append(nil, v), '\n') }

// Value returns a parameter, "" if it is not given.
func (a *Answer) Value(name string) string {
	if all := a.Request.Values[name]; len(all) > 0 {
		return all[0]
	}
	return ""
}

// Number returns a parameter that is a number from low to high, or what it is by default.
func (a *Answer) Number(name string, usual, low, high int64) (int64, error) {
	text := a.Value(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < low {
		return 0, Bad("%s: %q is not a number from %d to %d", name, text, low, high)
	}
	return min(n, high), nil
}

// Flag returns a parameter that is true or false.
func (a *Answer) Flag(name string) (bool, error) {
	text := a.Value(name)
	if text == "" {
		return false, nil
	}
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, Bad("%s: %q is neither true nor false", name, text)
	}
	return b, nil
}
