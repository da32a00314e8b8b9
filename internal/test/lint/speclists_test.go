package lint

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/test/golden"
)

// specList returns the file of a list of the specification.
func specList(name string) string {
	return filepath.Join("..", "..", "..", "docs", "spec", "lists", name)
}

const streamsForm = `# Kinds of streams. Generated; a test of internal/test/lint holds it equal to the code.
# Form: a line with # in front is a comment; every other line is the first and the last kind, the rule, the document that says what the streams hold (- for none), and their name to the end of the line, each behind a space.
# Rules: content: the input of the frame depends on it. index: only in frames without games and input, which hold no input; who wants the input passes over the frame, and a reader of the index passes over kinds that it does not know. seal: part of the container, no content. passed-over: no byte of the input depends on it; a reader passes over it. refused: a frame with games or input that has one is refused as damaged.
`

// documentOf is the document for streams of a kind, for those that are not columns.
var documentOf = map[int]string{
	streams.KindStored: "games.md", streams.KindPacked: "games.md", streams.KindLayout: "games.md", streams.KindNewLayout: "games.md",
	streams.KindWords: "games.md", streams.KindNewComments: "comments.md", streams.KindMoves: "moves.md", streams.KindLearned: "moves.md",
	streams.KindComments: "comments.md", streams.KindLengths: "games.md", streams.KindNewTags: "games.md", streams.KindPositions: "lists.md",
	streams.KindTogether: "games.md", streams.KindOpenings: "openings.md", streams.KindResults: "games.md", streams.KindBranches: "open.md",
}

// streamRule returns what a reader does with streams of a kind, according to the code.
func streamRule(kind int, seal int) (rule, document, name string) {
	k := uint16(kind)
	_, column := streams.Column(k)
	accepted := streams.Check(&archive.Frame{Games: 1, Input: 1, Streams: []archive.Stream{{Kind: k}}}) == nil
	index := index.StreamName(k)
	switch {
	case kind == seal:
		return "seal", "container.md", "seal"
	case column:
		return "content", "tags.md", "values of a tag"
	case k == open.KindSignatures:
		return "passed-over", "open.md", open.Name(k)
	case open.IsKind(k):
		return "content", "open.md", strings.TrimPrefix(open.Name(k), "open ")
	case streams.Name(k) != "":
		return "content", documentOf[kind], streams.Name(k)
	case !strings.HasPrefix(index, "stream "):
		return "index", "indexes.md", strings.TrimPrefix(index, "index: ")
	case accepted:
		return "passed-over", "-", "unknown"
	}
	return "refused", "-", "unknown"
}

// TestSpecStreams compares the list of kinds of streams with what the code does with
// each of them.
func TestSpecStreams(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	var seal int
	_, err = fmt.Sscan(all.value(t, "internal/archive.sealKind"), &seal)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(streamsForm)
	for first := 0; first < 1<<16; {
		rule, document, name := streamRule(first, seal)
		require.NotEmpty(t, document, "kind %d: add its document", first)
		last := first
		for streams.Name(uint16(first)) == "" && last+1 < 1<<16 {
			if r, d, n := streamRule(last+1, seal); r != rule || d != document || n != name {
				break
			}
			last++
		}
		fmt.Fprintf(&b, "%d %d %s %s %s\n", first, last, rule, document, name)
		first = last + 1
	}
	golden.Equal(t, specList("streams.txt"), b.String())
}

const blobsForm = `# First bytes of blobs. Generated; a test of internal/test/lint holds it equal to the code. A reader refuses every other byte.
# Form: a line with # in front is a comment; every other line is the first byte of a plain blob and that of a checked one, both hexadecimal, and what follows to the end of the line, each behind a space.
`

