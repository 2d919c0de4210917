/** An action that names what another brought has the text by which that one is told: the whole data tell their links apart. */
import { expect, test } from "vitest";
import type { Case } from "../../checks/model/case.ts";
import { actionOfLink } from "../../checks/model/links/links.ts";
import { doubledListings } from "../../checks/model/pages/listings.ts";
import type { ModelAction, ModelTrace } from "../../checks/model/world.ts";
import type { JsonObject } from "../../spec/json.ts";

const action = (actionKey: string, data: JsonObject, marker?: string): ModelAction =>
  ({ actionKey, data, ...(marker ? { marker, markerAt: ["sealNo"] } : {}) }) as unknown as ModelAction;
const seal = action("seal", { sealNo: "S-4711" }, "S-4711");
const breaks = action("break", { sealNo: "S-4711", purpose: "a look inside" });
const reseal = action("seal", { sealNo: "S-4712" }, "S-4712");

function told(actions: readonly ModelAction[], data: JsonObject): ModelAction | undefined {
  const views = new Map<unknown, unknown>();
  const subject = {
    observed: (id: string) => (id === "link-data" ? { path: ["data"], encoding: "json", exact: true } : undefined),
    view: (make: (of: unknown) => unknown) => {
      if (!views.has(make)) views.set(make, make(subject));
      return views.get(make);
    },
  };
  const trace = { actions, indeterminate: [], refused: [] } as unknown as ModelTrace;
  return actionOfLink({ data }, trace, subject as unknown as Case);
}

test.each<[string, JsonObject, ModelAction | undefined]>([
  ["of the one that brought it", seal.data as JsonObject, seal],
  ["of the one that names it", breaks.data as JsonObject, breaks],
  ["of one that nothing names", reseal.data as JsonObject, reseal],
  ["that shows neither as it was sent", { sealNo: "S-4711", purpose: "another" }, undefined],
])("a link %s", (_, data, expected) => {
  expect(told([seal, breaks, reseal], data)).toBe(expected);
});

test("where nothing names what an action brought, its link is told by that alone", () => {
  expect(told([seal, reseal], { sealNo: "S-4711", note: "that nobody sent" })).toBe(seal);
});

/** What is said of a page on which these data stand, on a trace with an action that nothing tells apart. */
function doubled(shown: readonly JsonObject[], isOwnSeen: boolean): readonly (string | undefined)[] {
  const told: Readonly<Record<string, unknown>> = {
    "link-data": { path: ["data"], encoding: "json", exact: true },
    "own-links": { seen: isOwnSeen },
    "link-order": { order: "oldest-first" },
  };
  const value = { links: shown.map((data) => ({ data })), totalCount: shown.length, info: {} };
  const request = { method: "POST", path: "/trace/t/details" };
  const exchange = { receivedAtMs: 9, sentAtMs: 8, face: "legacy", request, intent: { kind: "details" } };
  const read = { ...exchange, operationId: "legacyTraceDetails", response: { status: 200, json: { value } } };
  const actions = [seal, action("check", { ok: true })].map((one) => ({ ...one, exchange }));
  const trace = { created: actions[0], actions, indeterminate: [], refused: [], reads: [read] };
  const views = new Map<unknown, unknown>();
  const subject = {
    observed: (id: string) => told[id],
    world: { traces: new Map([["t", trace]]) },
    view: (make: (of: unknown) => unknown) => {
      if (!views.has(make)) views.set(make, make(subject));
      return views.get(make);
    },
  };
  return doubledListings(subject as unknown as Case).map(({ finding }) => finding?.message);
}

test("an action is in one link, also where another one of the trace cannot be told", () => {
  const own = seal.data as JsonObject;
  expect(doubled([own, { ok: true }, own], false)).toHaveLength(1);
  expect(doubled([own, { ok: true }, own], true)).toEqual([]);
  expect(doubled([own, { ok: true }, { ...own, purpose: "another that names it" }], false)).toEqual([]);
});
