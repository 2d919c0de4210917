/** Open point `volatile-members`: what changes below a state and a link without a write. Runs when all others ended. */
import { differences, sameJson } from "../../spec/readings/equal.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { pathKey } from "../lib/generic-path.ts";
import { mayHaveDrifted } from "../lib/volatile.ts";
import { pathText } from "../lib/wording.ts";
import { unknown, type Probe } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { isDefaultPage, seenPages } from "../seen/pages.ts";
import { seenStates } from "../seen/states.ts";

export const volatileMembers: Probe = {
  id: "volatile-members",
  openPoints: ["volatile-members"],
  needs: ["everything"],
  writes: false,
  async run({ bench, run, histories, reading }) {
    const trace = bench.long?.traceId;
    if (trace === undefined) return { "volatile-members": unknown("No trace was there to be read twice.") };
    const steps: readonly OperationStep[] = [
      { op: "state", face: "v2", trace },
      { op: "state", face: "legacy", trace },
      { op: "details", face: "v2", trace },
      { op: "details", face: "legacy", trace },
    ];
    await run("the same reads again", [{ parallel: steps.map((step) => [step]) }]);

    const exchanges = inOrder(histories());
    const states = seenStates(exchanges).filter(({ traceId }) => traceId === trace);
    const pages = seenPages(exchanges).filter((page) => page.traceId === trace && isDefaultPage(page));
    const statePairs = pairs(
      states
        .filter(({ actions }) => actions.length === bench.long?.actions.length)
        .map(({ face, state }) => ({ face, value: state })),
    );
    const linkPairs = pairs(pages.map(({ face, links }) => ({ face, value: links as Json })));
    const names = new Set(
      bench.traces.flatMap(({ actions }) => actions.flatMap(({ data }) => Object.keys(data ?? {}))),
    );
    const notOurs = (paths: readonly JsonPath[], place: JsonPath | null) =>
      paths.filter((path) => !isOurs(path, place, names));
    const state = notOurs(volatilePaths(statePairs), reading("state-data")?.path ?? null);
    const linkPaths = volatilePaths(linkPairs).map((path) => path.slice(1));
    const link = notOurs(linkPaths, reading("link-data")?.path ?? null);
    const value = { state, link };
    const named = [...state.map((path) => `state ${pathText(path)}`), ...link.map((path) => `link ${pathText(path)}`)];
    const evidence = `Two reads of a state and of the links without a write between differ in ${named.length > 0 ? named.join(", ") : "nothing"}.`;
    return { "volatile-members": { value, evidence } };
  },
};

interface Sighting {
  readonly face: string;
  readonly value: Json;
}
type Pair = readonly [Json, Json];

/** Neighbouring sightings through the same face. */
function pairs(sightings: readonly Sighting[]): readonly Pair[] {
  return (["v2", "legacy"] as const).flatMap((face) => {
    const values = sightings.filter((one) => one.face === face).map(({ value }) => value);
    return values.slice(1).map((value, index): Pair => [values[index] ?? value, value]);
  });
}

/**
 * Paths that differ between the two of a pair by nothing but time, a counter or an id. A pair that differs in anything
 * else too is another document, or the same in another order, and says nothing.
 */
export function volatilePaths(pairs: readonly Pair[]): readonly JsonPath[] {
  const paths = new Map<string, JsonPath>();
  for (const [before, after] of pairs) {
    const found = [...differences(before, after)];
    const drifted = found.filter(
      ({ expected, actual }) => expected !== undefined && actual !== undefined && mayHaveDrifted(expected, actual),
    );
    if (drifted.length < found.length || sameInOtherOrder(before, after)) continue;
    for (const { path } of drifted) {
      const generic = generalised(before, path);
      paths.set(pathKey(generic), generic);
    }
  }
  return [...paths.values()];
}

function sameInOtherOrder(before: Json, after: Json): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  const texts = (list: readonly Json[]) => list.map((element) => JSON.stringify(element)).toSorted();
  return sameJson(texts(before), texts(after));
}

/**
 * True where the path leads into the data of the actions, which are never volatile. Where they stand among other members
 * at the top, their names tell them.
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
