/** What is rendered in the pages: it stands between two comments, and everything else is written by people. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { formats, parseResults, type Results } from "../../reports/index.ts";
import { firstLines, samples, type Sample } from "./samples.ts";

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

export interface SamplePage {
  readonly file: URL;
  /** Empty where the page is new. */
  readonly text: string;
  /** The text with the sample, or the list, as it is rendered now. */
  readonly wanted: string;
}

/** The list of the formats, and the page of each that has a sample. A format without a page gets one. */
export function pagesOf(results: Results): SamplePage[] {
  const pages = formats.flatMap((format) => {
    const file = new URL(`${format.name}.md`, folder);
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    const page = text || `# ${format.name}: \`${format.fileName}\`\n\n${format.summary}.\n\n${start}${end}\n`;
    if (!page.includes(start)) return [];
    const sample = samples[format.name] ?? firstLines;
    return [{ file, text, wanted: between(page, block(sample(results, format))) }];
  });
  const file = new URL("README.md", folder);
  const text = readFileSync(file, "utf8");
  const rows = formats.map(({ name, fileName, summary }) => `| [${name}](${name}.md) | \`${fileName}\` | ${summary} |`);
  const table = ["| format | file | what it is |", "|---|---|---|", ...rows].join("\n");
  return [{ file, text, wanted: between(text, table) }, ...pages];
}

/** The text with this between the two comments. */
function between(text: string, written: string): string {
  const from = text.indexOf(start);
  return `${text.slice(0, from)}${start}\n\n${written}\n\n${text.slice(text.indexOf(end, from))}`;
}

/** A fenced block whose fence its content cannot end. */
function block({ language, text }: Sample): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
