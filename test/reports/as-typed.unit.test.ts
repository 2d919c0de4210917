/** Commands in reports run where the report was written, as those of the final screen do. */
import { expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import { failingResults } from "./samples.ts";

const typing = { directory: "out", program: "npx --no -- trace-conformance" };
const replay = "trace-conformance replay out/scripts/AUTH-04-1.json --env preprod";

test.each(["html", "markdown", "junit", "ctrf", "terminal"])("%s begins every command as the reader does", (name) => {
  const text = formatByName(name).render(failingResults(), { ...typing, colour: false });
  expect(text).toContain(`npx --no -- ${replay}`);
  expect(text.replaceAll(/npx --no -- trace-conformance (?:replay|explain)/g, "")).not.toMatch(
    /trace-conformance (?:replay|explain)/,
  );
});

test.each(["html", "markdown", "junit", "ctrf"])("%s names the program where nothing is known of a reader", (name) => {
  const text = formatByName(name).render(failingResults());
  expect(text).toMatch(/[^-\w] ?trace-conformance replay scripts\/AUTH-04-1\.json --env preprod/);
  expect(text).not.toContain("npx");
});

test("results.json keeps the command as it was written down", () => {
  expect(formatByName("json").render(failingResults(), typing)).not.toContain("npx");
});
