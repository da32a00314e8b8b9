// Package pgn reads and writes games in Portable Game Notation.
//
//	for g, err := range pgn.NewReader(file, nil).Games() { ... } // tags, moves, comments
//	game, ok := pgn.ParseGame(text).MainLine()                   // start and moves alone
//	tree, err := pgn.ParseGame(text).Tree()                      // to edit
//	text := pgn.AppendGame(nil, tree.Game())
//
// A game has two models. [ParsedGame] holds everything that a text says, in its order,
// with what could not be read: use it to read, filter and write games, and for their
// main lines. [Tree] has the moves with their variations: use it to edit a game or to
// walk through its lines. ParsedGame.Tree and Tree.Game go from one to the other.
//
// There are three layers, each usable alone:
//
//	bytes --Scanner--> tokens --Splitter--> games' texts --Reader--> games
//
// [Scanner] cuts any bytes into tokens without loss: the concatenated texts of the
// tokens are the input. [Splitter] finds where one game ends and the next begins.
// [Reader] turns that into games whose moves are checked against the rules, and
// [AppendGame] writes a game in the export format of the standard.
//
// # Tokens
//
//	[Event "x"]   {..}   ;..   %..   12.   12...   Nf3   !?   $14   (   )   1-0
//	TagPair    Comment   |      |    MoveNumber    Move    NAG  Open Close Result
//	           LineComment  EscapeLine
//
// White space is a token, and so is any other text (Junk). A token depends only on
// the bytes from its start on and, for '%', on whether it starts a line. A Scanner
// copies no token, allocates no memory, and takes time linear in the length of any
// input.
//
// Text is bytes: UTF-8, Latin-1 and anything else pass unchanged.
//
// # PGN as it is found
//
// Moves are SAN, read as leniently as by package notation. [ParseGame], [Reader] and
// [Line] also read:
//
//   - Letters of pieces in other languages, and figurines. A game is English if its
//     main line can be played in English. Otherwise it is in the language in which it
//     can be played to its end. Languages that play the same moves are told apart by
//     variations. If languages play different moves, that is ErrLanguages. Letters
//     that are also English count only from three moves of pieces on.
//   - Words that hold several moves, with or without numbers between them, or a move
//     and a result, such as 1.e4e52.Nf3Nc6. Numbers in them and after them must fit;
//     if a game has numbers, none may be missing after them.
//   - Commas between moves.
//   - Dashes of Unicode in moves, castling and results.
//   - Tags after lines that are not tags, see [Scanner.NextTag].
//   - After a move, N and TN for a novelty, RR, D for a diagram, and symbols of
//     Unicode: those that have a number are glyphs, others Junk, which AppendGame
//     writes as comments.
//   - Text that the standard reserves, <...> on one line, at most 256 bytes: Junk.
//
// Anything else is a Problem with its place; docs/pgn.md lists both. If English
// fails, or few letters are seen, a game is tried once in all languages at the same
// time, so time stays linear.
package pgn

import "bytes"

// Kind is a kind of token.
type Kind uint8

// The kinds of tokens, from 1.
const (
	// Space is a run of blanks, tabs, CR, LF, VT and FF. NUL is Junk.
	Space Kind = iota + 1
	// BOM is the UTF-8 byte order mark, wherever it stands.
	BOM
	// TagPair is `[Name "Value"]` on one line. Blanks may stand between its parts.
	// The value ends at the first quote without a backslash that is followed by
	// blanks and a bracket, so a quote within the value does no harm. If there is no
	// such quote on the line, the last one with a backslash counts.
	TagPair
	// Comment is `{...}` with its braces; comments do not nest.
	Comment
	// OpenComment is a Comment without its closing brace. It goes to the end of the
	// input, or to a line that starts with `[Event "`, if no closing brace follows in
	// the next 4,096 bytes before an opening one. So the damage is limited to one
	// game.
	OpenComment
	// LineComment is `;` and the rest of the line.
	LineComment
	// EscapeLine is a line that starts with `%`, without its end.
	EscapeLine
	// MoveNumber is digits with the dots after them, if any: `12.`, `12...`, `12`; or
	// dots alone. An ellipsis (U+2026) counts as dots.
	MoveNumber
	// Move is a word that may be a move: SAN with its check marks and remarks but
	// without the glyphs after it, coordinates, castling with zeros, null moves such
	// as `--` or `Z0`, numeric notation such as `5254`, and any other word, in any
	// language. It holds a blank only in `exd6 e.p.`.
	Move
	// NAG is an annotation: `$14` or a glyph such as `!?`, `+-`, `±`.
	NAG
	// Open is `(`, the start of a variation.
	Open
	// Close is `)`.
	Close
	// Result is `1-0`, `0-1`, `1/2-1/2`, `1/2` or `*`, or other spellings of these:
	// other dashes, a colon, blanks around the dash, `½`.
	Result
	// Junk is anything else: a run of bytes that start no token; or a bracket that
	// starts no tag pair, with the text after it, at most to the end of the line.
	Junk
)

