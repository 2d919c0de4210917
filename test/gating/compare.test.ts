/** `compare OLD NEW`: its exit code says what a night brought. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changesSince, type Results } from "../../reports/index.ts";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, type CliOutcome } from "../cli/lib/run-cli.ts";
import { conformantResults } from "../reports/samples.ts";

const old: Results = conformantResults();

/** Results whose members can be changed. */
interface Loose {
  verdict: string;
  requirements: { id: string; status: string }[];
  openPoints: { id: string; reading?: unknown; drift?: string }[];
  operations: {
    operationId: string;
    exchanges: number;
    statuses: Record<string, number>;
    latencyMs: { p95: number };
  }[];
}

function changed(change: (results: Loose) => void): Results {
  const copy = JSON.parse(JSON.stringify(old)) as Loose;
  change(copy);
  return copy as unknown as Results;
}
const setStatus =
  (id: string, status: string) =>
  ({ requirements }: Loose): void => {
    for (const requirement of requirements) if (requirement.id === id) requirement.status = status;
  };
const setReading =
  (id: string, reading: unknown) =>
  ({ openPoints }: Loose): void => {
    for (const point of openPoints) if (point.id === id) point.reading = reading;
  };

async function compare(before: Results, now: Results, ...more: readonly string[]): Promise<CliOutcome> {
  const cwd = emptyFolder();
  for (const [name, results] of Object.entries({ before, now })) {
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, name, "results.json"), JSON.stringify(results));
  }
  return callCli(["compare", "before", "now", ...more], { cwd });
}

test("for what a run is red beside its requirements is told, and news the first time", async () => {
  const slow = changed((results) => {
    (results.operations[0] as { p95BudgetMs?: number }).p95BudgetMs = 0.001;
    (results as { failOn?: string }).failOn = "latency";
  });
  const first = await compare(old, slow);
  expect(first).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("red      for 1 operation too slow") as string,
  });
  const second = await compare(slow, slow);
  expect(second.stdout).toMatch(/nothing changed since .*, and all is not well:\nred {6}for 1 operation too slow/);
  const mended = await compare(slow, old);
  expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining("no longer red for 1 operation") as string });
  expect(changesSince(old, slow)).toMatchObject({ turnedRed: "1 operation too slow (--fail-on latency)" });
  expect(changesSince(slow, slow)).not.toHaveProperty("turnedRed");
});

describe("the exit code", () => {
  test("0: nothing changed", async () => {
    expect(await compare(old, old)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing changed") as string,
    });
  });

  test("1: something broke, also a warning, also one that a waiver had covered", async () => {
    for (const [before, now] of [
      ["passed", "failed"],
      ["passed", "warned"],
      ["waived", "failed"],
      ["inconclusive", "failed"],
    ] as const) {
      const outcome = await compare(changed(setStatus("STATE-03", before)), changed(setStatus("STATE-03", now)));
      expect({ before, now, ...outcome }).toMatchObject({ code: 1 });
      expect(outcome.stdout).toMatch(new RegExp(`broken +STATE-03 +${before} → ${now}`));
    }
  });

  test("1: what was red yesterday and is red today rings again, unless it is only to be told", async () => {
    const red = changed(setStatus("STATE-03", "failed"));
    const again = await compare(red, red);
    expect(again).toMatchObject({ code: 1, stdout: expect.stringMatching(/still +STATE-03 +failed/) as string });
    expect(again.stdout).toContain("all is not well");
    const told = await compare(red, red, "--still-red", "tell");
    expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/still +STATE-03 +failed/) as string });
    const wrong = await compare(red, red, "--still-red", "tel");
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "tell"?') as string });
  });

  test("3: what could not be judged in either night rings again", async () => {
    const open = changed((results) => {
      setStatus("STATE-03", "inconclusive")(results);
      results.verdict = "incomplete";
    });
    expect(await compare(open, open)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/still +STATE-03 +inconclusive/) as string,
    });
    expect(await compare(open, open, "--still-red", "tell")).toMatchObject({ code: 0 });
  });

  test("0: a waived failure, a warning and what a choice leaves open are told at most", async () => {
    for (const status of ["waived", "warned", "inconclusive"]) {
      const now = changed(setStatus("STATE-03", status));
      expect({ status, ...(await compare(now, now)) }).toMatchObject({ status, code: 0 });
    }
  });

  test("0: something that was red yesterday was mended", async () => {
    const red = changed(setStatus("STATE-03", "failed"));
    const mended = await compare(red, old);
    expect(mended).toMatchObject({ code: 0, stdout: expect.stringMatching(/mended +STATE-03/) as string });
  });

  test("3: what passed yesterday could not be judged today", async () => {
    const outcome = await compare(old, changed(setStatus("STATE-03", "inconclusive")));
    expect(outcome).toMatchObject({ code: 3, stdout: expect.stringMatching(/lost +STATE-03/) as string });
  });

  test("1: a reading changed, unless that is allowed", async () => {
    const now = changed(setReading("link-order", { order: "newest-first" }));
    const outcome = await compare(old, now);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringMatching(/drift +link-order/) as string });
    expect(await compare(old, now, "--allow-drift")).toMatchObject({ code: 0 });
  });

  test("2: a folder without results", async () => {
    const cwd = emptyFolder();
    expect(await callCli(["compare", "a", "b"], { cwd })).toMatchObject({ code: 2 });
  });
});

