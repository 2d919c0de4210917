/** Whether reads are behind what was written, by a service by hand. */
import { expect, test } from "vitest";
import { readLag } from "../../../probes/process/read-lag.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OperationStep, ParallelStep, Step } from "../../../spec/vocabulary/script.ts";
import { behindIn } from "../../../spec/readings/read-lag.ts";
import { target } from "../lib/refusing-service.ts";

const id = "0b7e9d0c-0000-4000-8000-000000000001";

/** What a read that was seen first looks at, and how it looks where nothing is there yet. */
interface Seen {
  readonly op?: "state" | "details";
  readonly isMissing?: boolean;
}

/** A clock that moves by what is waited and a millisecond for each request; reads of these kinds are so far behind. */
function serviceBehind(
  lagMs: number,
  isBehind: (step: OperationStep) => boolean,
  writtenBy = ["v2", "legacy"],
  { op = "state", isMissing = false }: Seen = {},
) {
  let nowMs = 0;
  let writtenAtMs: readonly number[] = [];
  const send = (step: OperationStep): Exchange => {
    const sentAtMs = (nowMs += 1);
    if (step.op === "create") writtenAtMs = [isMissing ? sentAtMs : -Infinity];
    if (step.op === "act") writtenAtMs = [...writtenAtMs, writtenBy.includes(step.face) ? sentAtMs : -Infinity];
    const newestAtMs = isBehind(step) ? sentAtMs - lagMs : sentAtMs;
    const shown = writtenAtMs.filter((at) => at <= newestAtMs).length;
    const face = "face" in step ? step.face : "v2";
    const kind = step.op;
    const value =
      kind === "create"
        ? id
        : kind === "act" || kind === "state"
          ? { state: { shown } }
          : { links: shown, totalCount: shown };
    return {
      ...{ operationId: `${face}${kind}`, face, defects: [], traits: [], sentAtMs, receivedAtMs: sentAtMs + 0.5 },
      intent: { kind, traceId: id, workflow: 0, actionKey: kind === "create" ? "open" : "note", data: {}, files: [] },
      response: {
        status: shown === 0 ? 404 : 200,
        json: { value: face === "v2" ? { error: null, data: value } : value },
      },
    } as unknown as Exchange;
  };
  const run = (_: string, steps: readonly Step[]) =>
    Promise.resolve(steps.flatMap((step) => ("parallel" in step ? inTurn(step) : [step as OperationStep])).map(send));
  const inTurn = ({ parallel }: ParallelStep): readonly OperationStep[] => parallel.flat();
  const pause = (ms: number) => Promise.resolve(void (nowMs += ms));
  const asker = { run, pause, target, runId: "run" } as unknown as Parameters<typeof readLag>[0];
  const seen = [
    send({ op: "create", face: "v2", as: "t", data: {} }),
    send({ op, face: "v2", trace: "$t" }),
    send({ op: "act", face: "v2", trace: "$t", data: {} }),
    send({ op, face: "v2", trace: "$t" }),
  ];
  return readLag(asker, seen);
}

test("a copy from which all is read is behind, or one from which some is", async () => {
  const found = await serviceBehind(150, () => true);
  expect(found?.value?.ms).toBeGreaterThan(150);
  expect(found?.value?.ms).toBeLessThan(400);
  expect(found?.evidence).toMatch(
    /the v2 state, the v2 details, the legacy state, the legacy details, and was after \d+ and/,
  );
  const ofStates = await serviceBehind(150, ({ op }) => op === "state");
  expect(ofStates?.evidence).toContain("by the v2 state, the legacy state, and");
});

test.each([{ isMissing: false }, { isMissing: true }])(
  "links alone are behind, missing at first: $isMissing",
  async (seen) => {
    const found = await serviceBehind(150, ({ op }) => op === "details", undefined, { op: "details", ...seen });
    expect(found?.value?.ms).toBeGreaterThan(150);
    expect(found?.value?.ms).toBeLessThan(400);
    expect(found?.evidence).toContain("by the v2 details, the legacy details, and");
  },
);

test("one write that shows after the other is no turning back", async () => {
  for (const lagMs of [61, 62, 63, 64, 65, 66, 67])
    expect(
      (await serviceBehind(lagMs, ({ op }) => op === "details", undefined, { op: "details", isMissing: true }))?.value,
    ).toBeDefined();
});

test("links that are lost for ever are not behind", async () => {
  expect(await serviceBehind(1e9, ({ op }) => op === "details", undefined, { op: "details" })).toBeUndefined();
});

test("reads that show the old and the new in turn are not behind but wrong", async () => {
  let reads = 0;
  expect(await serviceBehind(300, ({ op }) => op === "state" && (reads += 1) % 2 === 0)).toBeUndefined();
});

test("what only the writes of one face leave behind is no copy", async () => {
  expect(await serviceBehind(150, () => true, ["v2"])).toBeUndefined();
});

test("where each read comes from another copy, all kinds show the old and the new in turn until all agree", async () => {
  let reads = 0;
  const found = await serviceBehind(300, () => (reads += 1) % 3 !== 0);
  expect(found?.value?.ms).toBeGreaterThan(600);
  expect(found?.value?.ms).toBeLessThan(1_100);
  expect(found?.evidence).toContain("in turn at first");
});

test("what is never shown is not behind, nor is what is shown at once", async () => {
  expect(await serviceBehind(1e9, () => true)).toBeUndefined();
  expect(await serviceBehind(0, () => true)).toBeUndefined();
});

test("a read is behind that was sent too soon after a write to its trace, and no other", () => {
  const at = (kind: string, sentAtMs: number, traceId = id) =>
    ({ intent: { kind, traceId }, sentAtMs, receivedAtMs: sentAtMs + 1 }) as unknown as Exchange;
  const all = [at("act", 0), at("state", 50), at("details", 150), at("file", 50, "other"), at("search", 50)];
  expect(all.filter(behindIn(all, 100))).toEqual([all[1]]);
});
