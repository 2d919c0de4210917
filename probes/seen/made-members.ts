/**
 * Finds members that nobody sent and that the state has after certain actions, e.g. a certificate that the service
 * made. The links of these actions must name the same file; otherwise the member is there by mistake.
 */
import { faces, type Face } from "../../spec/operations.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { dataOfLink } from "../../spec/readings/link-data.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { everyPlace } from "../../spec/readings/path.ts";
import { dataOfState } from "../../spec/readings/state-data.ts";
import { isJsonObject, type Json, ownNames } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues, StateFold } from "../../spec/vocabulary/profile.ts";
import type { KnownTrace } from "./known-traces.ts";
import { pageIn } from "./pages.ts";
import type { SeenState } from "./states.ts";

type StateReading = OpenPointValues["state-data"];

/** A member, and the keys of the actions that add it. */
export interface MadeMember {
  readonly name: string;
  readonly keys: readonly string[];
}

/** The data of a state through one face, and the links with their data. */
interface Sight {
  readonly face: Face;
  readonly trace: KnownTrace;
  readonly data: Json | undefined;
  readonly links: readonly { readonly link: Json; readonly data: Json | undefined }[];
}

/** On so many traces. */
const enough = 2;
/** At most so many members. */
const maxMade = 5;
/** At most so many places of a member are looked at. */
const maxPlaces = 50;
/** A shorter text is no name of a file. */
const minLength = 16;

/** Rules that put the members of actions side by side. */
const folds: readonly StateFold[] = [
  "shallow-merge",
  "shallow-patch",
  "deep-merge",
  "deep-merge-concat",
  "deep-merge-by-index",
  "deep-merge-union",
  "merge-patch",
  "first-wins",
];

/** Members that are in every state after one of their actions, through both faces, and in no other. */
export function madeCandidates(
  states: readonly SeenState[],
  reading: StateReading,
  ours: ReadonlySet<string>,
): readonly MadeMember[] {
  if (!reading.exact || !folds.includes(reading.fold)) return [];
  const shown = states.map((state) => ({ state, names: ownNames(dataOfState(state.state, reading)) }));
  const beside = new Set(shown.flatMap(({ names }) => names.filter((name) => !ours.has(name))));
  return [...beside].sort().flatMap((name) => {
    const having = shown.filter(({ names }) => names.includes(name)).map(({ state }) => state);
    const lacking = shown.filter(({ names }) => !names.includes(name)).flatMap(({ state }) => [...keysIn(state)]);
    const before = new Set(lacking);
    const bringing = having.map((state) => [...keysIn(state)].filter((key) => !before.has(key)));
    // An action that only ever follows one that adds the member need not add it itself.
    const keys = new Set(bringing.flatMap((own) => (own.length === 1 ? own : [])));
    const isSettled = lacking.length > 0 && bringing.every((own) => own.some((key) => keys.has(key)));
    const bothFaces = new Set(having.map(({ face }) => face)).size === 2;
    return isSettled && bothFaces ? [{ name, keys: [...keys].sort() }] : [];
  });
}

/** The shortest traces with an action of each candidate. */
export function tracesWith(
  candidates: readonly MadeMember[],
  known: ReadonlyMap<string, KnownTrace>,
): readonly KnownTrace[] {
  const sorted = [...known.values()].toSorted((one, other) => one.actions.length - other.actions.length);
  const chosen = candidates.slice(0, maxMade).flatMap(({ keys }) => {
    return sorted.filter(({ actions }) => actions.some(({ actionKey }) => keys.includes(actionKey))).slice(0, enough);
  });
  return [...new Set(chosen)];
}

/** What the answered details and states show of these traces. */
export function sightsOf(
  traces: readonly KnownTrace[],
  answers: readonly (Exchange | undefined)[],
  state: StateReading,
  link: OpenPointValues["link-data"],
): readonly Sight[] {
  return traces.flatMap((trace) =>
    faces.flatMap((face): Sight[] => {
      const own = answers.filter(
        (one) => one?.face === face && "traceId" in one.intent && one.intent.traceId === trace.traceId,
      );
      const page = own.flatMap((one) => pageIn(one) ?? [])[0];
      const shown = own.find((one) => one?.intent.kind === "state");
      if (!page || !shown) return [];
      const data = dataOfState(payloadMember(shown, "state") ?? null, state);
      return [{ face, trace, data, links: page.links.map((one) => ({ link: one, data: dataOfLink(one, link) })) }];
    }),
  );
}

/**
 * Candidates whose value contains a text that the link of the action also has, on every trace and through both faces.
 */
export function namedInLinks(candidates: readonly MadeMember[], sights: readonly Sight[]): StateReading["made"] {
  const made = candidates.slice(0, maxMade).filter(({ name, keys }) => {
    const own = sights.filter(({ trace }) => trace.actions.some(({ actionKey }) => keys.includes(actionKey)));
    const isSeen =
      new Set(own.map(({ trace }) => trace)).size >= enough && new Set(own.map(({ face }) => face)).size === 2;
    return isSeen && own.every((sight) => isNamed(sight, name, keys));
  });
  return made.length === 0 ? undefined : Object.fromEntries(made.map(({ name, keys }) => [name, keys]));
}

function isNamed({ trace, data, links }: Sight, name: string, keys: readonly string[]): boolean {
  const shown = isJsonObject(data) && Object.hasOwn(data, name) ? textsIn(data[name]) : [];
  const bringing = trace.actions.filter(({ actionKey }) => keys.includes(actionKey));
  const theirs = links.filter((one) => bringing.some((action) => sameJson(action.data, one.data)));
  const named = new Set(theirs.flatMap(({ link }) => textsIn(link)));
  const sent = new Set(trace.actions.flatMap((action) => textsIn(action.data)));
  return shown.some((text) => named.has(text) && !sent.has(text));
}

const keysIn = ({ actions }: SeenState): ReadonlySet<string> => new Set(actions.map(({ actionKey }) => actionKey));

function textsIn(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  const values = [...everyPlace(value, maxPlaces)].map((place) => place.value);
  return values.filter((text): text is string => typeof text === "string" && text.length >= minLength);
}
