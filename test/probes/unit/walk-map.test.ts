/** Which action a walk through a workflow tries first, by what walks met before and by what the configuration declares. */
import { expect, test } from "vitest";
import { WalkMap, type Place } from "../../../probes/process/walk/walk-map.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

const action = (key: string, more: Partial<ActionDescription> = {}): ActionDescription => ({
  ...{ key, groupLabel: "clerks", creates: false, appends: true },
  ...more,
});
const keys = (actions: readonly ActionDescription[]): readonly string[] => actions.map(({ key }) => key);

const after = (...done: string[]): Place => ({ done, listed: undefined });
const listing = (open: readonly ActionDescription[], ...done: string[]): Place => ({
  done,
  listed: open.map(({ key, groupLabel }) => ({ key, group: groupLabel })),
});

const declared = [
  action("withdraw", { ends: true }),
  action("hear"),
  action("decide", { after: ["hear"] }),
  action("object", { after: ["decide"] }),
];

test("what is declared to wait for something comes first once that was done", () => {
  expect(keys(new WalkMap().order(after("apply", "hear"), declared))).toEqual(["decide", "hear", "withdraw", "object"]);
});

test("what is declared to be too early is tried all the same, after all that may come", () => {
  expect(keys(new WalkMap().order(after("apply"), declared))).toEqual(["hear", "withdraw", "decide", "object"]);
});

test("what was tried in such a place before comes last, whatever is declared", () => {
  const map = new WalkMap();
  map.tried(after("apply", "hear"), declared[2] ?? action("decide"));
  expect(keys(map.order(after("apply", "hear"), declared)).at(-1)).toBe("decide");
});

test("what was tried nowhere yet comes before what was tried in other places", () => {
  const map = new WalkMap();
  const [cancel, supply] = [action("cancel"), action("supply")];
  map.order(after("announce"), [cancel, supply]);
  map.tried(after("announce"), cancel);
  expect(keys(map.order(after("announce", "inspect"), [cancel, supply]))).toEqual(["supply", "cancel"]);
  expect(map.hasTriedAll).toBe(false);
  map.tried(after("announce", "inspect"), supply);
  expect(map.hasTriedAll).toBe(true);
});

test("what was refused often comes first where it was never tried right behind what came last", () => {
  const [pay, close] = [action("pay"), action("close")];
  const map = new WalkMap();
  const places = [after("open"), after("open", "pay"), after("open", "pay", "pay")];
  for (const place of places) map.tried(place, close);
  map.led(after("open"), pay, after("open", "pay"), [pay, close]);
  // Behind another one it may come; behind that which it was tried behind it may not.
  expect(keys(map.order(after("open", "pay", "bill"), [pay, close]))).toEqual(["close", "pay"]);
  map.tried(after("open", "pay", "bill"), close);
  map.tried(after("open", "pay", "bill"), pay);
  expect(keys(map.order(after("open", "note", "bill"), [pay, close]))).toEqual(["pay", "close"]);
  // What was taken on an earlier map need not be hoped for.
  expect(keys(map.anew().order(after("open"), [pay, close]))).toEqual(["close", "pay"]);
});

test("where nothing is declared, what the trace has least often comes first", () => {
  const free = [action("hear"), action("note")];
  expect(keys(new WalkMap().order(after("apply", "hear"), free))).toEqual(["note", "hear"]);
});

test("one key is another action for each group that may do it", () => {
  const map = new WalkMap();
  const [own, other] = [action("sign"), action("sign", { groupLabel: "host" })];
  const place = listing([own, other], "draft");
  map.order(place, [own, other]);
  map.tried(place, own);
  expect(map.order(place, [own, other]).map(({ groupLabel }) => groupLabel)).toEqual(["host", "clerks"]);
  expect(map.hasTriedAll).toBe(false);
});

test("a walk goes where something is new, and ends a trace only where nothing else is left", () => {
  const map = new WalkMap();
  const [note, sign, cancel, ship] = [action("note"), action("sign"), action("cancel"), action("ship")];
  const begun = listing([cancel, note, sign], "draft");
  const signed = listing([cancel, ship], "draft", "sign");
  const take = (from: Place, taken: ActionDescription, to: Place, open: readonly ActionDescription[]): void => {
    map.order(from, [cancel, note, sign]);
    map.tried(from, taken);
    map.led(from, taken, to, open);
  };
  take(begun, cancel, listing([], "draft", "cancel"), []);
  take(begun, note, begun, [cancel, note, sign]);
  take(begun, sign, signed, [cancel, ship]);
  expect(keys(map.order(begun, [cancel, note, sign]))[0]).toBe("sign");
  // Ending the trace is new at this place, and shows less than what follows on shipping may.
  expect(keys(map.order(signed, [cancel, ship]))).toEqual(["ship", "cancel"]);
  map.tried(signed, ship);
  expect(keys(map.order(begun, [cancel, note, sign])).at(-1)).toBe("cancel");
});

test("an action after which everything was refused ends the trace", () => {
  const map = new WalkMap();
  const open = [action("close"), action("note")];
  map.order(after("begin"), open);
  map.isOver(action("close"));
  expect(keys(map.order(after("begin"), open))).toEqual(["note", "close"]);
});

test("what leads back to where it came from is done again before a trace is ended, but not for ever", () => {
  const map = new WalkMap();
  const [open, cancel] = [action("open"), action("cancel")];
  const closed = listing([open, cancel], "publish", "close");
  map.isOver(cancel);
  const first = Array.from({ length: 7 }, () => {
    const [next = cancel] = map.order(closed, [open, cancel]);
    map.tried(closed, next);
    if (next === open) map.led(closed, open, closed, [open, cancel]);
    return next.key;
  });
  expect(first).toEqual([...Array<string>(5).fill("open"), "cancel", "open"]);
});

test("of those that lead back where they came from the one that came last comes again, up to three times in a row", () => {
  const [approve, change] = [action("approve"), action("change")];
  const listed = [approve, change].map(({ key }) => ({ key }));
  const at = (...done: readonly string[]): Place => ({ done, listed });
  const map = new WalkMap();
  for (const one of [approve, change]) {
    map.tried(at("plan"), one);
    map.led(at("plan"), one, at("plan", one.key), [approve, change]);
  }
  const next = (...done: readonly string[]) => keys(map.order(at("plan", ...done), [change, approve]))[0];
  expect(next("approve")).toBe("approve");
  expect(next("change", "approve")).toBe("approve");
  expect(next("approve", "approve", "approve")).toBe("change");
});