describe("no noise", () => {
  test("measurements are no drift", () => {
    for (const [id, reading] of [
      ["search-lag", { ms: 1234 }],
      ["size-limits", { largestAcceptedBytes: 7, smallestRefusedBytes: null }],
      ["rate-limit", { seen: true }],
      ["token", { lifetimeS: 3599, claims: [], algorithm: "ES256" }],
    ] as const)
      expect(changesSince(old, changed(setReading(id, reading))).readings).toEqual([]);
  });

  test("the order of members is none either", () => {
    const turned = (reading: unknown): unknown =>
      Object.fromEntries(Object.entries(reading as object).toReversed() as [string, unknown][]);
    const now = changed(({ openPoints }) => {
      for (const point of openPoints) if (point.id === "state-data") point.reading = turned(point.reading);
    });
    expect(changesSince(old, now).readings).toEqual([]);
  });
});

describe("what else is told", () => {
  test("a pinned point that the target drifted away from", () => {
    const now = changed(({ openPoints }) => {
      for (const point of openPoints) if (point.id === "link-order") point.drift = "pinned as …, but …";
    });
    expect(changesSince(old, now).readings.map(({ id }) => id)).toEqual(["link-order"]);
    expect(changesSince(now, now).readings).toEqual([]);
  });

  test("a changed reading by its values, whatever the later run says of its own baseline", () => {
    const drift = { drift: "… in d1, and now ….", driftFrom: "d1" };
    const told = (change: object) =>
      changed(({ openPoints }) => {
        for (const point of openPoints) if (point.id === "link-order") Object.assign(point, change);
      });
    const before = old.openPoints.find(({ id }) => id === "link-order")?.reading;
    const now = { order: "newest-first" };
    expect(changesSince(old, told({ ...drift, reading: now })).readings).toEqual([{ id: "link-order", before, now }]);
    expect(changesSince(old, told(drift)).readings).toEqual([]);
  });

  test("operations: no longer exercised, or with troubles of a new kind", () => {
    const now = changed(({ operations }) => {
      const state = operations.find(({ operationId }) => operationId === "v2TraceState");
      if (state) state.statuses["503"] = 2;
      operations.splice(
        operations.findIndex(({ operationId }) => operationId === "v2DownloadFile"),
        1,
      );
    });
    expect(changesSince(old, now).operations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operationId: "v2TraceState", newTroubles: ["503"] }),
        expect.objectContaining({ operationId: "v2DownloadFile", exchangesNow: 0 }),
      ]),
    );
  });

  test("latency, where it doubled by 20 ms or more", async () => {
    const now = changed(({ operations }) => {
      for (const { latencyMs } of operations) latencyMs.p95 = latencyMs.p95 * 3 + 100;
    });
    const outcome = await compare(old, now);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/slower +v2TraceState +p95/) as string });
    const json = JSON.parse((await compare(old, now, "--json")).stdout) as { latencies: unknown[] };
    expect(json.latencies.length).toBeGreaterThan(10);
  });
});

