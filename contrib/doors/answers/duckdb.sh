czip2parquet -q -f --columns Result,ECO,moves_uci,positions -o answers.parquet "$1"
query "SELECT 'games', count(*) FROM 'answers.parquet'"
query "SELECT 'eco', ECO, count(*) FROM 'answers.parquet' WHERE ECO <> '' GROUP BY ECO ORDER BY ECO"
query "SET VARIABLE key = $4::UBIGINT;
SELECT 'move', move, count(*) FILTER (Result = '1-0'), count(*) FILTER (Result = '1/2-1/2'), count(*) FILTER (Result = '0-1')
FROM (SELECT Result, unnest(list_distinct(list_transform(list_filter(
        list_zip(positions, string_split(moves_uci, ' ')),
        lambda p: p[1] = getvariable('key') AND p[2] <> ''), lambda p: p[2]))) AS move
      FROM 'answers.parquet' WHERE list_contains(positions, getvariable('key')))
GROUP BY move ORDER BY move"
rm answers.parquet
