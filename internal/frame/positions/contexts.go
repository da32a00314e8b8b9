package positions

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// Tables returns the tables of all models of this package.
func Tables() []*contextmix.Table {
	return []*contextmix.Table{flagContexts, moveContexts, wordContexts}
}

// modelSize is the size of all models here, as a logarithm.
const modelSize = 16

// Choices of flagContexts. Those before numKinds are kinds of values, whose last
// flags columns store.
const (
	chooseSame = iota
	chooseEmpty
	chooseMoves
	chooseWords
	chooseLink
	chooseID
	chooseCount
	choosePosition
	chooseReturn
	chooseStyle

	numKinds = chooseID
)

// flagContexts are the contexts of the form of a line and of the kind of value in a
// column.
var flagContexts = contextmix.Declare("lines.flags",
	contextmix.Choice{Name: "whether it is the last value again", Fields: "column:5 recent:8", Contexts: "column | column recent"},
	contextmix.Choice{Name: "whether it is empty", Fields: "column:5 recent:8", Contexts: "column | column recent"},
	contextmix.Choice{Name: "whether it is moves", Fields: "column:5 recent:8", Contexts: "column | column recent"},
	contextmix.Choice{Name: "whether it is words", Fields: "column:5 recent:8", Contexts: "column | column recent"},
	contextmix.Choice{Name: "whether it is a link", Fields: "column:5 recent:8", Contexts: "column | column recent"},
	contextmix.Choice{Name: "whether a link has the identifier of a game", Fields: "column:5", Contexts: "column"},
	contextmix.Choice{Name: "the number of moves less one", Fields: "digits:3 last:6", Contexts: "- | digits | last"},
	contextmix.Choice{Name: "whether a line has a position", Fields: "last:1 recent:8", Contexts: "last | recent"},
	contextmix.Choice{Name: "whether it has a carriage return", Fields: "last:1", Contexts: "last"},
	contextmix.Choice{Name: "the style of its position", Fields: "last:2", Contexts: "last"},
)

// moveContexts are the contexts of the moves in cells.
var moveContexts = contextmix.Declare("lines.moves",
	contextmix.Choice{Name: "whether it is this move",
		Fields: "likelihood:16 role:2 check:1 place:6 left:6 victim:3 kind:3 back:1 coming:3 move:15",
		Contexts: "likelihood | likelihood role check | place left role | victim kind role check back | likelihood victim back role coming | " +
			"coming check role place | move role"},
)

// Choices of wordContexts.
const choosePresent, chooseNewWords = 0, 1

// wordContexts are the contexts of the words in cells.
var wordContexts = contextmix.Declare("lines.words",
	contextmix.Choice{Name: "whether a word is there",
		Fields: "word:12 last:8 solution:5 pieces:7 kinds:4 number:3 few:1 present:7 taken:3 promoted:1",
		Contexts: "word | word last | word solution | word pieces | word kinds number | " +
			"word last solution | word kinds few present | word taken promoted"},
	contextmix.Choice{Name: "the number of new words", Fields: "digits:4 present:2", Contexts: "digits | present"},
)
