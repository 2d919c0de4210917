/** The endpoint JSON of shields.io: serve the file, and a README shows the verdict. */
import type { ReportFormat } from "../format.ts";
import type { Results } from "../results/model.ts";
import { judgedOnly } from "../text/headline.ts";
import { redFor, toneOf } from "../text/run-failures.ts";

export const badge: ReportFormat = {
  name: "badge",
  fileName: "badge.json",
  summary: "shields.io endpoint JSON",
  render(results) {
    const { message, color } = shown(results);
    return `${JSON.stringify({ schemaVersion: 1, label: "trace conformance", message, color })}\n`;
  },
};

function shown(results: Results): { readonly message: string; readonly color: string } {
  const { failed, warned, passed } = results.summary.requirements;
  if (results.verdict === "non-conformant") return { message: `${failed} failed`, color: "red" };
  const red = redFor(results);
  if (red !== undefined) return { message: red, color: "red" };
  if (toneOf(results) === "incomplete") return { message: "incomplete", color: "orange" };
  const judged = judgedOnly(results);
  const word = judged === undefined ? "conformant" : `conformant in ${judged}`;
  if (warned > 0) return { message: `${word}, ${warned} warned`, color: "yellowgreen" };
  return judged === undefined
    ? { message: `${word} (${passed})`, color: "brightgreen" }
    : { message: word, color: "yellowgreen" };
}
