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
	{name: "columns", folders: []string{"internal/text", "internal/binfmt", "internal/rangecoder", "internal/contextmix"}, reading: true},
	{name: "games", folders: []string{"internal/gameframe"}, reading: true},
	{name: "comments", folders: []string{"internal/comments"}, reading: true},
	{name: "index", folders: []string{"internal/frameindex", "internal/model/container", "internal/replay"}, reading: true},
	{name: "lists", folders: []string{"internal/positionlist", "internal/recordlist", "records"}, reading: true},
	{name: "codec", folders: []string{"codec"}},
	{name: "movelist", folders: []string{"movelist", "internal/choices"}},
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
	"codec/boardmodel":                   {"."},
	"internal/comments":                  {"."},
	"internal/contextmix":                {"."},
	"internal/gameframe":                 {"."},
	"internal/gameframe/commentgroups":   {"./internal/gameframe", "."},
	"internal/gameframe/dependent":       {"./internal/gameframe", "."},
	"internal/gameframe/gametext":        {"./internal/gameframe", "."},
	"internal/gameframe/layout":          {"./internal/gameframe", "."},
	"internal/gameframe/moves":           {"./internal/gameframe", "."},
	"internal/gameframe/streams":         {"./internal/gameframe", "."},
	"internal/gameframe/tagsection":      {"./internal/gameframe", "."},
	"internal/gameframe/tags":            {"./internal/gameframe", "."},
	"internal/gameframe/tags/valueform":  {"./internal/gameframe/tags", "."},
	"internal/gameframe/tags/dictionary": {"./internal/gameframe/tags", "."},
	"internal/gameframe/whole":           {"./internal/gameframe", "."},
	"internal/positionlist":              {"."},
	"internal/positionlist/lines":        {"./internal/positionlist", "."},
	"internal/positionlist/positions":    {"./internal/positionlist", "."},
	"internal/recordlist":                {"."},
	"internal/text":                      {"."},
	"internal/text/textmodel":            {"./internal/text", "."},
	"internal/rangecoder/codeword":       {"./internal/rangecoder", "./internal/text"},
	"internal/rangecoder":                {"./internal/contextmix", "./movelist"},
	"internal/frameindex":                {"./internal/frameview", "."},
	"internal/replay":                    {"./internal/frameview"},
	"movelist/learned":                   {"."},
}

// filter limits slow packages to the tests that tell most: those of the root to
// the bytes that archives have.
var filter = map[string]string{".": "^Test(Golden|SampleSizes|Vectors|Parts|Lists|Records)"}
