/** Which of the configured users sends a request. */
import type { Exchange } from "../vocabulary/history.ts";
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import type { Account } from "../vocabulary/script.ts";
import type { Person } from "../vocabulary/target.ts";

/** Whose token was sent: of whom the step names, or of who was sent in the first user's place. */
export const senderOf = ({ by, actor }: Pick<Exchange, "by" | "actor">): Account => by ?? actor;

/** Who may do the actions of a group: those who act for it, then those of whom no groups are told. */
export function writersFor(people: readonly Person[], group: string | undefined): readonly Person[] {
  const able = people.filter(({ may }) => may.includes("write"));
  const named = able.filter(({ groups }) => group !== undefined && groups?.includes(group) === true);
  return [...named, ...able.filter(({ groups }) => groups === undefined)];
}

/** True for an action that another user of the group must do than the one who usually does. */
export function isByAnother(profile: Profile, workflowId: string | undefined, key: unknown): boolean {
  const { byAnother = {} } = readingOf(profile, "action-gating") ?? {};
  if (workflowId === undefined || typeof key !== "string" || !Object.hasOwn(byAnother, workflowId)) return false;
  return byAnother[workflowId]?.includes(key) === true;
}
