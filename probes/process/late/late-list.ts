/**
 * Whether the list of what may come next goes on with the clock, as one of a seat that is held for three seconds: a trace is
 * built again and read until its list has changed. A cache that brings back an old list looks the same, but what the service
 * takes does not follow it: so what only one of the two lists names is tried while each of them is shown.
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

/** No list is waited for longer than this. */
const longestMs = 6_000;
/** Beyond the time within which the list was seen to change. */
const marginMs = 700;
const pauseMs = 500;
/** So many reads, through each face in turn, show what a list is. */
const enough = 2;

/** The reading with the list; undefined where something else changes, or where the service does not follow the list. */
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
 * True where what only one of the lists names is taken while that one is shown, and refused while the other is: on the trace
 * whose list has changed, and on one that is built again.
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
  // More reads than came before the list changed: it is not they that make it change.
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
 * Milliseconds within which the list of the trace changed after the last action on it; undefined where it did not, or where
 * anything else did.
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

/** True where nothing but what stands at the path differs. */
const differ = (one: Json | undefined, other: Json | undefined, path: NextActions["path"]): boolean =>
  differences(one, other).every((found) => sameJson(found.path.slice(0, path.length), path));

interface Watched {
  readonly trace: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Before the list changed. */
  readonly reads: number;
}

/** The trace that is built again, read until its list has changed once for both faces. */
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
  // What changes once stays as it is then.
  const isOnce = names.slice(at).every((one) => one !== undefined && sameJson([...one], after));
  if (at < enough || !before || !after || !isOnce || names.length - at < 2 * enough) return undefined;
  return { trace, before, after, reads: at };
}

const stateOf = (trace: string, at: number): OperationStep => ({
  op: "state",
  face: alternating(at),
  trace,
});

/** The names of what the state lists, in order; undefined where it lists nothing. */
function namesIn(read: Exchange, listing: NextActions): string[] | undefined {
  const listed = succeeded(read) ? listedIn(payloadMember(read, "state"), listing) : undefined;
  return listed?.map(({ key, group = "" }) => JSON.stringify([group, key])).sort();
}

/** As a list names the action for its group, and for all. */
const namesOf = ({ key, groupLabel }: ActionDescription): readonly string[] =>
  [groupLabel, ""].map((group) => JSON.stringify([group, key]));
