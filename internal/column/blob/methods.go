package blob

// Method is the first byte of a plain blob: its content, method, and version. A
// number is never reused: a method that writes other bytes gets a new number, and old
// ones stay readable.
type Method byte

// The methods. See docs/spec/positions.md.
const (
	// The moves of a game whose start position the caller knows.
	MovesSAN        Method = 0x41
	MovesFromTo     Method = 0x42
	MovesLegalIndex Method = 0x43
	MovesFast       Method = 0x44
	MovesV1         Method = 0x45
	MovesV1Max      Method = 0x46
	// MovesOwn is for a model of the caller's; the body begins with the lowest byte
	// of its number.
	MovesOwn Method = 0x4f

	// Positions.
	PositionDefault Method = 0x61
	PositionClassic Method = 0x62
	PositionLearned Method = 0x63 // boardmodel.Palette
	PositionV1      Method = 0x64 // boardmodel.V1
	// PositionOwn is for a model of the caller's; the body begins with the lowest
	// byte of its number.
	PositionOwn Method = 0x6e
	// PositionOwnPalette is for a palette of the caller's.
	PositionOwnPalette Method = 0x6f
)

// Checked returns the first byte of a checked blob.
func (m Method) Checked() byte { return byte(m) ^ checkedBits }

// wholeGame is the difference between the method of a whole game and that of its
// moves.
const wholeGame = 0x10

// Game returns the method of a whole game: its start position by PositionDefault,
// then its moves by m.
func (m Method) Game() Method { return m + wholeGame }

// Moves returns the method of the moves of a whole game; ok is false if m is not
// that of a whole game.
func (m Method) Moves() (moves Method, ok bool) {
	return m - wholeGame, m.Known() && m>>4 == (MovesSAN+wholeGame)>>4
}

// meaning is a method in words.
type meaning struct {
	how  string // what wrote it
	call string // what reads it
}

// moveMethods and positionMethods are the methods by their lower four bits.
var (
	moveMethods = [16]meaning{
		MovesSAN & 15:        {"movelist.SAN", "movelist.SAN"},
		MovesFromTo & 15:     {"movelist.FromTo", "movelist.FromTo"},
		MovesLegalIndex & 15: {"movelist.LegalIndex", "movelist.LegalIndex"},
		MovesFast & 15:       {"movelist.Fast", "movelist.Fast"},
		MovesV1 & 15:         {"learned.V1", "learned.V1"},
		MovesV1Max & 15:      {"learned.V1Max", "learned.V1Max"},
		MovesOwn & 15:        {"a model that learned.Parse read", "its level"},
	}
	positionMethods = [16]meaning{
		PositionDefault & 15:    {"the default palette", "codec.DecodePosition"},
		PositionClassic & 15:    {"the classic palette", "codec.Classic().DecodePosition"},
		PositionLearned & 15:    {"the learned palette", "boardmodel.Palette().DecodePosition"},
		PositionV1 & 15:         {"boardmodel.V1", "boardmodel.V1.Decode"},
		PositionOwn & 15:        {"a model that boardmodel.Parse read", "Decode of its scheme"},
		PositionOwnPalette & 15: {"a palette of the caller's", "DecodePosition of that palette"},
	}
)

func (m Method) meaning() (what string, is meaning) {
	switch m &^ 15 {
	case MovesSAN &^ 15:
		return "the moves of a game", moveMethods[m&15]
	case (MovesSAN + wholeGame) &^ 15:
		return "a game", moveMethods[m&15]
	case PositionDefault &^ 15:
		return "a position", positionMethods[m&15]
	}
	return "", meaning{}
}

// Known reports whether m is a method.
func (m Method) Known() bool {
	_, is := m.meaning()
	return is.how != ""
}

// String returns the content and the method, such as "a game by movelist.Fast".
func (m Method) String() string {
	what, is := m.meaning()
	return what + " by " + is.how
}

// Call returns the call that decodes a blob of m.
func (m Method) Call() string {
	_, is := m.meaning()
	switch m {
	case MovesFast.Game():
		return "codec.StoredGame"
	case MovesSAN.Game(), MovesFromTo.Game(), MovesLegalIndex.Game():
		return "codec.DecodeGame"
	}
	if _, ok := m.Moves(); ok {
		return "codec.DecodeGame with " + is.call
	}
	if m < MovesSAN.Game() {
		return "Decode of " + is.call
	}
	return is.call
}
