// Runs SQL by DuckDB. With arguments: each is a query, whose rows are printed as lines.
// Without: reads a JSON array of queries and prints a JSON array of their rows, all
// values as texts, and of the milliseconds that each took.
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();

const text = (v) =>
  v === null ? 'NULL'
    : typeof v === 'object' && !Array.isArray(v) ? JSON.stringify(v)
      : Array.isArray(v) ? '[' + v.map(text).join(', ') + ']' : String(v);

async function ask(sql) {
  const begin = performance.now();
  const rows = (await connection.runAndReadAll(sql)).getRowsJson();
  return { rows: rows.map((row) => row.map(text)), ms: performance.now() - begin };
}

if (process.argv.length > 2) {
  for (const sql of process.argv.slice(2)) {
    const { rows, ms } = await ask(sql);
    for (const row of rows) console.log(row.join('\t'));
    console.error(`${rows.length} rows in ${ms.toFixed(0)} ms`);
  }
} else {
  let input = '';
  for await (const part of process.stdin) input += part;
  const answers = [];
  for (const sql of JSON.parse(input)) answers.push(await ask(sql));
  console.log(JSON.stringify(answers));
}
