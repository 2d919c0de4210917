/** Members that actions put into the state: learnt where the links of these actions name the same, nowhere else. */
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import { madeCandidates, namedInLinks, sightsOf, tracesWith } from "../../../probes/seen/made-members.ts";
import type { KnownAction, KnownTrace } from "../../../probes/seen/known-traces.ts";
import type { SeenState } from "../../../probes/seen/states.ts";

const state = { path: [], fold: "shallow-merge", encoding: "json", exact: true } as const;
const link = { path: ["data"], encoding: "json", exact: true } as const;
const faces = ["v2", "legacy"] as const;

const traces = ["one", "two"].map((traceId): KnownTrace => {
  const actions = ["apply", "train", "grant"].map((actionKey): KnownAction => {
    const data = { title: `${actionKey} ${traceId}`, [actionKey]: true };
    return { face: "v2", data, actionKey, groupLabel: "board", files: [] };
  });
  return { traceId, workflow: 0, actions, createdAtMs: 0 };
});

const paperOf = (traceId: string): string => `digest-of-the-paper-${traceId}`;

const when = (is: boolean, members: JsonObject): JsonObject => (is ? members : {});

interface Service {
  /** What the state shows beside the data after so many actions. */
  readonly made?: (traceId: string, count: number, face: string) => JsonObject;
  /** What a link shows beside its data. */
  readonly beside?: (traceId: string, index: number, face: string) => JsonObject;
}

function learnt({
  made = (traceId, count) => when(count === 3, { certificate: paperOf(traceId) }),
  beside = (traceId, index) => when(index === 2, { files: [{ digest: paperOf(traceId) }] }),
}: Service): unknown {
  const shown = (traceId: string, actions: readonly KnownAction[], face: string): Json => ({
    ...(foldState("shallow-merge", actions) as JsonObject),
    ...made(traceId, actions.length, face),
  });
  const states = traces.flatMap(({ traceId, actions }) =>
    actions.flatMap((_, at) =>
      faces.map((face): SeenState => {
        const upTo = actions.slice(0, at + 1);
        const source = `${face}TraceState` as const;
        return { face, source, traceId, state: shown(traceId, upTo, face), reader: "first", actions: upTo };
      }),
    ),
  );
  const candidates = madeCandidates(states, state, new Set(["title", "apply", "train", "grant"]));
  const chosen = tracesWith(candidates, new Map(traces.map((trace) => [trace.traceId, trace])));
  const answers = chosen.flatMap(({ traceId, actions }) =>
    faces.flatMap((face) => [
      answer(face, "state", traceId, { state: shown(traceId, actions, face) }),
      answer(face, "details", traceId, {
        links: actions.map(({ data }, index) => ({ data, ...beside(traceId, index, face) })),
      }),
    ]),
  );
  return namedInLinks(candidates, sightsOf(chosen, answers, state, link));
}

/** As far as it is looked at. */
function answer(face: "v2" | "legacy", kind: "state" | "details", traceId: string, payload: JsonObject): Exchange {
  const value = face === "v2" ? { error: null, data: payload } : payload;
  const operationId = `${face}Trace${kind === "state" ? "State" : "Details"}`;
  const response = { status: 200, headers: [], json: { value } };
  return { face, operationId, intent: { kind, traceId, page: {} }, response } as unknown as Exchange;
}

describe("members that actions make", () => {
  it("are learnt with the actions that bring them", () => {
    expect(learnt({})).toEqual({ certificate: ["grant"] });
    const inside = (traceId: string, count: number): JsonObject =>
      when(count === 3, { deed: { paper: paperOf(traceId), at: "2026" } });
    expect(learnt({ made: inside })).toEqual({ deed: ["grant"] });
  });

  it.each<[string, Service]>([
    ["no link names", { beside: () => ({}) }],
    [
      "the link of one trace names",
      { beside: (traceId, index) => when(traceId === "one" && index === 2, { digest: paperOf(traceId) }) },
    ],
    [
      "the link of another action names",
      { beside: (traceId, index) => when(index === 1, { digest: paperOf(traceId) }) },
    ],
    [
      "the links of one face name",
      { beside: (traceId, index, face) => when(face === "v2" && index === 2, { digest: paperOf(traceId) }) },
    ],
    [
      "one face shows",
      { made: (traceId, count, face) => when(face === "v2" && count === 3, { certificate: paperOf(traceId) }) },
    ],
    [
      "stand in one trace alone",
      { made: (traceId, count) => when(traceId === "one" && count === 3, { certificate: paperOf(traceId) }) },
    ],
    [
      "hold what links name of another trace",
      { made: (_, count) => when(count === 3, { certificate: paperOf("three") }) },
    ],
    ["stand in all states", { made: (traceId) => ({ certificate: paperOf(traceId) }) }],
    [
      "are too short to name a file",
      { made: (_, count) => when(count === 3, { kind: "paper" }), beside: () => ({ kind: "paper" }) },
    ],
  ])("are not learnt of those that %s", (_, service) => {
    expect(learnt(service)).toBeUndefined();
  });
});
