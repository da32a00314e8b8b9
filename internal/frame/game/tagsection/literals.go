package tagsection

import (
	"strings"

	"github.com/chesszip/chesszip/internal/frame/game/layout"
)

// usualTags are the tags of servers and databases, in their usual order.
const usualTags = "Event Site Date Round White Black Result GameId UTCDate UTCTime WhiteElo BlackElo WhiteRatingDiff BlackRatingDiff " +
	"WhiteTitle BlackTitle WhiteTeam BlackTeam WhiteFideId BlackFideId Variant TimeControl ECO Opening Variation Termination FEN SetUp Annotator " +
	"CurrentPosition Timezone ECOUrl StartTime EndDate EndTime Link WhiteUrl WhiteCountry BlackUrl BlackCountry " +
	"PlyCount EventDate EventType EventRounds EventCountry EventCategory Source SourceTitle SourceDate SourceVersion SourceVersionDate SourceQuality " +
	"GameDuration GameEndTime GameStartTime TerminationDetails WhiteType BlackType Time Remark StudyName ChapterName ChapterURL LichessId"

// usualLiterals returns the literals between these tags and after the last.
func usualLiterals() (texts []string) {
	names := strings.Fields(usualTags)
	texts = append(texts, "["+names[0]+" \"")
	for _, newline := range []string{"\n", "\r\n"} {
		for _, name := range names[1:] {
			texts = append(texts, "\"]"+newline+"["+name+" \"")
		}
		texts = append(texts, "\"]"+newline+newline)
	}
	return texts
}

// literals numbers the literals of a frame, and has the tag after each.
type literals struct {
	*layout.Dictionary
	names [][]byte
}

func newLiterals(writing bool) literals {
	return literals{Dictionary: layout.NewDictionary(writing, usualLiterals()...)}
}

// name returns the name of the tag whose value follows a literal, or nil.
func (l *literals) name(id int) []byte {
	for n := len(l.names); n <= id; n++ {
		l.names = append(l.names, layout.TagName(l.Text(n)))
	}
	return l.names[id]
}
