import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { concurrencyLimit, rationedLimit, risingLimit } from "../../suites/engine/concurrency-limit.ts";

/** What was under way when each task began, and the order in which they did. */
async function watch(count: number, tasks: readonly (readonly [name: string, exclusive: boolean])[]) {
  const { run } = concurrencyLimit(count);
  const seen: string[] = [];
  const under = new Set<string>();
  await Promise.all(
    tasks.map(([name, exclusive]) =>
      run(
        async () => {
          seen.push([...under, name].join("+"));
          under.add(name);
          await sleep(5);
          under.delete(name);
        },
        { exclusive },
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

test("a task that is exclusive waits for all others, and they for it", async () => {
  const seen = await watch(3, [
    ["a", false],
    ["b", false],
    ["!", true],
    ["c", false],
    ["d", false],
  ]);
  expect(seen).toEqual(["a", "a+b", "!", "c", "c+d"]);
});

test("a task that need not wait for exclusive ones starts before them, behind those that wait already", async () => {
  const { run } = concurrencyLimit(2);
  const seen: string[] = [];
  const task = (name: string, options = {}) => run(() => Promise.resolve(seen.push(name)), options);
  await Promise.all([
    ...[1, 2].map(() => run(() => sleep(5))),
    task("planned"),
    run(() => Promise.resolve(seen.push("alone")), { exclusive: true }),
    task("smaller", { beforeExclusive: true }),
  ]);
  expect(seen).toEqual(["planned", "smaller", "alone"]);
});

test("a task that is alone for too long lets the others in", async () => {
  const { run } = concurrencyLimit(2, 20);
  let ended = false;
  const slow = run(() => sleep(200).then(() => (ended = true)), { exclusive: true });
  expect(await run(() => Promise.resolve(ended))).toBe(false);
  await slow;
  // It took no place with it, and gave back all.
  expect(await Promise.all([1, 2].map(() => run(() => sleep(5).then(() => "in"))))).toEqual(["in", "in"]);
});

test("a task that cannot be alone in time does not hold up those behind it", async () => {
  const { run } = concurrencyLimit(2, 20);
  const slow = run(() => sleep(200));
  const seen: string[] = [];
  await Promise.all(["a", "b"].map((name) => run(() => Promise.resolve(seen.push(name)), { exclusive: true })));
  await run(() => Promise.resolve(seen.push("c")));
  expect(seen).toEqual(["a", "b", "c"]);
  await slow;
});

test("a task that fails frees its place", async () => {
  const { run } = concurrencyLimit(1);
  await expect(run(() => Promise.reject(new Error("no")), { exclusive: true })).rejects.toThrow("no");
  expect(await run(() => Promise.resolve(1))).toBe(1);
});

test("a limit that rises begins with one task, and doubles with each that ends", async () => {
  const { run } = risingLimit(6);
  let most = 0;
  let busy = 0;
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const tasks = Array.from({ length: 12 }, () =>
    run(async () => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise<void>((resolve) => ends.push(resolve));
      busy -= 1;
    }),
  );
  for (let turn = 0; turn < tasks.length; turn += 1) {
    await sleep(5);
    begun.push(busy);
    ends.shift()?.();
  }
  await Promise.all(tasks);
  expect(begun.slice(0, 4)).toEqual([1, 2, 4, 6]);
  expect(most).toBe(6);
});

test("a limit that rises does not wait long for what began first", async () => {
  const { run } = risingLimit(4);
  const ends: (() => void)[] = [];
  const tasks = Array.from({ length: 4 }, () => run(() => new Promise<void>((resolve) => ends.push(resolve))));
  await sleep(5);
  expect(ends).toHaveLength(1);
  await sleep(1_100);
  expect(ends).toHaveLength(4);
  for (const end of ends) end();
  await Promise.all(tasks);
});

test("where the first has ended soon, others still wait for those before them", async () => {
  const { run } = risingLimit(8);
  await run(() => Promise.resolve());
  const ends: (() => void)[] = [];
  const tasks = Array.from({ length: 8 }, () => run(() => new Promise<void>((resolve) => ends.push(resolve))));
  await sleep(1_100);
  expect(ends).toHaveLength(2);
  while (ends.length > 0) {
    ends.shift()?.();
    await sleep(5);
  }
  await Promise.all(tasks);
});

test("few tasks are under way until forty have ended, where they use up what others lack", async () => {
  const { run } = rationedLimit(32);
  let under = 0;
  const begun: number[] = [];
  await Promise.all(
    Array.from({ length: 90 }, () =>
      run(async () => {
        begun.push((under += 1));
        await sleep(2);
        under -= 1;
      }),
    ),
  );
  expect(Math.max(...begun.slice(0, 40))).toBe(6);
  expect(Math.max(...begun)).toBe(32);
});

test("a task that waits for the others gives its place up, and goes on before what wants to be alone", async () => {
  const { run, untilOthersEnded } = concurrencyLimit(2);
  const seen: string[] = [];
  const task = (name: string, options = {}) => run(() => Promise.resolve(seen.push(name)), options);
  await Promise.all([
    run(async () => {
      seen.push("begun");
      await untilOthersEnded();
      seen.push("last");
    }),
    ...["beside", "another", "one more"].map((name) => task(name)),
    task("alone", { exclusive: true }),
  ]);
  expect(seen).toEqual(["begun", "beside", "another", "one more", "last", "alone"]);
});

test("two tasks that wait for the others do not wait for each other", async () => {
  const { run, untilOthersEnded } = concurrencyLimit(2);
  await Promise.all([run(untilOthersEnded), run(untilOthersEnded)]);
});
