/** Refusals that say of several actions the same: nothing more is tried of those who get them, but now and then. */
import { expect, test } from "vitest";
import { OfTheMoment } from "../../../probes/process/walk/of-the-moment.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";

const keys = ["note", "assess", "settle", "pay"];
const workflow = {
  id: "1",
  actions: keys.map((key) => ({ key, groupLabel: "all", creates: false, appends: true })),
};
const refusedWith = (message: string): Exchange =>
  ({
    response: { status: 409, headers: {}, bytes: 0, sha256: "", json: { value: { message } } },
  }) as unknown as Exchange;
const notNow = (key: string): Exchange => refusedWith(`${key} may not come now, request ${String(key.length)}`);

function after(...refused: readonly string[]): OfTheMoment {
  const moment = new OfTheMoment();
  moment.isAsked = true;
  for (const key of refused) moment.refused(key, [notNow(key)], workflow);
  return moment;
}

test("what three actions were told is passed over, and looked into at each fourth time", () => {
  const moment = after("note", "assess", "settle");
  const passed = Array.from({ length: 9 }, () => moment.isPassedOver("pay", notNow("pay"), workflow));
  expect(passed).toEqual([true, true, true, false, true, true, true, false, true]);
});

test("two actions are too few, also where one of them was told so twice", () => {
  expect(after("note", "assess", "assess").isPassedOver("pay", notNow("pay"), workflow)).toBe(false);
});

test("other words are about what was sent", () => {
  const moment = after("note", "assess", "settle");
  expect(moment.isPassedOver("pay", refusedWith("amount is missing"), workflow)).toBe(false);
  expect(moment.isPassedOver("pay", undefined, workflow)).toBe(false);
});

test("plain texts are read, too", () => {
  const said = (text: string): Exchange =>
    ({ response: { status: 400, headers: {}, bytes: 0, sha256: "", body: Buffer.from(text) } }) as unknown as Exchange;
  const moment = new OfTheMoment();
  moment.isAsked = true;
  for (const key of ["note", "assess", "settle"]) moment.refused(key, [said(`${key} is not due\n`)], workflow);
  expect(moment.isPassedOver("pay", said("pay is not due\n"), workflow)).toBe(true);
  expect(moment.isPassedOver("pay", said("The number of files is wrong\n"), workflow)).toBe(false);
});

test("nothing is passed over where something is done again", () => {
  const moment = after("note", "assess", "settle");
  moment.isAsked = false;
  expect(moment.isPassedOver("pay", notNow("pay"), workflow)).toBe(false);
});
