/**
 * Members that nobody sent and that stand in the state from certain actions on: a certificate that the service made and
 * enclosed with the link. That the links of these actions name the same file tells them from what is there by mistake.
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

/** A member, and the keys of the actions that bring it. */
export interface MadeMember {
  readonly name: string;
  readonly keys: readonly string[];
}

/** The data that the state of a trace shows through one face, and its links with theirs. */
interface Sight {
  readonly face: Face;
  readonly trace: KnownTrace;
  readonly data: Json | undefined;
  readonly links: readonly { readonly link: Json; readonly data: Json | undefined }[];
}

/** On so many traces it must be seen. */
const enough = 2;
/** However many members the target adds. */
const maxMade = 5;
/** However large a member is. */
const maxPlaces = 50;
/** A shorter text names no file. */
const minLength = 16;

/** Folds in which members of the data stand side by side. */
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

/** Members that stand in every state with one of their actions, through both faces, and in no other. */
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
    // What only ever comes after an action that brings the member need not bring it itself.
    const keys = new Set(bringing.flatMap((own) => (own.length === 1 ? own : [])));
    const isSettled = lacking.length > 0 && bringing.every((own) => own.some((key) => keys.has(key)));
    const bothFaces = new Set(having.map(({ face }) => face)).size === 2;
    return isSettled && bothFaces ? [{ name, keys: [...keys].sort() }] : [];
  });
}

/** The traces by which candidates are tried: the shortest with an action of each. */
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

/** What the details and the states that were answered show of the traces. */
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

/** Those whose value names what the link of the action names beside the data, on every trace and through both faces. */
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
