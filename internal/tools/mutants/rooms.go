package main

import (
	"path"
	"regexp"
	"strings"
)

// A room is a part of the source that has its own line in the report.
type room struct {
	name    string
	folders []string
	files   *regexp.Regexp // base names; nil takes all
	reading bool           // only what reads: writing is left out, by name
}

// rooms are taken from the top: a file belongs to the first one that has it.
var rooms = []*room{
	{name: "archive", folders: []string{"archive"}},
	{name: "columns", folders: []string{"internal/column/text", "internal/base/binfmt", "internal/entropy/rangecoder", "internal/entropy/contextmix"}, reading: true},
	{name: "games", folders: []string{"internal/frame/game/gameframe"}, reading: true},
	{name: "comments", folders: []string{"internal/column/comments"}, reading: true},
	{name: "index", folders: []string{"internal/index", "internal/model/container", "internal/index/replay"}, reading: true},
	{name: "lists", folders: []string{"internal/frame/positions", "internal/frame/records", "records"}, reading: true},
	{name: "codec", folders: []string{"codec"}},
	{name: "movelist", folders: []string{"movelist", "internal/entropy/choices"}},
	{name: "pgn", folders: []string{"pgn"}},
	{name: "command", folders: []string{"cmd/chesszip"}, files: regexp.MustCompile(
		`^(append|archive|cat|compress|decompress|get|input|job|leftover|lock.*|main|memory|merge|output.*|owner_unix|reading|recover|root|split|status|verify|visible)\.go$`)},
}

// writing are the names of functions, of their receivers and of files that only
// write: what they choose shows in sizes, not in what is read.
var writing = regexp.MustCompile(`(?i)encod|append|writ|compress|pack|put|choose|choice|cost|plan|learn|train|sort|shorter|builder|estimate|^add|flush|finish|log$`)

func roomOf(file string) *room {
	for _, r := range rooms {
		for _, f := range r.folders {
			if strings.HasPrefix(file, f+"/") && (r.files == nil || r.files.MatchString(path.Base(file))) {
				return r
			}
		}
	}
	return nil
}

// above names packages whose tests hold a package, too: those that call it.
// A mutant that the tests of its own package let live is tried there. What
// predicts is the same for writing and reading, so that only the bytes of the
// golden files tell one prediction from another.
var above = map[string][]string{
	"codec/boardmodel":                      {"."},
	"internal/column/comments":              {"."},
	"internal/entropy/contextmix":           {"."},
	"internal/frame/game/gameframe":         {"."},
	"internal/frame/game/comments":          {"./internal/frame/game/gameframe", "."},
	"internal/frame/game":                   {"./internal/frame/game/gameframe", "."},
	"internal/frame/game/text/gametext":     {"./internal/frame/game/gameframe", "."},
	"internal/frame/game/layout":            {"./internal/frame/game/gameframe", "."},
	"internal/frame/game/moves":             {"./internal/frame/game/gameframe", "."},
	"internal/frame/game/streams":           {"./internal/frame/game/gameframe", "."},
	"internal/frame/game/tagsection":        {"./internal/frame/game/gameframe", "."},
	"internal/column/tags":                  {"./internal/frame/game/gameframe", "."},
	"internal/column/tags/values/valueform": {"./internal/column/tags", "."},
	"internal/column/tags/dictionary":       {"./internal/column/tags", "."},
	"internal/frame/whole":                  {"./internal/frame/game/gameframe", "."},
	"internal/frame/positions":              {"."},
	"internal/frame/positions/lines":        {"./internal/frame/positions", "."},
	"internal/column/positions":             {"./internal/frame/positions", "."},
	"internal/frame/records":                {"."},
	"internal/column/text":                  {"."},
	"internal/column/textmodel":             {"./internal/column/text", "."},
	"internal/entropy/codeword":             {"./internal/entropy/rangecoder", "./internal/column/text"},
	"internal/entropy/rangecoder":           {"./internal/entropy/contextmix", "./movelist"},
	"internal/index":                        {"./internal/read/view", "."},
	"internal/index/replay":                 {"./internal/read/view"},
	"movelist/learned":                      {"."},
}

// filter limits slow packages to the tests that tell most: those of the root to
// the bytes that archives have.
var filter = map[string]string{".": "^Test(Golden|SampleSizes|Vectors|Parts|Lists|Records)"}
