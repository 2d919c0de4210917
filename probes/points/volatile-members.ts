/** Open point `volatile-members`: what changes below a state and a link without a write. Runs when all others ended. */
import { differences, sameJson } from "../../spec/readings/equal.ts";
import type { Json } from "../../spec/json.ts";
import { faces, operationById } from "../../spec/operations.ts";
import { ofWorkflow } from "../../spec/readings/state-data.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { pathKey } from "../lib/generic-path.ts";
import { looksVolatile, mayHaveDrifted } from "../lib/volatile.ts";
import { pathText } from "../lib/wording.ts";
import { onePoint, unknown } from "../probe.ts";
import type { Fixture } from "../fixture/fixture.ts";
import { inOrder, knownTraces, type KnownTrace } from "../seen/known-traces.ts";
import { isDefaultPage, seenPages } from "../seen/pages.ts";
import { seenStates, type SeenState } from "../seen/states.ts";

export const volatileMembers = onePoint(
  "volatile-members",
  { needs: ["everything"] },
  async ({ fixture, run, histories, reading, target }) => {
    const trace = fixture.long?.traceId;
    if (trace === undefined) return unknown("No trace was there to be read twice.");
    const steps: readonly OperationStep[] = [
      { op: "state", face: "v2", trace },
      { op: "state", face: "legacy", trace },
      { op: "details", face: "v2", trace },
      { op: "details", face: "legacy", trace },
    ];
    await run("the same reads again", [{ parallel: steps.map((step) => [step]) }]);

    const others = statesOfOthers(fixture, inOrder(histories()));
    const again = others.map(({ traceId, face }): OperationStep => ({ op: "state", face, trace: traceId }));
    if (again.length > 0) await run("states of other workflows again", [{ parallel: again.map((step) => [step]) }]);

    const exchanges = inOrder(histories());
    const states = seenStates(exchanges);
    const pages = seenPages(exchanges).filter((page) => page.traceId === trace && isDefaultPage(page));
    const linkPairs = pairs(pages.map(({ face, links }) => ({ face, value: links })));
    const names = namesIn(fixture.traces);
    const ofLong = { workflow: fixture.workflow, names, pairs: pairsOf(states, fixture.long) };
    const ofOthers = others.map(({ trace: one }) => ({
      workflow: one.workflow,
      names: namesIn([one]),
      pairs: pairsOf(states, one),
    }));
    const kinds = [ofLong, ...ofOthers];
    // What is data in one workflow is not passed over for the sake of another.
    const state = kinds.reduce<readonly JsonPath[]>(
      (paths, one) => {
        const { path = null } = ofWorkflow(reading("state-data"), target.workflows[one.workflow]) ?? {};
        return notOurs(paths, path, one.names);
      },
      distinct(kinds.flatMap((one) => volatilePaths(one.pairs))),
    );
    const linkPaths = volatilePaths(linkPairs).map((path) => path.slice(1));
    const link = notOurs(linkPaths, reading("link-data")?.path ?? null, names);
    const value = { state, link };
    const named = [...state.map((path) => `state ${pathText(path)}`), ...link.map((path) => `link ${pathText(path)}`)];
    const evidence = `Two reads of a state and of the links without a write between differ in ${named.length > 0 ? named.join(", ") : "nothing"}.`;
    return { value, evidence };
  },
);

/** However many workflows there are: so many beside that of the fixture are looked at. */
const maxOthers = 3;

/** Of a trace of each other workflow the reads of its state behind its last action, one of each face. */
function statesOfOthers({ workflow }: Fixture, exchanges: readonly Exchange[]) {
  const states = seenStates(exchanges).filter(({ source }) => operationById(source).kind === "state");
  const read = [...knownTraces(exchanges).values()].flatMap((trace) => {
    const own = states.filter((one) => one.traceId === trace.traceId && one.actions.length === trace.actions.length);
    const shown = faces.filter((face) => own.some((one) => one.face === face && one.reader === "first"));
    return trace.workflow === workflow || shown.length === 0 ? [] : [{ trace, shown }];
  });
  const last = [...Map.groupBy(read, ({ trace }) => trace.workflow).values()].map((traces) => traces.at(-1));
  return last
    .filter((one) => one !== undefined)
    .slice(0, maxOthers)
    .flatMap(({ trace, shown }) => shown.map((face) => ({ trace, traceId: trace.traceId, face })));
}

