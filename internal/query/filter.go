package query

import (
	"slices"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/query/terms"
)

// Filter is a compiled query.
type Filter struct {
	conditions []terms.Condition
	spellings  *terms.Spellings // or nil
}

// Compile compiles the terms of a query; without terms, every game matches. The error is
// a *terms.Error.
func Compile(words []terms.Term) (*Filter, error) {
	conditions, err := terms.Compile(words)
	if err != nil {
		return nil, err
	}
	return &Filter{conditions: conditions}, nil
}

// Note counts in s the spellings of the names that the query asks for by several words.
func (f *Filter) Note(s *terms.Spellings) {
	if slices.ContainsFunc(f.conditions, func(c terms.Condition) bool { return c.AsksNames() }) {
		f.spellings = s
	}
}

// All reports whether every game matches.
func (f *Filter) All() bool { return len(f.conditions) == 0 }

// Excludes reports whether no game of a frame matches, according to its statistics, nil
// if there are none.
func (f *Filter) Excludes(statistics []byte, filter func() []byte) bool {
	if len(statistics) == 0 || !f.AsksStatistics() {
		return false
	}
	s, err := index.ParseStatistics(statistics)
	if err != nil {
		return false // the footer's checksum is right: from a later version
	}
	excludes := func() bool {
		return slices.ContainsFunc(f.conditions, func(c terms.Condition) bool { return c.Excludes(&s) })
	}
	if excludes() {
		return true
	}
	if !slices.ContainsFunc(f.conditions, func(c terms.Condition) bool { return c.ByNames }) {
		return false
	}
	s.Names = filter()
	return s.Names != nil && excludes()
}

// AsksIndex reports whether Items uses the index of every view that has one.
func (f *Filter) AsksIndex() bool {
	for _, c := range f.conditions {
		if c.Fits != nil || c.Rates || c.ByNames || c.Codes || byText(&c) {
			return true
		}
	}
	return false
}

// AsksStatistics reports whether statistics of frames can exclude any.
func (f *Filter) AsksStatistics() bool {
	for i := range f.conditions {
		if f.conditions[i].AsksStatistics() {
			return true
		}
	}
	return false
}

// byText reports whether a condition needs only one tag, whose values an index may have.
func byText(c *terms.Condition) bool {
	return len(c.Names) == 1 && !c.Counts && open.ListKind(c.Names[0]) != 0
}
