/** Places of a state that hold what some of the actions brought. */
import { expect, test } from "vitest";
import { heldApart } from "../../../probes/seen/held-apart.ts";
import type { KnownAction } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";

const act = (actionKey: string, data: JsonObject): KnownAction => {
  return { face: "v2", data, actionKey, groupLabel: "all", files: [] };
};
const parcel = [
  act("register", { product: "Vaccine of Basel", units: 40 }),
  act("pickup", { lorry: "ZH 12" }),
  act("weigh", { grams: 900 }),
];
const transport: OpenPointValues["state-data"] = {
  path: ["transport"],
  fold: "replace",
  encoding: "json",
  exact: true,
};
type Show = (actions: readonly KnownAction[], face: "v2" | "legacy") => JsonObject;

function statesShown(show: Show): readonly SeenState[] {
  return parcel.flatMap((_, at) =>
    (["v2", "legacy"] as const).map((face): SeenState => {
      const actions = parcel.slice(0, at + 1);
      const state = show(actions, face);
      return { face, source: `${face}TraceState`, traceId: "1", reader: "first", state, actions };
    }),
  );
}

const pickup = (actions: readonly KnownAction[]): JsonObject =>
  actions.length > 1 ? { transport: parcel[1]?.data ?? null } : {};
const reasonOf = (show: Show) => heldApart(transport, statesShown(show), 2);

test("the rest is computed, where each state without the place shows something that was sent", () => {
  expect(reasonOf((actions) => ({ goods: "Vaccine of Basel", ...pickup(actions) }))).toContain("computes the rest");
});

test("also where the place is there from the beginning, and nothing stands at it yet", () => {
  for (const blank of [null, {}]) {
    const show: Show = (actions) => ({ goods: "Vaccine of Basel", transport: blank, ...pickup(actions) });
    expect(reasonOf(show)).toContain("computes the rest");
  }
  expect(reasonOf((actions) => ({ transport: null, ...pickup(actions) }))).toBeUndefined();
});

test("nor need each face be read before the place is there", () => {
  const states = statesShown((actions) => ({ goods: "Vaccine of Basel", ...pickup(actions) }));
  const read = states.filter(({ face, actions }) => face === "v2" || actions.length > 1);
  expect(heldApart(transport, read, 2)).toContain("computes the rest");
});

test.each<[string, Show]>([
  ["shows nothing of it", (actions) => ({ open: true, ...pickup(actions) })],
  [
    "shows it through one face alone",
    (actions, face) => (face === "v2" ? { goods: "Vaccine of Basel", ...pickup(actions) } : pickup(actions)),
  ],
  [
    "has the place at times",
    (actions) =>
      ({
        ...(actions.length === 2 ? { goods: "Vaccine of Basel" } : { transport: actions.at(-1)?.data ?? null }),
      }) as JsonObject,
  ],
])("not where a state without it %s", (_, show) => {
  expect(reasonOf(show)).toBeUndefined();
});

test.each<[string, (actions: readonly KnownAction[]) => JsonObject, boolean]>([
  [
    "that of the last action alone",
    (actions) => ({ [actions.at(-1)?.actionKey ?? ""]: actions.at(-1)?.data ?? null }),
    true,
  ],
  [
    "those of all, but for one that is lost",
    (actions) =>
      Object.fromEntries(
        actions.filter((_, at) => at !== 1 || actions.length < 3).map((one) => [one.actionKey, one.data]),
      ),
    false,
  ],
])("of data under the names of actions a state holds %s", (_, latest, isLast) => {
  const states = statesShown((actions) => ({ latest: latest(actions) }));
  const reason = heldApart({ ...transport, path: ["latest"], fold: "keyed-by-action" }, states, 2);
  expect(reason?.includes("of the last action alone") ?? false).toBe(isLast);
});

test("members that stand in several places are no loss, while one that stands nowhere is", () => {
  const goods = parcel[0]?.data as JsonObject;
  const split = ({ product, units }: JsonObject): JsonObject =>
    ({ words: { product: product ?? null }, figures: { units: units ?? null } }) as JsonObject;
  const ofFirst = (show: Show) => statesShown(show).filter(({ actions }) => actions.length === 1);
  const reading: OpenPointValues["state-data"] = { ...transport, path: ["words"], fold: "shallow-merge" };
  expect(
    heldApart(
      reading,
      ofFirst(() => split(goods)),
      0,
    ),
  ).toContain("in several places");
  const losing = (name: string) => ofFirst(() => ({ ...split(goods), [name]: {} }));
  expect(heldApart(reading, losing("figures"), 0)).toBeUndefined();
  // A former value is no member of another section, though the true one stands elsewhere.
  const stale = ofFirst(() => ({ ...split(goods), words: { product: "Serum" }, last: goods }));
  expect(heldApart(reading, stale, 0)).toBeUndefined();
  // Members of their own kind that are added up are computed.
  const summed = ofFirst(() => ({ words: { product: goods["product"] ?? null }, sums: { units: 80 } }));
  expect(heldApart(reading, summed, 0)).toContain("computes them");
  expect(heldApart(reading, summed, 1)).toBeUndefined();
  // What one face shows in one place alone the other has lost or moved.
  const whole: Show = (_, face) => (face === "v2" ? split(goods) : { words: goods });
  expect(heldApart(reading, ofFirst(whole), 1)).toBeUndefined();
});
