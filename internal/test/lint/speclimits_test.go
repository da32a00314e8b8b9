package lint

import (
	"fmt"
	"go/constant"
	"go/types"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/golden"
)

// limit is a constant that readers of a format need.
type limit struct {
	name string // in the documents
	from string // the constant in the code: package and name
	unit string
}

// specLimits are the constants of docs/spec/lists/limits.txt by document.
var specLimits = []struct {
	document string
	limits   []limit
}{
	{"container.md", []limit{
		{"CONTAINER_VERSION", "internal/archive.Version", "version"},
		{"MAX_PARAMETERS", "internal/archive.maxParams", "bytes of the header's parameters"},
		{"MAX_STREAMS", "internal/archive.maxStreams", "streams of a frame"},
		{"MAX_KIND", "internal/archive.maxKind", "highest kind of a stream"},
		{"MAX_COUNT", "internal/archive.maxCount", "games, or bytes of input, that a frame may claim"},
		{"SEAL_KIND", "internal/archive.sealKind", "kind of the stream that seals a frame"},
		{"FIRST_BLOCKS_KIND", "internal/archive.FirstBlocks", "first kind of streams of blocks"},
		{"LAST_BLOCKS_KIND", "internal/archive.LastBlocks", "last kind of streams of blocks"},
		{"LEAST_ROOM", "internal/archive.leastRoom", "bytes of sealed frames behind a footer: at least twice this may follow"},
		{"MOST_ROOM", "internal/archive.mostRoom", "bytes of sealed frames behind a footer: at most twice this may follow"},
		{"FEATURE_SORTED", "internal/frame/header.featureSorted", "bit of optional: the lines of the input were sorted"},
	}},
	{"coding.md", []limit{
		{"CODER_BITS", "internal/entropy/rangecoder.widthBits", "bits of low and width"},
		{"CODER_LEAST_WIDTH", "internal/entropy/rangecoder.minWidth", "width below which a digit is written"},
		{"CODER_ONE", "internal/entropy/rangecoder.One", "parts that stand for certainty"},
		{"CODER_MAX_NUMBER", "internal/entropy/rangecoder.MaxNumber", "largest value of a Number of the range coder"},
		{"MIX_EDGE", "internal/entropy/contextmix.Edge", "largest value on the logistic scale, 1/256"},
		{"MIX_SETS", "internal/entropy/contextmix.sets", "sets of weights of a model"},
		{"MIX_CONTEXTS", "internal/entropy/contextmix.MaxContexts", "contexts of a choice at most"},
		{"MIX_FIELDS", "internal/entropy/contextmix.MaxFields", "fields of a choice at most"},
		{"MIX_FIRST_WEIGHT", "internal/entropy/contextmix.firstWeight", "weight of a context at first, 1/65536"},
		{"MIX_KNOTS", "internal/entropy/contextmix.knots", "refined probabilities of a set"},
		{"MIX_MAX_NUMBER", "internal/entropy/contextmix.MaxNumber", "largest absolute value of a Number or Signed of a model"},
		{"MIX_MODELLED", "internal/entropy/contextmix.modelled", "binary digits of a Number that are predicted, the highest included"},
		{"TEXT_CONTEXTS", "internal/column/textmodel.contexts", "contexts of a bit of a text"},
		{"TEXT_INPUTS", "internal/column/textmodel.inputs", "inputs of the mixture of a bit of a text"},
		{"TEXT_MIN_MATCH", "internal/column/textmodel.minMatch", "bytes that a match has at least"},
		{"TEXT_MAX", "internal/column/textmodel.MaxText", "bytes of a column by the text model"},
		{"TOGETHER_MAX", "internal/column/textmodel.MaxColumns", "bytes that a stream of kind 13 holds"},
		{"ZSTD_MAX", "internal/entropy/zstdframe.maxUnpacked", "bytes that a frame of zstd unpacks to, in any format"},
	}},
	{"games.md", []limit{
		{"FRAMES_VERSION", "internal/frame/header.FormatVersion", "version of what is inside the frames, first of the parameters"},
		{"FRAMES_TABLES", "internal/frame/header.formatTables", "checksum of the tables, second of the parameters"},
		{"MAX_FRAME_INPUT", "internal/frame/game/streams.MaxInput", "bytes of input of a frame"},
		{"MAX_FRAME_GAMES", "internal/frame/game/streams.MaxGames", "games of a frame"},
		{"MAX_DECODE_MEMORY", "internal/base/budget.Memory", "bytes that decoding a frame may take before a reader may refuse it"},
		{"MAX_TAG_COLUMNS", "internal/frame/game/tagsection.MaxColumns", "columns of tags of a frame"},
		{"FIRST_TAG_KIND", "internal/frame/game/streams.KindTags", "kind of the first column of tags"},
		{"BRANCHES_KIND", "internal/frame/game/streams.KindBranches", "kind of the moves outside main lines, beside open moves"},
		{"FIRST_PASSABLE_KIND", "internal/frame/game/streams.firstPassable", "first kind that may be passed over"},
		{"END_PASSABLE_KIND", "internal/frame/game/streams.endPassable", "kind behind the last that may be passed over"},
		{"MAX_STEPS", "internal/frame/game/layout.MaxSteps", "steps of a game"},
		{"MAX_DEPTH", "internal/frame/game/layout.MaxDepth", "variations inside one another"},
		{"MAX_LINE_WIDTH", "internal/frame/game/layout.maxWidth", "width that a style may name"},
		{"NEW_TAGS_LEAST", "internal/frame/game/streams.leastNames", "bytes of new literals of heads that may be predicted in any frame"},
		{"NEW_TAGS_PART", "internal/frame/game/streams.namesPart", "of the bytes of a frame's input, one of so many may be such a byte"},
		{"GROUP_GAMES", "internal/entropy/choices.GroupGames", "games of a group of moves"},
		{"GROUPS_MAX_WIDTH", "internal/entropy/groups.maxWidth", "bits of an excess of a group's size"},
		{"GROUPS_MAX_COUNT", "internal/entropy/groups.maxCount", "groups of a stream"},
		{"PLIES_SIZE", "internal/frame/game/tagsection.pliesSize", "size of the model gameframe.plies"},
		{"PLIES_LIMIT", "internal/frame/game/tagsection.pliesLimit", "limit of the model gameframe.plies"},
		{"PLIES_MOST", "internal/frame/game/tagsection.pliesMost", "half-moves of the game before that are distinguished at most"},
		{"SECONDS_MOVES", "internal/frame/game/moves.movesOfGame", "moves whose increments count as seconds of a game"},
	}},
	{"open.md", []limit{
		{"OPEN_BLOCK_GAMES", "internal/column/open.BlockGames", "games of a block of games"},
		{"OPEN_LIST_BLOCK", "internal/column/open.listBlock", "values of a block of a list"},
		{"OPEN_MAX_WIDTH", "internal/column/open.maxWidth", "bits of a number"},
		{"OPEN_MOST_CODES", "internal/column/open.mostCodes", "bytes of moves for each byte of a frame's input"},
		{"OPEN_ELSEWHERE", "internal/column/open.Elsewhere", "byte before a line that begins with another position"},
		{"OPEN_UNPLAYED", "internal/column/open.Unplayed", "byte for a line that is not known"},
		{"OPEN_RESULTS", "internal/base/tagvalue.NumResults", "results"},
		{"SIGNATURE_PAWNS", "internal/column/signature.mostPawns", "pawns of a side"},
	}},
	{"openings.md", []limit{
		{"OPENINGS_MAX_PLIES", "internal/frame/game/openings.MaxPlies", "half-moves of a game in the column"},
		{"OPENINGS_MAX_MOVES", "internal/frame/game/openings.MaxMoves", "moves that the column codes, ends of games among them"},
		{"OPENINGS_PLIES_BITS", "internal/frame/game/openings.pliesBits", "bits of the head that hold the half-moves"},
		{"OPENINGS_BENEATH_BOOK", "internal/frame/game/openings.beneathBook", "what is beneath a row of a book, in 1/16 games"},
		{"OPENINGS_BENEATH_FRAME", "internal/frame/game/openings.beneathFrame", "games that what is beneath the moves of the frame weighs at first"},
		{"OPENINGS_BENEATH_PIECES", "internal/frame/game/openings.beneathPieces", "games that what is beneath the moves of a player's own pieces weighs at first"},
		{"OPENINGS_BENEATH_PLAYER", "internal/frame/game/openings.beneathPlayer", "games that what is beneath the moves of a player weighs at first"},
		{"OPENINGS_SIZES", "internal/frame/game/openings.sizes", "powers of two of numbers of moves that shares tell apart"},
		{"OPENINGS_LEAST_SHARE", "internal/frame/game/openings.leastShare", "least share, and what is left of 65536 by the largest"},
		{"OPENINGS_FIRST_RATE", "internal/frame/game/openings.firstRate", "rate of a share that has seen no move"},
		{"OPENINGS_LAST_RATE", "internal/frame/game/openings.lastRate", "highest rate of a share"},
		{"BOOKS", "internal/model/openings/book.Books", "books of book.bin"},
		{"BOOK_KEY_FACTOR", "internal/model/openings/book.factor", "factor of the keys of positions"},
		{"BOOK_MAX_MOVES", "internal/model/openings/book.MaxMoves", "moves of a row of a book"},
		{"BOOK_MAX_FREQUENCY", "internal/model/openings/book.mostPower", "largest frequency of a move of a book"},
		{"NAME_TAGS", "internal/model/openings.NumTags", "tags that openings.bin knows"},
	}},
	{"tags.md", []limit{
		{"TAGS_LIMIT", "internal/column/tags.maxCount", "limit of the models tags.numbers and tags.ratings"},
		{"VALUES_LIMIT", "internal/column/tags/dictionary.maxCount", "limit of the model tags.values"},
		{"SPELLING_LIMIT", "internal/column/tags/dictionary.maxLetterCount", "limit of the model tags.spelling"},
		{"TAGS_FENS_SIZE", "internal/column/boards.fenSize", "size of the model tags.boards"},
		{"TAGS_SQUARES_SIZE", "internal/column/boards.SquaresSize", "size of the model positions.squares"},
		{"TAGS_STATE_SIZE", "internal/column/boards.StateSize", "size of the model positions.state"},
		{"TAGS_BOARDS_LIMIT", "internal/column/boards.MaxCount", "limit of these three"},
		{"VALUES_REFERENCES", "internal/column/tags/dictionary.References", "references of a dictionary"},
		{"VALUES_MAX_DIGITS", "internal/column/tags/dictionary.MaxDigits", "binary digits of the number of a value"},
		{"NAMES_SPELLING_SIZE", "internal/column/tags/dictionary.nameSize", "size of the model that spells new names in small frames"},
		{"NAMES_FEW", "internal/column/tags/dictionary.fewGames", "values of White up to which a frame is small"},
		{"NAMES_MAX_GROUPS", "internal/model/names.MaxGroups", "groups of names.txt"},
		{"NUMBERS_MAX_DIGITS", "internal/column/tags/values.MaxDigits", "decimal digits of an integer in a column of numbers"},
		{"NUMBERS_NEXTS", "internal/column/tags/series.nexts", "games of the reference that base 3 looks at"},
		{"ALPHABET_SIZE", "internal/column/tags/values.AlphabetSize", "bytes of an alphabet"},
		{"RATINGS_MAX", "internal/column/tags/ratings.maxRating", "largest absolute value that is coded as a number"},
		{"RATINGS_USUAL", "internal/column/tags/ratings.usualRating", "rating of a player of whom nothing is known"},
		{"RATINGS_USUAL_FACTOR", "internal/column/tags/ratings.usualFactor", "by how much a whole point changes the rating of such a player, 1/16"},
		{"RATINGS_NO_CHANGE", "internal/column/tags/ratings.noChange", "value of the field for White's change before that is known"},
		{"LIST_GROUP", "internal/column/tags.listLength", "positions of a list of method 23"},
	}},
	{"comments.md", []limit{
		{"COMMENTS_NUMBERS_SIZE", "internal/column/comments.numberSize", "size of the model comments.numbers"},
		{"COMMENTS_NUMBERS_LIMIT", "internal/column/comments.maxNumberCount", "limit of the model comments.numbers"},
		{"COMMENTS_WORDS_SIZE", "internal/column/comments.wordSize", "size of the model comments.words"},
		{"COMMENTS_WORDS_LIMIT", "internal/column/comments.maxWordCount", "limit of the model comments.words"},
		{"COMMENTS_MAX_TEMPLATE", "internal/column/comments.maxTemplate", "bytes of a template"},
		{"COMMENTS_MAX_SLOTS", "internal/column/comments.maxSlots", "slots of a comment"},
		{"COMMENTS_MAX_LINE", "internal/column/comments.maxLine", "moves of a line of moves"},
		{"COMMENTS_LEAST_NAME", "internal/column/comments.leastName", "bytes of a tag's value that comments repeat, at least"},
		{"COMMENTS_KEY_LENGTH", "internal/column/comments.keyLength", "bytes of the template that a slot's key looks at"},
		{"COMMENTS_MAX_TEMPLATES", "internal/column/comments.maxTemplates", "templates that have numbers"},
		{"COMMENTS_MAX_PREDICTIONS", "internal/column/comments.maxPredictions", "predictions of templates that are kept"},
		{"COMMENTS_EARLIER_SIZE", "internal/column/comments.earlierSize", "size of the table of earlier moves, a logarithm"},
		{"COMMENTS_LEAST_AGAIN", "internal/column/comments.leastAgain", "least difference of which it is said whether it comes again"},
		{"COMMENTS_MAX_CONTROLS", "internal/column/comments.maxControls", "time controls whose first values a field keeps"},
		{"COMMENTS_MAX_FACTOR", "internal/column/comments.maxFactor", "largest factor of a product"},
		{"COMMENTS_TWIN_FIELDS", "internal/column/comments.twinFields", "fields, the first ones, that may be a twin"},
		{"COMMENTS_TWIN_LEAST", "internal/column/comments.twinLeast", "least absolute value of a number by which a twin is found"},
		{"COMMENTS_TWIN_SURE", "internal/column/comments.twinSure", "how often a twin was right, from which on it gives a base"},
		{"COMMENTS_TWIN_MOST", "internal/column/comments.twinMost", "largest count of how often a twin was right"},
	}},
	{"moves.md", []limit{
		{"QUICK_WEIGHTS", "internal/model/fast.Weights", "weights of fast.bin"},
		{"QUICK_CODES", "internal/model/fast.Contexts", "codes of fast.bin"},
		{"QUICK_SYMBOLS", "internal/model/fast.Symbols", "symbols of the largest codes"},
		{"QUICK_MAX_LENGTH", "internal/model/fast.MaxLen", "bits of a code word"},
		{"QUICK_OPENING_MOVES", "internal/model/fast.openingMoves", "move numbers up to which the openings count"},
		{"QUICK_OPENING_BITS", "internal/model/fast.openingBits", "bits of the hash of an opening"},
		{"QUICK_LATER_BITS", "internal/model/fast.laterBits", "bits of a later place"},
		{"MAX_PLIES", "movelist.MaxPlies", "half-moves of a stored game"},
		{"MAX_MIXED_DIGITS", "basen.MaxMixedDigits", "digits of a number of mixed radix"},
		{"MAX_MODEL", "internal/model/moves.maxModel", "bytes of a model's file"},
		{"LEARNED_UNIT", "internal/model/moves.Unit", "steps of a score to a natural logarithm"},
		{"LEARNED_LINE", "internal/model/moves.LineWeights", "weights of a line"},
		{"LEARNED_LINES", "internal/model/moves.UsualLines", "lines of default.czm"},
		{"LEARNED_LARGE_LINES", "internal/model/moves.LargeLines", "lines of max.czm"},
		{"LEARNED_MAX_LINES", "internal/model/moves.MaxLines", "lines of a model"},
		{"LEARNED_FEATURES", "internal/model/moves.numShallow", "features without a search"},
		{"LEARNED_ALL_FEATURES", "internal/model/moves.numFeatures", "features with a search"},
		{"LEARNED_SEEN", "internal/model/moves.seenPlies", "half-moves back in which a repetition is noticed"},
		{"LEARNED_MULTIPLIER", "internal/model/moves.multiplier", "factor of a feature's place"},
		{"SEARCH_INFINITE", "internal/model/moves.infinite", "hundredths of a pawn"},
		{"SEARCH_MATE", "internal/model/moves.mateValue", "hundredths of a pawn, of capturing the king"},
		{"SEARCH_LOSS_LIMIT", "internal/model/moves.lossLimit", "hundredths of a pawn, beyond which moves are alike"},
		{"SEARCH_REPLY_DEPTH", "internal/model/moves.replyDepth", "half-moves"},
		{"SEARCH_MENACE_DEPTH", "internal/model/moves.menaceDepth", "half-moves"},
		{"NETWORK_BLOCK", "internal/model/network.Block", "hidden units of a block"},
		{"NETWORK_CONTEXTS", "internal/model/network.Contexts", "ways to class a position"},
		{"NETWORK_CLASSES", "internal/model/network.Classes", "classes of all of these"},
		{"NETWORK_PIECES", "internal/model/network.PieceRow", "first row of the pieces"},
		{"NETWORK_REPLY", "internal/model/network.ReplyRow", "first row of the targets of the opponent's last move"},
		{"NETWORK_START", "internal/model/network.StartRow", "first row of its origins"},
		{"NETWORK_PLAN", "internal/model/network.PlanRow", "first row of the targets of our last move"},
		{"NETWORK_TARGET", "internal/model/network.TargetRow", "first row of the targets of moves"},
		{"NETWORK_ORIGIN", "internal/model/network.OriginRow", "first row of their origins"},
		{"NETWORK_ROWS", "internal/model/network.Rows", "rows of biases"},
		{"NETWORK_NEAR", "internal/model/network.Near", "how far below the best score moves are corrected"},
		{"NETWORK_HIDDEN_SHIFT", "internal/model/network.hiddenShift", "bits"},
		{"NETWORK_OUT_SHIFT", "internal/model/network.outShift", "bits"},
		{"NETWORK_MAX_SUM", "internal/model/network.MaxSum", "largest sum of a hidden unit"},
	}},
	{"positions.md", []limit{
		{"NIBBLE_BITS", "codec.nibbleBits", "bits of a board by the scheme nibble"},
		{"VARIABLE_BITS", "basen.variableBits", "bits of a board by the variable base"},
		{"NUMBERED_BITS", "basen.numberedBits", "bits of a board by the exact numbering"},
		{"KEY_BITS", "basen.NumberBits", "bits of a position by the exact numbering"},
		{"SELECTOR_BITS", "codec.selectorBits", "bits with the number of a scheme"},
		{"HUFFMAN_MAX_LENGTH", "huffman.MaxLen", "bits of a code word"},
		{"PIECE_LIST_PAWNS", "piecelist.maxPawns", "pawns of a side in a piece list"},
		{"PIECE_LIST_PIECES", "piecelist.maxPieces", "other pieces of a side in a piece list"},
		{"LEARNED_BOARD_BITS", "codec/boardmodel.boardBits", "bits of a board that is written out"},
		{"LEARNED_BOARD_ESCAPE", "codec/boardmodel.escapeBits", "one bits before a position that is written out"},
		{"LEARNED_BOARD_UNIT", "internal/model/boards.Unit", "steps of a score to a natural logarithm"},
		{"LEARNED_BOARD_MAX_MODEL", "internal/model/boards.maxModel", "bytes of a model's file"},
		{"LEARNED_BOARD_MAX_ROWS", "internal/model/boards.maxSize", "largest logarithm of a number of rows"},
	}},
	{"lists.md", []limit{
		{"LINES_SIZE", "internal/frame/positions.modelSize", "size of the models of lines"},
		{"POSITIONS_LIMIT", "internal/column/positions.limit", "limit of all models of lists"},
		{"POSITIONS_FLAGS_SIZE", "internal/column/positions.flagsSize", "size of the model positions.flags"},
		{"POSITIONS_STEPS_SIZE", "internal/column/positions.stepsSize", "size of the model positions.steps"},
		{"POSITIONS_STARTS_SIZE", "internal/column/positions.startsSize", "size of the model positions.starts"},
		{"POSITIONS_PIECES_SIZE", "internal/column/positions.piecesSize", "size of the model positions.pieces"},
		{"POSITIONS_KINGS_SIZE", "internal/column/positions.kingsSize", "size of the model positions.kings"},
		{"POSITIONS_PROPERTIES_SIZE", "internal/column/positions.propertiesSize", "size of the model positions.properties"},
		{"TABLE_MAX_COLUMNS", "internal/frame/positions.maxColumns", "columns of a table"},
		{"VOCABULARY_MAX_WORDS", "internal/frame/positions.maxWords", "words of all columns"},
		{"VOCABULARY_MAX_WORD", "internal/frame/positions.maxWord", "bytes of a word"},
		{"CELL_MAX_MOVES", "internal/frame/positions.maxMoves", "moves of a cell"},
		{"LINK_ID_SIZE", "internal/frame/positions.idSize", "characters of a game's identifier"},
		{"ANCESTORS", "internal/column/positions.maxAncestor", "generations, the last position included"},
		{"START_MOVES", "internal/column/positions.maxStartPlies", "half-moves after a start"},
	}},
	{"records.md", []limit{
		{"RECORD_SIZE", "records.BinSize", "bytes of a record of Stockfish's .bin"},
		{"RECORD_MAX_CLOCK", "records.maxClock", "largest half-move clock of such a record"},
		{"BLOCK_STEM_SIZE", "records.stemSize", "bytes of the head of a chain"},
		{"BLOCK_MAX_PLY", "records.maxPly", "largest ply of a chain"},
		{"BLOCK_SCORE_BITS", "records.scoreBits", "bits of a digit of a score"},
		{"BLOCK_FULL", "records.fullChunk", "bytes of chains behind which no chain of a block begins"},
		{"CHAIN_MAX", "records.maxChain", "moves of a chain"},
		{"RECORDS_KNOWN", "internal/frame/records.maxKnown", "records after which positions are forgotten"},
		{"RECORDS_FIELDS_SIZE", "internal/frame/records.fieldsSize", "size of the model recordlist.fields"},
		{"RECORDS_BYTES_SIZE", "internal/frame/records.bytesSize", "size of the model recordlist.bytes"},
	}},
	{"indexes.md", []limit{
		{"INDEX_MAX_PROBES", "internal/index.maxProbes", "probes of a filter of names"},
		{"INDEX_ECO_BITS", "internal/index.ecoBits", "bits of ECO codes"},
		{"LIST_MAX_NAMES", "internal/index.MostNames", "names of a list of names"},
		{"LIST_BLOCK_NAMES", "internal/index.blockNames", "names of a block of such a list"},
		{"LIST_MOST_FREQUENT", "internal/index.mostFrequent", "most frequent names of such a list at most"},
		{"LIST_MAX_KEY", "internal/index.maxKey", "bytes of a key of such a list"},
		{"LIST_MAX_BYTES", "internal/index.maxNamed", "bytes of the names of a block of such a list"},
		{"SUMMARY_RATING_STEP", "internal/index.RatingStep", "ratings of a class of a summary"},
		{"TABLE_FEW_GAMES", "internal/read/view.FewGames", "games of a frame up to which a table of openings counts them whatever their columns are"},
		{"TABLE_KEY_SIZE", "internal/index/openingtable.KeySize", "bytes of a key of an opening table"},
		{"TABLE_MAX_ROWS", "internal/index/openingtable.maxRows", "positions of a block"},
		{"TABLE_MAX_MOVES", "internal/index/openingtable.maxMoves", "moves of a position"},
		{"TABLE_MAX_GAMES", "internal/index/openingtable.maxGames", "games of a table"},
		{"TABLE_MAX_THRESHOLD", "internal/index/openingtable.maxThreshold", "largest threshold"},
		{"TABLE_MAX_YEAR", "internal/index/openingtable.maxYear", "largest year"},
		{"TABLE_LONG_BITS", "internal/index/openingtable.longBits", "bits of a long that are a Number"},
		{"TABLE_SAMPLES", "internal/index/openingtree.MaxSamples", "samples of a tally"},
	}},
	{"endings.md", []limit{
		{"ENDING_MAX_MOVES", "endgame.maxMoves", "moves of the longest win"},
		{"ENDING_MAX_PIECES", "endgame.maxPieces", "pieces of White beside the king"},
		{"ENDING_LEAST_CHANCE", "endgame.leastChance", "least probability of a bit, 1/65536"},
	}},
}

