/**
 * Finds out whether a state changes with the clock alone, e.g. counts down a waiting time: reads a trace that is built
 * again for a while, with nothing sent in between. Accepted are numbers that change by the time that passed; beside
 * them the list of what may come next, as the end of a wait may change it; and a text or flag of the service that turns
 * once, e.g. a status, if a trace that nobody read in between ends with the same value, or with a similar one where
 * there was none before.
 */
import { listingOf } from "../../../spec/readings/listed-next.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import { alternating, type Face, faces } from "../../../spec/operations.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { JsonPath, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { changedPaths } from "../../lib/changed-paths.ts";
import { leavesIn } from "../../../spec/json-walks.ts";
import { pathText } from "../../lib/wording.ts";
import { stepsUntil, traceBuilt } from "../rebuilt.ts";
import { withVolatile } from "./late-reading.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "pause">;

/** The pauses between reads: long enough to see short waits end and longer ones go on. */
const pausesMs = [100, 200, 800, 400, 1600];
/**
 * A state that is the same in the first so many reads does not change with the clock: in those through each face, as the
 * two may show different states.
 */
const enoughAlike = 4;
/** So many reads at once: a counter of reads grows by more than the clock. */
const atOnce = 4;
/** By how much a timestamp may differ from the time of the request or the answer. */
const slackMs = 30;
/** Units in which times are counted, and how many changes by the time passed show that it is the clock. */
const units = [
  { ms: 1, leastChanges: 3 },
  { ms: 1000, leastChanges: 2 },
];

/**
 * The reading with the members that change with the clock; undefined where none do, or something else changes as well.
 */
export async function lateClock(
  asker: Asker,
  profile: Profile,
  history: History,
  changed: Exchange,
): Promise<Reading<"volatile-members"> | undefined> {
  const known = profile.readings["volatile-members"];
  const { steps, workflow } = stepsUntil(asker.runId, asker.target.workflows, history.exchanges, changed);
  if (known?.pinned || !workflow || steps.length === 0) return undefined;
  const reads = await readsOf(asker, steps);
  const states = reads.map((read) => payloadMember(read, "state"));
  if (reads.length <= pausesMs.length + atOnce || !reads.every(succeeded)) return undefined;
  const paths = changedPaths(states);
  const listing = listingOf(profile, workflow)?.path;
  const isListed = (path: JsonPath): boolean =>
    listing !== undefined && sameJson(path.slice(0, listing.length), listing);
  const clocked = paths.filter((path) => !isListed(path));
  const shownAt = (path: JsonPath) => states.map((state) => valuesAt(state, path)[0]);
  const turning = clocked.filter((path) => !isOfClock(reads, shownAt(path)));
  if (clocked.length === 0 || !turning.every((path) => turnsOnce(shownAt(path), sentIn(steps)))) return undefined;
  const shown = { before: states[0], shown: states.at(-1) };
  const next = stepsUntil(`${asker.runId}o`, asker.target.workflows, history.exchanges, changed).steps;
  if (turning.length > 0 && !(await isSameUnread(asker, next, turning, shown))) return undefined;
  const { state = [] } = known?.value ?? {};
  const found = [...clocked, ...(listing && paths.some(isListed) ? [listing] : [])].filter(
    (path) => !state.some((one) => sameJson(one, path)),
  );
  if (found.length === 0) return undefined;
  const told = `While nothing was sent, ${found.map((path) => `state ${pathText(path)}`).join(", ")} went on with the clock.`;
  return withVolatile(profile, { state: found }, told);
}

/**
 * Reads of the trace that is built again, through both faces in turn; none where the trace cannot be built or does not
 * change.
 */
async function readsOf(
  { run, pause }: Asker,
  steps: ReturnType<typeof stepsUntil>["steps"],
): Promise<readonly Exchange[]> {
  const begun = await run("the same once more, and its state", [
    ...steps,
    { op: "state", face: "v2", trace: "$again" },
  ]);
  const [trace, first] = [traceBuilt(begun, steps.length + 1), begun.at(-1)];
  if (trace === undefined || !first) return [];
  const reads = [first];
  for (const [at, ms] of pausesMs.entries()) {
    await pause(ms);
    const face = alternating(at + 1);
    reads.push(...(await run("its state some time later", [{ op: "state", face, trace }])));
    if (reads.length === enoughAlike && faces.every((one) => isAlike(reads, one))) return [];
  }
  const branches = Array.from({ length: atOnce }, (_, at): [OperationStep] => [
    { op: "state", face: alternating(at), trace },
  ]);
  return [...reads, ...(await run("its state, several times at once", [{ parallel: branches }]))];
}

/** True where every read through the face shows the same. */
function isAlike(reads: readonly Exchange[], face: Face): boolean {
  const own = reads.filter((read) => read.face === face);
  const [first, ...later] = own.map((read) => payloadMember(read, "state"));
  return later.every((state) => sameJson(first, state));
}

/** All values that the actions sent, as JSON. */
const sentIn = (steps: ReturnType<typeof stepsUntil>["steps"]): ReadonlySet<string> =>
  new Set(steps.flatMap((step) => ("data" in step ? leavesIn(step.data) : [])).map((value) => JSON.stringify(value)));

/** True where the value changes exactly once, and consists of texts and flags that nobody sent. */
function turnsOnce(values: readonly (Json | undefined)[], sent: ReadonlySet<string>): boolean {
  const isOwn = (value: Json): boolean =>
    value === null || (["string", "boolean"].includes(typeof value) && !sent.has(JSON.stringify(value)));
  const turns = values.filter((value, at) => at > 0 && !sameJson(value, values[at - 1])).length;
  return turns === 1 && values.flatMap(leavesIn).every(isOwn);
}

/** True where both faces of a new trace that nobody read in between end with the same values. */
async function isSameUnread(
  { run, pause, runId }: Asker,
  steps: ReturnType<typeof stepsUntil>["steps"],
  paths: readonly JsonPath[],
  { before, shown }: { readonly before: Json | undefined; readonly shown: Json | undefined },
): Promise<boolean> {
  const begun = await run("the same once more, read by nobody", steps);
  const trace = traceBuilt(begun, steps.length);
  if (trace === undefined) return false;
  await pause(pausesMs.reduce((sum, ms) => sum + ms, 0));
  const reads = await run(
    "its state at the end",
    faces.map((face): OperationStep => ({ op: "state", face, trace })),
  );
  const at = (state: Json | undefined, path: JsonPath) => valuesAt(state, path)[0];
  return reads.every(
    (read) =>
      succeeded(read) &&
      paths.every((path) => {
        const turned = at(payloadMember(read, "state"), path);
        return isSameTurn(at(before, path), turned, at(shown, path)) && !JSON.stringify(turned ?? null).includes(runId);
      }),
  );
}

/** A value that was absent before may follow from the data of the trace, so only its types must be equal. */
function isSameTurn(before: Json | undefined, one: Json | undefined, other: Json | undefined): boolean {
  if (sameJson(one ?? null, other ?? null)) return true;
  const [some, others] = [one, other].map((value) => leavesIn(value).map((leaf) => typeof leaf));
  return (before ?? null) === null && one !== undefined && sameJson(some ?? [], others ?? []);
}

/** True where the values change by the time passed, up or down, until a wait is over. */
function isOfClock(
  reads: readonly Pick<Exchange, "sentAtMs" | "receivedAtMs">[],
  values: readonly (Json | undefined)[],
): boolean {
  const [first] = reads;
  const numbers = values.filter((value) => typeof value === "number");
  const [begun] = numbers;
  if (!first || begun === undefined || numbers.length < reads.length) return false;
  const changes = numbers.filter((value, at) => at > 0 && value !== numbers[at - 1]).length;
  return units.some(({ ms, leastChanges }) =>
    [1, -1].some((sign) => {
      // Seconds are rounded.
      const slack = slackMs + (ms > 1 ? ms : 0);
      const goesOn = reads.every((read, at) => {
        const value = numbers[at] ?? begun;
        const grown = sign * (value - begun) * ms;
        const isOver = sign < 0 && value === 0;
        const least = isOver ? 0 : read.sentAtMs - first.receivedAtMs - slack;
        return at === 0 || (grown >= least && grown <= read.receivedAtMs - first.sentAtMs + slack);
      });
      return goesOn && changes >= leastChanges;
    }),
  );
}
