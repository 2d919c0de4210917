/** Which place filters name for each member, in workflows whose states show the data in sections. */
import { expect, test } from "vitest";
import { memberPlaces } from "../../../probes/search/member-places.ts";
import type { ProbeContext } from "../../../probes/probe.ts";
import type { Json } from "../../../spec/json.ts";
import type { JsonPath } from "../../../spec/vocabulary/profile.ts";
import { answered } from "../lib/answered.ts";
import { target } from "../lib/refusing-service.ts";

const trace = "0b7e9d0c-0000-4000-8000-000000000002";
const workflows = [{ id: "a", name: "a", actions: target.workflows[0]?.actions ?? [] }];
const data = { subject: "ferries", ministry: "transport", days: 14, files: ["x"] };
const seen = { traceId: trace, workflow: 0, data };

/**
 * @param state that the trace was seen to show
 * @param finds whether both faces find the trace by a member below a place
 */
async function placesIn(state: Json, finds: (path: JsonPath, name: string) => boolean, path: JsonPath | null = null) {
  const readings: Record<string, unknown> = {
    "state-data": { path, fold: "shallow-merge", encoding: "json", exact: false },
    "search-lag": { ms: 0 },
  };
  interface Question {
    readonly step: { readonly filters: Readonly<Record<string, Json>> };
    readonly candidate: { readonly "search-keys": { readonly path: JsonPath } };
  }
  let searches = 0;
  const context = {
    target: { ...target, workflows },
    fixture: { workflow: 0 },
    reading: (id: string) => readings[id],
    histories: () => [{ exchanges: [answered(seen, "create", trace), answered(seen, "state", { state })] }],
    ask: (_: string, questions: readonly Question[]) =>
      Promise.resolve(
        questions.map(({ step, candidate }) => {
          searches += 1;
          const [name = ""] = Object.keys(step.filters);
          return answered(seen, "search", finds(candidate["search-keys"].path, name) ? [trace] : []);
        }),
      ),
  } as unknown as ProbeContext;
  return { members: await memberPlaces(context, { path: [], join: "dotted" }, {}), searches };
}

const { subject, ministry, days } = data;
const state: Json = { header: { subject, ministry }, deadline: { days }, list: [{ files: ["x"] }] };
const isShownThere = (path: JsonPath, name: string): boolean =>
  path.join() === (name === "days" ? "deadline" : "header");

test("the place of each member, where the trace is found by what stands there", async () => {
  const { members } = await placesIn(state, isShownThere);
  expect(members).toEqual({ a: { subject: ["header"], ministry: ["header"], days: ["deadline"] } });
});

test("only those of places by which it is found", async () => {
  const { members } = await placesIn({ subject, header: { ministry }, deadline: { days } }, (path, name) =>
    name === "days" ? path.join() === "deadline" : name === "subject" && path.length === 0,
  );
  expect(members).toEqual({ a: { subject: [], days: ["deadline"] } });
});

test("none where it is found by the names alone, or by nothing, or the data have one place of their own", async () => {
  expect((await placesIn(state, () => true)).members).toEqual({});
  expect((await placesIn(state, () => false)).members).toEqual({});
  expect(await placesIn(state, isShownThere, ["header"])).toEqual({ members: {}, searches: 0 });
});

test("no search is sent where states show all members in one place", async () => {
  expect(await placesIn({ subject, ministry, days }, isShownThere)).toEqual({ members: {}, searches: 0 });
});