const pairsOf = (states: readonly SeenState[], trace: KnownTrace | undefined): readonly Pair[] =>
  pairs(
    states
      .filter(
        ({ traceId, actions, reader }) =>
          traceId === trace?.traceId && actions.length === trace.actions.length && reader === "first",
      )
      .map(({ face, state, refusals = 0 }) => ({ face, value: state, refusals })),
  );

const namesIn = (traces: readonly KnownTrace[]): ReadonlySet<string> =>
  new Set(traces.flatMap(({ actions }) => actions.flatMap(({ data }) => Object.keys(data ?? {}))));

const notOurs = (paths: readonly JsonPath[], place: JsonPath | null, names: ReadonlySet<string>): readonly JsonPath[] =>
  paths.filter((path) => !isOurs(path, place, names));

const distinct = (paths: readonly JsonPath[]): readonly JsonPath[] => [
  ...new Map(paths.map((path) => [pathKey(path), path])).values(),
];

interface Observation {
  readonly face: string;
  readonly value: Json;
  /** So many actions had been refused on the trace; absent where nobody counts them. */
  readonly refusals?: number;
}
type Pair = readonly [Json, Json, between?: "a refusal"];

/** Pairs of successive observations through the same face. */
function pairs(observations: readonly Observation[]): readonly Pair[] {
  return (["v2", "legacy"] as const).flatMap((face) => {
    const seen = observations.filter((one) => one.face === face);
    return seen.slice(1).map(({ value, refusals }, index): Pair => {
      const before = seen[index];
      return before?.refusals === refusals
        ? [before?.value ?? value, value]
        : [before?.value ?? value, value, "a refusal"];
    });
  });
}

/**
 * Paths that differ between the two of a pair by nothing but time, a counter or an id. A pair that differs in anything
 * else too is another document, or the same in another order, and is ignored. What counts on while an action is refused is
 * no counter of time or of reads: it would count on without.
 */
export function volatilePaths(pairs: readonly Pair[]): readonly JsonPath[] {
  const paths = new Map<string, JsonPath>();
  for (const [before, after, between] of pairs) {
    const drifted = driftedPaths(before, after, between === undefined);
    if (!drifted || sameInOtherOrder(before, after)) continue;
    for (const [key, path] of drifted) paths.set(key, path);
  }
  return [...paths.values()];
}

/** Whoever changes more than this between two reads shows another document. */
const maxDifferences = 2_000;

/** The paths at which the two differ; undefined where something differs that time, a counter or an id does not explain. */
function driftedPaths(before: Json, after: Json, mayCount: boolean): ReadonlyMap<string, JsonPath> | undefined {
  const paths = new Map<string, JsonPath>();
  let count = 0;
  for (const { path, expected, actual } of differences(before, after)) {
    if (expected === undefined || actual === undefined || !mayHaveDrifted(expected, actual)) return undefined;
    if (++count > maxDifferences) return undefined;
    if (!mayCount && typeof expected === "number" && !looksVolatile(expected)) continue;
    const generic = generalised(before, path);
    paths.set(pathKey(generic), generic);
  }
  return paths;
}

function sameInOtherOrder(before: Json, after: Json): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  const texts = (list: readonly Json[]) => list.map((element) => JSON.stringify(element)).toSorted();
  return sameJson(texts(before), texts(after));
}

/**
 * True where the path leads into the data of the actions, which are never volatile. Where they stand among other
 * members at the top, their names tell them.
 */
function isOurs(path: JsonPath, place: JsonPath | null, names: ReadonlySet<string>): boolean {
  if (place === null) return false;
  const inside = place.every((step, index) => path[index] === step);
  return inside && names.has(path[place.length] ?? "");
}

function generalised(document: Json, path: readonly string[]): JsonPath {
  let here: Json | undefined = document;
  return path.map((step) => {
    const inArray = Array.isArray(here);
    here = typeof here === "object" && here !== null ? (here as { readonly [key: string]: Json })[step] : undefined;
    return inArray ? "*" : step;
  });
}
