/** The lines shown while a run goes on. */
import { describe, expect, test } from "vitest";
import { failureLine, progressLine } from "../../reports/index.ts";

const progress = {
  requirementsJudged: 84,
  requirementsTotal: 177,
  exchanges: 1204,
  elapsedMs: 3000,
  remainingMs: 3400,
  failures: 2,
};

describe("progress", () => {
  test("tells judged, exchanges, rate, failures and time left in one line", () => {
    const line = progressLine(progress, { colour: false });
    expect(line).toContain("84/177 judged · 1,204 exchanges · 401/s · 2 failed · 3.4 s left");
    expect(line.length).toBeLessThanOrEqual(100);
  });
  test.each([20, 40, 60, 80, 200])("fits %i columns", (columns) => {
    expect(progressLine(progress, { colour: false, columns }).length).toBeLessThanOrEqual(Math.min(columns, 100));
  });
  test("a failure is one line, whatever the target wrote", () => {
    const message = `evil \u001b[2J\n\r${"x".repeat(5000)}`;
    const line = failureLine({ requirement: "STATE-02", level: "MUST", message }, { colour: false });
    expect(line).toMatch(/^✗ STATE-02 {3}evil \\x1b\[2J\\n\\rx+…$/);
    expect(line.length).toBeLessThanOrEqual(100);
  });
});
