package contextmix

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// MaxContexts is the most contexts of a value.
const MaxContexts = 12

// Table declares the inputs of the values of one Model. A Model codes several kinds
// of values, each a Choice. A choice has fields, and contexts that are subsets of the
// fields.
//
// Contexts are numbered through the table, so that no two of a Model are the same. A
// Table is immutable.
type Table struct {
	// Name is the name of the package and the model, such as "positionlist.step".
	Name     string
	declared []Choice

	once   sync.Once // the first New parses the declaration
	parsed []choice
}

// Choice declares one kind of value of a Model.
type Choice struct {
	// Name describes the value, such as "the next move".
	Name string
	// Fields are the inputs of the contexts, as name:bits separated by blanks, such
	// as "chance:9 way:3". Bits are 1 to 32.
	Fields string
	// Contexts are lists of names of fields, separated by |, the simplest first, such
	// as "- | chance | chance way"; - is the context without fields. There are 1 to
	// MaxContexts.
	Contexts string
}

// MaxFields is the most fields of a choice.
const MaxFields = 16

// term is the use of a field in a context: its bits go into a word of 32 bits,
// which is hashed when it is full.
type term struct {
	field, shift, context uint8
	full                  bool
}

type choice struct {
	Choice
	fields []string // names
	masks  [MaxFields]uint32
	first  uint32              // number of the first context in the table
	begin  [MaxContexts]uint32 // initial hashes of the contexts
	terms  []term              // the fields of the contexts, one context after the other
	names  []string            // the fields of each context
}

// Declare returns the Table of the given choices; the number of a choice is its
// index. A malformed declaration is a bug, and panics when the table is first used.
func Declare(name string, choices ...Choice) *Table {
	return &Table{Name: name, declared: choices}
}

// choices returns the parsed declaration.
func (t *Table) choices() []choice {
	t.once.Do(func() {
		id := uint32(0)
		for _, c := range t.declared {
			parsed, err := parseChoice(c, &id)
			if err != nil {
				panic(fmt.Sprintf("contextmix: table %s: %s: %v", t.Name, c.Name, err))
			}
			t.parsed = append(t.parsed, parsed)
		}
	})
	return t.parsed
}

// parseChoice parses a declaration; id is the number of the last context before it.
func parseChoice(c Choice, id *uint32) (choice, error) {
	parsed := choice{Choice: c, first: *id + 1}
	widths, used := map[string]uint{}, map[string]bool{}
	for text := range strings.FieldsSeq(c.Fields) {
		name, bits, _ := strings.Cut(text, ":")
		width, err := strconv.ParseUint(bits, 10, 6)
		if n := len(parsed.fields); err != nil || width < 1 || width > 32 || widths[name] != 0 || n == MaxFields {
			return parsed, fmt.Errorf("field %q is not name:bits, comes twice, or is one too many", text)
		}
		widths[name] = uint(width)
		parsed.masks[len(parsed.fields)] = uint32(1<<width - 1)
		parsed.fields = append(parsed.fields, name)
	}
	contexts := strings.Split(c.Contexts, "|")
	if len(contexts) > MaxContexts {
		return parsed, fmt.Errorf("there are %d contexts, the limit is %d", len(contexts), MaxContexts)
	}
	for k, text := range contexts {
		*id++
		parsed.begin[k] = Hash(*id, 0)
		parsed.names = append(parsed.names, strings.Join(strings.Fields(text), " "))
		if parsed.names[k] == "-" {
			continue
		}
		at := uint(0)
		for name := range strings.FieldsSeq(text) {
			place := slices.Index(parsed.fields, name)
			if place < 0 {
				return parsed, fmt.Errorf("context %q has the unknown field %q", text, name)
			}
			if at+widths[name] > 32 {
				parsed.terms[len(parsed.terms)-1].full = true
				at = 0
			}
			parsed.terms = append(parsed.terms, term{field: uint8(place), shift: uint8(at), context: uint8(k)})
			used[name] = true
			at += widths[name]
		}
		parsed.terms[len(parsed.terms)-1].full = true
	}
	for _, f := range parsed.fields {
		if !used[f] {
			return parsed, fmt.Errorf("no context looks at field %q", f)
		}
	}
	return parsed, nil
}

// String returns the table as text, a line for each choice and each of its contexts:
//
//	positionlist.step
//	0 the next move: chance:9 way:3
//	    1 -
//	    2 chance
//	    3 chance way
func (t *Table) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, t.Name)
	for i, c := range t.choices() {
		fmt.Fprintf(&b, "%d %s: %s\n", i, c.Name, strings.Join(strings.Fields(c.Fields), " "))
		for k, names := range c.names {
			fmt.Fprintf(&b, "    %d %s\n", int(c.first)+k, names)
		}
	}
	return b.String()
}

// Hash mixes two numbers.
func Hash(a, b uint32) uint32 {
	h := a*0x2c1b3c6d ^ bits.RotateLeft32(b, 13)*0x9e3779b1
	h ^= h >> 15
	return h * 0x85ebca6b
}
