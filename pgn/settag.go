package pgn

import (
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// named is a tag, perhaps with more.
type named interface{ name() string }

func (t Tag) name() string { return t.Name }

// findTag returns the index of the first tag of a name or, if there is none, of the first
// whose name differs only in the case of letters; or -1.
func findTag[T named](tags []T, name string) int {
	if i := slices.IndexFunc(tags, func(t T) bool { return t.name() == name }); i >= 0 {
		return i
	}
	return slices.IndexFunc(tags, func(t T) bool { return tagvalue.SameName(t.name(), name) })
}

func tagOf(tags []Tag, name string) (value string, ok bool) {
	i := findTag(tags, name)
	if i < 0 {
		return "", false
	}
	return tags[i].Value, true
}

func setTag(tags []Tag, name, value string) []Tag {
	if i := findTag(tags, name); i >= 0 {
		tags[i].Value = value
		return tags
	}
	return append(tags, Tag{name, value})
}

func removeTag(tags []Tag, name string) (left []Tag, removed bool) {
	left = slices.DeleteFunc(tags, func(t Tag) bool { return tagvalue.SameName(t.Name, name) })
	return left, len(left) < len(tags)
}

// Tag returns the value of the first tag of the given name or, if there is none, of
// the first whose name differs only in the case of letters; ok is false if there is
// none either.
func (g *ParsedGame) Tag(name string) (value string, ok bool) { return tagOf(g.Tags, name) }

// SetTag sets the value of the tag that Tag would find, or adds a tag. Text stays as it
// was read, and so do Start and Result.
func (g *ParsedGame) SetTag(name, value string) { g.Tags = setTag(g.Tags, name, value) }

// RemoveTag removes all tags of a name, in any letter case, and reports whether there
// were any.
func (g *ParsedGame) RemoveTag(name string) (removed bool) {
	g.Tags, removed = removeTag(g.Tags, name)
	return removed
}

// Tag returns the value of a tag, as ParsedGame.Tag does.
func (t *Tree) Tag(name string) (value string, ok bool) { return tagOf(t.Tags, name) }

// SetTag sets the value of the tag that Tag would find, or adds a tag. The result that
// ends the moves is Tree.Result.
func (t *Tree) SetTag(name, value string) { t.Tags = setTag(t.Tags, name, value) }

// RemoveTag removes all tags of a name, as ParsedGame.RemoveTag does.
func (t *Tree) RemoveTag(name string) (removed bool) {
	t.Tags, removed = removeTag(t.Tags, name)
	return removed
}
