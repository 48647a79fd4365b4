// Checks a JSON Lines file of `pirate-code export` against its schema, and prints three abilities of it.
//
//   pirate-code export schema --out export.schema.json
//   pirate-code export abilities --out abilities.jsonl
//   npm install && node read.js export.schema.json abilities.jsonl

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Ajv2020 from "ajv/dist/2020.js";

const SHOWN = 3;
const [schemaFile, recordsFile] = process.argv.slice(2);
if (!recordsFile) {
  console.error("Usage: node read.js SCHEMA RECORDS");
  process.exit(2);
}

const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
// The schema carries its own version and OpenAPI's `discriminator`, which are no keywords of JSON Schema.
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(schema);
const checks = new Map(
  schema.oneOf.map(({ $ref }) => {
    const kind = schema.$defs[$ref.split("/").pop()].properties.record.const;
    return [kind, ajv.getSchema(schema.$id + $ref)];
  }),
);

let count = 0;
let shown = 0;
for await (const line of createInterface({ input: createReadStream(recordsFile, "utf8") })) {
  count += 1;
  const record = JSON.parse(line);
  const valid = checks.get(record.record);
  if (!valid || !valid(record)) {
    const fault = valid ? ajv.errorsText(valid.errors.slice(0, 1)) : `no record is called ${record.record}`;
    console.error(`line ${count} (${record.id}): ${fault}`);
    process.exit(1);
  }
  if (shown < SHOWN && record.record === "ability" && record.status === "parsed" && record.pieces.length) {
    shown += 1;
    console.log(`${record.text}\n  on ${record.pieces.join(", ")}`);
    for (const ability of record.abilities) console.log(`  ${JSON.stringify(ability)}`);
  }
}
console.log(`${count} records, all valid.`);
