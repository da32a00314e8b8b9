package contextmix

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
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
	Name    string
	choices []choice
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

// field is a value that contexts look at.
type field struct {
	name string
	mask uint32
}

// term is the use of a field in a context: the field's bits go into a word of
// 32 bits, which is hashed when it is full.
type term struct {
	mask         uint32
	field, shift uint8
	full         bool
}

// context is one of a choice's: its hash starts from its identity, and takes in
// its words.
type context struct {
	id    uint32
	begin uint32
	names []string
	terms []term
}

type choice struct {
	Choice
	fields   []field
	contexts []context
}

// Declare returns the Table of the given choices; a choice is numbered by its
// place among them. A malformed declaration is a bug of ours, and panics.
func Declare(name string, choices ...Choice) *Table {
	t := &Table{Name: name}
	id := uint32(0)
	for _, c := range choices {
		parsed, err := parseChoice(c, &id)
		if err != nil {
			panic(fmt.Sprintf("contextmix: table %s: %s: %v", name, c.Name, err))
		}
		t.choices = append(t.choices, parsed)
	}
	return t
}

func parseChoice(c Choice, id *uint32) (choice, error) {
	parsed := choice{Choice: c}
	widths := map[string]uint{}
	places := map[string]uint8{}
	for text := range strings.FieldsSeq(c.Fields) {
		name, bits, _ := strings.Cut(text, ":")
		width, err := strconv.ParseUint(bits, 10, 6)
		if err != nil || width < 1 || width > 32 || widths[name] != 0 {
			return parsed, fmt.Errorf("field %q is not name:bits, or comes twice", text)
		}
		widths[name], places[name] = uint(width), uint8(len(parsed.fields))
		parsed.fields = append(parsed.fields, field{name, uint32(1<<width - 1)})
	}
	used := map[string]bool{}
	for text := range strings.SplitSeq(c.Contexts, "|") {
		*id++
		x := context{id: *id, begin: hash(*id, 0)}
		at := uint(0)
		for name := range strings.FieldsSeq(text) {
			if name == "-" {
				continue
			}
			width := widths[name]
			if width == 0 {
				return parsed, fmt.Errorf("context %q has the unknown field %q", text, name)
			}
			if at+width > 32 {
				x.terms[len(x.terms)-1].full = true
				at = 0
			}
			x.terms = append(x.terms, term{mask: 1<<width - 1, field: places[name], shift: uint8(at)})
			x.names = append(x.names, name)
			used[name] = true
			at += width
		}
		if n := len(x.terms); n > 0 {
			x.terms[n-1].full = true
		}
		parsed.contexts = append(parsed.contexts, x)
	}
	if len(parsed.contexts) > MaxContexts {
		return parsed, fmt.Errorf("there are %d contexts, the limit is %d", len(parsed.contexts), MaxContexts)
	}
	for _, f := range parsed.fields {
		if !used[f.name] {
			return parsed, fmt.Errorf("no context looks at field %q", f.name)
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
	for i, c := range t.choices {
		fmt.Fprintf(&b, "%d %s: %s\n", i, c.Name, strings.Join(strings.Fields(c.Fields), " "))
		for _, x := range c.contexts {
			names := strings.Join(x.names, " ")
			if names == "" {
				names = "-"
			}
			fmt.Fprintf(&b, "    %d %s\n", x.id, names)
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
