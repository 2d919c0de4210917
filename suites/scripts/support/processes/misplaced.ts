/** Sends actions that may not come at each place of a long way through a process, not only at the earliest one. */
import { listingOf } from "../../../../spec/readings/listed-next.ts";
import { appendingKeys, mayFollow, type ProcessRules } from "../../../../spec/readings/process.ts";
import { alternating, type Face, faces, otherFace } from "../../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth, withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import { begun } from "./begun.ts";
import { reads } from "../steps.ts";
import { wayThrough } from "./ways.ts";
import { waysBeside } from "./ways-beside.ts";
import { type Gated, groupsSharing } from "./gated.ts";

/** At most so many forbidden actions at each place, and so many that may come or not, depending on data. */
const [mostBarred, mostOpen] = [4, 2];
/**
 * From so many actions on, fewer are tried at each place, the last accepted action first: a check may look at an
 * earlier round.
 */
const [late, mostBarredLate] = [8, 2];
/** At most so many steps in all processes but the first. */
const mostSteps = 300;
/** At most so many ending actions are tried where they may not come, at so many of the first and the last places. */
const [mostEndings, mostFirst, mostLast] = [2, 2, 3];
/** Forbidden actions are tried after at most so many actions that are on no long way. */
const mostBeside = 3;

/**
 * Through one face where the state lists what may come, as an accepted action is noticed by the list; through both
 * where nothing else shows the error.
 * @param all the processes, the one with most scripts first
 */
export function misplaced(
  context: SuiteContext,
  script: MakeScript,
  [first, ...others]: readonly Gated[],
): readonly Script[] {
  if (!first) return [];
  const ofOthers = others.flatMap((one) => alongWay(context, script, one, `misplaced-${String(one.index)}`));
  return [...alongWay(context, script, first, "misplaced"), ...withinBudget(context, ofOthers, mostSteps)];
}

function alongWay(context: SuiteContext, script: MakeScript, { index, workflow, rules }: Gated, name: string) {
  const way = wayThrough(context.profile, workflow).slice(0, byDepth(context, { quick: 0, standard: 12, deep: 16 }));
  if (way.length < 2) return [];
  const isListed = listingOf(context.profile, workflow) !== undefined;
  const title = "What may not come is refused at each place of the way";
  const refused = (draft: Draft, action: string, face: Face, turn: number): OperationStep => {
    const data = draft.doc({ misplaced: turn });
    // Actions may be counted for each group.
    const groups = groupsSharing(workflow, action);
    const group = groups[turn % groups.length];
    const by = group === undefined ? {} : { group };
    // For a process known by sequences, it is unknown what else may come: actions that the state lists are not sent.
    return { op: "act", face, trace: "$t", workflow: index, action, ...by, data, outOfOrder: true, unlisted: true };
  };
  const places = barredAlong(way, workflow, rules);
  const open = isListed && rules.paths ? openAlong(way, workflow, rules) : [];
  const along = faces.map((face) =>
    script(context, `${name}-${face}`, title, (draft) => {
      const tried = begun(draft, index, way, face).flatMap((step, turn): readonly OperationStep[] => {
        const through = (keys: readonly string[] = [], ...order: readonly Face[]): readonly OperationStep[] =>
          keys.flatMap((action) => order.map((one) => refused(draft, action, one, turn)));
        const acts = [
          ...through(places[turn], face, ...(isListed ? [] : [otherFace(face)])),
          // If the list of this trace lacks the action, one face may ignore the reason.
          ...through(open[turn], otherFace(face), face),
        ];
        const read: OperationStep = { op: "state", face, trace: "$t" };
        // The state is read before another action may change it.
        return acts.length === 0 ? [step] : [step, read, ...acts, read];
      });
      // Errors that show later are told by comparing with traces without refusals, two before and two after.
      const twin = (label: string): readonly OperationStep[] => [
        ...begun(draft, index, way, face, { label }),
        ...reads(`$${label}`),
      ];
      return face === faces[index % faces.length]
        ? [...twin("a"), ...twin("b"), ...tried, ...reads("$t"), ...twin("c"), ...twin("d")]
        : tried;
    }),
  );
  const atTheEnd = (id: string, { done, keys, first: face = "v2" }: BarredAt, at: number) =>
    script(context, `${name}-${id}-${String(at)}`, title, (draft) => {
      const read: OperationStep = { op: "state", face, trace: "$t" };
      const acts = keys.flatMap((key) =>
        [face, otherFace(face), face].map((through) => refused(draft, key, through, at)),
      );
      return [...begun(draft, index, done, face), read, ...acts, read];
    });
  return [
    ...along,
    ...endingsEarlyAndLate(way, workflow, rules).map((place, at) => atTheEnd("ending", place, at)),
    ...besideTheWay(way, workflow, rules).map((place, at) =>
      atTheEnd("beside", { ...place, first: alternating(at) }, at),
    ),
  ];
}

