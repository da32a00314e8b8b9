// Package notation turns moves into text and text into moves. It writes canonical
// Standard Algebraic Notation (SAN), reads SAN leniently, and handles the coordinates
// of the UCI protocol. SAN is English; a Language translates the letters of the
// pieces from and to other languages.
//
//	m, err := notation.ParseSAN("Nf3", &p) // leniently
//	text := notation.SAN(&p, m)
//	m, err = notation.ParseUCI("g1f3", &p)
//
// # Spelling
//
// A move in SAN has parts, most of which are often left out:
//
//	N  b 1  x  d2  =Q  e.p.  +
//	|  | |  |  |   |   |     check sign: +, # or ++
//	|  | |  |  |   |   remark on an en passant capture
//	|  | |  |  |   promotion: =Q, Q, (Q), /Q, =q ...
//	|  | |  |  target
//	|  | |  capture sign: x, : or none; - in long algebraic notation
//	|  | rank of the origin
//	|  file of the origin
//	letter of the piece, none for a pawn
//
// The spelling of a move is packed into 15 bits. A Dialect gives the spelling of
// every move of an author. A Form is the exclusive or between that and the spelling
// of a text, zero where the text follows the dialect:
//
//	bit  0      file of the origin is shown
//	     1      rank of the origin is shown
//	     2-3    check sign: 0 none, 1 +, 2 #, 3 ++
//	     4-5    between origin and target: 0 nothing, 1 x, 2 :, 3 -
//	     6-8    promotion: 0 =Q, 1 Q, 2 (Q), 3 /Q, plus 4 for lower case
//	     9-11   castling: 0 O-O, 1 0-0, 2 o-o, 3 as a king move to its target,
//	            7 as a king move to the rook's square
//	            null move: 0 --, 1 Z0, 2 @@@@, 3 null, 4 0000
//	     12-13  en passant: 0 nothing, 1 "e.p.", 2 "ep", 3 " e.p."
//	     14     the letter of the piece is shown
//
// The package does not read move numbers, or suffixes such as !?; see package pgn.
package notation

// Dialect is an author's way to spell moves: a sum of the constants below, at most
// one of each group. The zero Dialect is the standard. Other values are harmless, but
// no author uses them.
type Dialect uint16

// Standard is the SAN of the PGN standard.
const Standard Dialect = 0

// How the origin is shown if pieces of the same kind could be confused. The standard
// shows the file if that is enough, else the rank if that is enough, else both.
// Pinned pieces do not count.
const (
	// FileElseBoth never shows the rank alone: Rd1d2 for R1d2. Lichess wrote
	// so in 2013.
	FileElseBoth Dialect = 1
	// LongOrigin always shows file and rank, as in e2e4 and Ng1f3.
	LongOrigin Dialect = 2

	originPolicy Dialect = 3
)

// CountPinned shows the origin also where the other piece cannot move because of a
// pin or a check.
const CountPinned Dialect = 1 << 2

// How checks are marked. The standard writes + for check and # for mate.
const (
	PlusForMate       Dialect = 1 << 3 // + for both
	NoCheck           Dialect = 2 << 3 // nothing for both
	DoublePlusForMate Dialect = 3 << 3 // + and ++

	checkPolicy Dialect = 3 << 3
)

// How captures are marked. The standard writes x.
const (
	NoCaptureSign Dialect = 1 << 5
	ColonCapture  Dialect = 2 << 5 // N:d4

	capturePolicy Dialect = 3 << 5
)

// DashQuiet writes - before the target of moves that capture nothing, as in
// e2-e4.
const DashQuiet Dialect = 1 << 7

// How promotions are written. The standard writes =Q.
const (
	PromotionBare   Dialect = 1 << 8 // e8Q
	PromotionParens Dialect = 2 << 8 // e8(Q)
	PromotionSlash  Dialect = 3 << 8 // e8/Q
	PromotionLower  Dialect = 4 << 8 // e8=q; adds to the others

	promotionPolicy Dialect = 7 << 8
)

// How castling is written. The standard writes O-O and O-O-O.
const (
	CastleZeros     Dialect = 1 << 11 // 0-0
	CastleLower     Dialect = 2 << 11 // o-o
	CastleKingMove  Dialect = 3 << 11 // e1g1
	CastleTakesRook Dialect = 7 << 11 // e1h1

	castlePolicy Dialect = 7 << 11
)

// NoLetters leaves out the letter of the piece.
const NoLetters Dialect = 1 << 14

// Whole notations.
const (
	// LongAlgebraic writes e2-e4, Ng1-f3, e4xd5.
	LongAlgebraic = LongOrigin | DashQuiet
	// Coordinates writes e2e4, e7e8q, e1g1, as UCI does.
	Coordinates = LongOrigin | NoCheck | NoCaptureSign | PromotionBare | PromotionLower | CastleKingMove | NoLetters
)
