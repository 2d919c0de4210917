/** Which of the configured users sends a request. */
import { getOwn } from "../json.ts";
import type { Exchange } from "../vocabulary/history.ts";
import { readingOf, type OpenPointValues, type Profile } from "../vocabulary/profile.ts";
import type { Account } from "../vocabulary/script.ts";
import type { Person, WorkflowDescription } from "../vocabulary/target.ts";

/** Whose token was sent: of whom the step names, or of who was sent in the first user's place. */
export const senderOf = ({ by, actor }: Pick<Exchange, "by" | "actor">): Account => by ?? actor;

/** Whether a user acts for a group, as the configuration tells or else as was seen; undefined where nobody knows. */
export function actsFor({ groups, seenIn = {} }: Partial<Person>, group: string | undefined): boolean | undefined {
  if (groups || group === undefined) return groups && group !== undefined && groups.includes(group);
  return getOwn(seenIn, group);
}

/** Who may do the actions of a group: those who act for it, then those of whom nobody knows. */
export function writersFor(people: readonly Person[], group: string | undefined): readonly Person[] {
  const able = people.filter(({ may }) => may.includes("write"));
  const named = able.filter((one) => actsFor(one, group) === true);
  return [...named, ...able.filter((one) => actsFor(one, group) === undefined)];
}

/** True for one who acts for a group of the workflow, or of whom nobody knows. */
export function hasPartIn(person: Person, workflow: WorkflowDescription | undefined): boolean {
  if (!person.groups && !person.seenIn) return true;
  return workflow?.actions.some(({ groupLabel }) => actsFor(person, groupLabel) !== false) === true;
}

/** The users, with what was seen of those whose groups are not told; the same where nothing was. */
export function peopleSeen(people: readonly Person[], profile: Profile): readonly Person[] {
  const { doneBy } = readingOf(profile, "action-gating") ?? {};
  if (!doneBy || people.every(({ groups }) => groups)) return people;
  const seenIn = (account: Account) =>
    Object.fromEntries(Object.entries(doneBy).map(([label, accounts]) => [label, accounts.includes(account)]));
  return people.map((one) => (one.groups ? one : { ...one, seenIn: seenIn(one.account) }));
}

/** Who else may do what one of a group did. */
export const colleaguesOf = (
  people: readonly Person[] = [],
  group: string | undefined,
  sender: Account,
): readonly Account[] =>
  writersFor(people, group)
    .map(({ account }) => account)
    .filter((account) => account !== sender);

type ByAnother = NonNullable<OpenPointValues["action-gating"]["byAnother"]>[string];
/**
 * Whose action keeps a user from one: who created the trace, who did the last action of it, or who did the same before; who
 * did that of a key last (`notWho`), or somebody else who did (`onlyWho`); who did the same since that of a key (`sameSince`); who did the
 * same so often (`sameTimes`). `allotted`: nobody's, for the service chooses who.
 */
export type BarredBy = Exclude<ByAnother, readonly string[]>[string];

/** One such rule by itself. */
export type BarringKind = Exclude<BarredBy, "allotted" | { readonly anyOf: unknown }>;

/** The rules of which each keeps a user from an action; none where the service chooses who does it. */
export function barringKinds(by: BarredBy): readonly BarringKind[] {
  if (by === "allotted") return [];
  return typeof by === "object" && "anyOf" in by ? by.anyOf : [by];
}

/** An action that was done on a trace. */
export interface Done {
  readonly key: string;
  readonly sender: Account;
}

/** Whom another user must do an action instead of; undefined where nobody is kept from it. */
export function barredBy(profile: Profile, workflowId: string | undefined, key: unknown): BarredBy | undefined {
  const { byAnother = {} } = readingOf(profile, "action-gating") ?? {};
  if (workflowId === undefined || typeof key !== "string" || !Object.hasOwn(byAnother, workflowId)) return undefined;
  const ofWorkflow = byAnother[workflowId] ?? {};
  if (isList(ofWorkflow)) return ofWorkflow.includes(key) ? "creator" : undefined;
  return getOwn(ofWorkflow, key);
}

const isList = (value: ByAnother): value is readonly string[] => Array.isArray(value);

/**
 * True where what was done before keeps the user from the action.
 * @param done the actions of the trace, in their order, the creation first
 */
export function isBarred(by: BarredBy, done: readonly Done[], { key, sender }: Done): boolean {
  if (typeof by === "object" && "anyOf" in by) return by.anyOf.some((one) => isBarred(one, done, { key, sender }));
  if (typeof by === "object" && "sameSince" in by) {
    const since = done.findLastIndex((one) => one.key === by.sameSince);
    return isBarred("same", done.slice(since + 1), { key, sender });
  }
  if (typeof by === "object" && "sameTimes" in by) return timesDone(done, { key, sender }) >= by.sameTimes;
  if (typeof by === "object") {
    const telling = "notWho" in by ? by.notWho : by.onlyWho;
    const who = done.findLast((one) => one.key === telling)?.sender;
    return who !== undefined && (who === sender) === "notWho" in by;
  }
  if (by === "allotted") return false;
  if (by === "same") return done.some((one) => one.key === key && one.sender === sender);
  return (by === "creator" ? done[0] : done.at(-1))?.sender === sender;
}

const timesDone = (done: readonly Done[], { key, sender }: Done): number =>
  done.filter((one) => one.key === key && one.sender === sender).length;

/** That who did an action as often as on the trace where one was kept from it may not do it again, where that is several times. */
export function kindsByTimes(
  kept: readonly { readonly done: readonly Done[]; readonly by: Done }[],
): readonly BarringKind[] {
  const sameTimes = Math.min(...kept.map(({ done, by }) => timesDone(done, by)));
  return kept.length > 0 && sameTimes > 1 ? [{ sameTimes }] : [];
}

/** Of each action that was done: that who did it last may not, or that nobody else may. */
export function kindsByKey(done: readonly Pick<Done, "key">[]): readonly BarringKind[] {
  const keys = [...new Set(done.map(({ key }) => key))];
  return [...keys.map((key) => ({ notWho: key })), ...keys.map((key) => ({ onlyWho: key }))];
}

/** That who did an action may not do it again until one of these was done once more, the last ones first. */
export const kindsSince = (done: readonly Pick<Done, "key">[], { key }: Pick<Done, "key">): readonly BarringKind[] =>
  [...new Set(done.map((one) => one.key))]
    .filter((one) => one !== key)
    .toReversed()
    .map((one) => ({ sameSince: one }));

/** In words: by whom the action is done. */
export function barredText(by: BarredBy): string {
  if (by === "creator") return "by another user than who created the trace";
  if (by === "last") return "by another user than who did the last action";
  if (by === "same") return "by another user than who did the same before";
  if (by === "allotted") return "by one user of the group at a time";
  if ("anyOf" in by) return by.anyOf.map(barredText).join(", and ");
  if ("sameSince" in by) return `by another user than who did the same since the last ${by.sameSince}`;
  if ("sameTimes" in by) return `by another user than who did the same ${String(by.sameTimes)} times`;
  return "notWho" in by ? `by another user than who did ${by.notWho} last` : `by nobody but who did ${by.onlyWho} last`;
}
