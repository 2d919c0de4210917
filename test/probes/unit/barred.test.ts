/** Whose earlier action keeps a user from an action, from what users of one group were refused and let do. */
import { expect, test } from "vitest";
import type { Account } from "../../../spec/vocabulary/script.ts";
import { Barred } from "../../../probes/process/walk/barred.ts";

const may = ["read", "write", "search"] as const;
const people = (["first", "user-0", "user-1"] as const).map((account) => ({ account, may }));
const action = { key: "sign", groupLabel: "officers", creates: false, appends: true };

/** Traces as lines of `key by user`; `!` stands before who was refused what the one behind it was let do. */
function seen(...traces: readonly string[]): Barred {
  const barred = new Barred(() => people);
  for (const [number, trace] of traces.entries())
    for (const one of trace.split(", ")) {
      const [key = "", sender = "", refused] = one.split(/ by | not /);
      barred.taken(String(number), key, sender as Account);
      if (refused !== undefined) barred.kept(String(number), key, refused as Account);
    }
  return barred;
}

test.each([
  ["creator", ["draft by first, sign by user-0 not first"]],
  ["creator", ["draft by first, sign by user-0 not first, sign by user-0"]],
  ["last", ["draft by first, sign by user-0 not first, sign by first not user-0"]],
  ["same", ["draft by first, sign by first, sign by user-0 not first"]],
  ["same", ["draft by first, sign by first, note by user-0, sign by user-0 not first"]],
] as const)("it is that of the %s action: %j", (by, traces) => {
  expect(seen(...traces).found).toEqual({ sign: by });
});

test.each([
  [
    { notWho: "draft" },
    [
      "draft by user-0, note by first, sign by first not user-0",
      "draft by first, draft by user-0, note by first, sign by first not user-0",
    ],
  ],
  [
    { notWho: "take" },
    [
      "draft by first, take by first, sign by user-0 not first, sign by user-0, take by user-0, sign by first not user-0",
    ],
  ],
  [
    { onlyWho: "take" },
    [
      "draft by first, take by user-0, note by first, sign by user-0 not first, take by first, sign by first not user-0",
    ],
  ],
  [
    { sameSince: "open" },
    [
      "draft by first, open by first, sign by first, note by first, sign by user-0 not first, open by user-0, sign by user-0",
      "draft by first, open by first, sign by user-0, note by first, sign by first not user-0, open by first, sign by user-0, note by first",
    ],
  ],
  [
    { sameTimes: 2 },
    [
      "draft by first, sign by first, sign by first, sign by user-0 not first",
      "draft by user-0, sign by first, sign by user-0, sign by user-0, sign by first",
    ],
  ],
] as const)("it is told by an action of a certain key, or by how often it was done: %j", (by, traces) => {
  expect(seen(...traces).found).toEqual({ sign: by });
});

test("where several users may, who did something on the trace is asked first", () => {
  const barred = seen("draft by first, take by user-1");
  const asked = (refused: Account) => barred.colleagues("0", action, refused).map(({ account }) => account);
  expect(asked("first")).toEqual(["user-1", "user-0"]);
  expect(asked("user-1")).toEqual(["first", "user-0"]);
});

test("what no such rule explains, or nobody was kept from, is none", () => {
  expect(seen("draft by first, sign by first, sign by first").found).toEqual({});
  expect(seen("draft by user-0, sign by first not user-1").found).toEqual({});
  expect(seen("draft by first, sign by user-0 not first", "draft by first, sign by first").found).toEqual({});
});

test("what a fresh trace did not show again is not believed", () => {
  const barred = seen("draft by first, sign by user-0 not first");
  barred.deny("sign");
  expect(barred.found).toEqual({});
});

test("who is kept from it and who is not are told for each trace", () => {
  const barred = seen("draft by first, sign by user-0 not first, sign by first not user-0");
  expect(barred.apart("0", action)).toEqual({ kept: "first", free: "user-0" });
  expect(barred.sender("0", action)).toBe("user-0");
  expect(barred.place("sign")).toEqual(["draft"]);
});

test("two rules may keep users from it, where neither alone explains all that was seen", () => {
  const { found } = seen(
    "draft by first, decide by user-0, note by first, sign by first not user-0",
    "draft by first, decide by user-0, note by first, sign by user-1, note by user-0, sign by first not user-1",
  );
  expect(found).toEqual({ sign: { anyOf: ["same", { notWho: "decide" }] } });
});
