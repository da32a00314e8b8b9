package dictionary

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// Choices of the valueTable.
const (
	choiceExpected = iota
	choiceNewAgain
	choiceNewFirst
	choiceNumber
	choiceKnown
	choiceGroup
	choicePlace
	choiceAge
)

// Fields first, second and third are 1 + the numbers of the references' values;
// previous and expected those of the previous and the expected value, cut to 16 bits.
// Last and other are how the last value of this side, and of the other, was coded.
var valueTable = contextmix.Declare("tags.values",
	contextmix.Choice{
		Name: "whether the value is the expected one", Fields: "misses:4 first:16 second:16 third:16 expected:16",
		Contexts: "misses | first | second first | third expected",
	},
	contextmix.Choice{Name: "whether it is new, if another is expected", Fields: "fresh:8", Contexts: "fresh"},
	contextmix.Choice{Name: "whether it is new, if none is expected", Fields: "fresh:8", Contexts: "fresh"},
	contextmix.Choice{
		Name: "the number of a value that is not new", Fields: "first:16 second:16 third:16 previous:16",
		Contexts: "- | previous | first | second | third",
	},
	contextmix.Choice{Name: "whether a new name is in the table of names", Fields: "lastgroup:5", Contexts: "lastgroup"},
	contextmix.Choice{Name: "its group", Fields: "lastgroup:5", Contexts: "lastgroup"},
	contextmix.Choice{
		Name: "the high digits of its place in the group", Fields: "group:4 high:5",
		Contexts: "group | group high",
	},
	contextmix.Choice{
		Name: "how long ago a name came last, or that it is new", Fields: "side:1 last:6 other:6",
		Contexts: "side | last side | other side",
	},
)

// choiceLetter is the choice of the spellingTable.
const choiceLetter = 0

// Fields last1 to last3 are one to three bytes before this one, with small letters;
// kinds are those of the last four, and place is the number of bytes before.
var spellingTable = contextmix.Declare("tags.spelling",
	contextmix.Choice{
		Name: "a byte of a new value", Fields: "last1:8 last2:16 last3:24 word:32 kinds:8 place:5",
		Contexts: "- | last1 | last2 | last3 | word | place | kinds",
	},
)

// Tables returns the tables of this package, for documents.
func Tables() []*contextmix.Table { return []*contextmix.Table{valueTable, spellingTable} }
