/** The interface's own description, changed, and what a comparison says of it. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { compareDescription, type DescriptionFinding } from "../../../spec/description/compare/index.ts";
import { specFile } from "../../../spec/description/spec-file.ts";

export type Part = Record<string, unknown>;
export interface OwnDocument {
  readonly paths: Record<string, Record<string, Part>>;
  readonly components: Record<string, Part>;
}

/** Where the documents of the tests stand. */
export const folder = mkdtempSync(join(tmpdir(), "describe-"));

export function findingsOf(text: string, name = "vendor.yaml"): readonly DescriptionFinding[] {
  const file = join(folder, name);
  writeFileSync(file, text);
  return compareDescription(file, { shown: name }).findings;
}

/** The interface's own description, changed as an object and written as JSON. */
export function ownChanged(change: (document: OwnDocument) => void): string {
  const document = parse(readFileSync(specFile, "utf8")) as OwnDocument;
  change(document);
  return JSON.stringify(document, undefined, 2);
}

export type Schemas = Record<string, unknown>;
export const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The interface's own description with other schemas by these names. */
export const withSchemas = (schemas: Schemas): readonly DescriptionFinding[] =>
  findingsOf(ownChanged(({ components }) => Object.assign(components["schemas"] ?? {}, schemas)));
