/** The samples in `docs/reports/` are what the formats write now of the recorded run. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formats } from "../../reports/index.ts";
import { pagesOf, recordedRun } from "../../scripts/docs-samples/pages.ts";

/** Where an operation stands in the description is no matter of the formats. */
function withoutLines(text: string): string {
  return text.replaceAll(/(line=|"startLine": )\d+/g, "$1N");
}

test.each(pagesOf(recordedRun()).map((page) => [page.file.pathname.split("/").at(-1) ?? "", page] as const))(
  "%s is up to date; else run `node scripts/docs-samples.ts`",
  (_, { text, wanted }) => {
    expect(withoutLines(text)).toBe(withoutLines(wanted));
  },
);

test("every format has a page, and the list of the pages names each", () => {
  const folder = new URL("../../docs/reports/", import.meta.url);
  const list = readFileSync(new URL("README.md", folder), "utf8");
  for (const { name, fileName } of formats) {
    expect(list).toContain(`| [${name}](${name}.md) | \`${fileName}\` |`);
    expect(readFileSync(new URL(`${name}.md`, folder), "utf8")).toContain(`\`${fileName}\``);
  }
});
