/** What was first taken when the walks were over is gone on from: to what was never taken before. */
import { expect, test } from "vitest";
import { takenOn } from "../../../probes/process/further/deciding.ts";
import { goOnFromNew } from "../../../probes/process/further/on-from-new.ts";
import { goerWhere, traceOf } from "../lib/goer.ts";

const keys = ["plan", "approve", "change", "fire", "clear", "release", "archive"];
const actions = keys.map((key, at) => ({ key, groupLabel: "all", creates: at === 0, appends: at > 0 }));

/** A service that wants two approvals before `fire`, `clear` behind it, and then takes `release`; `archive` never. */
const before: Record<string, string> = { fire: "approve approve", clear: "fire", release: "clear", archive: "never" };
const service = () => goerWhere((done, key) => done.join(" ").endsWith(before[key] ?? ""), actions);

const walked = [traceOf("plan", "approve", "change"), traceOf("plan", "change", "approve")];

test("the way to what is new is gone again, and on from it", async () => {
  const explorer = service();
  const late = traceOf("plan", "approve", "approve", "fire");
  await goOnFromNew(explorer, () => [...walked, late], takenOn(walked));
  expect(explorer.traces.map((one) => one.join(" "))).toEqual(["plan approve approve fire clear release change"]);
  expect(explorer.stage).toBe("first");
});

test("so is the way to a state that lists what was never taken", async () => {
  const explorer = service();
  const { steps } = traceOf("plan", "approve", "approve");
  const cut = { steps, after: [new Map(), new Map(), new Map([["fire", true]])] };
  await goOnFromNew(explorer, () => [...walked, cut], takenOn([...walked, cut]));
  expect(explorer.traces[0]?.join(" ")).toBe("plan approve approve fire clear release change");
});

test("nothing is sent where nothing new was taken, or everything was", async () => {
  const explorer = service();
  await goOnFromNew(explorer, () => walked, takenOn(walked));
  await goOnFromNew(explorer, () => [...walked, traceOf(...keys)], takenOn(walked));
  expect(explorer.traces).toEqual([]);
});
