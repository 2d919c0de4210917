import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runMatrix, writeMatrix } from "../../suites/matrix/run-matrix.ts";
import { isGreen } from "../../suites/matrix/summary.ts";
import { chooseTargets } from "../../suites/matrix/target.ts";

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
afterAll(() => rmSync(folder, { recursive: true }));

const options = { depth: "quick", seed: 1, workers: 1 } as const;
const only = (...ids: string[]): ReturnType<typeof chooseTargets> =>
  chooseTargets({ only: ids, areas: [], kinds: ["fault", "variant"] });

describe("the matrix", { timeout: 120_000 }, () => {
  it("catches a fault, lets a variant pass, has an error for what cannot be started, and writes all down", async () => {
    const seen: string[] = [];
    const known = only("envelope/legacy-details-in-envelope", "additional-members/state");
    const unknown = { kind: "fault", id: "no/such-fault", title: "", requirements: ["ENV-01"] } as const;
    const targets = [...known, unknown];
    const matrix = await runMatrix(targets, { ...options, onOutcome: ({ id }) => seen.push(id) });
    expect(matrix.targets.map(({ verdict }) => verdict)).toEqual(["caught", "passed", "error"]);
    expect(seen).toEqual(targets.map(({ id }) => id));
    expect(matrix.targets[2]?.error).toContain("no/such-fault");
    expect(isGreen(matrix)).toBe(false);
    writeMatrix(folder, matrix);
    const written = JSON.parse(readFileSync(join(folder, "faults.json"), "utf8")) as { summary: unknown };
    expect(written.summary).toMatchObject({ verdicts: { caught: 1, passed: 1, survived: 0 } });
    expect(readFileSync(join(folder, "faults.md"), "utf8")).toContain("legacy-details-in-envelope");
  });

  it("leaves out what an interrupt kept from ending", async () => {
    const controller = new AbortController();
    controller.abort();
    const matrix = await runMatrix(only("FLOW-04"), { ...options, signal: controller.signal });
    expect(matrix).toMatchObject({ interrupted: true, targets: [] });
    expect(isGreen(matrix)).toBe(false);
  });
});
