/** Which of the configured users does an action. */
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import type { Person } from "../vocabulary/target.ts";

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
