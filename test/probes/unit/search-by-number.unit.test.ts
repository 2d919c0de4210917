/** What a trace is searched for by where its text finds nothing, or its data hold none. */
import { expect, test } from "vitest";
import type { ProbeContext } from "../../../probes/probe.ts";
import { numberOfCreation, textOfCreation, type Member } from "../../../probes/search/members.ts";
import { SearchDiscovery } from "../../../probes/search/search-discovery.ts";
import type { KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { JsonObject } from "../../../spec/json.ts";

const data: JsonObject = { floors: 12, load: 1000.5, colour: "grey" };
const trace = {
  ...{ traceId: "0b7e9d0c-0000-4000-8000-000000000001", workflow: 0, createdAtMs: 0 },
  actions: [{ face: "v2", data, actionKey: "order", groupLabel: "owner", files: [] }],
} satisfies KnownTrace;

/**
 * What is found out of a target that finds the trace by these members alone.
 * @param lagMs how far its searches are behind, where each request takes 70 ms and each pause 300
 * @param place of the members in a state that the target computes, by which filters name them; none: by their own names
 */
async function found(
  member: Member<string | number> | undefined,
  searchable: readonly string[],
  lagMs = 0,
  place: readonly string[] = [],
) {
  let nowMs = 0;
  const pause = (): Promise<void> => Promise.resolve(void (nowMs += 300));
  const ask: ProbeContext["ask"] = (_, questions) => {
    nowMs += 70;
    return Promise.resolve(
      questions.map(({ step, candidate }) => {
        if (step.op === "state") {
          const state = place.reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), data);
          return {
            operationId: "v2TraceState",
            response: { status: 200, json: { value: { error: null, data: { state } } } },
          };
        }
        const { path = [] } = candidate?.["search-keys"] ?? {};
        const filters = ("filters" in step ? step.filters : {}) as JsonObject;
        const isFound =
          nowMs >= lagMs &&
          path.join() === place.join() &&
          Object.entries(filters).every(([name, value]) => searchable.includes(name) && data[name] === value);
        const value = { error: null, data: isFound ? [trace.traceId] : [] };
        const intent = { kind: "search", filters };
        const response = { status: 200, json: { value } };
        return { face: "v2", operationId: "v2SearchTraces", intent, response, receivedAtMs: nowMs };
      }),
    ) as unknown as ReturnType<ProbeContext["ask"]>;
  };
  const context = {
    ...{ ask, reading: () => (place.length > 0 ? { path: null, fold: "shallow-merge" } : undefined) },
    ...{ pin: () => undefined, pause, histories: () => [] },
    ...{ fixture: { workflow: 0, alone: trace }, target: { searchLagMs: 0, workflows: [] } },
  } as unknown as ProbeContext;
  const readings = member && (await new SearchDiscovery(context, trace, member).readings());
  return { keys: readings?.["search-keys"]?.value, lag: readings?.["search-lag"]?.value };
}

const text = { name: "colour", value: "grey" };

test("by its number, where no text finds it: then nothing is known of texts, nor is a lag seen", async () => {
  const { keys, lag } = await found(text, ["load"]);
  expect(keys).toMatchObject({ path: [], valueTypes: ["number"] });
  expect(lag).toMatchObject({ atFirst: true });
  expect((await found(numberOfCreation(trace), ["load"])).keys).toMatchObject({ valueTypes: ["number"] });
});

test("by its text, where that finds it; and nothing is believed where neither does", async () => {
  expect((await found(text, ["load", "colour"])).keys).toMatchObject({ valueTypes: ["string"] });
  expect((await found(text, ["floors"])).keys).toBeUndefined();
});

test("a trace that the first search finds was found within the time until then; one that is found later, after so long", async () => {
  expect((await found(text, ["colour"])).lag).toEqual({ ms: 70, atFirst: true });
  const { lag } = await found(text, ["colour"], 700);
  expect(lag?.atFirst).toBeUndefined();
  expect(lag?.ms).toBeGreaterThanOrEqual(700);
});

test("by the whole place at which a computed state shows what was sent, where its own name finds nothing", async () => {
  const place = ["set", "of"];
  expect((await found(text, ["colour"], 0, place)).keys).toMatchObject({ path: place, valueTypes: ["string"] });
  expect((await found(text, ["load"], 0, place)).keys).toMatchObject({ path: place, valueTypes: ["number"] });
});

test("by a text that its state shows, where the longest of its creation stands in none", () => {
  const created = { note: "some words that nobody keeps", variety: "riesling", load: 3 };
  const one = { ...trace, actions: [{ ...trace.actions[0], data: created }] } as KnownTrace;
  const textIn = (state: JsonObject | undefined) => {
    const intents = [
      { kind: "create", workflow: 0, actionKey: "open", groupLabel: "all", data: created, files: [] },
      { kind: "state", traceId: one.traceId },
    ];
    const answers = [one.traceId, { state: state ?? {} }];
    const exchanges = intents.map((intent, at) => ({
      ...{ operationId: at === 0 ? "v2CreateTrace" : "v2TraceState", face: "v2", actor: "first", intent },
      ...{ defects: [], traits: [], sentAtMs: 2 * at, receivedAtMs: 2 * at + 1 },
      response: { status: 200, json: { value: { error: null, data: answers[at] } } },
    }));
    const seen = state ? exchanges : exchanges.slice(0, 1);
    const context = { target: { workflows: [] }, histories: () => [{ exchanges: seen }] } as unknown as ProbeContext;
    return textOfCreation(context, one)?.name;
  };
  expect(textIn(undefined)).toBe("note");
  expect(textIn({ note: created.note })).toBe("note");
  expect(textIn({ lot: { variety: "riesling" } })).toBe("variety");
  expect(textIn({ stage: "harvested" })).toBe("note");
});
