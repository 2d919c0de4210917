/** Which place filters name in a workflow whose states show the data otherwise than those of the fixture. */
import { expect, test } from "vitest";
import { otherPlaces } from "../../../probes/search/other-places.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import { answered } from "../lib/answered.ts";
import { target } from "../lib/refusing-service.ts";

const trace = "0b7e9d0c-0000-4000-8000-000000000002";
const workflows = ["a", "b"].map((id) => ({ id, name: id, actions: target.workflows[0]?.actions ?? [] }));
const data = { site: "north" };
const seen = { traceId: trace, workflow: 1, data };

/**
 * What is seen of a trace of the second workflow.
 * @param path at which its states show the data @param reached the place below which both faces find it
 */
async function placesIn(state: Json, path: JsonPath | null, reached: JsonPath | undefined, isApart = true) {
  const main = { path: isApart ? null : path, fold: "shallow-merge", encoding: "json", exact: false };
  const readings: Record<string, unknown> = {
    "state-data": { ...main, ...(isApart ? { workflows: { b: { ...main, path } } } : {}) },
    "search-lag": { ms: 0 },
  };
  let searches = 0;
  const context = {
    target: { ...target, workflows },
    fixture: { workflow: 0 },
    reading: (id: string) => readings[id],
    histories: () => [{ exchanges: [answered(seen, "create", trace)] }],
    ask: (
      _: string,
      questions: readonly { readonly candidate?: { readonly "search-keys": { readonly path: JsonPath } } }[],
    ) =>
      Promise.resolve(
        questions.map(({ candidate }) => {
          if (!candidate) return answered(seen, "state", { state });
          searches += 1;
          return answered(seen, "search", candidate["search-keys"].path.join() === reached?.join() ? [trace] : []);
        }),
      ),
  } as unknown as ProbeContext;
  return { places: await otherPlaces(context, { path: ["item"], join: "dotted" }), searches };
}

const shown: JsonObject = { desk: { latest: data }, item: {} };

test("the place of its data, where they are found below that and not below the one of other workflows", async () => {
  expect((await placesIn(shown, ["desk", "latest"], ["desk", "latest"])).places).toEqual({ b: ["desk", "latest"] });
  expect((await placesIn(shown, ["desk", "latest"], [])).places).toEqual({ b: [] });
  expect((await placesIn(shown, null, ["desk", "latest"])).places).toEqual({ b: ["desk", "latest"] });
});

test("none of its own, where the same finds them, or nothing does", async () => {
  expect((await placesIn(shown, ["desk", "latest"], ["item"])).places).toEqual({});
  expect((await placesIn(shown, ["desk", "latest"], undefined)).places).toEqual({});
});

test("one of its own also where no place of the data is known in any workflow, unless they stand where filters reach", async () => {
  expect((await placesIn(shown, null, ["desk", "latest"], false)).places).toEqual({ b: ["desk", "latest"] });
  expect(await placesIn({ item: data }, null, ["item"], false)).toEqual({ places: {}, searches: 0 });
});

test("no search is sent where the states of all workflows show the data in one place", async () => {
  expect(await placesIn(shown, ["item"], ["desk", "latest"], false)).toEqual({ places: {}, searches: 0 });
});
