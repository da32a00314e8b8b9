package records

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// Choices of fieldContexts.
const (
	chooseVerbatim = iota
	choosePredicted
	chooseSameResult
	chooseResult
	choosePly
	chooseScore
	chooseMove
	chooseSamePadding
	choosePadding
	chooseBegins
)

// fieldContexts are the contexts of the fields of a record, except position and move.
var fieldContexts = contextmix.Declare("recordlist.fields",
	contextmix.Choice{Name: "whether a record is kept as its bytes", Fields: "recent:8", Contexts: "recent"},
	contextmix.Choice{Name: "whether the position is what the last move led to", Fields: "last:1 recent:8", Contexts: "last | recent"},
	contextmix.Choice{Name: "whether the result is as predicted", Fields: "plies:2 material:7", Contexts: "plies | plies material"},
	contextmix.Choice{Name: "the result", Fields: "plies:2 material:7", Contexts: "plies | material"},
	contextmix.Choice{Name: "the difference of the ply", Fields: "plies:2 last:6", Contexts: "plies | plies last"},
	contextmix.Choice{Name: "the difference of the score", Fields: "plies:2 score:7 change:7 material:7 result:8 exact:32",
		Contexts: "plies | plies score | plies change | plies material result | plies exact | plies score change result | plies material score result"},
	contextmix.Choice{Name: "the kind of the move", Fields: "last:1", Contexts: "last"},
	contextmix.Choice{Name: "whether the last byte is that of the record before", Fields: "last:8", Contexts: "last"},
	contextmix.Choice{Name: "the last byte", Contexts: "-"},
	contextmix.Choice{Name: "whether a record begins a chain", Fields: "plies:2 recent:8", Contexts: "plies | recent"},
)

// byteContexts are the contexts of the bytes of records that are stored verbatim.
var byteContexts = contextmix.Declare("recordlist.bytes",
	contextmix.Choice{Name: "a byte", Fields: "place:6 last:8", Contexts: "place | last | place last"},
)
