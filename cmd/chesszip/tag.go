package main

import (
	"iter"
	"regexp"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// tagging is a run of tag.
type tagging struct {
	reading
	set, rename []string
	edit        pgn.TagEdit
	openings    bool
	games       chesszip.Query
	changed     int64
}

func newTag(c *console) *cobra.Command {
	t := &tagging{reading: reading{console: c}}
	cmd := &cobra.Command{
		Use:   "tag [flags] FILE...",
		Short: "set, rename or remove tags",
		Long: `Set, rename or remove the tags of games, and write the games, also as an archive.
All other bytes stay as they are. Flags that select games say which are changed; the
others are written unchanged.

Tags are removed first, then renamed, then set. A tag that a game lacks is added
after its others. --eco sets ECO and Opening by the table of openings that Lichess
uses, from the last position of the game that has a name. Of several tags with one
name the first is changed. FEN, SetUp and Variant never change, since the moves
depend on them, and the result that ends the moves stays.`,
		Example: `  chesszip tag --eco -o named.czip games.pgn
  chesszip tag --white =Carlsen,M --set 'White=Carlsen, Magnus' games.pgn
  chesszip tag --set 'Event=Club championship' --set Site=Berlin club.pgn
  chesszip tag --rename Annotater=Annotator --remove Source,PlyCount games.czip
  chesszip tag --only-unknown --set Round=- --eco games.pgn`,
		Args: t.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringArrayVar(&t.set, "set", nil, "set the tag `NAME=VALUE`")
	f.StringArrayVar(&t.rename, "rename", nil, "rename a tag, `OLD=NEW`; a game that has NEW keeps both")
	f.StringSliceVar(&t.edit.Remove, "remove", nil, "remove the tags `NAMES`, separated by commas")
	f.BoolVar(&t.openings, "eco", false, "set ECO and Opening from the moves")
	f.BoolVar(&t.edit.OnlyUnknown, "only-unknown", false, "set only tags that are missing, or whose value is ? or the like")
	t.fileFlags(f)
	t.shardFlag(f)
	t.manyFlag(f)
	t.archiveFlags(f)
	t.selectFlags(f, &t.games)
	return t.verb(cmd, func(args []string) error {
		if err := t.settings(); err != nil {
			return err
		}
		return t.run(args)
	})
}

// tagName matches a name of a tag.
var tagName = regexp.MustCompile(`^[A-Za-z0-9_]{1,255}$`)

// settings parses and checks what is to be changed.
func (t *tagging) settings() error {
	if len(t.set)+len(t.rename)+len(t.edit.Remove) == 0 && !t.openings {
		return misuse("name it with --set, --rename, --remove or --eco", "nothing is to be changed")
	}
	if t.edit.OnlyUnknown && len(t.set) == 0 && !t.openings {
		return misuse("", "--only-unknown is about --set and --eco")
	}
	t.edit.Rename = map[string]string{}
	for _, text := range t.rename {
		old, name, ok := strings.Cut(text, "=")
		if !ok {
			return misuse("", "--rename %s: want OLD=NEW", text)
		}
		if err := mayChange(old, name); err != nil {
			return err
		}
		t.edit.Rename[old] = name
	}
	for _, text := range t.set {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return misuse("", "--set %s: want NAME=VALUE", text)
		}
		if strings.ContainsFunc(value, unicode.IsControl) {
			return misuse("", "--set %s: a value has no line ends and other control characters", name)
		}
		if err := mayChange(name); err != nil {
			return err
		}
		t.edit.Set = append(t.edit.Set, pgn.Tag{Name: name, Value: value})
	}
	return mayChange(t.edit.Remove...)
}

// mayChange refuses names of tags that are malformed, or on which the moves depend.
func mayChange(names ...string) error {
	for _, name := range names {
		switch {
		case !tagName.MatchString(name):
			return misuse("", "%q is not the name of a tag: want letters, digits and _", name)
		case strings.EqualFold(name, "FEN"), strings.EqualFold(name, "SetUp"), strings.EqualFold(name, "Variant"):
			return misuse("", "%s cannot be changed: the moves depend on it", name)
		}
	}
	return nil
}

func (t *tagging) run(args []string) error {
	return t.each(args, func(a *opened, s *sink) error {
		if err := t.mustHoldGames(a); err != nil {
			return err
		}
		meant, stop := t.meant(a)
		defer stop()
		for g, err := range a.Games().Texts(t.ctx) {
			if err != nil {
				if err := t.broken(a, err); err != nil {
					return err
				}
				continue
			}
			if text := g.Text; meant(g.Number) {
				if g.Text = t.retagged(text); string(g.Text) != string(text) {
					t.changed++
				}
			}
			if err := s.game(&g); err != nil {
				return err
			}
		}
		return nil
	}, func(*sink) error {
		if t.talks() {
			t.say("%s changed", plural(t.changed, "game"))
		}
		return nil
	})
}

// meant returns a function that reports which games are selected, to be called with
// ascending numbers, and one that ends the work.
func (t *tagging) meant(a *opened) (is func(number int64) bool, stop func()) {
	if len(t.games.Terms) == 0 {
		return func(int64) bool { return true }, func() {}
	}
	next, stop := iter.Pull2(a.Games().Where(&t.games).Rows(t.ctx, 0))
	at, more := int64(-1), true
	return func(number int64) bool {
		for more && at < number {
			var g chesszip.Game
			var err error
			if g, err, more = next(); more && err == nil { // the loop over texts has the same errors
				at = g.Number
			}
		}
		return more && at == number
	}, stop
}

// retagged returns the text of a game with its new tags.
func (t *tagging) retagged(text []byte) []byte {
	edit := t.edit
	if t.openings {
		if o := openingOfGame(text); o.Name != "" {
			edit.Set = append([]pgn.Tag{{Name: "ECO", Value: o.ECO}, {Name: "Opening", Value: o.Name}}, edit.Set...)
		}
	}
	return pgn.AppendRetagged(nil, text, &edit)
}

// openingOfGame returns the opening of the last position of a game's main line that has a
// name.
func openingOfGame(text []byte) (last chesszip.Opening) {
	var line pgn.Line
	line.Each(text, func(p *board.Position, _ board.Move) bool {
		if o := chesszip.OpeningOf(*p); o.Name != "" {
			last = o
		}
		return true
	})
	return last
}
