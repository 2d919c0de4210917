/** Where actions were never taken, a walk has small numbers; one that leads to nothing new ends. */
import { expect, test } from "vitest";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { tryLeastNumbers } from "../../../probes/process/further/least-numbers.ts";
import type { SeenStep } from "../../../probes/process/observations.ts";
import { WalkMap } from "../../../probes/process/walk/walk-map.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";

const action = (key: string, dataSchema?: WorkflowDescription["actions"][number]["dataSchema"]) => ({
  ...{ key, groupLabel: "all", creates: key === "notify", appends: key !== "notify" },
  ...(dataSchema ? { dataSchema } : {}),
});
const hives = { type: "object", properties: { hives: { type: "integer", minimum: 1, maximum: 60 } } };
const traceOf = (...keys: string[]): SeenTrace => ({ steps: keys.map((key) => ({ key, data: {} })), after: [] });

function walker(workflow: WorkflowDescription) {
  const walked: WorkflowDescription[] = [];
  return {
    ...{ known: { workflow }, stage: "first" as const, walked },
    steps: [{ done: ["notify"], state: undefined, tried: { key: "inspect", group: "all", taken: true } }] as SeenStep[],
    explore() {
      walked.push(this.known.workflow);
      for (const taken of [true, false])
        this.steps.push({ done: ["notify"], state: undefined, tried: { key: "certify", group: "all", taken } });
      return Promise.resolve();
    },
  };
}

test("all numbers are small while it walks, and as they were behind it", async () => {
  const workflow = { id: "1", actions: [action("notify", hives), action("inspect", hives), action("certify")] };
  const explorer = walker(workflow);
  await tryLeastNumbers(explorer, [traceOf("notify", "inspect")]);
  const range = { properties: { hives: { minimum: 1, maximum: 1 } } };
  expect(explorer.walked).toMatchObject([{ actions: [{ dataSchema: range }, { dataSchema: range }, {}] }]);
  expect(explorer.known.workflow).toEqual(workflow);
  // What was refused then may have been so for its number.
  expect(explorer.steps.map(({ tried }) => tried?.taken)).toEqual([true, true]);
  expect(explorer.stage).toBe("first");
});

test("nothing is walked where all was taken, or where there are no numbers", async () => {
  const all = walker({ id: "1", actions: [action("notify", hives), action("inspect", hives)] });
  await tryLeastNumbers(all, [traceOf("notify", "inspect")]);
  const none = walker({ id: "1", actions: [action("notify"), action("inspect")] });
  await tryLeastNumbers(none, [traceOf("notify")]);
  expect([...all.walked, ...none.walked]).toEqual([]);
});

test("a walk ends where a few actions led to nothing new", () => {
  const map = new WalkMap();
  const note = action("note");
  const placeOf = (count: number) => ({ done: ["notify", ...Array<string>(count).fill("note")], listed: [note] });
  const ended = Array.from({ length: 12 }, (_, count) => {
    const place = placeOf(count);
    map.order(place, [note]);
    map.tried(place, note);
    map.led(place, note, placeOf(count + 1), [note]);
    return map.isDone(place, note);
  });
  // Five times it is tried whether something shows when it comes again.
  expect(ended.indexOf(true)).toBe(7);
});
