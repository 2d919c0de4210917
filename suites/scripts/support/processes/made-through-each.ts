/** Builds the same trace through each face in turn: what the service computes must be the same. */
import { listingOf } from "../../../../spec/readings/listed-next.ts";
import { askable } from "../../../../spec/readings/page-size.ts";
import { countedAt } from "../../../../spec/readings/process.ts";
import { stateReadingOf } from "../../../../spec/readings/state-data.ts";
import { faces, type Face } from "../../../../spec/operations.ts";
import type { SuiteContext } from "../../context.ts";
import { withinBudget } from "../choose.ts";
import { sameJson } from "../../../../spec/readings/equal.ts";
import { writersFor } from "../../../../spec/readings/people.ts";
import type { Account, OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { ownFiles } from "../inputs.ts";
import { numberOn } from "../steps.ts";
import { doneBy, type ManyTimes, waysOfMany, waysOfTwo } from "./again-and-again.ts";
import { wayThrough, waysOverAll, waysThrough } from "./ways.ts";
import { waysOfPairs } from "./ways-beside.ts";

/** So many traces through each face with the same data, so that agreement is no chance. */
const rounds = 3;
/**
 * The order where data vary. The first data come again later, as a service that deals values out in turn (of two, three
 * or four) then has another one: this tells what belongs to a single trace.
 */
const varied: readonly Round[] = [
  ...inOrder(0, "v2", "legacy"),
  ...inOrder(1, "legacy", "v2"),
  ...inOrder(2, "legacy"),
  ...inOrder(0, "v2"),
  ...inOrder(2, "v2"),
];
/**
 * An order that detects values dealt out in turn: of two by the two traces through v2, of three by those through
 * legacy.
 */
const turned = inOrder(0, "v2", "legacy", "legacy", "v2");
/** At most so many actions, the creation included. */
const longest = 3;
/** The last action is repeated up to so often, after at most so many others. */
const [often, longestBefore] = [3, 5];

/** A way on which an action comes twice has at most so many actions. */
const longestOfTwo = 6;

/** At most so many steps for all processes, and for one of them. */
const [mostSteps, mostForOne] = [600, 114];
const mostRepeated = 106;
/** At most so many steps for places deep in the processes, on ways of at most so many actions. */
const [mostDeep, longestDeep] = [300, 18];
/** How many of the last links are read at the end. */
const linksFromEnd = 2;
/** Requests for each action of a way: after those through v2 the state is read. */
const perAction = 1.5;

/** The face through which a trace is built, and the variant of its data. */
type Round = readonly [face: Face, variant: number];

function inOrder(variant: number, ...through: readonly Face[]): readonly Round[] {
  return through.map((face) => [face, variant]);
}

/** The user and the group for an action. */
interface Doer {
  readonly actor: Account;
  readonly group: string;
}

interface Made {
  readonly way: readonly string[];
  /** The users of each action; undefined: the usual one. */
  readonly doers?: readonly (Doer | undefined)[];
  readonly withFiles?: boolean;
  /**
   * The order of the traces; the links of the first through each face are read as well. Absent: both faces in turn,
   * with the same data.
   */
  readonly rounds?: readonly Round[];
  /** From this place on actions may be refused, as nobody saw that they come there. */
  readonly surely?: number;
  /** True where the last action repeats an earlier one with the same data. */
  readonly isRepeat?: true;
}

/** @param all the processes, the one with most scripts first */
export function madeThroughEach(context: SuiteContext, script: MakeScript, all: readonly Gated[]) {
  const [first] = all;
  if (!first || context.depth === "quick") return [];
  return [...ofTheFirst(context, script, first), ...wholly(context, script, all)];
}

function ofTheFirst(context: SuiteContext, script: MakeScript, gated: Gated) {
  if (!isComputed(context, gated)) return [];
  const way = wayThrough(context.profile, gated.workflow).slice(0, longest);
  const again = repeating(gated);
  return [
    // With a file in each action, as each face has its own multipart form.
    ...(way.length < 2 ? [] : [{ id: "made-through-each", made: { way, withFiles: true } }]),
    ...(again ? [{ id: "again-through-each", made: again }] : []),
  ].map(({ id, made }) => script(context, id, title, (draft) => byTurns(context, draft, gated.index, made)));
}

const title = "What the service computes does not depend on the face that an action came through";

/** True where states show members that the service computes. */
function isComputed({ profile }: SuiteContext, { workflow }: Gated): boolean {
  const { path, own = [], beside = [] } = stateReadingOf(profile, workflow) ?? {};
  const [list] = listingOf(profile, workflow)?.path ?? [];
  return path === null || [...own, ...beside].some((name) => name !== list);
}

/**
 * The long ways through each process, and those with many repetitions, to show errors that come late or with a
 * repetition.
 */
function wholly(context: SuiteContext, script: MakeScript, all: readonly Gated[]) {
  const computed = all.filter((gated) => isComputed(context, gated));
  const most = Math.floor(mostForOne / varied.length / perAction) - 1;
  const long = computed.flatMap(({ index, workflow }) => {
    const [way = []] = waysThrough(context.profile, workflow);
    return way.length > longest ? [{ index, way }] : [];
  });
  // Repeated actions are sent by each user who may: data of one may be lost where another goes on.
  const byColleagues = (some: readonly OfProcess[]) =>
    some.map(({ index, way }): OfProcess => ({ index, way, doers: byTurnsOf(context, index, way) }));
  // An action may act otherwise after another one.
  const behindOthers = computed.flatMap(({ index, workflow, rules }) => {
    const known = waysThrough(context.profile, workflow).slice(0, 1);
    return waysOfPairs(rules, workflow, known).map((way): OfProcess => ({ index, way }));
  });
  const many = byColleagues(waysOfMany(context, computed));
  // Short ways with one repetition. Nobody knows whether it may come there with any data.
  const twice = waysOfTwo(context, computed, longestOfTwo).map(({ index, way }): OfProcess => {
    return { index, way, surely: way.length - 1 };
  });
  const ways = [...long, ...twice, ...byColleagues(long), ...behindOthers, ...many].map((one): OfProcess => ({
    ...one,
    way: one.way.slice(0, most),
  }));
  const kept = ways.filter((one, at) => ways.findIndex((other) => isWithin(one, other)) === at);
  const scripts = kept.map(({ index, ...made }, at) => {
    const id = `wholly-through-each-${String(at)}`;
    return script(context, id, title, (draft) => byTurns(context, draft, index, { ...made, rounds: varied }));
  });
  const gone = withinBudget(context, scripts, mostSteps);
  const goneWays = kept.filter((_, at) => gone.includes(scripts[at] as Script));
  return [...gone, ...repeats(context, script, computed), ...deepInside(context, script, computed, goneWays)];
}

/** Ways to the end and to each branch, on four traces each, for places that other scripts do not reach. */
function deepInside(
  context: SuiteContext,
  script: MakeScript,
  computed: readonly Gated[],
  known: readonly OfProcess[],
): readonly Script[] {
  const ways = computed.flatMap(({ index, workflow }) =>
    waysOverAll(context.profile, workflow).map((way): OfProcess => ({ index, way: way.slice(0, longestDeep) })),
  );
  const fresh = ways.filter((one, at) => !known.some((other) => isWithin(one, other)) && ways.indexOf(one) === at);
  const scripts = fresh.map(({ index, way }, at) =>
    script(context, `deep-through-each-${String(at)}`, title, (draft) =>
      byTurns(context, draft, index, { way, rounds: turned }),
    ),
  );
  return withinBudget(context, scripts, mostDeep);
}

/** Repeats an action with the same data: what adds up by a code or a name must meet it twice. */
function repeats(context: SuiteContext, script: MakeScript, computed: readonly Gated[]) {
  const secondOf = ({ key, way }: ManyTimes): number => way.indexOf(key, way.indexOf(key) + 1) + 1;
  const many = waysOfMany(context, computed).map((one) => ({ ...one, way: one.way.slice(0, secondOf(one)) }));
  const ways = [...waysOfTwo(context, computed, longestOfTwo), ...many].filter(({ way }) => way.length > 1);
  const isFirst = ({ index, key }: ManyTimes, at: number): boolean =>
    ways.findIndex((other) => other.index === index && other.key === key) === at;
  const scripts = ways.filter(isFirst).map(({ index, way }, at) => {
    const made: Made = { way, surely: way.length - 1, isRepeat: true, rounds: turned };
    return script(context, `repeat-through-each-${String(at)}`, title, (draft) => byTurns(context, draft, index, made));
  });
  return withinBudget(context, scripts, mostRepeated);
}

interface OfProcess extends Made {
  readonly index: number;
}

/** For each repeated action of the way, another of the users who may do it. */
function byTurnsOf({ target }: SuiteContext, workflow: number, way: readonly string[]): readonly (Doer | undefined)[] {
  return way.map((key, at) => {
    const entries = target.workflows[workflow]?.actions.filter((action) => action.key === key) ?? [];
    const able = entries.flatMap(({ groupLabel: group }) =>
      writersFor(target.people ?? [], group).map(({ account: actor }): Doer => ({ actor, group })),
    );
    const before = way.slice(0, at).filter((one) => one === key).length;
    return able.length > 1 && before > 0 ? able[before % able.length] : undefined;
  });
}

/** True where the other way begins with this one, by the same users. */
const isWithin = (one: OfProcess, other: OfProcess): boolean =>
  one.index === other.index &&
  one.way.every((key, at) => other.way[at] === key && sameJson({ ...one.doers?.[at] }, { ...other.doers?.[at] }));

function byTurns(
  context: SuiteContext,
  draft: Draft,
  workflow: number,
  { way, withFiles = false, rounds: order, surely = way.length, doers = [], isRepeat }: Made,
) {
  // From the first action of a colleague on, it is unknown what may come.
  const another = doers.findIndex((doer) => doer !== undefined);
  const known = another < 0 ? surely : Math.min(surely, another);
  const made = ([face, variant]: Round, label: string, withLinks: boolean): readonly OperationStep[] => [
    ...way.flatMap((action, number): readonly OperationStep[] => {
      // Equal data but for markers may be refused as duplicates, so only a repetition uses them.
      const isAgain = isRepeat && number === way.length - 1;
      const place = isAgain ? way.indexOf(action) : number;
      const data = { data: draft.doc({ number: numberOn(way, place) }), ...(variant > 0 ? { variant } : {}) };
      const common = { face, workflow, action, ...data };
      const files = withFiles ? { files: ownFiles(draft, 1) } : {};
      const late = number < known ? {} : ({ outOfOrder: true } as const);
      if (number === 0) return [{ op: "create", as: label, ...common, ...files }];
      const act: OperationStep = { op: "act", trace: `$${label}`, ...common, ...files, ...late, ...doers[number] };
      // A legacy answer shows the state to its sender. After v2 it is read, before the next action hides an error.
      const { actor } = doers[number] ?? doneBy(context, workflow, action);
      const isRead = face === "v2" && number < way.length - 1;
      return isRead ? [act, { op: "state", face, trace: `$${label}`, ...(actor ? { actor } : {}) }] : [act];
    }),
    { op: "state", face: "v2", trace: `$${label}` },
    // Shows what later actions did to the links of earlier ones.
    ...(withLinks ? [{ op: "details", face: "v2", trace: `$${label}` } as const] : []),
    // Pages from the end may be made otherwise than complete lists.
    ...(withLinks
      ? [{ op: "details", face, trace: `$${label}`, page: { last: fromEnd(context, face) } } as const]
      : []),
  ];
  const all =
    order ??
    Array.from({ length: rounds }, (_, at) => inOrder(0, ...(at % 2 === 0 ? faces : faces.toReversed()))).flat();
  return all.flatMap((round, at) => {
    const [face] = round;
    const before = all.slice(0, at).filter(([other]) => other === face).length;
    return made(round, `${face}${String(before)}`, order !== undefined && before === 0);
  });
}

const fromEnd = ({ profile }: SuiteContext, face: Face): number => askable(profile, face, linksFromEnd);

/** The way to an action that may be repeated, with three repetitions, to show errors that begin with the third. */
function repeating({ workflow, rules }: Gated): Made | undefined {
  const { done = [], key, times = 0 } = countedAt(rules, workflow) ?? {};
  // Known sequences do not say what else may come.
  const mayBeMore = rules.paths !== undefined && times > 1;
  if (key === undefined || done.length > longestBefore || (times < often && !mayBeMore)) return undefined;
  return { way: [...done, ...Array.from({ length: often }, () => key)], surely: done.length + times };
}
