package dictionary

import (
	"strings"

	"github.com/chesszip/chesszip/internal/model/openings"
)

// initial are the initial values of the dictionaries of tags, separated by |: values
// of servers and databases.
var initial = map[string]string{
	"Event": "Rated Blitz game|Rated Bullet game|Rated Classical game|Rated Rapid game|Rated UltraBullet game|Rated Correspondence game|" +
		"rated blitz game|rated bullet game|rated rapid game|Casual Blitz game|Casual Bullet game|Casual Classical game|Casual Rapid game|casual blitz game|casual rapid game|" +
		"Live Chess|Let's Play!|Titled Tuesday|?",
	"Site":        "Chess.com|chess.com INT|lichess.org|lichess.org INT|?",
	"Round":       "-|?|1|2|3|4|5|6|7|8|9",
	"Result":      "1-0|0-1|1/2-1/2|*",
	"TimeControl": "180+0|60+0|300+0|600+0|180+2|300+3|60+1|120+1|900+10|600+5|900+0|600|180|60|300|180+1|120+0|30+0|300+5|240+0|1800+0|300+2|-|?|40/7200:3600|5400+30|7200+30|1/86400",
	"Termination": "Normal|Time forfeit|Abandoned|Rules infraction|Unterminated|adjudication|normal|unterminated|" +
		"\x01 won by resignation|\x02 won by resignation|\x01 won on time|\x02 won on time|\x01 won by checkmate|\x02 won by checkmate|\x01 won - game abandoned|\x02 won - game abandoned|" +
		"Game drawn by agreement|Game drawn by repetition|Game drawn by stalemate|Game drawn by insufficient material|Game drawn by timeout vs insufficient material|Game drawn by 50-move rule",
	"Variant":    "Standard|From Position|Chess960|Crazyhouse|King of the Hill|Three-check|Antichess|Atomic|Horde|Racing Kings",
	"WhiteTitle": "GM|IM|FM|NM|CM|WGM|WIM|WFM|WCM|LM|BOT|-",
	"BlackTitle": "GM|IM|FM|NM|CM|WGM|WIM|WFM|WCM|LM|BOT|-",
	"WhiteType":  "human|program",
	"BlackType":  "human|program",
	"Timezone":   "UTC",
}

// Initial returns the initial values of a tag's dictionary. The caller must not
// change them.
func Initial(tag string) (values [][]byte) {
	list, ok := initial[tag]
	if !ok {
		return openings.Values(tag)
	}
	for v := range strings.SplitSeq(list, "|") {
		values = append(values, []byte(v))
	}
	return values
}
