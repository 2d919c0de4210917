/** What a trace is searched for by where its text finds nothing, or its data hold none. */
import { expect, test } from "vitest";
import type { ProbeContext } from "../../../probes/probe.ts";
import { numberOfCreation, type Member } from "../../../probes/search/members.ts";
import { SearchDiscovery } from "../../../probes/search/search-discovery.ts";
import type { KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { JsonObject } from "../../../spec/json.ts";

const data: JsonObject = { floors: 12, load: 1000.5, colour: "grey" };
const trace = {
  ...{ traceId: "0b7e9d0c-0000-4000-8000-000000000001", workflow: 0, createdAtMs: 0 },
  actions: [{ face: "v2", data, actionKey: "order", groupLabel: "owner", files: [] }],
} satisfies KnownTrace;

/** What is found out of a target that finds the trace by these members alone. */
async function found(member: Member<string | number> | undefined, searchable: readonly string[]) {
  const ask: ProbeContext["ask"] = (_, questions) =>
    Promise.resolve(
      questions.map(({ step }) => {
        const filters = ("filters" in step ? step.filters : {}) as JsonObject;
        const isFound = Object.entries(filters).every(
          ([name, value]) => searchable.includes(name) && data[name] === value,
        );
        const value = { error: null, data: isFound ? [trace.traceId] : [] };
        const intent = { kind: "search", filters };
        return { face: "v2", operationId: "v2SearchTraces", intent, response: { status: 200, json: { value } } };
      }),
    ) as unknown as ReturnType<ProbeContext["ask"]>;
  const context = {
    ...{ ask, reading: () => undefined, pin: () => undefined, pause: () => Promise.resolve() },
    ...{ fixture: { workflow: 0, alone: trace }, target: { searchLagMs: 0, workflows: [] } },
  } as unknown as ProbeContext;
  const readings = member && (await new SearchDiscovery(context, trace, member).readings());
  return { keys: readings?.["search-keys"]?.value, lag: readings?.["search-lag"]?.value };
}

const text = { name: "colour", value: "grey" };

test("by its number, where no text finds it: then nothing is known of texts, nor of a lag", async () => {
  const { keys, lag } = await found(text, ["load"]);
  expect(keys).toMatchObject({ path: [], valueTypes: ["number"] });
  expect(lag).toEqual({ ms: 0 });
  expect((await found(numberOfCreation(trace), ["load"])).keys).toMatchObject({ valueTypes: ["number"] });
});

test("by its text, where that finds it; and nothing is believed where neither does", async () => {
  expect((await found(text, ["load", "colour"])).keys).toMatchObject({ valueTypes: ["string"] });
  expect((await found(text, ["floors"])).keys).toBeUndefined();
});
