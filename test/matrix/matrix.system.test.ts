import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { examineAll } from "../../suites/matrix/pool.ts";
import { runMatrix, writeMatrix } from "../../suites/matrix/run-matrix.ts";
import { isGreen } from "../../suites/matrix/summary.ts";
import { chooseTargets } from "../../suites/matrix/target.ts";

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
afterAll(() => rmSync(folder, { recursive: true }));

const options = { depth: "quick", seed: 1, workers: 1 } as const;
const only = (...ids: string[]): ReturnType<typeof chooseTargets> =>
  chooseTargets({ only: ids, areas: [], kinds: ["fault", "variant"] });

describe("the matrix", { timeout: 120_000 }, () => {
  it("catches a fault, lets a variant pass, and writes both down", async () => {
    const seen: string[] = [];
    const targets = only("envelope/legacy-details-in-envelope", "additional-members/state");
    const matrix = await runMatrix(targets, { ...options, onOutcome: ({ id }) => seen.push(id) });
    expect(matrix.targets.map(({ verdict }) => verdict)).toEqual(["caught", "passed"]);
    expect(seen).toEqual(targets.map(({ id }) => id));
    expect(isGreen(matrix)).toBe(true);
    writeMatrix(folder, matrix);
    const written = JSON.parse(readFileSync(join(folder, "faults.json"), "utf8")) as { summary: unknown };
    expect(written.summary).toMatchObject({ verdicts: { caught: 1, passed: 1, survived: 0 } });
    expect(readFileSync(join(folder, "faults.md"), "utf8")).toContain("legacy-details-in-envelope");
  });

  it("reports what cannot be started as an error, not as a survivor", async () => {
    const [outcome] = await examineAll(
      [{ kind: "fault", id: "no/such-fault", title: "", requirements: ["ENV-01"] }],
      options,
    );
    expect(outcome?.verdict).toBe("error");
    expect(outcome?.error).toContain("no/such-fault");
  });

  it("leaves out what an interrupt kept from ending", async () => {
    const controller = new AbortController();
    controller.abort();
    const matrix = await runMatrix(only("FLOW-04"), { ...options, signal: controller.signal });
    expect(matrix).toMatchObject({ interrupted: true, targets: [] });
    expect(isGreen(matrix)).toBe(false);
  });
});
