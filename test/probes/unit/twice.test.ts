/** Which actions may come twice in a row, where no walk tried it. */
import { expect, test } from "vitest";
import { triedTwice } from "../../../probes/process/further/twice.ts";

const workflow = {
  id: "1",
  actions: ["o", "a", "b", "c"].map((key) => ({ key, groupLabel: "g", creates: key === "o", appends: key !== "o" })),
};
const rules = { next: { o: ["a", "b"], a: ["b"], b: ["c"], c: [] } };

/** Takes whatever is asked for, and the same again only of these. */
function explorer(again: readonly string[], most = Infinity) {
  const asked: string[] = [];
  return {
    asked,
    requests: 0,
    repeat: (done: readonly string[]) => {
      asked.push(done.join(" "));
      return Promise.resolve({ taken: done.slice(0, most), traceId: "t" });
    },
    takes: (_: string, key: string) => Promise.resolve(again.includes(key)),
  };
}

test("each is tried right after it was taken, on the shortest way, but for those that were", async () => {
  const seen = [{ done: ["o", "b"], state: undefined, tried: { key: "b", group: "g", taken: false } }];
  const on = explorer(["a"]);
  expect(await triedTwice(on, rules, workflow, seen)).toEqual([
    { done: ["o", "a"], state: undefined, tried: { key: "a", group: "g", taken: true } },
    { done: ["o", "b", "c"], state: undefined, tried: { key: "c", group: "g", taken: false } },
  ]);
  expect(on.asked).toEqual(["o a", "o b c"]);
});

test("where the way to it is not taken again, nothing is told", async () => {
  expect(await triedTwice(explorer(["a", "b", "c"], 1), rules, workflow, [])).toEqual([]);
});

test("no more is sent than a bound", async () => {
  const on = { ...explorer([]), requests: 0 };
  const counting = {
    ...on,
    get requests() {
      return on.asked.length * 40;
    },
  };
  expect(await triedTwice(counting, rules, workflow, [])).toHaveLength(2);
});

test("of many, one that comes early is tried although it is named last", async () => {
  const keys = ["o", "a", "b", "c", "d", "e", "f", "g", "h", "late", "early"];
  const many = {
    id: "1",
    actions: keys.map((key) => ({ key, groupLabel: "g", creates: key === "o", appends: key !== "o" })),
  };
  const following = Object.fromEntries(keys.slice(1, 9).map((key, at) => [key, [keys[at + 2] ?? ""]]));
  const on = explorer(["early"]);
  await triedTwice(on, { next: { o: ["a", "early"], ...following, h: ["late"] } }, many, []);
  expect(on.asked).toContain("o early");
  expect(on.asked.some((asked) => asked.endsWith("late"))).toBe(false);
});