// TestSpecBlobs compares the list of first bytes of blobs with the methods.
func TestSpecBlobs(t *testing.T) {
	lists := map[blob.Method]string{
		blob.MovesSAN: "SAN", blob.MovesFromTo: "origins and targets", blob.MovesLegalIndex: "legal index", blob.MovesFast: "quick order",
		blob.MovesV1: "learned level, default.czm", blob.MovesV1Max: "learned level, max.czm", blob.MovesOwn: "learned level, a model of one's own",
	}
	positions := map[blob.Method]string{
		blob.PositionDefault: "default palette", blob.PositionClassic: "classic palette", blob.PositionLearned: "learned palette",
		blob.PositionV1: "learned code, squares.czs", blob.PositionOwn: "learned code, a model of one's own", blob.PositionOwnPalette: "a palette of one's own",
	}
	var b strings.Builder
	b.WriteString(blobsForm)
	for first := range 256 {
		m := blob.Method(first)
		if !m.Known() {
			continue
		}
		what := "position: " + positions[m]
		if lists[m] != "" {
			what = "moves: " + lists[m]
		} else if of, ok := m.Moves(); ok {
			what = "game: " + lists[of]
		}
		require.False(t, strings.HasSuffix(what, ": "), "%v: add what it is", m)
		fmt.Fprintf(&b, "%02x %02x %s\n", first, blob.Begin(nil, m, true)[0], what)
	}
	golden.Equal(t, specList("blobs.txt"), b.String())
}

const filesForm = `# Data files that readers need, and the documents that say what is in them. Generated; a test of internal/test/lint holds it equal to the files, and to those that the library embeds.
# Form: a line with # in front is a comment; every other line is the path from the root of the repository, the number of bytes, the XXH64 (seed 0) of the bytes in hexadecimal (both of the content for a path in .zst, which is one frame of zstd), the number of a model in hexadecimal (- for a file that is no model), the document, and what the file is to the end of the line, each behind a space.
`

// specFiles are the data files of the formats.
var specFiles = []struct{ path, document, what string }{
	{"internal/model/fast/fast.bin", "moves.md", "weights and codes of the quick order"},
	{"movelist/learned/default.czm", "moves.md", "weights of the learned level, -4 to -6"},
	{"movelist/learned/max.czm.zst", "moves.md", "weights and network of the levels with a search, -7 to -9"},
	{"internal/model/names/names.txt", "tags.md", "names of players by groups"},
	{"internal/model/openings/openings.bin", "openings.md", "names of openings by positions"},
	{"internal/model/openings/book/book.bin.zst", "openings.md", "books of opening moves"},
	{"internal/column/textmodel/prose.txt", "coding.md", "what the text model has read before prose"},
	{"internal/column/textmodel/columns.bin", "coding.md", "what the text model has read before streams of kind 13"},
	{"internal/model/boards/embedded/squares.czs", "positions.md", "weights of the learned code of boards"},
	{"endgame/data/KQK.czm", "endings.md", "base of king and queen against king"},
	{"endgame/data/KRK.czm", "endings.md", "base of king and rook against king"},
	{"endgame/data/KBBK.czm", "endings.md", "base of king and two bishops against king"},
	{"endgame/data/KBNK.czm", "endings.md", "base of king, bishop and knight against king"},
	{"endgame/data/KPK.czm", "endings.md", "base of king and pawn against king"},
}

// notInFormats are embedded files on which no format depends.
var notInFormats = map[string]bool{
	"names.zst": true, // names for readers
}

// TestSpecFiles checks that the list of data files is right and complete.
func TestSpecFiles(t *testing.T) {
	var b strings.Builder
	b.WriteString(filesForm)
	left := embedded(t)
	for _, f := range specFiles {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(f.path)))
		require.NoError(t, err)
		name := strings.TrimSuffix(f.path, ".zst")
		if name != f.path {
			data, err = zstdframe.Unpack(data, 1<<30, nil)
			require.NoError(t, err)
		}
		number := "-"
		if ext := path.Ext(name); ext == ".czs" || ext == ".czm" && f.document == "moves.md" {
			number = fmt.Sprintf("%016x", moves.IDOf(data))
		}
		fmt.Fprintf(&b, "%s %d %016x %s %s %s\n", f.path, len(data), xxhash.Sum64(data), number, f.document, f.what)
		require.Contains(t, left, filepath.Base(f.path), "%s is not embedded", f.path)
		delete(left, filepath.Base(f.path))
	}
	for name := range left {
		require.True(t, notInFormats[name], "%s is embedded: add it to the list of data files", name)
	}
	golden.Equal(t, specList("files.txt"), b.String())
}
