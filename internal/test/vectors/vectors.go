// Package vectors writes and parses the test vectors of the folder vectors/layers: what
// each layer of the formats makes of small inputs, and what must be refused. The tests
// of this package, of internal/entropy/rangecoder and of internal/column/comments write
// the files and compare the code with them; vectors/README.md describes each file.
//
// # Format
//
//	# a comment
//	name: the first vector
//	key: value
//	key: another value of the same key
//
//	name: the second vector
//	...
//
// A vector is a block of lines; an empty line separates blocks. A line is a key, a
// colon, and, if the value is not empty, a blank and the value. Bytes are hexadecimal. A
// text is itself, except that bytes outside 20 to 7E, 5C, and a blank at its end, are \x
// and two digits.
package vectors

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
)

// Vector is a block of lines.
type Vector struct{ lines []string }

// New returns a Vector of the given name.
func New(format string, args ...any) *Vector {
	v := &Vector{}
	v.Add("name", format, args...)
	return v
}

// Add appends a line.
func (v *Vector) Add(key, format string, args ...any) {
	for i := range args {
		if m, ok := args[i].(board.Move); ok {
			args[i] = Squares(m)
		}
	}
	v.lines = append(v.lines, strings.TrimSuffix(key+": "+fmt.Sprintf(format, args...), " "))
}

// Get returns the first value of a key, empty if there is none.
func (v *Vector) Get(key string) string {
	if all := v.All(key); len(all) > 0 {
		return all[0]
	}
	return ""
}

// All returns the values of a key in their order.
func (v *Vector) All(key string) (values []string) {
	for _, line := range v.lines {
		if k, value, ok := strings.Cut(line, ":"); ok && k == key {
			values = append(values, strings.TrimPrefix(value, " "))
		}
	}
	return values
}

// File returns the text of a file: a heading, each line of which becomes a comment, and
// the vectors.
func File(heading string, list []*Vector) string {
	blocks := make([]string, 0, len(list)+1)
	blocks = append(blocks, "# "+strings.ReplaceAll(strings.TrimSpace(heading), "\n", "\n# ")+"\n")
	for _, v := range list {
		blocks = append(blocks, strings.Join(v.lines, "\n")+"\n")
	}
	return strings.Join(blocks, "\n")
}

// Parse returns the vectors of a file.
func Parse(file string) (list []*Vector) {
	for block := range strings.SplitSeq(file, "\n\n") {
		v := &Vector{}
		for line := range strings.SplitSeq(strings.TrimSuffix(block, "\n"), "\n") {
			if line != "" && line[0] != '#' {
				v.lines = append(v.lines, line)
			}
		}
		if len(v.lines) > 0 {
			list = append(list, v)
		}
	}
	return list
}

// Unfold returns a line of moves with N*A,B,... expanded to N times these moves.
func Unfold(line string) string {
	words := strings.Fields(line)
	for i, w := range words {
		if n, again, ok := strings.Cut(w, "*"); ok {
			times, _ := strconv.Atoi(n)
			words[i] = strings.TrimSpace(strings.Repeat(strings.ReplaceAll(again, ",", " ")+" ", times))
		}
	}
	return strings.Join(words, " ")
}

// Quote returns bytes as a text of a vector.
func Quote(b []byte) string {
	var s strings.Builder
	for i, c := range b {
		// A blank at the end would be lost.
		if c < 0x20 || c > 0x7e || c == '\\' || c == ' ' && i == len(b)-1 {
			fmt.Fprintf(&s, `\x%02x`, c)
		} else {
			s.WriteByte(c)
		}
	}
	return s.String()
}

// Unquote returns the bytes of a text of a vector.
func Unquote(s string) ([]byte, error) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		if i+3 >= len(s) || s[i+1] != 'x' {
			return nil, fmt.Errorf("vectors: %q: a backslash begins no byte", s)
		}
		c, err := strconv.ParseUint(s[i+2:i+4], 16, 8)
		if err != nil {
			return nil, fmt.Errorf("vectors: %q: %w", s, err)
		}
		b = append(b, byte(c))
		i += 3
	}
	return b, nil
}

// Squares returns a move as vectors have it, whatever its position: e2e4, a7a8q, and e1h1
// for castling.
func Squares(m board.Move) string { return strings.ReplaceAll(m.String(), "-", "") }
