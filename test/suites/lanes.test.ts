import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { lanes } from "../../suites/engine/lanes.ts";

/** What was under way when each task began, and the order in which they did. */
async function watch(count: number, tasks: readonly (readonly [name: string, alone: boolean])[]) {
  const { enter } = lanes(count);
  const seen: string[] = [];
  const under = new Set<string>();
  await Promise.all(
    tasks.map(([name, alone]) =>
      enter(
        async () => {
          seen.push([...under, name].join("+"));
          under.add(name);
          await sleep(5);
          under.delete(name);
        },
        { alone },
      ),
    ),
  );
  return seen;
}

test("so many tasks are under way at once, in the order of calling", async () => {
  const seen = await watch(
    2,
    [..."abcde"].map((name) => [name, false]),
  );
  expect(seen.map((at) => at.at(-1)).join("")).toBe("abcde");
  expect(Math.max(...seen.map((at) => at.split("+").length))).toBe(2);
});

test("a task that is to be alone waits for all others, and they for it", async () => {
  const seen = await watch(3, [
    ["a", false],
    ["b", false],
    ["!", true],
    ["c", false],
    ["d", false],
  ]);
  expect(seen).toEqual(["a", "a+b", "!", "c", "c+d"]);
});

test("a task that is alone for too long lets the others in", async () => {
  const { enter } = lanes(2, 20);
  let ended = false;
  const slow = enter(() => sleep(200).then(() => (ended = true)), { alone: true });
  expect(await enter(() => Promise.resolve(ended))).toBe(false);
  await slow;
  // It took no lane with it, and gave back all.
  expect(await Promise.all([1, 2].map(() => enter(() => sleep(5).then(() => "in"))))).toEqual(["in", "in"]);
});

test("a task that cannot be alone in time does not hold up those behind it", async () => {
  const { enter } = lanes(2, 20);
  const slow = enter(() => sleep(200));
  const seen: string[] = [];
  await Promise.all(["a", "b"].map((name) => enter(() => Promise.resolve(seen.push(name)), { alone: true })));
  await enter(() => Promise.resolve(seen.push("c")));
  expect(seen).toEqual(["a", "b", "c"]);
  await slow;
});

test("a task that fails frees its lane", async () => {
  const { enter } = lanes(1);
  await expect(enter(() => Promise.reject(new Error("no")), { alone: true })).rejects.toThrow("no");
  expect(await enter(() => Promise.resolve(1))).toBe(1);
});
