/**
 * Sends an action twice at the same time, at places deep in a process that few scripts reach. Where the action was
 * accepted twice in a row before, both must be on the trace. Where it was not, the two are also sent one after the
 * other for comparison. Pairs of which the second was refused right behind the first are raced as well, e.g. two
 * withdrawals that together exceed the balance.
 */
import { isJsonObject } from "../../spec/json.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import { faces } from "../../spec/operations.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OperationStep, Step } from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { inOrder } from "../seen/known-traces.ts";
import type { ProbeContext } from "../probe.ts";
import { isTurnedDown } from "./observations.ts";
import { acceptedBefore, onTrace, readsOf, rebuilt } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** In at most so many workflows, at most so many actions are raced, each at one place. */
const [maxWorkflows, maxActions] = [2, 6];
/** At most so many pairs of an accepted action and one refused right behind it are raced. */
const maxRefused = 3;
/** Places with more actions before them cost too much. */
const longestWay = 14;
/** Actions that may come twice in a row are raced after at most so many others: a longer way costs more. */
const muchDone = 7;
/** How many links are asked for: more than such a trace has. */
const manyLinks = longestWay + 2;

export async function raceAlongTheWay(asker: Asker, profile: Profile): Promise<void> {
  const exchanges = inOrder(asker.histories()).map((exchange, at): Exchange => ({ ...exchange, index: at }));
  for (const [index, workflow] of [...asker.target.workflows.entries()].slice(0, maxWorkflows)) {
    for (const [at, place] of placesIn(exchanges, index).entries()) {
      const steps = stepsAt(`${asker.runId}r${String(at)}`, workflow, exchanges, place, profile);
      if (steps.length > 0) await asker.run("the same action twice at the same time", steps);
    }
    for (const [at, pair] of pairsRefused(exchanges, index).entries()) {
      const steps = stepsOfPair(`${asker.runId}p${String(at)}`, workflow, exchanges, pair, profile);
      if (steps.length > 0) await asker.run("two at the same time of which one was refused behind the other", steps);
    }
  }
}

interface Place {
  readonly key: string;
  /** The accepted action. */
  readonly taken: Exchange;
  /** The same action, accepted right behind it; undefined where none was. */
  readonly next: Exchange | undefined;
  /** How many actions were taken before it on its trace. */
  readonly before: number;
}

/**
 * One place for each action, preferably where it was accepted twice in a row; the places with the longest way first.
 */
function placesIn(exchanges: readonly Exchange[], workflow: number): readonly Place[] {
  const places = new Map<string, Place>();
  for (const taken of exchanges) {
    const { intent } = taken;
    if (intent.kind !== "act" || intent.workflow !== workflow || typeof intent.actionKey !== "string") continue;
    if (!isPlain(taken)) continue;
    const [before, key] = [acceptedBefore(exchanges, taken).length, intent.actionKey];
    if (before === 0 || before > longestWay) continue;
    const place = { key, taken, next: behind(exchanges, taken), before };
    const known = places.get(key);
    if (!known || isBetter(place, known)) places.set(key, place);
  }
  return [...places.values()].toSorted((left, right) => right.before - left.before).slice(0, maxActions);
}

interface Pair {
  readonly taken: Exchange;
  /** The same action with other data, refused right behind it. */
  readonly refused: Exchange;
}

/**
 * For each action that came twice in a row somewhere, the earliest that was refused right behind an accepted one;
 * preferably with equal numbers, e.g. both withdraw all that is left.
 */
function pairsRefused(exchanges: readonly Exchange[], workflow: number): readonly Pair[] {
  const pairs = new Map<string, Pair & { readonly before: number; readonly areAlike: boolean }>();
  const repeated = new Set(placesIn(exchanges, workflow).flatMap(({ key, next }) => (next ? [key] : [])));
  for (const refused of exchanges) {
    const { intent } = refused;
    if (intent.kind !== "act" || intent.workflow !== workflow || !repeated.has(String(intent.actionKey))) continue;
    if (!isTurnedDown(refused) || refused.parallel === true) continue;
    const accepted = acceptedBefore(exchanges, refused);
    const [taken, key, before] = [accepted.at(-1), String(intent.actionKey), accepted.length];
    if (!taken || taken.intent.kind !== "act" || taken.intent.actionKey !== key || !isPlain(taken)) continue;
    const known = pairs.get(key);
    const areAlike = bringAlike(taken, refused);
    const isFirst = !known || (areAlike === known.areAlike ? before < known.before : areAlike);
    if (before <= longestWay && isFirst) pairs.set(key, { taken, refused, before, areAlike });
  }
  return [...pairs.values()].slice(0, maxRefused);
}

