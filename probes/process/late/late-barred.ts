/**
 * Finds out whether a user was refused an action because of an earlier action, while a colleague of the group is not:
 * on a trace that is built again both faces refuse the user, then the colleague is allowed.
 */
import {
  barredBy,
  colleaguesOf,
  isBarred,
  kindsByKey,
  kindsByTimes,
  kindsSince,
  senderOf,
  type BarredBy,
  type BarringKind,
  barringKinds,
  type Done,
} from "../../../spec/readings/people.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { Account, ActStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import { acceptedBefore, appendedBy, rebuilt, type Rebuilt, withOwnMarker } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** Where several rules explain what was seen, the first counts: nobody does an action twice. */
const kinds: readonly BarringKind[] = ["same", "creator", "last"];

/** It must show so often. */
const twice = 2;

export interface LateBarred {
  readonly key: string;
  readonly by: BarredBy;
  readonly evidence: string;
}

/** Undefined where nobody else may do the action, or where something else explains the refusal. */
export async function lateBarred(
  asker: Asker,
  profile: Profile,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<LateBarred | undefined> {
  const action = appendedBy(workflow, refused);
  if (!action || !isTurnedDown(refused)) return undefined;
  const sender = senderOf(refused);
  const colleagues = colleaguesOf(asker.target.people, action.groupLabel, sender);
  if (colleagues.length === 0) return undefined;
  const { key } = action;
  const done = doneBefore(history, refused);
  // If the known rule explains the refusal, nothing is new.
  const known = barredBy(profile, workflow.id, key);
  if (known !== undefined && isBarred(known, done, { key, sender })) return undefined;
  // Some of several colleagues may be barred as well.
  const colleagueBeside = (by: BarredBy) => colleagues.find((one) => !isBarred(by, done, { key, sender: one }));
  const explains = (by: BarredBy): boolean => isBarred(by, done, { key, sender }) && colleagueBeside(by) !== undefined;
  const times = kindsByTimes([{ done, by: { key, sender } }]);
  const found = [...kinds, ...kindsByKey(done), ...kindsSince(done, { key }), ...times].find(
    (one) => explains(one) && !deniedBy(history, key, one),
  );
  if (!found) return undefined;
  // The known rule stays beside the new one, unless a colleague is allowed whom it would bar.
  const isKnown = known !== undefined && known !== "allotted" && !deniedBy(history, key, known);
  const both: BarredBy = { anyOf: [...(isKnown ? barringKinds(known) : []), found] };
  const keptByKnown = colleagues.find(
    (one) => isKnown && isBarred(known, done, { key, sender: one }) && !isBarred(found, done, { key, sender: one }),
  );
  const tries: readonly (readonly [by: BarredBy, colleague: Account | undefined])[] = isKnown
    ? [
        [found, keptByKnown],
        [both, colleagueBeside(both)],
      ]
    : [[found, colleagueBeside(found)]];
  for (const [turn, [by, colleague]] of tries.entries()) {
    const again = rebuilt(`${asker.runId}b${turn > 0 ? String(turn) : ""}`, workflow, history, refused);
    if (!again || colleague === undefined) continue;
    if (await isRefusedButTo(asker, action, again, { sender, colleague }))
      return { key, by, evidence: `${key} was refused to one user and taken from another of the group.` };
  }
  return undefined;
}

/** Whether both faces refuse the user and accept the same action from a colleague, each time. */
async function isRefusedButTo(
  asker: Asker,
  action: ActionDescription,
  again: Rebuilt,
  { sender, colleague }: { readonly sender: Account; readonly colleague: Account },
): Promise<boolean> {
  const tries = [...faces.map((face) => ({ face, actor: sender })), { face: faces[0], actor: colleague }];
  const acts = tries.map((one, at): ActStep => ({
    ...withOwnMarker(asker.runId, action, again.refused, `turn${String(at)}-`),
    ...one,
  }));
  let isSo = true;
  // A service that chooses who does it may choose another user on the next trace.
  for (let time = 0; time < twice && isSo; time += 1) {
    const exchanges = await asker.run("the same once more, then by a colleague", [...again.steps, ...acts]);
    const answers = exchanges.slice(again.steps.length);
    const last = answers.pop();
    isSo = answers.length === faces.length && answers.every(isTurnedDown) && last !== undefined && succeeded(last);
  }
  return isSo;
}

function doneBefore({ exchanges }: History, action: Exchange): readonly Done[] {
  return acceptedBefore(exchanges, action).flatMap((one): readonly Done[] => {
    const key = "actionKey" in one.intent ? one.intent.actionKey : undefined;
    return typeof key === "string" ? [{ key, sender: senderOf(one) }] : [];
  });
}

/** True where the action was accepted from somebody whom this rule would bar. */
function deniedBy(history: History, key: string, by: BarredBy): boolean {
  return history.exchanges.some(
    (one) =>
      one.intent.kind === "act" &&
      one.intent.actionKey === key &&
      succeeded(one) &&
      // A parallel action may have come before or after the others.
      one.parallel !== true &&
      isBarred(by, doneBefore(history, one), { key, sender: senderOf(one) }),
  );
}