const limitsForm = `# Constants and limits of the formats, by the document that uses them. Generated; a test of internal/test/lint holds it equal to the code.
# Form: a line with # in front is a comment; every other line is NAME, a space, the value in decimal, a space, and its unit to the end of the line.
`

// value returns the value of an integer constant of the module, in decimal.
func (p *program) value(t *testing.T, place string) string {
	t.Helper()
	pkg, name := "", place
	if at := strings.LastIndexByte(place, '.'); at >= 0 {
		pkg, name = "/"+place[:at], place[at+1:]
	}
	from := p.done[module+pkg]
	require.NotNil(t, from, place)
	c, ok := from.Scope().Lookup(name).(*types.Const)
	require.True(t, ok, "%s is no constant", place)
	v := constant.ToInt(c.Val())
	require.Equal(t, constant.Int, v.Kind(), place)
	return v.ExactString()
}

// TestSpecLimits compares the constants in the specification with those of the code.
func TestSpecLimits(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(limitsForm)
	seen := map[string]bool{}
	for _, d := range specLimits {
		fmt.Fprintf(&b, "# %s\n", d.document)
		for _, l := range d.limits {
			require.Regexp(t, regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`), l.name)
			require.False(t, seen[l.name], "%s stands twice", l.name)
			seen[l.name] = true
			fmt.Fprintf(&b, "%s %s %s\n", l.name, all.value(t, l.from), l.unit)
		}
	}
	golden.Equal(t, "../../../docs/spec/lists/limits.txt", b.String())
}
