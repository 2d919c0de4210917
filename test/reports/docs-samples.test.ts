/** The pages in `docs/reports/` list every format, and show what it writes now of the recorded run. */
import { expect, test } from "vitest";
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