describe("what is no longer judged", () => {
  const part = changed((results) => {
    setStatus("STATE-01", "skipped")(results);
    Object.assign(results, { partial: { interrupted: false, only: ["LIST"] } });
  });

  test("3: what passed is skipped now, or gone, or what was red is not judged", async () => {
    for (const [before, now] of [
      ["passed", "skipped"],
      ["warned", "inconclusive"],
      ["failed", "skipped"],
    ] as const) {
      const outcome = await compare(changed(setStatus("STATE-03", before)), changed(setStatus("STATE-03", now)));
      expect({ before, now, ...outcome }).toMatchObject({ code: 3 });
      expect(outcome.stdout).toMatch(new RegExp(`lost +STATE-03 +${before} → ${now}`));
    }
    const gone = changed((results) => {
      results.requirements = results.requirements.filter(({ id }) => id !== "STATE-03");
    });
    expect(await compare(old, gone)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/lost +STATE-03 +passed → gone/) as string,
    });
  });

  test("3: the later run was not asked for it; `--allow-lost` only tells of it", async () => {
    const later = await compare(old, part);
    expect(later).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/lost +STATE-01 +passed → skipped/) as string,
    });
    expect(later.stdout).toContain("The later of the runs: This is a part of a run: it was limited to LIST.");
    expect(later.stdout).toContain("1 requirement that was judged in the earlier run is not in the later one");
    const told = await compare(old, part, "--allow-lost");
    expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/lost +STATE-01/) as string });
    expect(await compare(part, part)).toMatchObject({ code: 0 });
    // What broke stays red.
    const broken = changed(setStatus("STATE-03", "failed"));
    expect(await compare(old, broken, "--allow-lost")).toMatchObject({ code: 1 });
  });

  test("0: the earlier run was not asked for it", async () => {
    const outcome = await compare(part, old);
    expect(outcome).toMatchObject({ code: 0 });
    expect(outcome.stdout).toContain("The earlier of the runs: This is a part of a run");
    expect(outcome.stdout).not.toContain("STATE-01");
  });

  test("a run by itself, and its messages, tell of what was not asked for apart", () => {
    const changes = changesSince(old, part);
    expect(changes.lost).toEqual([]);
    expect(changes.leftOut.map(({ id }) => id)).toEqual(["STATE-01"]);
  });

  test("so many of them are named, and all are counted", async () => {
    const empty = changed(({ requirements }) => {
      for (const requirement of requirements) requirement.status = "skipped";
    });
    const { code, stdout } = await compare(old, empty);
    expect(code).toBe(3);
    expect(stdout.match(/^lost /gm)).toHaveLength(20);
    expect(stdout).toMatch(/and \d+ more that are no longer judged/);
  });

  test("what the target chose to leave nothing of is drift, which `--allow-drift` allows", async () => {
    const chosen = changed((results) => {
      setStatus("STATE-03", "skipped")(results);
      for (const one of results.requirements) if (one.id === "STATE-03") Object.assign(one, { choice: true });
      setReading("state-data", { opaque: true })(results);
    });
    expect(await compare(old, chosen)).toMatchObject({ code: 1 });
    expect(await compare(old, chosen, "--allow-drift")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/lost +STATE-03/) as string,
    });
  });

  test("a reading that one of the runs did not find is no drift", async () => {
    const unread = changed(setReading("link-order", undefined));
    expect(await compare(old, unread)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/lost +link-order .* → no reading/) as string,
    });
    expect(await compare(unread, old)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/read +link-order +no reading → /) as string,
    });
  });

  test("another access is told first, and a reading of fewer requests is no drift then", async () => {
    const whole = changed(setReading("link-order", { order: "oldest-first", seen: "in a write" }));
    const fewer = changed(setReading("link-order", { order: "oldest-first" }));
    expect(await compare(whole, fewer)).toMatchObject({ code: 1 });
    const readOnly: Results = { ...fewer, environment: { ...fewer.environment, access: "read-only" } };
    const { code, stdout } = await compare(whole, readOnly);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^The runs are of two kinds: access read-write, then read-only\./);
  });
});

test("a run is named by its folder or by its results.json", async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "run"));
  writeFileSync(join(cwd, "run", "results.json"), JSON.stringify(old));
  expect(await callCli(["compare", "run/results.json", "run"], { cwd })).toMatchObject({ code: 0 });
  const missing = await callCli(["compare", "run/no.json", "run"], { cwd });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no run/no.json") as string });
});
