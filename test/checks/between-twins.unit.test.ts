/** What a trace shows beside others of the same steps. */
import { expect, test } from "vitest";
import { otherwiseThan } from "../../checks/model/rereads/between-twins.ts";
import type { Json } from "../../spec/json.ts";

const placeOf = (trace: Json, twins: readonly Json[], seconds = 0.3): string | undefined => {
  const seen = twins.map((shown) => ({ shown, seconds: 0.2 }));
  return otherwiseThan(seen, { shown: trace, seconds })?.place;
};
const allLike = (shown: Json): readonly Json[] => [shown, shown, shown, shown];

test("what all the others show alike is shown", () => {
  expect(placeOf({ left: 4 }, allLike({ left: 7 }))).toBe("left");
  expect(placeOf({ open: false }, allLike({ open: true }))).toBe("open");
  expect(placeOf({ noted: "late" }, allLike({}))).toBe("noted");
  expect(placeOf({ notes: ["a", "b"] }, allLike({ notes: ["a"] }))).toBe("notes.#");
});

test("what is each trace's own is nobody's mark: counters, turns, ids, names, the order of what has ids for names", () => {
  expect(placeOf({ number: 3 }, [{ number: 1 }, { number: 2 }, { number: 4 }, { number: 5 }])).toBeUndefined();
  expect(placeOf({ by: "Ada" }, [{ by: "Ada" }, { by: "Bob" }, { by: "Bob" }, { by: "Ada" }])).toBeUndefined();
  expect(placeOf({ lot1: "a" }, [{ lot2: "a" }, { lot3: "a" }, { lot4: "a" }, { lot5: "a" }])).toBeUndefined();
  const own = ["fqmz", "kwtb", "pzxa", "yyhc"].map((name) => ({ of: { [name]: "a" } }));
  expect(placeOf({ of: { trdk: "a" } }, own)).toBeUndefined();
  expect(placeOf({ of: ["b", "a"] }, allLike({ of: ["a", "b"] }))).toBeUndefined();
});

test("a number or a text may show how long something took", () => {
  expect(placeOf({ seconds: 1 }, allLike({ seconds: 0 }))).toBeUndefined();
  expect(placeOf({ seconds: 3 }, allLike({ seconds: 0 }), 2.5)).toBeUndefined();
  expect(placeOf({ took: "PT2S" }, allLike({ took: "PT0S" }))).toBeUndefined();
  expect(placeOf({ times: 3 }, allLike({ times: 0 }))).toBe("times");
  expect(placeOf({ times: 6 }, allLike({ times: 5 }), 2.5)).toBe("times");
});
