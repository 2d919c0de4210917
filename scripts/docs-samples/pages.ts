/** The samples in their pages: each stands between two comments, and everything else is written by people. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseResults, type Results } from "../../reports/index.ts";
import { samples, type Sample } from "./samples.ts";

const folder = new URL("../../docs/reports/", import.meta.url);
const recorded = new URL("sample-results.json", folder);
const start = "<!-- sample: written by `node scripts/docs-samples.ts` -->";
const end = "<!-- end of sample -->";

/** The run that the pages show. */
export function recordedRun(): Results {
  return parseResults(readFileSync(recorded, "utf8"), "docs/reports/sample-results.json");
}

export function keepRun(results: Results): void {
  writeFileSync(recorded, `${JSON.stringify(results)}\n`);
}

export interface Page {
  readonly file: URL;
  readonly text: string;
  /** The text with the sample as it is rendered now. */
  readonly wanted: string;
}

/** Every page with a sample. @throws Error for a page without the place for it. */
export function pagesOf(results: Results): Page[] {
  return Object.entries(samples).map(([name, sample]) => {
    const file = new URL(`${name}.md`, folder);
    const text = readFileSync(file, "utf8");
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`docs/reports/${name}.md has no place for its sample: ${start} … ${end}`);
    const wanted = `${text.slice(0, from)}${start}\n\n${block(sample(results))}\n\n${text.slice(to)}`;
    return { file, text, wanted };
  });
}

/** A fenced block whose fence its content cannot end. */
function block({ language, text }: Sample): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
