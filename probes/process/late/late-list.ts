/**
 * Finds out whether the list of what may come next changes with the clock, e.g. because a seat is held for three
 * seconds: reads a trace that is built again until its list has changed. An outdated cache looks the same, so actions
 * that only one of the two lists names are tried while each list is shown: the service must follow the list.
 */
import { isWriteTo } from "../../../spec/readings/actions.ts";
import { listedIn, listingOf } from "../../../spec/readings/listed-next.ts";
import { differences, sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { writersFor } from "../../../spec/readings/people.ts";
import { alternating, type Face, faces } from "../../../spec/operations.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { ActStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { pathText } from "../../lib/wording.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import { stepsUntil, traceBuilt, type Write } from "../rebuilt.ts";
import { withVolatile } from "./late-reading.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "pause">;

/** A change is awaited no longer than this. */
const longestMs = 6_000;
/** Added to the time within which the list was seen to change. */
const marginMs = 700;
const pauseMs = 500;
/** So many reads, through both faces in turn, must agree on a list. */
const enough = 2;

/**
 * The reading with the list as volatile; undefined where something else changes, or the service does not follow the
 * list.
 */
export async function lateList(
  asker: Asker,
  profile: Profile,
  history: History,
  changed: Exchange,
): Promise<Reading<"volatile-members"> | undefined> {
  const known = profile.readings["volatile-members"];
  const { steps, workflow } = stepsUntil(asker.runId, asker.target.workflows, history.exchanges, changed);
  const listing = listingOf(profile, workflow);
  const withinMs = listing && changedWithin(history, changed, listing);
  if (known?.pinned || !workflow || !listing || steps.length === 0 || withinMs === undefined) return undefined;
  const watched = await watch(asker, steps, listing, Math.min(withinMs + marginMs, longestMs));
  if (!watched) return undefined;
  const again = stepsUntil(`${asker.runId}o`, asker.target.workflows, history.exchanges, changed).steps;
  if (!(await isFollowed(asker, workflow, listing, watched, again))) return undefined;
  const told = `While nothing was sent, state ${pathText(listing.path)} changed after some seconds, and what the service took changed with it.`;
  return withVolatile(profile, { state: [listing.path] }, told);
}

/**
 * True where an action that only one list names is accepted while that list is shown and refused while the other is, on
 * the trace whose list has changed and on a new one.
 */
async function isFollowed(
  { run, runId, target }: Asker,
  workflow: WorkflowDescription,
  listing: NextActions,
  { trace, before, after, reads }: Watched,
  again: readonly Write[],
): Promise<boolean> {
  const onlyIn = (one: readonly string[], other: readonly string[]): ActionDescription | undefined =>
    workflow.actions.find((action) => {
      const isNamed = (among: readonly string[]) => namesOf(action).some((name) => among.includes(name));
      return action.appends && isNamed(one) && !isNamed(other);
    });
  const [gone, come] = [onlyIn(before, after), onlyIn(after, before)];
  const act = (on: string, action: ActionDescription | undefined, name: string, face: Face): readonly ActStep[] => {
    if (!action) return [];
    const input = { workflow: target.workflows.indexOf(workflow), action: action.key };
    const actor = writersFor(target.people ?? [], action.groupLabel)[0]?.account ?? "first";
    const data = fitting(action, actionData(runId, name, 0));
    return [{ op: "act", face, trace: on, ...input, ...data, actor, candidateFor: "action-gating" }];
  };
  const now = [...act(trace, gone, "gone-after", "v2"), ...act(trace, come, "come-after", "legacy")];
  const isTaken = (exchanges: readonly Exchange[], taken: ActionDescription | undefined): boolean =>
    exchanges.length === now.length &&
    exchanges.every((one) =>
      "actionKey" in one.intent && one.intent.actionKey === taken?.key ? succeeded(one) : isTurnedDown(one),
    );
  if (now.length === 0 || !isTaken(await run("what its list names no more, and what it names now", now), come))
    return false;
  // More reads than it took before: if the list still stands, reads do not make it change.
  const states = Array.from({ length: reads + 1 }, (_, at): [OperationStep] => [stateOf("$again", at)]);
  const exchanges = await run("the same once more, and what its list does not name yet", [
    ...again,
    { parallel: states },
    ...act("$again", come, "come-before", "v2"),
    ...act("$again", gone, "gone-before", "legacy"),
  ]);
  const shown = exchanges.slice(again.length, again.length + states.length);
  const isStill = shown.length === states.length && shown.every((one) => sameJson([...before], namesIn(one, listing)));
  return isStill && isTaken(exchanges.slice(again.length + states.length), gone);
}

/**
 * The time in milliseconds within which the list changed after the last action; undefined where it did not, or anything
 * else changed too.
 */
function changedWithin({ exchanges }: History, changed: Exchange, { path }: NextActions): number | undefined {
  if (changed.intent.kind !== "state") return undefined;
  const { traceId } = changed.intent;
  const writes = exchanges.filter((one) => isWriteTo(one, traceId) && succeeded(one));
  const last = writes.findLast(({ receivedAtMs }) => receivedAtMs <= changed.sentAtMs);
  const next = writes.find(({ receivedAtMs }) => receivedAtMs > changed.sentAtMs);
  if (!last) return undefined;
  const shown = exchanges.filter(
    (one) =>
      one === last ||
      (one.intent.kind === "state" &&
        one.intent.traceId === traceId &&
        one.sentAtMs >= last.receivedAtMs &&
        (!next || one.receivedAtMs <= next.sentAtMs)),
  );
  const [first, ...others] = shown.flatMap((one) => {
    const state = succeeded(one) ? payloadMember(one, "state") : undefined;
    return state === undefined ? [] : [{ state, atMs: one.receivedAtMs }];
  });
  const differing = others.filter(({ state }) => !sameJson(first?.state, state));
  const isOfList = differing.every(({ state }) => differ(first?.state, state, path));
  return differing[0] && isOfList ? differing[0].atMs - last.sentAtMs : undefined;
}

/** True where the two differ only at this path. */
const differ = (one: Json | undefined, other: Json | undefined, path: NextActions["path"]): boolean =>
  differences(one, other).every((found) => sameJson(found.path.slice(0, path.length), path));

interface Watched {
  readonly trace: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many reads came before the list changed. */
  readonly reads: number;
}

/** Builds the trace and reads it until its list has changed once, for both faces. */
async function watch(
  { run, pause }: Asker,
  steps: readonly Write[],
  listing: NextActions,
  longMs: number,
): Promise<Watched | undefined> {
  const begun = await run("the same once more, and what its state lists", [
    ...steps,
    ...faces.map((_, at) => stateOf("$again", at)),
  ]);
  const trace = traceBuilt(begun, steps.length + faces.length);
  const reads = begun.slice(steps.length);
  const [first] = reads;
  if (trace === undefined || !first) return undefined;
  const names = reads.map((read) => namesIn(read, listing));
  const [before] = names;
  const isOld = (one: readonly string[] | undefined): boolean => one !== undefined && sameJson([...one], before);
  for (
    let last = first;
    last.receivedAtMs - first.sentAtMs < longMs && names.filter(isOld).length > names.length - 2 * enough;
  ) {
    await pause(pauseMs);
    const [read] = await run("what its state lists some time later", [stateOf(trace, reads.length)]);
    const onlyList =
      read && succeeded(read) && differ(payloadMember(first, "state"), payloadMember(read, "state"), listing.path);
    if (!onlyList) return undefined;
    last = read;
    reads.push(read);
    names.push(namesIn(read, listing));
  }
  const at = names.findIndex((one) => !isOld(one));
  const after = names[at];
  // A list that changes once stays as it is then.
  const isOnce = names.slice(at).every((one) => one !== undefined && sameJson([...one], after));
  if (at < enough || !before || !after || !isOnce || names.length - at < 2 * enough) return undefined;
  return { trace, before, after, reads: at };
}

const stateOf = (trace: string, at: number): OperationStep => ({
  op: "state",
  face: alternating(at),
  trace,
});

/** The names of what the state lists, sorted; undefined where it has no list. */
function namesIn(read: Exchange, listing: NextActions): string[] | undefined {
  const listed = succeeded(read) ? listedIn(payloadMember(read, "state"), listing) : undefined;
  return listed?.map(({ key, group = "" }) => JSON.stringify([group, key])).sort();
}

/** The names under which a list may have the action: for its group, or for all. */
const namesOf = ({ key, groupLabel }: ActionDescription): readonly string[] =>
  [groupLabel, ""].map((group) => JSON.stringify([group, key]));