/** The actions after which nothing was seen to come. */
function endings(workflow: WorkflowDescription, { paths, next = {}, ends = [] }: ProcessRules): readonly string[] {
  return appendingKeys(workflow).filter((key) =>
    paths
      ? paths.some((path) => path.at(-1) === key) && !paths.some((path) => path.slice(0, -1).includes(key))
      : ends.includes(key) || (Object.hasOwn(next, key) && next[key]?.length === 0),
  );
}

interface BarredAt {
  readonly done: readonly string[];
  readonly keys: readonly string[];
  /** The face to try first: if it wrongly accepts the action, the other one meets another state. */
  readonly first?: Face;
}

/** At most so many actions are tried there, as few traces reach such places. */
const mostAtTheEnd = 12;

/** Forbidden actions after actions that are on no long way. */
function besideTheWay(way: readonly string[], workflow: WorkflowDescription, rules: ProcessRules): readonly BarredAt[] {
  return waysBeside(rules, workflow, [way])
    .slice(0, mostBeside)
    .flatMap((done) => {
      const keys = barredAlong(done, workflow, rules, () => mostAtTheEnd).at(-1) ?? [];
      return keys.length > 0 ? [{ done, keys }] : [];
    });
}

/** Ending actions at places where they may not come, each on a trace of its own, which may end with it. */
function endingsEarlyAndLate(
  way: readonly string[],
  workflow: WorkflowDescription,
  rules: ProcessRules,
): readonly BarredAt[] {
  const begun = way.map((_, at) => way.slice(0, at + 1)).slice(1);
  return endings(workflow, rules)
    .filter((key) => !way.includes(key))
    .slice(0, mostEndings)
    .flatMap((key) => {
      const places = begun.filter((done) => !mayFollow(rules, done, key));
      const early = places.slice(0, mostFirst).flatMap((done) => faces.map((first) => ({ done, first })));
      const late = places.slice(mostFirst).slice(-mostLast);
      return [...early, ...late.map((done, at) => ({ done, first: alternating(at) }))].map((place) => ({
        ...place,
        keys: [key],
      }));
    });
}

/** At each place, some actions that may come there besides the next one of the way, those tried least first. */
function openAlong(way: readonly string[], workflow: WorkflowDescription, rules: ProcessRules) {
  const tries = new Map<string, number>();
  return way.map((_, turn) => {
    const open = appendingKeys(workflow)
      .filter((key) => key !== way[turn + 1] && mayFollow(rules, way.slice(0, turn + 1), key))
      .toSorted((one, other) => (tries.get(one) ?? 0) - (tries.get(other) ?? 0))
      .slice(0, mostOpen);
    for (const key of open) tries.set(key, (tries.get(key) ?? 0) + 1);
    return open;
  });
}

const mostAlong = (turn: number): number => (turn >= late ? mostBarredLate : mostBarred);

/**
 * At each place, some actions that may not come there. First those that were allowed one place earlier, and those
 * allowed after the next action, as a check may be late or incomplete; then the last action, as a missing check may let
 * it be repeated; then those tried least.
 */
function barredAlong(
  way: readonly string[],
  workflow: WorkflowDescription,
  rules: ProcessRules,
  mostAt: (turn: number) => number = mostAlong,
) {
  const ending = endings(workflow, rules);
  // An unexpected ending action would leave nothing to try.
  const isSafe = (key: string): boolean => !ending.includes(key) || way.includes(key);
  const tries = new Map<string, number>();
  return way.map((last, turn) => {
    const isOver = (key: string): boolean => turn > 0 && key !== last && mayFollow(rules, way.slice(0, turn), key);
    const isLate = turn >= late;
    const rankOf = (key: string): number => {
      const first = [isLate && key === last, isOver(key), key === way[turn + 2], key === last];
      return first.includes(true) ? first.indexOf(true) - first.length : (tries.get(key) ?? 0);
    };
    const barred = appendingKeys(workflow)
      .filter((key) => isSafe(key) && !mayFollow(rules, way.slice(0, turn + 1), key))
      .toSorted(
        (one, other) => rankOf(one) - rankOf(other) || way.lastIndexOf(other, turn) - way.lastIndexOf(one, turn),
      )
      .slice(0, mostAt(turn));
    for (const key of barred) tries.set(key, (tries.get(key) ?? 0) + 1);
    return barred;
  });
}
