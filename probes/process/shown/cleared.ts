/**
 * Finds actions that remove members from the state which earlier actions brought, while other members stay. Seen in
 * earlier exchanges, then confirmed on fresh traces through each face; the links must still show what the state no
 * longer does.
 */
import { isAction } from "../../../spec/readings/actions.ts";
import { dataOfLink } from "../../../spec/readings/link-data.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { createdTraceOf, payloadMember, payloadOf, succeeded } from "../../../spec/readings/outcome.ts";
import { dataOfState } from "../../../spec/readings/state-data.ts";
import { namesBrought } from "../../../spec/readings/cleared-members.ts";
import { partsOf } from "../../../spec/open-points/state-folds.ts";
import { foldState } from "../../../spec/readings/state-fold.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import type { SeenState } from "../../seen/states.ts";
import { builtAgain } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;
type State = OpenPointValues["state-data"];

/** At most so many such actions are tried. */
const maxTried = 3;
/** Longer traces are not built again. */
const longest = 12;

/** An action after which the state of a trace lacked members. */
export interface Clearing {
  readonly key: string;
  readonly names: readonly string[];
  readonly traceId: string;
  /** The number of actions on the trace then. */
  readonly length: number;
}

/** By the key of the action: the members that it removes; undefined where no action removes any. */
export async function clearedMembers(
  asker: Asker,
  state: State,
  link: OpenPointValues["link-data"] | undefined,
  exchanges: readonly Exchange[],
  states: readonly SeenState[],
): Promise<State["cleared"]> {
  if (!link?.path) return undefined;
  const found: [string, readonly string[]][] = [];
  const clearings = [...Map.groupBy(clearingsIn(states, state), ({ key }) => key).values()].slice(0, maxTried).flat();
  for (const clearing of clearings)
    if (await isClearedAgain(asker, state, link, exchanges, clearing)) found.push([clearing.key, clearing.names]);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/**
 * For each action that seems to remove members, the shortest trace that shows it. None where some state contradicts it,
 * or where the state shows nothing else that was sent.
 */
export function clearingsIn(states: readonly SeenState[], reading: State): readonly Clearing[] {
  const isKnown = reading.fold === "shallow-merge" || partsOf(reading.fold).container !== undefined;
  if (!reading.path || !isKnown || reading.computed || reading.ofGroups) return [];
  const sights = states.flatMap((seen) => sightOf(seen, reading) ?? []);
  const gone = sights.flatMap((after) => goneIn(after, sights));
  const read = shortestOf(
    gone.filter(({ isRead }) => isRead),
    sights,
    reading,
  );
  const ofKey = (key: string): readonly string[] =>
    gone.flatMap((one) => (one.isRead && one.key === key ? one.names : []));
  // If nobody read the state right before, a fresh trace must show what earlier actions removed.
  const others = gone.flatMap((one): readonly Gone[] => {
    const before = new Set(one.before.flatMap((key) => (key === one.key ? [] : ofKey(key))));
    const names = one.names.filter((name) => !before.has(name));
    const known = read.find(({ key }) => key === one.key)?.names ?? [];
    return one.isRead || names.every((name) => known.includes(name)) ? [] : [{ ...one, names }];
  });
  // What was seen directly comes first, and stays even if the rest is not confirmed.
  return [...read, ...shortestOf(others, sights, reading)];
}

/** Members of earlier actions that were missing after the last action of a trace. */
interface Gone extends Clearing {
  /** Keys of the earlier actions. */
  readonly before: readonly string[];
  /** True where the state was read right before and showed the members. */
  readonly isRead: boolean;
}

function goneIn({ seen, gone, shown }: Sight, sights: readonly Sight[]): readonly Gone[] {
  const { traceId, actions } = seen;
  const [length, keys] = [actions.length, actions.map(({ actionKey }) => actionKey)];
  const before = sights.filter((one) => one.seen.traceId === traceId && one.seen.actions.length === length - 1);
  const wereThere = before.every((one) => one.gone.length === 0);
  if (!wereThere || length < 2 || gone.length === 0 || shown.length === 0) return [];
  const names = gone.toSorted();
  return [{ key: keys.at(-1) ?? "", names, traceId, length, before: keys.slice(0, -1), isRead: before.length > 0 }];
}

/**
 * For each action, the shortest trace that shows all that it removes; none where a later state shows any of it again.
 */
function shortestOf(found: readonly Gone[], sights: readonly Sight[], reading: State): readonly Clearing[] {
  return [...Map.groupBy(found, ({ key }) => key)].flatMap(([key, all]) => {
    const names = [...new Set(all.flatMap((one) => one.names))].sort();
    const isEverywhere = sights.every((one) => !showsCleared(one, key, names, reading));
    const [shortest] = all.filter((one) => one.names.length === names.length).toSorted((a, b) => a.length - b.length);
    return shortest && isEverywhere ? [{ key, names, traceId: shortest.traceId, length: shortest.length }] : [];
  });
}

interface Sight {
  readonly seen: SeenState;
  /**
   * Members that actions before the last brought and the last did not: those missing from the state, and those shown.
   */
  readonly gone: readonly string[];
  readonly shown: readonly string[];
}

function sightOf(seen: SeenState, reading: State): Sight | undefined {
  const shown = dataOfState(seen.state, reading);
  const predicted = foldState(reading.fold, seen.actions);
  if (!isJsonObject(shown) || !isJsonObject(predicted)) return undefined;
  const last = seen.actions.slice(-1).flatMap((action) => namesBrought(action, reading));
  const earlier = Object.keys(predicted).filter((name) => !last.includes(name));
  const [gone, there] = [false, true].map((is) => earlier.filter((name) => Object.hasOwn(shown, name) === is));
  return { seen, gone: gone ?? [], shown: there ?? [] };
}

/** True where the state shows a removed member that was not sent again since. */
function showsCleared({ seen, shown }: Sight, key: string, names: readonly string[], reading: State): boolean {
  const at = seen.actions.findLastIndex(({ actionKey }) => actionKey === key);
  const since = seen.actions.slice(at).flatMap((action) => namesBrought(action, reading));
  return at > 0 && names.some((name) => shown.includes(name) && !since.includes(name));
}

const has = (data: Json | undefined, name: string): boolean => isJsonObject(data) && Object.hasOwn(data, name);

async function isClearedAgain(
  asker: Asker,
  state: State,
  link: OpenPointValues["link-data"],
  exchanges: readonly Exchange[],
  clearing: Clearing,
): Promise<boolean> {
  for (const face of faces) if (!(await isClearedThrough(asker, state, link, exchanges, clearing, face))) return false;
  return true;
}

/** Builds the trace with the action through this face: both faces must show the members before and not after. */
async function isClearedThrough(
  { run, runId, target }: Asker,
  reading: State,
  link: OpenPointValues["link-data"],
  exchanges: readonly Exchange[],
  { names, traceId, length }: Clearing,
  face: Face,
): Promise<boolean> {
  const created = exchanges.find((one) => createdTraceOf(one) === traceId);
  const workflow = created?.intent.kind === "create" ? target.workflows[created.intent.workflow] : undefined;
  const writes = created && workflow && builtAgain(`${runId}c${face.slice(0, 1)}`, workflow, { exchanges }, created);
  const [before, last] = [writes?.slice(0, length - 1) ?? [], writes?.[length - 1]];
  if (!last || length > longest) return false;
  const reads = faces.map((through): OperationStep => ({ op: "state", face: through, trace: "$again" }));
  const page: OperationStep = { op: "details", face: "v2", trace: "$again" };
  const steps = [...before, ...reads, { ...last, face }, ...reads, page];
  const answers = await run("an action that takes members out of the state", steps);
  if (answers.length < steps.length || !answers.every(succeeded)) return false;
  const shown = answers
    .filter(({ intent }) => intent.kind === "state")
    .map((one) => dataOfState(payloadMember(one, "state") ?? null, reading));
  const [then, now] = [shown.slice(0, faces.length), shown.slice(faces.length)];
  // Unique values are made while sending, so the data are taken from the exchanges.
  const sent = answers
    .flatMap(({ intent }) => (isAction(intent) && isJsonObject(intent.data) ? [intent.data] : []))
    .slice(0, before.length);
  const written = before.map(({ action = "", data, group }) => {
    const { groupLabel = "" } = workflow?.actions.find(({ key }) => key === action) ?? {};
    return { actionKey: action, groupLabel: group ?? groupLabel, data };
  });
  const kept = written.flatMap((one) => namesBrought(one, reading)).filter((name) => !names.includes(name));
  const others = (all: typeof shown) => all.every((one) => kept.every((name) => has(one, name)));
  return (
    then.every((one) => names.every((name) => has(one, name))) &&
    !now.some((one) => names.some((name) => has(one, name))) &&
    others(then) &&
    others(now) &&
    sent.every((data) => isInLinks(answers.at(-1), data, link))
  );
}

/** True where some link of the page shows these data. */
function isInLinks(page: Exchange | undefined, data: JsonObject, reading: OpenPointValues["link-data"]): boolean {
  const payload = page && payloadOf(page);
  const links = isJsonObject(payload) && Array.isArray(payload["links"]) ? (payload["links"] as readonly Json[]) : [];
  return links.some((link) => {
    const shown = dataOfLink(link, reading);
    return isJsonObject(shown) && Object.entries(data).every(([name, value]) => sameJson(shown[name] ?? null, value));
  });
}
