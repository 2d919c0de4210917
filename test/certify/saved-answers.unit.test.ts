/** Saved answers of probes are handed out in the order in which the run was answered. */
import { expect, test } from "vitest";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { SavedAnswers } from "../../suites/evidence/saved-answers.ts";

const scriptOf = (name: string, number = 1): Script => ({
  id: `probes/${name}/${String(number)}`,
  title: name,
  steps: [{ op: "state", face: "v2", trace: "00000000-0000-4000-8000-000000000000" }],
});
const answered = (script: Script, atMs: number): History => ({
  script,
  exchanges: [{ receivedAtMs: atMs } as Exchange],
  unsent: [],
});

test("what is asked at once is answered in the order of the run, whoever asks first", async () => {
  const saved = new SavedAnswers([
    answered(scriptOf("b"), 10),
    answered(scriptOf("a"), 20),
    answered(scriptOf("c"), 30),
  ]);
  const order: string[] = [];
  const ask = async (name: string): Promise<void> => {
    await saved.take(scriptOf(name));
    order.push(name);
  };
  await Promise.all([ask("a"), ask("c"), ask("b")]);
  expect(order).toEqual(["b", "a", "c"]);
  expect(saved.problems).toEqual([]);
});

test("a pause ends when it ended in the run", async () => {
  const saved = new SavedAnswers([
    answered(scriptOf("a"), 10),
    answered(scriptOf("b"), 20),
    answered(scriptOf("c"), 90),
  ]);
  const order: string[] = [];
  await saved.take(scriptOf("a"));
  const pausing = saved.pause(50).then(() => order.push("pause"));
  const asking = ["b", "c"].map(async (name) => {
    await saved.take(scriptOf(name));
    order.push(name);
  });
  await Promise.all([pausing, ...asking]);
  expect(order).toEqual(["b", "pause", "c"]);
});

test("of two questions in the same words each has the answer of its own id", async () => {
  const [first, second] = [scriptOf("a", 1), scriptOf("a", 2)];
  const saved = new SavedAnswers([answered(second, 10), answered(first, 20)]);
  const [one, other] = await Promise.all([saved.take(first), saved.take(second)]);
  expect([one, other].map(({ exchanges }) => exchanges[0]?.receivedAtMs)).toEqual([20, 10]);
});

test("what was not saved is answered with nothing and told, and so is what nobody asked", async () => {
  const saved = new SavedAnswers([answered(scriptOf("a"), 10)]);
  const { exchanges } = await saved.take({ ...scriptOf("b"), title: "another" });
  expect(exchanges).toEqual([]);
  expect(saved.problems).toEqual([
    "probes/b/1 would have been asked by the probes, and is not among the histories",
    "probes/a/1 is among the histories, and none of the probes asks it after these answers",
  ]);
});