/** True where both bring the same numbers and choices. Texts are not compared: they are unique anyway. */
function bringAlike({ intent: one }: Exchange, { intent: other }: Exchange): boolean {
  if (!("data" in one) || !("data" in other) || !isJsonObject(one.data) || !isJsonObject(other.data)) return false;
  const { data } = other;
  const told = Object.entries(one.data).filter(([, value]) => typeof value !== "string");
  return (
    told.some(([, value]) => typeof value === "number") &&
    told.every(([name, value]) => sameJson(value, data[name] ?? null))
  );
}

/**
 * What may come twice is raced as late as `muchDone` allows, since other scripts race it early; what may not, as early
 * as possible.
 */
function isBetter(one: Place, other: Place): boolean {
  if ((one.next !== undefined) !== (other.next !== undefined)) return one.next !== undefined;
  if (one.next === undefined) return one.before < other.before;
  return one.before > other.before && one.before <= muchDone;
}

const isPlain = (one: Exchange): boolean =>
  succeeded(one) && one.defects.length === 0 && one.traits.length === 0 && one.parallel !== true;

/** The next action accepted on the same trace, if it is the same action. */
function behind(exchanges: readonly Exchange[], { intent: one, index, receivedAtMs }: Exchange): Exchange | undefined {
  if (one.kind !== "act") return undefined;
  const next = exchanges.find(
    ({ intent, ...other }) =>
      other.index > index &&
      intent.kind === "act" &&
      intent.traceId === one.traceId &&
      succeeded({ intent, ...other }) &&
      other.sentAtMs >= receivedAtMs,
  );
  return next && next.intent.kind === "act" && next.intent.actionKey === one.actionKey && isPlain(next)
    ? next
    : undefined;
}

function stepsAt(
  name: string,
  workflow: WorkflowDescription,
  exchanges: readonly Exchange[],
  { taken, next }: Place,
  profile: Profile,
): readonly Step[] {
  const raced = onTrace(rebuilt(`${name}-a`, workflow, { exchanges }, taken), "$raced");
  const other = onTrace(rebuilt(`${name}-b`, workflow, { exchanges }, next ?? taken), "$turns");
  if (!raced || !other) return [];
  const [one, two] = [raced.last, { ...other.last, trace: "$raced" }];
  // One after the other, where it is not known whether both may come.
  const inTurn: readonly Step[] = next
    ? []
    : [
        ...other.writes,
        other.last,
        { op: "state", face: other.last.face, trace: "$turns" },
        ...faces.map((face): Step => ({ ...one, face, trace: "$turns" })),
      ];
  return [
    ...inTurn,
    ...raced.writes,
    { parallel: [one, two].map((action, at): OperationStep[] => [{ ...action, face: faces[at] ?? "v2" }]) },
    ...readsOf("$raced", profile, manyLinks),
  ];
}

/** Both in either order, each order on a trace of its own, and then at the same time. */
function stepsOfPair(
  name: string,
  workflow: WorkflowDescription,
  exchanges: readonly Exchange[],
  { taken, refused }: Pair,
  profile: Profile,
): readonly Step[] {
  const [inTurn, turned, raced] = ["$inTurn", "$turned", "$raced"].map((label, at) => {
    // Kept short: the name becomes part of texts that may be bounded.
    const before = onTrace(rebuilt(`${name}${String(at)}`, workflow, { exchanges }, taken), label);
    const behind = onTrace(rebuilt(`${name}${String(at)}b`, workflow, { exchanges }, refused), label);
    return before && behind && { writes: before.writes, taken: before.last, refused: behind.last };
  });
  if (!inTurn || !turned || !raced) return [];
  return [
    ...[...inTurn.writes, inTurn.taken, inTurn.refused],
    ...[...turned.writes, turned.refused, turned.taken],
    ...raced.writes,
    { parallel: [raced.taken, raced.refused].map((action, at) => [{ ...action, face: faces[at] ?? "v2" }]) },
    ...readsOf("$raced", profile, manyLinks),
  ];
}
