/** The live line counts what was asked for. */
import { expect, test } from "vitest";
import { progressDisplay } from "../../cli/progress.ts";

test("of a selection, the line counts what was asked for", () => {
  let written = "";
  const write = (text: string): string => (written += text);
  const terminal = { stdout: { write }, stderr: { write, isTTY: true }, env: { NO_COLOR: "1" }, cwd: "." };
  const counts = { cases: 1, judgedRequirements: 1, failed: [], exchanges: 9, planned: 2, ended: 2, wanted: 1 };
  progressDisplay(terminal, false).update(counts);
  expect(written).toContain("1/1 judged");
});
