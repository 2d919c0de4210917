/**
 * Finds out whether refusals that no order of actions explains are repeated with the same data from the same users. If
 * so, the data or the users decide as well, not the order alone.
 */
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { colleaguesOf, senderOf } from "../../../spec/readings/people.ts";
import { alternating, faces } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import type { Explorer } from "../walk/explore.ts";
import { isTurnedDown, type SeenStep } from "../observations.ts";
import { acceptedBefore, dataAgain, rebuilt } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "histories" | "target">;

/** At most so many refusals are tried, each of another action. */
const maxTried = 3;
/** At most so many other actions are tried in place of the refused one. */
const maxOthers = 6;

/**
 * The key of an action that both faces refuse again on a trace built with the same data, while another action is
 * accepted there; only actions that were accepted elsewhere count. Undefined where there is none.
 */
export async function refusedWithSameData(
  { run, runId, histories, target }: Asker,
  index: number,
  workflow: WorkflowDescription,
): Promise<string | undefined> {
  const exchanges = inOrder(histories()).map((exchange, at): Exchange => ({ ...exchange, index: at }));
  const everTaken = new Set(exchanges.filter(succeeded).map(keyOf));
  const refusals = exchanges.filter((one) => {
    const { intent, traits } = one;
    if (intent.kind !== "act" || intent.workflow !== index || traits.length > 0 || !everTaken.has(keyOf(one)))
      return false;
    return isTurnedDown(one) && acceptedBefore(exchanges, one).length > 1;
  });
  const byKey = [...Map.groupBy(refusals, keyOf).values()].flatMap((own) => own.slice(-1));
  for (const refused of byKey.slice(-maxTried)) {
    const key = keyOf(refused);
    const again = rebuilt(runId, workflow, { exchanges }, refused);
    if (!again) continue;
    const others = likeliestAfter(exchanges, refused, workflow).slice(0, maxOthers);
    const same = faces.map((face) => ({ ...again.refused, face }));
    const common = { op: "act", trace: "$again", workflow: index, candidateFor: "action-gating" } as const;
    const inItsPlace = others.flatMap((action, number): readonly ActStep[] => {
      const name = `same-data-${key ?? ""}`;
      // Random data may be refused because their members do not fit together, so accepted data are sent as well.
      const taken = exchanges.findLast((one) => keyOf(one) === action.key && isOf(one, action) && succeeded(one));
      const asTaken = taken && dataAgain(runId, action, taken, `${name}again${String(number)}-`);
      return [fitting(action, actionData(runId, name, number)), ...(asTaken ? [asTaken] : [])].map((input) => ({
        ...{ ...common, face: alternating(number), action: action.key, group: action.groupLabel },
        ...input,
      }));
    });
    // If a colleague may do it with the same data, the data do not decide.
    const group = workflow.actions.find((one) => one.key === key)?.groupLabel;
    const [colleague] = colleaguesOf(target.people, group, senderOf(refused));
    const byColleague = colleague === undefined ? [] : [{ ...again.refused, actor: colleague }];
    const steps = [...again.steps, ...same, ...byColleague, ...inItsPlace];
    const answers = await run("the same data once more", steps);
    if (answers.length < steps.length || !answers.slice(0, again.steps.length).every(succeeded)) continue;
    const toSame = answers.slice(again.steps.length, again.steps.length + same.length + byColleague.length);
    const toOthers = answers.slice(again.steps.length + toSame.length);
    if (toSame.every(isTurnedDown) && toOthers.some(succeeded)) return key;
  }
  return undefined;
}

const isOf = ({ intent }: Exchange, { groupLabel }: ActionDescription): boolean =>
  intent.kind === "act" && intent.groupLabel === groupLabel;

/**
 * The other actions of the workflow, the likeliest first: those accepted right after the same last action, then those
 * accepted most often.
 */
