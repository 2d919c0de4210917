import { expect, test } from "vitest";
import { SearchPatience } from "../../driver/execute/search-patience.ts";

const inVain = (patience: SearchPatience, times: number): void => {
  for (let time = 0; time < times; time += 1) patience.record(5_000, false, 0);
};

test("a search waits for the whole lag until some have waited in vain", () => {
  const patience = new SearchPatience(5_000);
  inVain(patience, 3);
  expect(patience.ms).toBe(5_000);
  inVain(patience, 1);
  expect(patience.ms).toBe(1_000);
  inVain(patience, 8);
  expect(patience.ms).toBe(500);
});

test("where searches lag, it goes on to wait several times as long as they did", () => {
  const patience = new SearchPatience(5_000);
  patience.record(600, true, 0);
  inVain(patience, 9);
  expect(patience.ms).toBe(2_400);
  patience.record(2_000, true, 0);
  expect(patience.ms).toBe(5_000);
  inVain(patience, 3);
  expect(patience.ms).toBe(4_000);
});

test("it never waits longer than the lag", () => {
  const patience = new SearchPatience(300);
  inVain(patience, 9);
  expect(patience.ms).toBe(300);
});

test("it waits less from the first wait in vain on, once ten waits told how long the lag is", () => {
  const patience = new SearchPatience(5_000);
  for (let wait = 1; wait <= 10; wait += 1) patience.record(wait * 50, true, 0);
  expect(patience.ms).toBe(5_000);
  inVain(patience, 1);
  expect(patience.ms).toBe(3_000);
  inVain(patience, 1);
  expect(patience.ms).toBe(2_000);
});

test("what is found at once long after it was written tells nothing of the lag", () => {
  const patience = new SearchPatience(5_000);
  for (let wait = 1; wait <= 10; wait += 1) patience.record(0, true, 2_000);
  inVain(patience, 1);
  expect(patience.ms).toBe(5_000);
  for (let wait = 1; wait <= 10; wait += 1) patience.record(0, true, 3);
  expect(patience.ms).toBe(2_000);
});
