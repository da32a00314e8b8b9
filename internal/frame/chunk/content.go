package chunk

import (
	"bytes"
	"unicode/utf8"

	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/records"
)

// Content is the kind of a file without a game.
type Content uint8

// The kinds of files.
const (
	Empty Content = iota
	Blank
	Text
	Positions
	Table
	Records
	UTF16
	UTF32
	JPEG
	PNG
	GIF
	PDF
	Zip
	Gzip
	Bzip2
	Xz
	Zstd
	Binary
)

// contents are their names, with their first bytes if these identify them.
var contents = [...]struct{ name, magic string }{
	Empty:     {name: "nothing"},
	Blank:     {name: "white space"},
	Text:      {name: "plain text"},
	Positions: {name: "a list of positions"},
	Table:     {name: "a table of positions"},
	Records:   {name: "a list of training records"},
	UTF16:     {name: "text in UTF-16"},
	UTF32:     {name: "text in UTF-32"},
	JPEG:      {"a JPEG image", "\xff\xd8\xff"},
	PNG:       {"a PNG image", "\x89PNG\r\n\x1a\n"},
	GIF:       {"a GIF image", "GIF8"},
	PDF:       {"a PDF document", "%PDF-"},
	Zip:       {"a zip file", "PK\x03\x04"},
	Gzip:      {"a gzip file", "\x1f\x8b\x08"},
	Bzip2:     {"a bzip2 file", "BZh"},
	Xz:        {"an xz file", "\xfd7zXZ\x00"},
	Zstd:      {"a zstd file", "\x28\xb5\x2f\xfd"},
	Binary:    {name: "binary data"},
}

// String returns its name, as in "it is a JPEG image".
func (c Content) String() string {
	if int(c) < len(contents) {
		return contents[c].name
	}
	return ""
}

// ContentOf returns the kind of a file without a game by its first bytes, at most
// Sniffed.
func ContentOf(head []byte) Content {
	head = head[:min(len(head), Sniffed)]
	for c, known := range contents {
		if known.magic != "" && bytes.HasPrefix(head, []byte(known.magic)) && (Content(c) != Bzip2 || isBinary(head)) {
			return Content(c)
		}
	}
	form, ok := records.Sniff(head)
	list, table := positions.Is(head)
	switch {
	case len(head) == 0:
		return Empty
	case ok && form != records.FEN:
		return Records
	case table:
		return Table
	case list:
		return Positions
	}
	if wide := wideText(head); wide != 0 {
		return wide
	}
	switch {
	case isBinary(head):
		return Binary
	case len(bytes.Trim(head, " \t\r\n\v\f\ufeff")) == 0:
		return Blank
	}
	return Text
}

// wideText returns UTF16 or UTF32 for text whose letters take two or four bytes,
// otherwise 0. It is detected by a byte order mark, or by the zeros of ASCII.
func wideText(head []byte) Content {
	for _, mark := range []string{"\xff\xfe\x00\x00", "\x00\x00\xfe\xff"} {
		if bytes.HasPrefix(head, []byte(mark)) {
			return UTF32
		}
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return UTF16
	}
	var zeros [4]int
	quads := len(head) / 4
	for i, c := range head[:4*quads] {
		if c == 0 {
			zeros[i%4]++
		}
	}
	few, most := quads/10, quads-quads/10
	switch {
	case quads == 0:
	case zeros[1] >= most && zeros[2] >= most && (zeros[0] >= most && zeros[3] <= few || zeros[3] >= most && zeros[0] <= few):
		return UTF32
	case zeros[0] >= most && zeros[2] >= most && zeros[1]+zeros[3] <= few,
		zeros[1] >= most && zeros[3] >= most && zeros[0]+zeros[2] <= few:
		return UTF16
	}
	return 0
}

// isBinary reports whether head is not text: it has control characters, or many bytes
// that are not UTF-8 and hardly any letters.
func isBinary(head []byte) bool {
	control, odd := 0, 0
	for rest := head; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			odd++
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' && r != '\v' && r != 0x1a && r != 0x1b:
			control++
		}
		rest = rest[n:]
	}
	// Latin-1 has some bytes that are not UTF-8, and joined files a few zeros.
	return control*100 > len(head) || odd*3 > len(head)
}

// CountPositions returns the number of positions in a piece of a list: of a whole
// chunk, or all of it.
func CountPositions(text []byte) (n int64) {
	form, ok := records.Sniff(text[:min(len(text), Sniffed)])
	if !ok || form != records.Bin && form != records.Binpack {
		return int64(positions.Count(text))
	}
	in := records.NewReader(bytes.NewReader(text), form)
	for {
		var r records.Record
		if in.Read(&r) != nil {
			return n // the end, or not a record
		}
		n++
	}
}