function likeliestAfter(
  exchanges: readonly Exchange[],
  refused: Exchange,
  { actions }: WorkflowDescription,
): readonly ActionDescription[] {
  const taken = exchanges.filter((one) => one.intent.kind === "act" && succeeded(one));
  const lastBefore = (one: Exchange): string | undefined => acceptedBefore(exchanges, one).map(keyOf).at(-1);
  const last = lastBefore(refused);
  const following = new Set(taken.filter((one) => lastBefore(one) === last).map(keyOf));
  const often = Map.groupBy(taken, keyOf);
  const rank = ({ key }: ActionDescription): number =>
    (following.has(key) ? taken.length : 0) + (often.get(key)?.length ?? 0);
  return actions
    .filter((one) => one.appends && one.key !== keyOf(refused))
    .toSorted((left, right) => rank(right) - rank(left));
}

/** At most so many sequences are tried again. */
const maxPaths = 3;

/** An action that was accepted twice in a row is tried so often in a row. */
const maxInARow = 4;

/**
 * The shortest sequence to an action that was accepted twice in a row, with that action repeated; none where there is
 * no such action. It shows what several of them sent at the same time may do.
 */
export function inARow(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const found = paths.flatMap((path) => {
    const at = path.findIndex((key, index) => index > 0 && path[index + 1] === key);
    return at < 0 ? [] : [[...path.slice(0, at), ...Array<string>(maxInARow).fill(path[at] ?? "")]];
  });
  return found.toSorted((left, right) => left.length - right.length).slice(0, 1);
}

/**
 * The sequences that are accepted whatever the data, as far as two more traces show.
 * @param paths of these the first few are tried
 * @param more of these each is tried
 */
export async function steadyPaths(
  explorer: Pick<Explorer, "repeat">,
  paths: readonly (readonly string[])[],
  more: readonly (readonly string[])[] = [],
): Promise<readonly (readonly string[])[]> {
  const steady: (readonly string[])[] = [];
  for (const path of [...paths.slice(0, maxPaths), ...more]) {
    const once = await furthestAlong(explorer, path);
    const twice = await furthestAlong(explorer, once);
    if (twice.length > 1) steady.push(twice);
  }
  return steady;
}

/** Each sequence is tried on so many traces with different numbers, as numbers may not fit each other. */
const triesOfPath = 3;

/** How far the sequence is accepted on the best of these traces. */
async function furthestAlong(explorer: Pick<Explorer, "repeat">, path: readonly string[]): Promise<readonly string[]> {
  let furthest: readonly string[] = [];
  for (let turn = 0; turn < triesOfPath && furthest.length < path.length; turn += 1) {
    const { taken } = await explorer.repeat(path);
    if (taken.length > furthest.length) furthest = taken;
  }
  return furthest;
}

/** Without further requests, a sequence is believed that was accepted so often on walks. */
const leastTaken = 2;

/** The sequences that were accepted several times on walks, and refused at most for their data. */
export function alwaysTaken(steps: readonly SeenStep[]): readonly (readonly string[])[] {
  const places = Map.groupBy(
    steps.flatMap(({ done, tried }) => (tried ? [{ path: [...done, tried.key], tried }] : [])),
    ({ path }) => JSON.stringify(path),
  );
  const steady = new Set(
    [...places].flatMap(([name, all]) => {
      const isRefused = all.some(({ tried: { taken, mayBeData } }) => !taken && !mayBeData);
      return !isRefused && all.filter(({ tried }) => tried.taken).length >= leastTaken ? [name] : [];
    }),
  );
  const isSteady = (path: readonly string[]): boolean =>
    path.length < 2 || (steady.has(JSON.stringify(path)) && isSteady(path.slice(0, -1)));
  return [...steady].map((name) => JSON.parse(name) as readonly string[]).filter(isSteady);
}

function keyOf(exchange: Exchange): string | undefined {
  const { intent } = exchange;
  const isWrite = intent.kind === "act" || (intent.kind === "create" && createdTraceOf(exchange) !== undefined);
  return isWrite && typeof intent.actionKey === "string" ? intent.actionKey : undefined;
}
