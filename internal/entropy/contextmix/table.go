package contextmix

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// MaxContexts is how many contexts a value may have.
const MaxContexts = 12

// Table declares everything that the values of one Model depend on. A Model
// codes several kinds of values, each of which is a Choice; a choice has
// fields, and contexts that each look at some of them.
//
// Contexts are numbered through the table, so that no two of a Model have the
// same identity. A Table does not change once it is declared.
type Table struct {
	// Name is that of the room and the model, such as "positionlist.step".
	Name     string
	declared []Choice

	once   sync.Once // the declaration is parsed when the first Model is made
	parsed []choice
}

// Choice declares one kind of value of a Model.
type Choice struct {
	// Name says what is coded, such as "the next move".
	Name string
	// Fields are what the contexts look at, as name:bits with blanks between
	// them, such as "chance:9 way:3". Bits are 1 to 32.
	Fields string
	// Contexts are lists of names of fields, with | between them, the plainest
	// first, such as "- | chance | chance way"; - is the context without
	// fields. There are 1 to MaxContexts.
	Contexts string
}

// MaxFields is how many fields a choice may have.
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
	begin  [MaxContexts]uint32 // where the hashes of the contexts start
	terms  []term              // what they take in, one context after the other
	names  []string            // the fields of each context
}

// Declare returns the Table of the given choices; a choice is numbered by its
// place among them. A malformed declaration is a bug of ours, and panics when the table
// is first used.
func Declare(name string, choices ...Choice) *Table {
	return &Table{Name: name, declared: choices}
}

// choices returns what was declared.
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

// parseChoice parses a declaration; id is the number of the last context before.
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
		parsed.begin[k] = hash(*id, 0)
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

// String prints the table, a line for each choice and each of its contexts:
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

// hash mixes two numbers.
func hash(a, b uint32) uint32 {
	h := a*0x2c1b3c6d ^ bits.RotateLeft32(b, 13)*0x9e3779b1
	h ^= h >> 15
	return h * 0x85ebca6b
}
