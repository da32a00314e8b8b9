package terms

import "strings"

// Compile makes conditions of terms; a game must meet all of them. The error is an
// *Error.
func Compile(terms []Term) ([]Condition, error) {
	if len(terms) > maxTerms {
		return nil, &Error{Text: terms[maxTerms].Field, Want: "at most 1,000 terms"}
	}
	var groups []group
	places := map[Term]int{}
	ofPlayer := "" // the value of a term that needs a player
	for _, t := range terms {
		c, err := conditionOf(t)
		if err != nil {
			return nil, err
		}
		if c.ofPlayer {
			ofPlayer = t.Value
		}
		key := Term{Field: t.Field, Not: t.Not}
		switch t.Field {
		case "tag": // each tag is a separate field
			key.Value, _, _ = strings.Cut(t.Value, "=")
		case "has", fieldAny:
			key.Value = t.Value
		}
		at, ok := places[key]
		if !ok {
			at = len(groups)
			places[key] = at
			groups = append(groups, group{key: key})
		}
		groups[at].of = append(groups[at].of, c)
	}
	players, ok := places[Term{Field: "player"}]
	_, isWhite := places[Term{Field: "white"}]
	_, isBlack := places[Term{Field: "black"}]
	var all []Condition
	for _, g := range groups {
		if patterns := patternsOf(g.of); patterns != nil {
			all = append(all, Condition{Patterns: patterns, Not: g.key.Not, test: maybe})
			continue
		}
		c := either(g.of)
		switch {
		case g.key.Field == "opponent" && ok:
			c = versus(groups[players].of, g.of)
		case !c.ofPlayer:
		case ok:
			c = scored(groups[players].of, g.of)
		case isWhite != isBlack:
			k := 0
			if isBlack {
				k = 1
			}
			c = Condition{test: ofSide(g.of, k)}
		default:
			return nil, &Error{Field: g.key.Field, Text: ofPlayer, Want: "a player beside a win or a loss, such as player:carlsen; 1-0 and 0-1 need none"}
		}
		if g.key.Not {
			c = Condition{test: not(c.test)}
		}
		all = append(all, c)
	}
	return all, nil
}

// group is the terms with the same field and sign.
type group struct {
	key Term
	of  []Condition
}

// conditionOf makes a condition of a term. The error is an *Error.
func conditionOf(t Term) (Condition, error) {
	f := fieldOf(t.Field)
	if f == nil {
		return Condition{}, &Error{Text: t.Field, Want: "one of the fields " + strings.Join(fieldNames(), ", "), Hint: hintFor(t.Field + ":...")}
	}
	c, err := f.parse(t.Value)
	if err != nil {
		err.Field = t.Field
		if err.Text == "" {
			err.Text = t.Value
		}
		return c, err
	}
	return c, nil
}

// Check returns the error of Compile.
func Check(terms []Term) error {
	_, err := Compile(terms)
	return err
}

// meanings maps words that are not fields to the fields that users mean by them.
var meanings = map[string]string{
	"name": "player", "rating": "elo", "ratings": "elo", "year": "date", "day": "date", "month": "date",
	"plies": "ply", "length": "ply", "moves": "ply", "time": "tc", "timecontrol": "tc", "speed": "tc",
	"whiteelo": "white-elo", "blackelo": "black-elo", "whitetitle": "white-title", "blacktitle": "black-title",
	"code": "eco", "tournament": "event", "place": "site", "difference": "diff", "missing": "-has", "variation": "opening",
}

// hintFor returns a hint about the field that a user probably meant by a word.
func hintFor(word string) string {
	name, value, colon := strings.Cut(strings.TrimPrefix(word, "-"), ":")
	name = strings.ToLower(name)
	if !colon {
		if name, value, ok := strings.Cut(name, "="); ok && fieldOf(name) != nil {
			return "did you mean " + name + ":" + value + "?"
		}
		value = "..."
	}
	if field, ok := meanings[name]; ok {
		return "did you mean " + field + ":" + value + "?"
	}
	if fieldOf(name) != nil {
		return "did you mean " + name + ":" + value + "?"
	}
	for _, tag := range knownTags {
		if strings.EqualFold(tag, name) {
			return "did you mean tag:" + tag + "=" + value + "?"
		}
	}
	return near(name, fieldNames()...)
}

func fieldNames() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}
