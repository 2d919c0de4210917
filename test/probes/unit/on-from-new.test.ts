/** What was first taken when the walks were over is gone on from: to what was never taken before. */
import { expect, test } from "vitest";
import type { KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { goOnFromNew, takenOn } from "../../../probes/process/further/on-from-new.ts";

const traceOf = (...keys: string[]): SeenTrace => ({ steps: keys.map((key) => ({ key, data: {} })), after: [] });
const keys = ["plan", "approve", "change", "fire", "clear", "release", "archive"];
const actions = keys.map((key, at) => ({ key, groupLabel: "all", creates: at === 0, appends: at > 0 }));

/** A service that wants two approvals before `fire`, `clear` behind it, and then takes `release`; `archive` never. */
function service() {
  const before: Record<string, string> = { fire: "approve approve", clear: "fire", release: "clear", archive: "never" };
  const taken: string[][] = [];
  return {
    taken,
    known: { workflow: { id: "1", actions } },
    stage: "first" as const,
    requests: 0,
    sender: { kept: new Map<string, KeptValues>() },
    repeat: (done: readonly string[]) => {
      taken.push([...done]);
      return Promise.resolve({ taken: done, traceId: "t" });
    },
    tryAfter(_: string, done: readonly string[], key: string) {
      this.requests += 1;
      const isTaken = done.join(" ").endsWith(before[key] ?? "");
      if (isTaken) taken.at(-1)?.push(key);
      return Promise.resolve(isTaken);
    },
  };
}

const walked = [traceOf("plan", "approve", "change"), traceOf("plan", "change", "approve")];

test("the way to what is new is gone again, and on from it", async () => {
  const explorer = service();
  const late = traceOf("plan", "approve", "approve", "fire");
  await goOnFromNew(explorer, () => [...walked, late], takenOn(walked));
  expect(explorer.taken.map((one) => one.join(" "))).toEqual(["plan approve approve fire clear release change"]);
  expect(explorer.stage).toBe("first");
});

test("so is the way to a state that lists what was never taken", async () => {
  const explorer = service();
  const { steps } = traceOf("plan", "approve", "approve");
  const cut = { steps, after: [new Map(), new Map(), new Map([["fire", true]])] };
  await goOnFromNew(explorer, () => [...walked, cut], takenOn([...walked, cut]));
  expect(explorer.taken[0]?.join(" ")).toBe("plan approve approve fire clear release change");
});

test("nothing is sent where nothing new was taken, or everything was", async () => {
  const explorer = service();
  await goOnFromNew(explorer, () => walked, takenOn(walked));
  await goOnFromNew(explorer, () => [...walked, traceOf(...keys)], takenOn(walked));
  expect(explorer.taken).toEqual([]);
});
