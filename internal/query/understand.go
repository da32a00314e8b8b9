package query

import (
	"context"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Bounds of what Understand examines; it leaves the field any to further words.
const (
	mostWords  = 8
	mostPhrase = 4 // words of a name
)

// guesses are the fields that words without a field may mean, in their order.
var guesses = [...]string{"player", "event", "site", "opening"}

const (
	asPlayer = iota
	asEvent
	asSite
	asOpening
)

// phrase is one or more consecutive words, and how many games have them.
type phrase struct {
	text    string
	words   []string
	opening bool              // an opening has a name with these words
	games   [len(guesses)]int // by field
	pair    int               // with the first of two words as a player, and the second as the other
}

// Understand returns terms in which words without a field, whose field is any, have the
// field in which games of some files have them; several words may be one name. It
// examines lists of names and a few segments of the files, see survey. The error is that
// of ctx or of a reader.
func Understand(ctx context.Context, files []walk.Part, all []terms.Term) (out []terms.Term, err error) {
	for len(all) > 0 {
		run := 0
		for run < min(len(all), mostWords) && all[run].IsPlain() {
			run++
		}
		if run == 0 {
			out, all = append(out, all[0]), all[1:]
			continue
		}
		var words []string
		for _, t := range all[:run] {
			words = append(words, t.Value)
		}
		phrases := phrasesOf(words)
		if err := survey(ctx, files, phrases); err != nil {
			return nil, err
		}
		written := slices.Concat(out, all[run:])
		out = append(out, chosenTerms(words, phrases, written)...)
		all = all[run:]
	}
	return out, nil
}

// phrasesOf returns the phrases of some words: the longest first of those that begin
// with the first word, and so on.
func phrasesOf(words []string) (all []*phrase) {
	for from := range words {
		for to := min(len(words), from+mostPhrase); to > from; to-- {
			text := strings.Join(words[from:to], " ")
			all = append(all, &phrase{text: text, words: words[from:to], opening: terms.FullOpening(text) != ""})
		}
	}
	return all
}

// chosenTerms returns terms for words: of the phrases that begin with the next word, the
// longest that is the value of a field. Written are the other terms of the query; a
// field that one of them has would make the words an alternative to it.
func chosenTerms(words []string, phrases []*phrase, written []terms.Term) (out []terms.Term) {
	taken := func(field string) bool {
		return slices.ContainsFunc(slices.Concat(written, out), func(t terms.Term) bool { return t.Field == field && !t.Not })
	}
	for len(words) > 0 {
		var field string
		var next *phrase
		for _, p := range phrases[:min(len(words), mostPhrase)] {
			next = p
			if p.opening && p.games[asOpening] >= p.games[asPlayer] && joinOpening(out, p.text) {
				field = "joined"
				break
			}
			if field = p.field(); field != "" {
				break
			}
		}
		phrases = phrases[min(len(words), mostPhrase):]
		for range next.words[1:] {
			words = words[1:]
			phrases = phrases[min(len(words), mostPhrase):]
		}
		words = words[1:]
		if field == "joined" {
			continue
		}
		if field == "player" && taken(field) {
			field = "opponent"
		}
		if field == "" || taken(field) {
			field = "any"
		}
		out = append(out, terms.Term{Field: field, Value: next.text})
	}
	return out
}

// joinOpening adds words to the name of an opening that is the last term, as in sicilian
// najdorf. It reports whether an opening has such a name.
func joinOpening(of []terms.Term, words string) bool {
	if len(of) == 0 || of[len(of)-1].Field != guesses[asOpening] {
		return false
	}
	last := &of[len(of)-1]
	both := last.Value + ": " + words
	if terms.FullOpening(both) == "" {
		return false
	}
	last.Value = both
	return true
}

// isUnknown reports whether p is a word that no game is known to have.
func (p *phrase) isUnknown() bool {
	return len(p.words) == 1 && p.games == [len(guesses)]int{}
}

// rarely is how many times more games an event or a site must have than a player, since
// somebody is called London; its square if the player has a known surname.
const rarely = 20

// field returns the field that a phrase means, "" for none. A player comes first, unless
// an event or a site has many times more games, or the words are also those of an opening
// that games have, and not the surname of a known player; otherwise the field that most
// games have.
func (p *phrase) field() string {
	games := p.games
	player := games[asPlayer] > 0 && !p.isPair()
	times := rarely
	if terms.IsSurname(p.words[0]) {
		times *= rarely
	}
	rare := games[asPlayer] < max(games[asEvent], games[asSite])/times
	if player && !rare && (!p.opening || games[asOpening] == 0 || terms.IsSurname(p.words[0])) {
		return guesses[asPlayer]
	}
	games[asPlayer] = 0
	if p.opening && !terms.IsSurname(p.words[0]) {
		games[asOpening] = max(games[asOpening], 1) // the file may have its games without its name
	}
	best := asEvent
	for i, n := range games {
		if n > games[best] {
			best = i
		}
	}
	switch {
	case games[best] > 0:
		return guesses[best]
	case player:
		return guesses[asPlayer]
	}
	return ""
}

// isPair reports whether two words are the names of two players: kasparov karpov also
// fits "Karpov,K".
func (p *phrase) isPair() bool {
	if len(p.words) != 2 {
		return false
	}
	return p.pair > p.games[asPlayer] ||
		terms.IsSurname(p.words[0]) && terms.IsSurname(p.words[1]) && !terms.IsKnownName(p.text)
}
