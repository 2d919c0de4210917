/** The process of a workflow: which action may come next on a trace, given those that were done. */
import { getOwn } from "../json.ts";
import { readingOf, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../vocabulary/target.ts";

export type Gating = OpenPointValues["action-gating"];
export type ProcessRules = NonNullable<Gating["workflows"]>[string];
/** A sequence of actions that was taken where data decide what may come next, with the members that decide. */
export type Way = NonNullable<Gating["ways"]>[string][number];

/** The keys of the actions on a way, in their order. */
export const keysOf = (way: Way): readonly string[] => way.map(({ key }) => key);

/** The keys of the actions that may be appended; one that is open to several groups once. */
export const appendingKeys = ({ actions }: Pick<WorkflowDescription, "actions">): readonly string[] => [
  ...new Set(actions.filter(({ appends }) => appends).map(({ key }) => key)),
];

/**
 * The rules that the actions of a workflow follow on this target: those that were observed, or else those that the
 * configuration declares. Undefined where any action may come at any time.
 */
export function processOf(profile: Profile, workflow: WorkflowDescription | undefined): ProcessRules | undefined {
  if (!workflow) return undefined;
  const reading = readingOf(profile, "action-gating");
  const rules = reading?.workflows?.[workflow.id] ?? (reading?.gating === "free" ? undefined : declaredRules(workflow));
  return rules && isBinding(rules) ? rules : undefined;
}

/** The sequences of actions of the workflow that were taken where data decide what may come next; none elsewhere. */
export function waysOf(profile: Profile, workflow: WorkflowDescription | undefined): readonly Way[] {
  const { ways = {} } = readingOf(profile, "action-gating") ?? {};
  return (workflow && getOwn(ways, workflow.id)) ?? [];
}

/** What of an action was seen to decide, beside the order of actions, whether it is taken; undefined where nothing. */
export function contentDeciding(gating: Gating | undefined, workflowId: string | undefined, key: string) {
  const byKey = (workflowId !== undefined && getOwn(gating?.byContent ?? {}, workflowId)) || {};
  return getOwn(byKey, key);
}

/** True where each such action must bring texts of its own, such as a serial number. */
export function needsOwnTexts(gating: Gating | undefined, workflowId: string | undefined, key: string): boolean {
  const keys = workflowId === undefined ? undefined : getOwn(gating?.ownTexts ?? {}, workflowId);
  return keys?.includes(key) === true;
}

/** True where what decides lets an action with so many files be refused. */
export function mayRefuse(deciding: ReturnType<typeof contentDeciding>, files: number): boolean {
  if (deciding === undefined || deciding === "data" || deciding === "unknown") return deciding !== undefined;
  return (deciding === "with-files") === files > 0;
}

function isBinding(rules: ProcessRules): boolean {
  return Object.values(rules).some((rule) => rule !== undefined && (typeof rule === "number" || sizeOf(rule) > 0));
}

function sizeOf(rule: object): number {
  return Object.keys(rule).length;
}

/** What the configuration says of the process, as rules. Undefined where it says nothing. */
export function declaredRules({ actions }: Pick<WorkflowDescription, "actions">): ProcessRules | undefined {
  const said = <Member extends "after" | "atMost">(member: Member) =>
    Object.fromEntries(
      actions.flatMap((action) => (action[member] === undefined ? [] : [[action.key, action[member]]])),
    ) as Record<string, NonNullable<ActionDescription[Member]>>;
  const [after, atMost] = [said("after"), said("atMost")];
  const ends = actions.filter((action) => action.ends === true).map(({ key }) => key);
  const rules: ProcessRules = {
    ...(sizeOf(after) > 0 ? { after } : {}),
    ...(sizeOf(atMost) > 0 ? { atMost } : {}),
    ...(ends.length > 0 ? { ends } : {}),
  };
  return sizeOf(rules) > 0 ? rules : undefined;
}

/**
 * True where the rules let the action follow.
 * @param done keys of the actions of the trace, in their order, that of the creation first
 */
export function mayFollow(rules: ProcessRules, done: readonly string[], key: string): boolean {
  const { next, after, before, atMost, together = [], ends, endsAfter = {}, mostActions, paths } = rules;
  const ofBeginning = begunWith(rules, done);
  if (ofBeginning && !mayFollow(ofBeginning, done, key)) return false;
  if (mostActions !== undefined && done.length >= mostActions) return false;
  if (ends?.some((end) => done.includes(end))) return false;
  const isOver = Object.entries(endsAfter).some(([end, most]) => done.filter((one) => one === end).length >= most);
  if (isOver) return false;
  const times = atMost && getOwn(atMost, key);
  if (times !== undefined && done.filter((other) => other === key).length >= times) return false;
  const isFull = together.some(
    ({ keys, most }) => keys.includes(key) && done.filter((other) => keys.includes(other)).length >= most,
  );
  if (isFull) return false;
  const needed = after && getOwn(after, key);
  if (needed && !needed.every((other) => done.includes(other))) return false;
  if (before && getOwn(before, key)?.some((other) => done.includes(other))) return false;
  if (next) {
    const last = done.findLast((other) => Object.hasOwn(next, other));
    if (last !== undefined && getOwn(next, last)?.includes(key) !== true) return false;
  }
  return paths === undefined || paths.some((path) => [...done, key].every((one, index) => path[index] === one));
}

/** What holds for traces that were begun as this one was; undefined where that is the same for all. */
export function begunWith(rules: ProcessRules, done: readonly string[]): ProcessRules | undefined {
  const [first] = done;
  return first === undefined ? undefined : getOwn(rules.begunWith ?? {}, first);
}

/** Whether an action may come after others; undefined where nothing tells. */
export type MayCome = (done: readonly string[], key: string) => boolean | undefined;

/** Whether all of these actions may come, in one order or another; undefined where nothing tells. */
export function inSomeOrder(mayCome: MayCome, done: readonly string[], keys: readonly string[]): boolean | undefined {
  if (keys.length === 0) return true;
  const orders = keys.map((key, index) => {
    const may = mayCome(done, key);
    const rest = may === false ? false : inSomeOrder(mayCome, [...done, key], keys.toSpliced(index, 1));
    return rest === true ? may : rest;
  });
  return orders.includes(true) || (orders.includes(undefined) ? undefined : false);
}

/** The actions of a workflow that the rules let follow, those without rules all. */
export function followers(
  rules: ProcessRules | undefined,
  workflow: WorkflowDescription,
  done: readonly string[],
): readonly ActionDescription[] {
  return workflow.actions.filter(({ appends, key }) => appends && (!rules || mayFollow(rules, done, key)));
}

/** True for an action that no list of the workflow names, and that may come at any time all the same. */
export function isOutsideOfLists(profile: Profile, workflowId: string | undefined, key: string): boolean {
  const { outside = {} } = readingOf(profile, "action-gating") ?? {};
  return workflowId !== undefined && getOwn(outside, workflowId)?.includes(key) === true;
}

/** However many actions are looked back on: longer beginnings of a trace add nothing. */
const longestBeginning = 6;
const mostBeginnings = 200;

/** Ways in which a trace can begin, the shortest first: keys of actions, that of the creation first. */
export function beginnings(rules: ProcessRules, workflow: WorkflowDescription): readonly (readonly string[])[] {
  let reached: readonly (readonly string[])[] = workflow.actions
    .filter(({ creates }) => creates)
    .map(({ key }) => [key]);
  const all = [...reached];
  for (let length = 1; length < longestBeginning && all.length < mostBeginnings; length += 1) {
    reached = reached.flatMap((done) => followers(rules, workflow, done).map(({ key }) => [...done, key]));
    all.push(...reached.slice(0, mostBeginnings));
  }
  return all;
}

/** However long the way to an action is, and however many ways are looked at. */
const [longestWay, mostWays] = [16, 800];

/**
 * The shortest way, from the creation on, after which an action may come; undefined where there is none. Of sequences that were
 * taken it is the beginning of one.
 */
export function wayBefore(
  rules: ProcessRules,
  workflow: WorkflowDescription,
  key: string,
): readonly string[] | undefined {
  if (rules.paths) {
    const ways = rules.paths.flatMap((path) => {
      const at = path.indexOf(key, 1);
      return at > 0 ? [path.slice(0, at)] : [];
    });
    return ways.toSorted((one, other) => one.length - other.length)[0];
  }
  let reached: readonly (readonly string[])[] = workflow.actions
    .filter(({ creates }) => creates)
    .map((action) => [action.key]);
  // Where the same were done as often, and the same one last that decides what is next, the same may come.
  const seen = new Set<string>();
  while (reached.length > 0 && seen.size < mostWays) {
    const found = reached.find((done) => followers(rules, workflow, done).some((action) => action.key === key));
    if (found) return found;
    reached = reached
      .filter(({ length }) => length < longestWay)
      .flatMap((done) => followers(rules, workflow, done).map((action) => [...done, action.key]))
      .filter((done) => {
        const { next } = rules;
        const last = next ? done.findLast((one) => Object.hasOwn(next, one)) : done.at(-1);
        const place = JSON.stringify([done.toSorted(), last]);
        return !seen.has(place) && seen.add(place).size <= mostWays;
      });
  }
  return undefined;
}

export interface ProcessPlace {
  /** Keys of the actions done, that of the creation first. */
  readonly done: readonly string[];
  readonly key: string;
}

/** The earliest place at which an action may not come that may come at another; undefined where there is none. */
export function refusedAt(rules: ProcessRules, workflow: WorkflowDescription): ProcessPlace | undefined {
  const begun = beginnings(rules, workflow);
  const reachable = new Set(begun.flatMap((done) => done.slice(1)));
  for (const done of begun)
    for (const { key, appends } of workflow.actions)
      if (appends && reachable.has(key) && !mayFollow(rules, done, key)) return { done, key };
  return undefined;
}

/** The earliest place at which an action may not come yet, and the actions after which it may; undefined where none is. */
export function comesLaterAt(
  rules: ProcessRules,
  workflow: WorkflowDescription,
): (ProcessPlace & { readonly way: readonly string[] }) | undefined {
  for (const later of beginnings(rules, workflow))
    for (const { key } of followers(rules, workflow, later)) {
      const place = later.findIndex((_, at) => at > 0 && !mayFollow(rules, later.slice(0, at), key));
      if (place > 0) return { done: later.slice(0, place), way: later.slice(place), key };
    }
  return undefined;
}

/** The earliest place at which an action may come once and not at once again; undefined where there is none. */
function onceAt(rules: ProcessRules, workflow: WorkflowDescription): ProcessPlace | undefined {
  for (const done of beginnings(rules, workflow))
    for (const { key } of followers(rules, workflow, done))
      if (!mayFollow(rules, [...done, key], key)) return { done, key };
  return undefined;
}

/**
 * Places at which an action may come once and not at once again, each of another action: those where this was seen, or where
 * nobody looked the earliest by the rules. Rules alone may be made of sequences that were taken, which say little of others.
 */
export function oncePlaces(profile: Profile, workflow: WorkflowDescription): readonly ProcessPlace[] {
  const rules = processOf(profile, workflow);
  const { once } = readingOf(profile, "action-gating") ?? {};
  const first = rules && !once ? onceAt(rules, workflow) : undefined;
  if (!rules || !once) return first ? [first] : [];
  // The longest sequences alone are kept of those that were taken; what was seen is surely taken.
  const { paths: _, ...sure } = rules;
  return (getOwn(once, workflow.id) ?? [])
    .map((path) => ({ done: path.slice(0, -1), key: path.at(-1) ?? "" }))
    .filter(({ done, key }) => mayFollow(sure, done, key) && !mayFollow(rules, [...done, key], key));
}

/** However often an action may be done: beyond so many times it is not counted. */
const mostTimes = 6;

/** The place at which an action may come most often in a row, and then no more; undefined where none is counted so. */
export function countedAt(
  rules: ProcessRules,
  workflow: WorkflowDescription,
): (ProcessPlace & { readonly times: number }) | undefined {
  let best: (ProcessPlace & { readonly times: number }) | undefined;
  for (const done of beginnings(rules, workflow)) {
    for (const { key } of followers(rules, workflow, done)) {
      const all = [...done];
      while (all.length - done.length <= mostTimes && mayFollow(rules, all, key)) all.push(key);
      const times = all.length - done.length;
      if (times <= mostTimes && times > (best?.times ?? 0)) best = { done, key, times };
    }
  }
  return best;
}

/** True where no two actions of a trace, even two of the same key, may come in either order. */
export function isBoundToOrder(profile: Profile, workflow: WorkflowDescription): boolean {
  const rules = processOf(profile, workflow);
  return rules !== undefined && !beginnings(rules, workflow).some((done) => hasEitherOrder(rules, workflow, done));
}

function hasEitherOrder(rules: ProcessRules, workflow: WorkflowDescription, done: readonly string[]): boolean {
  const next = followers(rules, workflow, done).map(({ key }) => key);
  return next.some((one) =>
    next.some((other) => mayFollow(rules, [...done, one], other) && mayFollow(rules, [...done, other], one)),
  );
}
