/** What a trace shows beside two others of the same steps. */
import { expect, test } from "vitest";
import { otherwiseBetween } from "../../checks/model/rereads/between-twins.ts";
import type { Json } from "../../spec/json.ts";

const placeOf = (all: readonly [Json, Json, Json], seconds = 0.3) => otherwiseBetween(all, seconds)?.place;

test("what both of the others show alike is shown", () => {
  expect(placeOf([{ left: 7 }, { left: 4 }, { left: 7 }])).toBe("left");
  expect(placeOf([{ open: true }, { open: false }, { open: true }])).toBe("open");
  expect(placeOf([{}, { noted: "late" }, {}])).toBe("noted");
  expect(placeOf([{ notes: ["a"] }, { notes: ["a", "b"] }, { notes: ["a"] }])).toBe("notes.#");
});

test("what is each trace's own is nobody's mark: clocks, counters, ids, the order of what has ids for names", () => {
  expect(placeOf([{ number: 1 }, { number: 2 }, { number: 3 }])).toBeUndefined();
  expect(placeOf([{ day: "Monday" }, { day: "Monday" }, { day: "Tuesday" }])).toBeUndefined();
  expect(placeOf([{ lot1: "a" }, { lot2: "a" }, { lot3: "a" }])).toBeUndefined();
  const [one, two, three] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  expect(placeOf([{ [one]: "a" }, { [two]: "a" }, { [three]: "a" }])).toBeUndefined();
  expect(placeOf([{ of: ["a", "b"] }, { of: ["b", "a"] }, { of: ["a", "b"] }])).toBeUndefined();
});

test("a number may show how long something took", () => {
  expect(placeOf([{ seconds: 0 }, { seconds: 1 }, { seconds: 0 }])).toBeUndefined();
  expect(placeOf([{ seconds: 0 }, { seconds: 3 }, { seconds: 0 }], 2.5)).toBeUndefined();
  expect(placeOf([{ times: 0 }, { times: 3 }, { times: 0 }])).toBe("times");
});
