/** Who sends a request: each action is done by a user who may. */
import { isByAnother, writersFor } from "../../spec/readings/people.ts";
import { dutyOf, type Operation } from "../../spec/operations.ts";
import type { Intent } from "../../spec/vocabulary/history.ts";
import type { Account, Actor, OperationStep } from "../../spec/vocabulary/script.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Environment } from "../environment.ts";
import { UnsentStep } from "./unsent.ts";

/** True for the users whom scripts name. */
export function isActor(account: Account): account is Actor {
  return account === "first" || account === "second";
}

interface Sent {
  readonly step: OperationStep;
  readonly request: { readonly operation: Operation };
  readonly intent: Intent;
}

/**
 * The account for a request of the first user: an action goes to one who acts for its group, and where nobody is named
 * for it to one without groups. @throws UnsentStep where no user may do such things
 */
export function accountFor(
  { name, people = [], workflows }: Environment,
  { step, request, intent }: Sent,
  profile: Profile,
): Account {
  if (step.actor !== undefined && step.actor !== "first") return step.actor;
  const duty = dutyOf(request.operation);
  if (people.length === 0 || duty === undefined) return "first";
  const able = people.filter(({ may }) => may.includes(duty));
  const [first] = able;
  if (!first) throw new UnsentStep(`no user of environment "${name}" may ${duty} (users[].may)`);
  if (duty !== "write") return first.account;
  const group = "groupLabel" in intent && typeof intent.groupLabel === "string" ? intent.groupLabel : undefined;
  const [usual = first, other = usual] = writersFor(people, group);
  const { actionKey, workflow } = "actionKey" in intent ? intent : {};
  const { id } = workflow === undefined ? {} : (workflows[workflow] ?? {});
  return (isByAnother(profile, id, actionKey) ? other : usual).account;
}
