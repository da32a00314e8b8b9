package comments

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// howCoded returns how the template of the last comment is coded: by the key
// that predicts it, by its number, or spelled.
func howCoded(comments []placed) string {
	w := NewWriter(nil)
	for i := range comments {
		c := &comments[i]
		if c.game {
			w.Begin()
		}
		if i == len(comments)-1 {
			texts, place := len(w.texts.values), w.templates.place(&c.at)
			w.cut.read([]byte(c.text), c.at.Names)
			id := w.templates.find(w.cut.template)
			by := "number"
			for k, key := range place.keys {
				if at, ok := w.templates.places[key]; ok && int(w.templates.predictions[at]) == id && id != spelled {
					by = []string{"both sides", "same side", "situation"}[k]
					break
				}
			}
			w.Write([]byte(c.text), &c.at)
			if len(w.texts.values) > texts {
				by = "spelled"
			}
			if missed := w.templates.misses&1 != 0; missed != (by == "number") && by != "spelled" {
				return by + ", but the count of misses says otherwise"
			}
			return by
		}
		w.Write([]byte(c.text), &c.at)
	}
	return ""
}

func TestTemplates(t *testing.T) {
	game := func(texts ...string) []placed { return by(0, 0, texts...) }
	long := strings.Repeat("w", maxTemplate)
	tests := []struct {
		name     string
		comments []placed
		want     string
	}{
		{"new", game("a 1", "b 2"), "spelled"},
		{"as after the same templates of both sides", game("a 1", "b 2", "a 1", "b 2", "a 1", "b 2"), "both sides"},
		{"as after the same side's template, the other's is new", game("a 1", "b 2", "a 1", "b 2", "a 1", "b 2", "c 3", "b 2"), "same side"},
		{"as in the same situation, both templates are new", game("a 1", "b 1", "c 1", "d 1", "d 1"), "situation"},
		{"none of the predicted ones", game("a 1", "b 1", "c 1", "d 1", "a 1"), "number"},
		{"without slots", append(game("so", "so", "so"), placed{"so", At{Mark: 7}, true}), "number"},
		{"too long to have a number", game(long+" 1", long+" 2"), "spelled"},
		{"as long as may be", game(long[5:]+" 1", long[5:]+" 2"), "same side"},
		{"a byte that stands for a slot", game("\x01", "\x01"), "spelled"},
		{"a byte above those", game("\x09 1", "\x09 2"), "same side"},
		{"a number that no format writes", game("q=-0", "q=0", "q=-0"), "spelled"},
		{"the first behind a glyph", append(game("a 1", "a 2"), placed{"a 3", At{Mark: 5}, false}), "number"},
		{"the second behind a glyph", append(game("a 1", "a 2"), placed{"a 3", At{Mark: 5}, false}, placed{"a 3", At{Mark: 5, Side: 1}, false}), "both sides"},
		{"the second of a move", append(game("a 1", "a 2"), placed{"a 3", At{Nth: 1}, false}), "number"},
		{"the last of a game won", []placed{{"1 won", At{Last: true}, true}, {"1 won", At{Last: true}, true}}, "both sides"},
		{"the last of a game lost", []placed{{"1 won", At{Last: true}, true}, {"1 won", At{Last: true, Result: 1}, true}}, "number"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if got := howCoded(c.comments); got != c.want {
				t.Errorf("the last comment's template is coded by %s, want %s", got, c.want)
			}
			pack(t, c.comments)
		})
	}
}

// TestNames checks that values of tags cost nothing in comments, and where they are
// looked for.
func TestNames(t *testing.T) {
	names := func(eco, opening, white string) *[NumNames][]byte {
		return &[NumNames][]byte{NameECO: []byte(eco), NameOpening: []byte(opening), NameWhite: []byte(white)}
	}
	tests := []struct {
		name, text, template string
		names                *[NumNames][]byte
	}{
		{"words", "B00 King's Pawn", "\x04 \x05", names("B00", "King's Pawn", "")},
		{"inside a word", "xB00 B001 B00a", "xB\x01 B\x01 B\x01a", names("B00", "", "")},
		{"the longest", "King's Pawn Game", "\x07", names("", "King's Pawn", "King's Pawn Game")},
		{"the first of equal ones", "Anderssen!", "\x05!", names("", "Anderssen", "Anderssen")},
		{"too short", "Li wins", "Li wins", names("", "", "Li")},
		{"before a move", "e4e5 e4", "\x05 \x03", names("", "e4e5", "")},
		{"none known", "B00", "B\x01", nil},
	}
	for _, c := range tests {
		var l lexed
		if !l.read([]byte(c.text), c.names) || string(l.template) != c.template {
			t.Errorf("%s: the template of %q is %q, want %q", c.name, c.text, l.template, c.template)
		}
		pack(t, []placed{{c.text, At{Names: c.names}, true}, {c.text, At{Names: c.names}, true}})
	}
	comments := []placed{{"by B00", At{Names: names("B00", "", "")}, true}, {"by C41", At{Names: names("C41", "", "")}, true}}
	data, texts := write(comments)
	require.Len(t, texts, 1)
	comments[1].at.Names = nil
	_, err := read(data, texts, comments)
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "repeats a tag that its game should have")
}

