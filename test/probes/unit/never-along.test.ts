/** What was never taken is tried after each action of the longest ways, once more round where they go round. */
import { expect, test } from "vitest";
import type { KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { tryNeverAlong, waysAlong } from "../../../probes/process/further/never-along.ts";

const action = (key: string) => ({ key, groupLabel: "all", creates: key === "notify", appends: key !== "notify" });
const workflow = {
  id: "1",
  name: "Losses",
  actions: ["notify", "offer", "counter", "refer", "award"].map(action),
};
const traceOf = (...keys: string[]): SeenTrace => ({ steps: keys.map((key) => ({ key, data: {} })), after: [] });
const wayOf = (...keys: string[]) => keys.map((key) => ({ key }));

test("the way that goes round goes round once more; the same action twice in a row is no round", () => {
  const ways = [
    wayOf("notify", "note", "note", "note", "note"),
    wayOf("notify", "offer", "counter", "offer"),
    wayOf("notify", "offer", "note", "counter", "withdraw"),
  ];
  expect(waysAlong(ways)).toEqual([
    wayOf("notify", "offer", "counter", "offer", "counter", "offer"),
    wayOf("notify", "offer", "note", "counter"),
  ]);
});

/** A service that lets who cannot agree refer it from the second offer on, and awards then. */
function goer() {
  const tried: string[] = [];
  return {
    tried,
    known: { workflow },
    stage: "first" as const,
    requests: 0,
    sender: { kept: new Map<string, KeptValues>() },
    repeat: (done: readonly string[]) => Promise.resolve({ taken: done, traceId: "t" }),
    tryAfter: (_: string, done: readonly string[], key: string) => {
      tried.push([...done, key].join(" "));
      const offers = done.filter((one) => one === "offer").length;
      return Promise.resolve(
        key === "refer" ? offers > 1 && !done.includes("refer") : key === "award" ? done.at(-1) === "refer" : true,
      );
    },
  };
}

test("what comes only in the second round is reached, and what follows it", async () => {
  const explorer = goer();
  await tryNeverAlong(explorer, [traceOf("notify", "offer", "counter", "offer"), traceOf("notify", "offer")]);
  expect(explorer.tried).toContain("notify offer counter offer refer award");
  expect(explorer.stage).toBe("first");
});

test("what was done once is done once more, where no walk went round", async () => {
  const explorer = goer();
  await tryNeverAlong(explorer, [traceOf("notify", "offer", "counter"), traceOf("notify", "counter", "offer")]);
  expect(explorer.tried).toContain("notify offer counter offer refer award");
});

test("where all was taken nothing is tried", async () => {
  const explorer = goer();
  await tryNeverAlong(explorer, [traceOf("notify", "offer", "counter", "refer", "award")]);
  expect(explorer.tried).toEqual([]);
});

test("choices stay as they led on before", async () => {
  const explorer = goer();
  const schema = { type: "object", properties: { with: { enum: ["fine", "worn"] }, note: { type: "string" } } };
  const chosen = { ...workflow, actions: workflow.actions.map((one) => ({ ...one, dataSchema: schema })) };
  const kept: unknown[] = [];
  const tryAfter = (trace: string, done: readonly string[], key: string): Promise<boolean> => {
    kept.push([key, ...explorer.sender.kept.values()]);
    return explorer.tryAfter(trace, done, key);
  };
  const steps = ["notify", "offer", "counter"].map((key) => ({ key, data: { with: "fine", note: key } }));
  await tryNeverAlong({ ...explorer, tryAfter, known: { workflow: chosen }, sender: explorer.sender }, [
    { steps, after: [] },
  ]);
  expect(kept).toContainEqual(["offer", { with: { with: "fine" } }]);
  expect(kept).toContainEqual(["refer", {}]);
  expect(explorer.sender.kept.size).toBe(0);
});

test("what another one that was never taken keeps from coming is tried without it", async () => {
  const explorer = goer();
  const tryAfter = (trace: string, done: readonly string[], key: string): Promise<boolean> =>
    key === "refer" || key === "award"
      ? Promise.resolve(done.join() === "notify,offer" && explorer.tried.push([...done, key].join(" ")) > 0)
      : explorer.tryAfter(trace, done, key);
  await tryNeverAlong({ ...explorer, tryAfter }, [traceOf("notify", "offer", "counter"), traceOf("notify", "offer")]);
  expect(explorer.tried).toContain("notify offer refer");
  expect(explorer.tried).toContain("notify offer award");
});
