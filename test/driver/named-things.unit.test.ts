/** Which of several things that a state shows an action names. */
import { expect, test } from "vitest";
import type { Account } from "../../spec/vocabulary/script.ts";
import { NamedThings, type Thing } from "../../driver/execute/named-things.ts";

const thing = (name: string, looks = ""): Thing => ({ name, looks });
const [open, done] = ["open", "done"];

test("each once on a trace, and the last from then on", () => {
  const things = new NamedThings();
  const all = ["a", "b"].map((name) => thing(name));
  const next = (trace: string) => {
    const one = things.next(trace, "test", all);
    if (one) things.answered(trace, "test", one, true);
    return one?.name;
  };
  expect([1, 2, 3].map(() => next("t"))).toEqual(["a", "b", "b"]);
  expect(next("u")).toBe("a");
  expect(things.next("t", "sign", all)?.name).toBe("a");
  expect(things.next("t", "test", [])).toBeUndefined();
});

test("rather what looks as what was taken than what looks as what was refused", () => {
  const things = new NamedThings();
  things.answered("t", "test", thing("a", open), true);
  things.answered("t", "test", thing("b", done), false);
  expect(things.next("t", "test", [thing("a", open), thing("b", done)])?.name).toBe("a");
  expect(things.next("u", "test", [thing("c", done), thing("d", open)])?.name).toBe("d");
  expect(things.next("u", "test", [thing("c", done)])?.name).toBe("c");
});

test("what was taken once is not given up for a refusal", () => {
  const things = new NamedThings();
  things.answered("t", "test", thing("a", open), true);
  things.answered("u", "test", thing("b", open), false);
  expect(things.next("v", "test", [thing("c", open), thing("d", done)])?.name).toBe("c");
});

test("the thing that was named first on the trace, however it looks now, and none where none was taken", () => {
  const things = new NamedThings();
  const shown = [thing("b", open), thing("a", done)];
  things.answered("t", "test", thing("c", open), false);
  expect(things.first("t", "test", shown)).toBeUndefined();
  for (const name of ["a", "b"]) things.answered("t", "test", thing(name, open), true);
  expect(things.first("t", "test", shown)?.name).toBe("a");
  expect(things.first("t", "test", shown.slice(0, 1))?.name).toBe("b");
  expect(things.first("t", "test")?.name).toBe("a");
  expect(things.first("u", "test", shown)).toBeUndefined();
});

test("is a guess where others are there and none that looks so was taken", () => {
  const things = new NamedThings();
  const all = [thing("a", done), thing("b", open)];
  const isGuess = (some: readonly Thing[]): boolean => things.next("t", "test", some)?.isGuess === true;
  expect([isGuess(all), isGuess(all.slice(1))]).toEqual([true, false]);
  things.answered("t", "test", thing("b", open), true);
  expect(things.next("u", "test", all)).toEqual(thing("b", open));
});

test("is another one for each user, where only what others named looked so", () => {
  const things = new NamedThings();
  const [hers, his] = [thing("a", "of her"), thing("b", "of him")];
  const next = (by: Account): Thing | undefined =>
    things.next(
      "u",
      "withdraw",
      [hers, his].map((one) => ({ ...one, by })),
    );
  things.answered("t", "withdraw", { ...hers, by: "user-0" }, true);
  things.answered("t", "withdraw", { ...hers, by: "user-1" }, false);
  expect(next("user-0")).toEqual({ ...hers, by: "user-0" });
  expect(next("user-1")).toEqual({ ...his, by: "user-1", isGuess: true });
  expect(next("user-2")).toEqual({ ...hers, by: "user-2", isGuess: true });
  things.answered("t", "withdraw", { ...his, by: "user-1" }, true);
  expect(next("user-1")).toEqual({ ...his, by: "user-1" });
});
