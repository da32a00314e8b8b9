package answers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strconv"

	"github.com/chesszip/chesszip/internal/serve/plainjson"
)

// Content types of answers. Browsers treat none of them as HTML.
const (
	TypeJSON   = "application/json"
	TypePGN    = "application/x-chess-pgn"
	TypeBinary = "application/octet-stream"
)

// Request is what is asked.
type Request struct {
	ID     string              // of the game or archive that the path names, if any
	Values map[string][]string // the parameters
	Body   []byte              // what the client sends
	Head   bool                // only the Head of the answer is wanted
}

// Head is the type and the size of an answer.
type Head struct {
	Type   string
	Length int    // in bytes, 0 if not known
	Name   string // of a file to save, "" to show the answer
}

// Sink receives an answer. Begin is called before the first Write.
type Sink interface {
	io.Writer
	Begin(h Head)
	Flush() // sends what was written so far
}

// Answer is a request with its answer.
type Answer struct {
	Context context.Context // done when the client has left
	Request Request
	To      Sink
	route   *Route
}

// Begin sets the type of the answer.
func (a *Answer) Begin(kind string) { a.To.Begin(Head{Type: kind}) }

// Write writes a piece of the answer. It fails when the client has left.
func (a *Answer) Write(b []byte) (int, error) {
	if err := a.Context.Err(); err != nil {
		return 0, err
	}
	return a.To.Write(b)
}

// JSON answers with v.
func (a *Answer) JSON(v any) error {
	b := Encoded(v)
	a.To.Begin(Head{Type: TypeJSON, Length: len(b)})
	_, err := a.Write(b)
	return err
}

// JSONInParts answers with the fields of several objects as one object. It sends each as
// soon as it is made, so that cheap parts do not wait for expensive ones.
func (a *Answer) JSONInParts(parts ...func() (any, error)) error {
	return a.oneOf(TypeJSON, parts)
}

// JSONPart is JSONInParts for one line of several.
func (a *Answer) JSONPart(parts ...func() (any, error)) error { return a.oneOf("", parts) }

// oneOf sends objects as one; kind is the type of the answer if it begins here,
// otherwise "".
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

// Encoded returns v as a line of JSON, with escapes for characters of HTML.
func Encoded(v any) []byte { return append(plainjson.Append(nil, v), '\n') }

// Value returns a parameter of the route, "" if it is not given.
func (a *Answer) Value(name string) string {
	a.route.parameter(name)
	if all := a.Request.Values[name]; len(all) > 0 {
		return all[0]
	}
	return ""
}

// Number returns a parameter of the route that is a number in its range, or its default.
func (a *Answer) Number(name string) (int64, error) {
	text, r := a.Value(name), a.route.parameter(name).Range
	if text == "" {
		return r.Usual, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) && text[0] != '-' {
		n, err = math.MaxInt64, nil
	}
	if err != nil || n < r.Low || n > r.High && !r.Clamped {
		return 0, Bad("%s: %q is not a number from %d to %d", name, text, r.Low, r.High)
	}
	return min(n, r.High), nil
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
