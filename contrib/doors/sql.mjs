// Prints the rows of the last of some statements by DuckDB, with tabs between columns.
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const statements = process.argv[2].split(/;\s*\n/).filter((text) => text.trim());
for (const text of statements.slice(0, -1)) await connection.run(text);
const result = await connection.runAndReadAll(statements.at(-1));
for (const row of result.getRows()) console.log(row.join("\t"));
