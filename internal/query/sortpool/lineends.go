package sortpool

import (
	"bytes"
	"strings"
)

// lineEnds are the styles of ending lines.
var lineEnds = [...]string{"\n", "\r\n", "\r"}

// lacking returns the line ends that a text with a given beginning and end needs to end
// with an empty line, in the style of its first line.
func lacking(head, tail []byte) byte {
	style := byte(0)
	if i := bytes.IndexAny(head, "\r\n"); i >= 0 && head[i] == '\r' {
		style = 2
		if i+1 < len(head) && head[i+1] == '\n' {
			style = 1
		}
	}
	n := byte(2)
	for ; n > 0 && len(tail) > 0; n-- {
		last := tail[len(tail)-1]
		if last != '\n' && last != '\r' {
			break
		}
		tail = tail[:len(tail)-1]
		if last == '\n' {
			tail = bytes.TrimSuffix(tail, []byte{'\r'})
		}
	}
	return style<<2 | n
}

// lineEndsOf returns the text of these line ends.
func lineEndsOf(lacks byte) string { return strings.Repeat(lineEnds[lacks>>2], int(lacks&3)) }
