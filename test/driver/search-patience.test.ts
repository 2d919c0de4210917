import { expect, test } from "vitest";
import { SearchPatience } from "../../driver/execute/search-patience.ts";

const inVain = (patience: SearchPatience, times: number): void => {
  for (let time = 0; time < times; time += 1) patience.record(5_000, false, 0);
};

test("a search waits for the whole lag until some have waited in vain", () => {
  const patience = new SearchPatience(5_000);
  inVain(patience, 3);
  expect(patience.ms()).toBe(5_000);
  inVain(patience, 1);
  expect(patience.ms()).toBe(1_000);
  inVain(patience, 8);
  expect(patience.ms()).toBe(500);
});

test("where searches lag, it goes on to wait several times as long as they did", () => {
  const patience = new SearchPatience(5_000);
  patience.record(600, true, 0);
  inVain(patience, 9);
  expect(patience.ms()).toBe(2_400);
  patience.record(2_000, true, 0);
  expect(patience.ms()).toBe(5_000);
  inVain(patience, 3);
  expect(patience.ms()).toBe(4_000);
});

test("it never waits longer than the lag", () => {
  const patience = new SearchPatience(300);
  inVain(patience, 9);
  expect(patience.ms()).toBe(300);
});

test("it waits less from the first wait in vain on, once ten waits told how long the lag is", () => {
  const patience = new SearchPatience(5_000);
  for (let wait = 1; wait <= 10; wait += 1) patience.record(wait * 50, true, 0);
  expect(patience.ms()).toBe(5_000);
  inVain(patience, 1);
  expect(patience.ms()).toBe(3_000);
  inVain(patience, 1);
  expect(patience.ms()).toBe(2_000);
});

test("what is found at once long after it was written tells nothing of the lag", () => {
  const patience = new SearchPatience(5_000);
  for (let wait = 1; wait <= 10; wait += 1) patience.record(0, true, 2_000);
  inVain(patience, 1);
  expect(patience.ms()).toBe(5_000);
  for (let wait = 1; wait <= 10; wait += 1) patience.record(0, true, 3);
  expect(patience.ms()).toBe(2_000);
});

test("once thirty waits told that searches hardly lag, one wait in vain is enough to wait little", () => {
  const patience = new SearchPatience(5_000);
  for (let wait = 1; wait <= 30; wait += 1) patience.record(20, true, 0);
  expect(patience.ms()).toBe(5_000);
  inVain(patience, 1);
  expect(patience.ms()).toBe(400);
  inVain(patience, 3);
  expect(patience.ms()).toBe(150);
  patience.record(300, true, 0);
  expect(patience.ms()).toBe(1_800);
});

test("what is unusual and never found makes waits for its like shorter, and none for what is usual", () => {
  const patience = new SearchPatience(5_000);
  for (let wait = 1; wait <= 30; wait += 1) patience.record(20, true, 0);
  patience.record(5_000, false, 0, true);
  expect(patience.ms(true)).toBe(400);
  expect(patience.ms()).toBe(5_000);
});

test("a hurried search waits several times what the longest wait took", () => {
  const patience = new SearchPatience(5_000);
  expect(patience.hurriedMs).toBe(150);
  patience.record(100, true, 0);
  expect(patience.hurriedMs).toBe(400);
  patience.record(3_000, true, 0);
  expect(patience.hurriedMs).toBe(5_000);
});

test("an operation that never answers with a list is known for it after some answers, and not after one that is a list", () => {
  const patience = new SearchPatience(5_000);
  for (let answer = 1; answer <= 3; answer += 1) patience.recordAnswer("legacySearchTraces", false);
  expect(patience.givesNoList("legacySearchTraces")).toBe(false);
  patience.recordAnswer("legacySearchTraces", false);
  expect(patience.givesNoList("legacySearchTraces")).toBe(true);
  expect(patience.givesNoList("v2SearchTraces")).toBe(false);
  patience.recordAnswer("legacySearchTraces", true);
  expect(patience.givesNoList("legacySearchTraces")).toBe(false);
});