var kindNames = [...]string{
	Space: "Space", BOM: "BOM", TagPair: "TagPair", Comment: "Comment",
	OpenComment: "OpenComment", LineComment: "LineComment",
	EscapeLine: "EscapeLine", MoveNumber: "MoveNumber", Move: "Move",
	NAG: "NAG", Open: "Open", Close: "Close", Result: "Result", Junk: "Junk",
}

// String returns the name of the constant.
func (k Kind) String() string {
	if int(k) < len(kindNames) && k != 0 {
		return kindNames[k]
	}
	return "Kind(?)"
}

// Token is a part of the input.
type Token struct {
	Kind Kind
	// Text is a subslice of the input, never empty.
	Text []byte
	// Offset is where Text starts in the input, in bytes.
	Offset int
}

// Tag returns the name and the value of a TagPair as subslices of its text, the value
// as it is written, with its backslashes; see [Unescape]. The pair is written exactly
// as `[Name "Value"]` if and only if len(name)+len(value)+5 == len(t.Text). Other
// kinds give nil.
func (t Token) Tag() (name, value []byte) {
	if t.Kind != TagPair {
		return nil, nil
	}
	b := t.Text
	i := skipBlanks(b, 1)
	j := i
	for tagNameByte[b[j]] {
		j++
	}
	open := skipBlanks(b, j)
	shut := len(b) - 2
	for b[shut] != '"' {
		shut--
	}
	return b[i:j], b[open+1 : shut]
}

// Unescape appends to dst the value of a tag with its escapes resolved: `\"` gives a
// quote and `\\` a backslash; other backslashes are kept.
func Unescape(dst, value []byte) []byte {
	for {
		i := bytes.IndexByte(value, '\\')
		if i < 0 {
			return append(dst, value...)
		}
		if i+1 < len(value) && (value[i+1] == '"' || value[i+1] == '\\') {
			dst = append(dst, value[:i]...)
			i++
		} else {
			dst = append(dst, value[:i+1]...)
			value = value[i+1:]
			continue
		}
		dst = append(dst, value[i])
		value = value[i+1:]
	}
}

// Escape appends to dst the value of a tag with a backslash before each quote
// and backslash.
func Escape(dst, value []byte) []byte {
	for _, c := range value {
		if c == '"' || c == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, c)
	}
	return dst
}

// Number returns the number of a MoveNumber and the count of dots after it; an
// ellipsis counts as three. The number is -1 if there are no digits or if it is
// 10,000,000 or more. Other kinds give -1 and 0.
func (t Token) Number() (n, dots int) {
	if t.Kind != MoveNumber {
		return -1, 0
	}
	i := 0
	for i < len(t.Text) && t.Text[i]-'0' <= 9 {
		if i < 8 {
			n = n*10 + int(t.Text[i]-'0')
		}
		i++
	}
	if i == 0 || n >= 10_000_000 {
		n = -1
	}
	for ; i < len(t.Text); i++ {
		if t.Text[i] == '.' {
			dots++
		} else if t.Text[i] == ellipsis[0] {
			dots += 3
		}
	}
	return n, dots
}

func skipBlanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	return i
}
