/** Chooses the user who sends a request: one who may do it. */
import { barredBy, hasPartIn, isBarred, peopleSeen, writersFor, type Done } from "../../spec/readings/people.ts";
import { dutyOf, type Operation } from "../../spec/operations.ts";
import type { ActionIntent, Intent } from "../../spec/vocabulary/history.ts";
import type { Account, Actor, OperationStep } from "../../spec/vocabulary/script.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import type { Environment } from "../environment.ts";
import { UnsentStep } from "./unsent.ts";

/** True for the users that scripts name. */
export function isActor(account: Account): account is Actor {
  return account === "first" || account === "second";
}

/** The user who is shown every link, where lists omit some for others. */
function wholeListsFor({ kind }: Pick<Intent, "kind">, profile: Profile): string | undefined {
  return kind === "details" ? readingOf(profile, "others-data")?.wholeFor : undefined;
}

/** What the sender of an action is chosen by. */
type ActionNamed = Pick<ActionIntent, "actionKey" | "groupLabel" | "workflow"> & { kind: "act"; traceId: string };

interface Sent {
  readonly step: OperationStep;
  readonly request: { readonly operation: Operation };
  readonly intent: Intent | ActionNamed;
}

/**
 * The account for a request, unless the step names one. An action goes to the first user who acts for its group, else
 * to one without groups, who is not barred from it by earlier actions. A trace is read, and a workflow searched, by the
 * first user who takes part in the workflow, if known, as others may not see it.
 * @param done the actions that were sent to the trace
 * @param ofTrace the workflow of the trace, if known
 * @throws UnsentStep where no user may do such things
 */
export function accountFor(
  { name, people: told = [], workflows }: Environment,
  { step, request, intent }: Sent,
  profile: Profile,
  done: readonly Done[] = [],
  ofTrace?: number,
): Account {
  if (step.actor !== undefined) return step.actor;
  const duty = dutyOf(request.operation);
  const people = peopleSeen(told, profile);
  if (people.length === 0 || duty === undefined) return "first";
  const able = people.filter(({ may }) => may.includes(duty));
  const [first] = able;
  if (!first)
    throw new UnsentStep(`no user of environment "${name}" may ${duty}`, `\`may: [${duty}]\` of one of the \`users\``);
  if (duty !== "write") {
    const whole = able.find(({ account }) => account === wholeListsFor(intent, profile));
    const meant = intent.kind === "search" ? (intent.workflow ?? intent.byOtherKey) : ofTrace;
    const taking = meant === undefined ? undefined : able.find((one) => hasPartIn(one, workflows[meant]));
    return (whole ?? taking ?? first).account;
  }
  const group = "groupLabel" in intent && typeof intent.groupLabel === "string" ? intent.groupLabel : undefined;
  const writers = writersFor(people, group);
  const [usual = first] = writers;
  const { actionKey, workflow } = "actionKey" in intent ? intent : {};
  const { id } = workflow === undefined ? {} : (workflows[workflow] ?? {});
  const by = barredBy(profile, id, actionKey);
  if (by === undefined || typeof actionKey !== "string" || intent.kind !== "act") return usual.account;
  // Actions that are unknown here were done by the usual user.
  const all = done.length > 0 ? done : [{ key: "", sender: usual.account }];
  const other = writers.find(({ account }) => !isBarred(by, all, { key: actionKey, sender: account }));
  return (other ?? usual).account;
}