// TestControlBytes checks that a comment with a byte that marks a slot is spelled, and
// others are not for their bytes.
func TestControlBytes(t *testing.T) {
	for b := range 256 {
		c := placed{text: "1" + string([]byte{byte(b)}) + "2"}
		_, texts := write([]placed{c, c})
		want := 1
		if b >= 1 && b < int(numSlots) {
			want = 2
		}
		if len(texts) != want {
			t.Errorf("byte %d: of two comments, %d are spelled, want %d", b, len(texts), want)
		}
		pack(t, []placed{c, c})
	}
}

// TestDamage checks the errors of incomplete comments.
func TestDamage(t *testing.T) {
	comments := by(0, 0, "a 1", "b 2", "c 3", "a 1", "b 7", "c 9", "a 12345", "c 17", "b 0.5", "-0", "c 77")
	data, texts := write(comments)
	long := append(append([]byte(nil), data...), "too much too much"...)
	tests := []struct {
		name, want string
		data       []byte
		texts      [][]byte
	}{
		{"no texts", "should be the next of the texts", data, nil},
		{"another text first", "the first number of a field should say how it is written", data, texts[1:]},
		{"one text more", "should end behind the last one", data, append(texts[:len(texts):len(texts)], texts[0])},
		{"more data", "should end behind the last one", long, texts},
	}
	for _, c := range tests {
		_, err := read(c.data, c.texts, comments)
		require.ErrorIs(t, err, corrupt.Err, c.name)
		require.ErrorContains(t, err, c.want, c.name)
	}
	r := NewReader(data, texts, nil)
	_, err := r.Read(nil, &comments[0].at, 1<<10)
	require.NoError(t, err)
	if require.ErrorIs(t, r.Done(), corrupt.Err); err != nil {
		t.Error(err)
	}
	comments = by(0, 0, "q=1 and so on", "q=2 and so on", "q=3 and so on")
	data, texts = write(comments)
	r = NewReader(data, texts, nil)
	var out []byte
	for i := range comments {
		if out, err = r.Read(out, &comments[i].at, 30); err != nil {
			break
		}
	}
	require.ErrorContains(t, err, "at most the 30 bytes")
}

// TestTemplateClaims checks that the number of a template is one of the table,
// or that of a comment which is spelled.
func TestTemplateClaims(t *testing.T) {
	comments := by(0, 0, "a 1", "b 2", "c 3", "d 4")
	// The fifth comment names a template by a number, 1 for the newest.
	numbered := func(number int) ([]byte, [][]byte) {
		w := NewWriter(nil)
		w.Begin()
		for i := range comments {
			w.Write([]byte(comments[i].text), &comments[i].at)
		}
		place := w.templates.place(&At{Mark: 9})
		for len(w.templates.all) < number {
			w.templates.all = append(w.templates.all, nil)
		}
		_, err := w.templates.code(&place, len(w.templates.all)-number)
		require.NoError(t, err)
		return w.Finish()
	}
	for number, want := range map[int]string{
		1: "", 3: "", 4: "",
		5: "one of 4 templates, not number 5", 6: "one of 4 templates, not number 6", 7: "one of 4 templates, not number 7",
	} {
		data, texts := numbered(number)
		r := NewReader(data, texts, nil)
		r.Begin()
		for i := range comments {
			_, err := r.Read(nil, &comments[i].at, 1<<10)
			require.NoError(t, err)
		}
		place := r.templates.place(&At{Mark: 9})
		id, err := r.templates.code(&place, spelled)
		if want != "" {
			require.ErrorIs(t, err, corrupt.Err, want)
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, len(comments)-number, id)
	}
}

// TestLimit checks that the last comment may reach the limit, and no byte more.
func TestLimit(t *testing.T) {
	comments := by(0, 0, "a 1 and so on", "a 2 and so on", "a 3 and so on")
	data, texts := write(comments)
	read := func(limit int) (out []byte, err error) {
		r := NewReader(data, texts, nil)
		r.Begin()
		for i := range comments {
			if out, err = r.Read(out, &comments[i].at, limit); err != nil {
				return out, err
			}
		}
		return out, nil
	}
	whole := comments[0].text + comments[1].text + comments[2].text
	for limit := len(whole) - 12; limit <= len(whole)+1; limit++ {
		out, err := read(limit)
		if limit >= len(whole) {
			require.NoError(t, err)
			require.Equal(t, whole, string(out))
			continue
		}
		require.ErrorIs(t, err, corrupt.Err, "limit %d", limit)
		require.ErrorContains(t, err, "the comments should have at most", "limit %d", limit)
	}
}
