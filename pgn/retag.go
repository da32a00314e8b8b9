package pgn

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// TagEdit selects what AppendRetagged changes. The zero TagEdit changes nothing. FEN,
// SetUp and Variant never change, since the moves depend on them.
type TagEdit struct {
	// Set are tags with their new values. A tag that a game lacks is added after its
	// others, on a line of its own.
	Set []Tag
	// Rename has new names by the old ones. A game that has a tag of the new name keeps
	// both as they are.
	Rename map[string]string
	// Remove are names of tags to remove. A game that would lose all its tags keeps its
	// first.
	Remove []string
	// OnlyUnknown sets only tags that a game lacks, or whose value is "", "?", "*" or
	// other signs of what is not known.
	OnlyUnknown bool
}

// AppendRetagged appends the text of a game with other tags, and returns the extended
// slice. All other bytes stay as they are. Tags are removed first, then renamed, then
// set. Of several tags with a name, the first is changed.
func AppendRetagged(dst, text []byte, e *TagEdit) []byte {
	if len(e.Remove) > 0 {
		text = AppendStripped(nil, text, &Strip{NoTags: e.Remove})
	}
	at, ok := Begin(text)
	if !ok {
		return append(dst, text...)
	}
	in := NewScanner(text)
	in.Seek(at)
	tags := []writtenTag{}
	for t, ok := in.NextTag(); ok; t, ok = in.NextTag() {
		name, value := t.Tag()
		tags = append(tags, writtenTag{Tag: Tag{string(name), string(Unescape(nil, value))}, from: t.Offset, to: t.Offset + len(t.Text)})
	}
	e.rename(tags)
	added := e.set(tags)
	from := 0
	for _, t := range tags {
		if t.changed {
			dst = appendTagPair(append(dst, text[from:t.from]...), t.Tag)
			from = t.to
		}
	}
	end := []byte("\n")
	if bytes.Contains(text, []byte("\r\n")) {
		end = []byte("\r\n")
	}
	if len(added) > 0 {
		to := at
		if len(tags) > 0 {
			to = tags[len(tags)-1].to
		}
		dst = append(dst, text[from:max(from, to)]...)
		from = max(from, to)
		for _, t := range added {
			if len(tags) > 0 {
				dst = appendTagPair(append(dst, end...), t)
			} else {
				dst = append(appendTagPair(dst, t), end...)
			}
		}
		if len(tags) == 0 {
			dst = append(dst, end...)
		}
	}
	return append(dst, text[from:]...)
}

// writtenTag is a tag of a text with its place.
type writtenTag struct {
	Tag
	from, to int
	changed  bool
}

// fixedTags are the tags on which the moves depend.
var fixedTags = []string{"FEN", "SetUp", "Variant"}

func isFixed(name string) bool {
	return slices.ContainsFunc(fixedTags, func(f string) bool { return strings.EqualFold(f, name) })
}

func (e *TagEdit) rename(tags []writtenTag) {
	was := slices.Clone(tags) // so that names can be exchanged
	for i := range was {
		name, ok := e.Rename[was[i].Name]
		if ok && !isFixed(was[i].Name) && !isFixed(name) && (findTag(was, name) < 0 || e.Rename[name] != "") {
			tags[i].Name, tags[i].changed = name, true
		}
	}
}

// set sets the values of tags, and returns those that are to be added.
func (e *TagEdit) set(tags []writtenTag) (added []Tag) {
	for _, s := range e.Set {
		at := findTag(tags, s.Name)
		switch {
		case isFixed(s.Name):
		case at < 0:
			added = append(added, s)
		case tags[at].Value != s.Value && (!e.OnlyUnknown || tagvalue.Unknown([]byte(tags[at].Value))):
			tags[at].Value, tags[at].changed = s.Value, true
		}
	}
	return added
}

// appendTagPair appends a tag pair without a line end.
func appendTagPair(dst []byte, t Tag) []byte {
	return bytes.TrimRight(appendTag(dst, t), "\n")
}
