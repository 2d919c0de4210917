/**
 * Whether a user was refused an action for what was done before, and a colleague of the same group is not: on a trace that
 * is built again, the user is refused through both faces, and then the colleague is let do it.
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

/** Where several explain what was seen, the first by which no user does an action twice. */
const kinds: readonly BarringKind[] = ["same", "creator", "last"];

/** So often it is seen again. */
const twice = 2;

export interface LateBarred {
  readonly key: string;
  readonly by: BarredBy;
  readonly evidence: string;
}

/** Undefined where nobody else may do the action, or where what was seen has another reason. */
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
  // What is known explains it, or else is known wrongly.
  const known = barredBy(profile, workflow.id, key);
  if (known !== undefined && isBarred(known, done, { key, sender })) return undefined;
  // Of several colleagues some may have done it as well.
  const colleagueBeside = (by: BarredBy) => colleagues.find((one) => !isBarred(by, done, { key, sender: one }));
  const explains = (by: BarredBy): boolean => isBarred(by, done, { key, sender }) && colleagueBeside(by) !== undefined;
  const times = kindsByTimes([{ done, by: { key, sender } }]);
  const found = [...kinds, ...kindsByKey(done), ...kindsSince(done, { key }), ...times].find(
    (one) => explains(one) && !deniedBy(history, key, one),
  );
  if (!found) return undefined;
  // What was known holds beside it, unless a colleague may do it whom only that would keep from it.
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

/** Whether the action is refused to one user through both faces, and taken from a colleague, each time. */
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
  // Where the service chooses who does it, the next trace is another user's.
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

/** True where the action was taken from somebody whom this would have kept from it. */
function deniedBy(history: History, key: string, by: BarredBy): boolean {
  return history.exchanges.some(
    (one) =>
      one.intent.kind === "act" &&
      one.intent.actionKey === key &&
      succeeded(one) &&
      // What else was under way came perhaps before it, perhaps after.
      one.parallel !== true &&
      isBarred(by, doneBefore(history, one), { key, sender: senderOf(one) }),
  );
}
