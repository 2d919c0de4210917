/** An action that names what another brought has the text by which that one is told: the whole data tell their links apart. */
import { expect, test } from "vitest";
import type { Case } from "../../checks/model/case.ts";
import { actionOfLink } from "../../checks/model/links/links.ts";
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
