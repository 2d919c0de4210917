/** The files of this repository that follow from `spec/`, and from the schema of the configuration. */
import { readFileSync } from "node:fs";
import { format } from "prettier";
import { configurationPage } from "./configuration-page.ts";
import { generatedPages } from "../spec/coverage/pages.ts";
import { openPointIds, openPoints } from "../spec/open-points.ts";
import { requirements } from "../spec/requirements/index.ts";

const root = new URL("../", import.meta.url);
const schemaFile = "driver/configuration/trace-conformance.schema.json";

/** Where every id stands that ever was one: it is never removed, renamed or used again. */
export const idFiles = {
  "test/spec/requirement-ids.txt": requirements.map(({ id }) => id),
  "test/spec/open-point-ids.txt": openPointIds,
} as const;

/** Text of a file of this repository. */
export function fileText(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

/** Each file with the text that it should have, by its path. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const schema = await configurationSchema();
  return new Map([
    ["docs/generated/configuration.md", configurationPage(JSON.parse(schema) as never)],
    ...[...generatedPages()].map(([name, page]) => [`docs/generated/${name}`, page] as const),
    [schemaFile, schema],
    ...Object.entries(idFiles).map(([file, ids]) => [file, withNewIds(fileText(file), ids)] as const),
  ]);
}

/** The published schema of the configuration, with what a pin of each open point may be. */
async function configurationSchema(): Promise<string> {
  const schema = JSON.parse(fileText(schemaFile)) as { $defs: { openPoints: { properties: object } } };
  schema.$defs.openPoints.properties = Object.fromEntries(openPoints.map(({ id, valueSchema }) => [id, valueSchema]));
  return format(JSON.stringify(schema, undefined, 2), { parser: "json", printWidth: 120 });
}

function withNewIds(text: string, ids: readonly string[]): string {
  const all = new Set([...text.split("\n").filter((line) => line !== ""), ...ids]);
  return `${[...all].sort().join("\n")}\n`;
}
