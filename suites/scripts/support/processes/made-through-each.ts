/** The same trace through one face and through the other, by turns: what the service computes of it is the same. */
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

/** So many traces through each face, where all have the same data: what they all agree on is no chance. */
const rounds = 3;
/**
 * Where data differ: a trace with the first of them comes once more through v2, which shows what is a trace's own, and one
 * through each face with every other. It comes late: what a service deals out by turns, of two, three or four, is another then.
 */
const varied: readonly Round[] = [
  ...inOrder(0, "v2", "legacy"),
  ...inOrder(1, "legacy", "v2"),
  ...inOrder(2, "legacy"),
  ...inOrder(0, "v2"),
  ...inOrder(2, "v2"),
];
/** Alike, where what is dealt out by turns of two is another on both through v2, and by turns of three on both through legacy. */
const turned = inOrder(0, "v2", "legacy", "legacy", "v2");
/** So many actions of each, the creation among them. */
const longest = 3;
/** So often the last action comes where it may come again, on a trace of no more than so many before. */
const [often, longestBefore] = [3, 5];

/** So many actions has a way at most on which one of them comes for the second time. */
const longestOfTwo = 6;

/** So many steps for the ways through all the processes, and so many for one of them. */
const [mostSteps, mostForOne] = [600, 114];
const mostRepeated = 106;
/** And so many for what stands deep in the processes, on ways of so many actions each. */
const [mostDeep, longestDeep] = [300, 18];
/** So many of the last links are asked for at the end of a way. */
const linksFromEnd = 2;
/** Requests for each action of such a way: behind those through v2 the state is read. */
const perAction = 1.5;

/** Through which face a trace is made, and with which variant of the data. */
type Round = readonly [face: Face, variant: number];

function inOrder(variant: number, ...through: readonly Face[]): readonly Round[] {
  return through.map((face) => [face, variant]);
}

/** Who does an action, and for which group. */
interface Doer {
  readonly actor: Account;
  readonly group: string;
}

interface Made {
  readonly way: readonly string[];
  /** Who does each of them; undefined where it is who usually does. */
  readonly doers?: readonly (Doer | undefined)[];
  readonly withFiles?: boolean;
  /**
   * How each trace is made, one after the other; the links of the first through each face are read as well. Absent: both faces by
   * turns, with the same data each time.
   */
  readonly rounds?: readonly Round[];
  /** The actions from this place on may be refused: nobody saw that they may come. */
  readonly surely?: number;
  /** True where the last action is one that came before, and brings the same again. */
  readonly isRepeat?: true;
}

/** @param all the processes, that of most scripts first */
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
    // With a file in each action, which both faces send in parts of their own.
    ...(way.length < 2 ? [] : [{ id: "made-through-each", made: { way, withFiles: true } }]),
    ...(again ? [{ id: "again-through-each", made: again }] : []),
  ].map(({ id, made }) => script(context, id, title, (draft) => byTurns(context, draft, gated.index, made)));
}

const title = "What the service computes does not depend on the face that an action came through";

/** True where states show more than what was sent and what may come next: members that the service computes. */
function isComputed({ profile }: SuiteContext, { workflow }: Gated): boolean {
  const { path, own = [], beside = [] } = stateReadingOf(profile, workflow) ?? {};
  const [list] = listingOf(profile, workflow)?.path ?? [];
  return path === null || [...own, ...beside].some((name) => name !== list);
}

/** The long ways through each process, and those on which an action comes many times: what goes wrong late, or the second time. */
function wholly(context: SuiteContext, script: MakeScript, all: readonly Gated[]) {
  const computed = all.filter((gated) => isComputed(context, gated));
  const most = Math.floor(mostForOne / varied.length / perAction) - 1;
  const long = computed.flatMap(({ index, workflow }) => {
    const [way = []] = waysThrough(context.profile, workflow);
    return way.length > longest ? [{ index, way }] : [];
  });
  // By turns of all who may: what one of them did before may be lost where another one goes on.
  const byColleagues = (some: readonly OfProcess[]) =>
    some.map(({ index, way }): OfProcess => ({ index, way, doers: byTurnsOf(context, index, way) }));
  // The same action may do otherwise behind another one.
  const behindOthers = computed.flatMap(({ index, workflow, rules }) => {
    const known = waysThrough(context.profile, workflow).slice(0, 1);
    return waysOfPairs(rules, workflow, known).map((way): OfProcess => ({ index, way }));
  });
  const many = byColleagues(waysOfMany(context, computed));
  // What goes wrong the second time shows on a short way as well. That it may come there again, whatever the data, nobody knows.
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

/** Ways that are gone on to their end, and those to each branch, on four traces each: what stands behind what others come to. */
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

/** Actions that come twice with the same data but for markers: what adds up by a code, or by a name, must meet it twice. */
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

/** By the place on the way who does what comes again: each time another one of those who may. */
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

/** True where the one is gone on the way of the other, too, by the same users. */
const isWithin = (one: OfProcess, other: OfProcess): boolean =>
  one.index === other.index &&
  one.way.every((key, at) => other.way[at] === key && sameJson({ ...one.doers?.[at] }, { ...other.doers?.[at] }));

function byTurns(
  context: SuiteContext,
  draft: Draft,
  workflow: number,
  { way, withFiles = false, rounds: order, surely = way.length, doers = [], isRepeat }: Made,
) {
  // Whether a colleague may do it once more, and what comes behind that, nobody knows.
  const another = doers.findIndex((doer) => doer !== undefined);
  const known = another < 0 ? surely : Math.min(surely, another);
  const made = ([face, variant]: Round, label: string, withLinks: boolean): readonly OperationStep[] => [
    ...way.flatMap((action, number): readonly OperationStep[] => {
      // Alike but for markers: a process may refuse what it has already. What adds up by a code must meet the code twice.
      const isAgain = isRepeat && number === way.length - 1;
      const place = isAgain ? way.indexOf(action) : number;
      const data = { data: draft.doc({ number: numberOn(way, place) }), ...(variant > 0 ? { variant } : {}) };
      const common = { face, workflow, action, ...data };
      const files = withFiles ? { files: ownFiles(draft, 1) } : {};
      const late = number < known ? {} : ({ outOfOrder: true } as const);
      if (number === 0) return [{ op: "create", as: label, ...common, ...files }];
      const act: OperationStep = { op: "act", trace: `$${label}`, ...common, ...files, ...late, ...doers[number] };
      // The legacy answer shows the state to who did it, behind which the next action may hide what this one left.
      const { actor } = doers[number] ?? doneBy(context, workflow, action);
      const isRead = face === "v2" && number < way.length - 1;
      return isRead ? [act, { op: "state", face, trace: `$${label}`, ...(actor ? { actor } : {}) }] : [act];
    }),
    { op: "state", face: "v2", trace: `$${label}` },
    // What a later action made of the link of an earlier one.
    ...(withLinks ? [{ op: "details", face: "v2", trace: `$${label}` } as const] : []),
    // Pages from the end may look at another list than whole ones.
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

/** The way to an action that was seen to come again, and that three times: what goes wrong with the third of a kind. */
function repeating({ workflow, rules }: Gated): Made | undefined {
  const { done = [], key, times = 0 } = countedAt(rules, workflow) ?? {};
  // Sequences that were taken do not tell what else may be.
  const mayBeMore = rules.paths !== undefined && times > 1;
  if (key === undefined || done.length > longestBefore || (times < often && !mayBeMore)) return undefined;
  return { way: [...done, ...Array.from({ length: often }, () => key)], surely: done.length + times };
}
