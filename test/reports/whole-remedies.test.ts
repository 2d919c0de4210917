/** What helps is told whole on the final screen, whatever stands before it; what is too long ends with a sentence. */
import { describe, expect, test } from "vitest";
import { formatByName } from "../../reports/index.ts";
import type { ActionResult, Results } from "../../reports/results/model.ts";
import { ResultCollector } from "../../reports/results/index.ts";
import { shortenAtSentence } from "../../reports/text/escape.ts";
import { requirements } from "../../spec/requirements/index.ts";
import { base, sampleResults } from "./sample-builder.ts";

/** The screen as one line, and how many lines it was. */
function screenOf(
  results: Results,
  columns: number,
  lines?: number,
): { readonly text: string; readonly count: number } {
  const plain = formatByName("terminal").render(results, { columns, colour: false, ...(lines ? { lines } : {}) });
  return { text: plain.replaceAll(/\s+/g, " "), count: plain.trimEnd().split("\n").length };
}

const remedy =
  "Check host, port and path in --base-url: operations are looked for at http://127.0.0.1:1/v2/… and http://127.0.0.1:1/trace/…";

describe.each([40, 80, 100])("in %i columns", (columns) => {
  test.each([100, 900])("of a run that could not begin, behind what was answered in %i characters", (length) => {
    const page = `"${"a page of words ".repeat(length / 16)}"`;
    const reason = `the run could not begin: nothing speaks the interface: GET /v2/x answered 404 (text/html) ${page}. ${remedy}`;
    const unbegun = { status: "inconclusive", reason, unjudged: { because: "not-begun" } } as const;
    const results = new ResultCollector().finish({
      ...base,
      applicability: new Map(requirements.map(({ id }) => [id, unbegun])),
    });
    const screen = screenOf(results, columns);
    expect(screen.text).toContain(remedy);
    expect(screen.text).toContain("Nothing was exercised: the run could not begin:");
    expect(screen.count).toBeLessThanOrEqual(24);
    expect(screenOf(results, columns, Infinity).text).toContain(`${page}. ${remedy}`);
  });

  test("of actions that were never accepted, whatever they were refused with", () => {
    const refusal = `{"error":"${"no such thing now, ".repeat(10)}"}`;
    const actions = ["sign", "close", "pay"].map((actionKey): ActionResult => {
      return { workflowId: "w", actionKey, sent: 12, accepted: 0, refusal };
    });
    const failures = [{ requirement: "FILE-01", message: "other bytes" }] as const;
    for (const results of [sampleResults({ unjudged: ["STATE-03"] }), sampleResults({ failures: [...failures] })]) {
      const { text, count } = screenOf({ ...results, actions }, columns);
      if (results.verdict === "incomplete") expect(text).toContain("or a user for their groups (`users`) may help.");
      expect(count).toBeLessThanOrEqual(24);
      const whole = screenOf({ ...results, actions }, columns, Infinity).text;
      if (results.verdict === "incomplete") expect(whole).toContain(`one refusal was \`${refusal}\`.`);
    }
  });
});

test("a text that is too long ends with its last sentence that has room", () => {
  expect(shortenAtSentence("One. Two three. Four five six.", 20)).toBe("One. Two three. …");
  expect(shortenAtSentence("One. Two three.", 20)).toBe("One. Two three.");
  expect(shortenAtSentence("Say a.b.c of it and go on.", 20)).toBe("Say a.b.c of it and…");
});
