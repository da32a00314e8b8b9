package comments

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// Sizes of the models as logarithms, and the counts that limit their learning.
const (
	numberSize     = 19
	maxNumberCount = 250
	wordSize       = 16
	maxWordCount   = 100
)

// Widths of fields, in bits.
const (
	situationBits = 12
	templateBits  = 17        // 1 + the number of a template
	styleMask     = 1<<12 - 1 // of the number of a field, or of a style of lines
)

// Choices of wordTable.
const (
	templatePredicted = iota
	templateNumber
	lineParsed
	lineUsual
	lineWritten
	lineCount
	movePredicted
	moveOther
	moveMissing
	moveOrder
)

// wordTable declares the contexts of templates and lines. Of a template, the
// situation is the mark in 6 bits, nth in 2, whether the comment is the last and then
// the result in 3, lowest first.
var wordTable = contextmix.Declare("comments.words",
	contextmix.Choice{Name: "whether the template is the predicted one", Fields: "try:2 misses:8 situation:12 own:17 other:17",
		Contexts: "try | try misses | try situation | try situation own | try situation own other"},
	contextmix.Choice{Name: "how long ago the template was entered", Fields: "digits:5 situation:12 own:17",
		Contexts: "digits | situation | situation own"},
	contextmix.Choice{Name: "whether a line begins with a move", Fields: "style:12",
		Contexts: "- | style"},
	contextmix.Choice{Name: "whether a line is written as the last one", Fields: "style:12",
		Contexts: "- | style"},
	contextmix.Choice{Name: "how a line is written", Contexts: "-"},
	contextmix.Choice{Name: "the number of a line's moves", Fields: "style:12 count:8 difference:9",
		Contexts: "- | style | style count | style difference"},
	contextmix.Choice{Name: "whether the move is the first of the predicted ones", Fields: "agree:2 place:3 hits:8 moreHits:16 style:12",
		Contexts: "agree | agree place hits | moreHits | style agree place hits"},
	contextmix.Choice{Name: "whether the move is the second of the predicted ones", Fields: "place:3 hits:8",
		Contexts: "place | hits"},
	contextmix.Choice{Name: "whether there is no legal move here", Fields: "place:3 legal:2",
		Contexts: "place | legal"},
	contextmix.Choice{Name: "the order of the move", Fields: "code:10 legal:6 agree:2 place:3 hits:2",
		Contexts: "code | legal agree | place hits | code place"},
)

// Choices of numberTable.
const (
	formatUsual = iota
	formatNew
	differenceAgain
	clockDifference
	numberDifference
)

// numberTable declares the contexts of numbers: the field, the base, and digits of
// known values. Names are those of the numbers and differences of the same side (own)
// and of the other; shorter ones have fewer digits.
var numberTable = contextmix.Declare("comments.numbers",
	contextmix.Choice{Name: "whether a number is written as the last one", Fields: "field:12",
		Contexts: "- | field"},
	contextmix.Choice{Name: "how numbers are written", Contexts: "-"},
	contextmix.Choice{Name: "whether the difference is that of the same side's last number", Fields: "field:12 base:4 again:8",
		Contexts: "again | field base | field base again"},
	contextmix.Choice{
		Name:   "the difference of a clock",
		Fields: "field:12 base:4 parts:2 own:9 otherShort:8 lastShort:9 control:32 ply:5",
		Contexts: "field base parts | field base parts own | field base parts control lastShort | field base parts control ply | " +
			"field base parts lastShort otherShort",
	},
	contextmix.Choice{
		Name:   "the difference of a number",
		Fields: "side:1 field:12 base:4 mark:6 own:9 other:9 last:9 otherLastValue:32 control:32 ply:5",
		Contexts: "field base | field base mark own | field base own other | field base last control | field base mark otherLastValue | " +
			"field base mark other | field base mark ply | field base side mark",
	},
)
