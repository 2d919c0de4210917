/**
 * Finds out whether a creation was refused for its data although they fit the form that trials found, so that the
 * target requires more than this form says: both faces refuse the same again, and accept other data of the form.
 */
import { isTaken } from "../../../spec/readings/actions.ts";
import { hasFoundForm } from "../../../spec/readings/forms.ts";
import { contentDeciding } from "../../../spec/readings/process.ts";
import { alternating, faces } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { CreateStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import { mayBeForm } from "../forms/told/refusal-words.ts";
import type { ProbeContext } from "../../probe.ts";
import { isTurnedDown } from "../observations.ts";
import { dataAgain } from "../rebuilt.ts";
import type { DecidingContent } from "./by-content.ts";

/** Undefined where the form was not found by trials, or the data are not the reason. */
export async function beginningDecides(
  asker: Pick<ProbeContext, "run" | "runId">,
  profile: Profile,
  workflow: WorkflowDescription,
  refused: Exchange,
): Promise<DecidingContent | undefined> {
  const { intent } = refused;
  if (intent.kind !== "create" || typeof intent.actionKey !== "string" || !mayBeForm(refused)) return undefined;
  const { actionKey: key, workflow: index } = intent;
  const isFound = hasFoundForm(profile, workflow.id, key);
  const isKnown = contentDeciding(readingOf(profile, "action-gating"), workflow.id, key) !== undefined;
  const action = workflow.actions.find((one) => one.key === key);
  const same = action && dataAgain(asker.runId, action, refused, "begun-again-");
  if (!isFound || isKnown || !same) return undefined;
  const common = { op: "create", workflow: index, action: key, candidateFor: "action-gating" } as const;
  const others = faces.map((_, number) => fitting(action, actionData(asker.runId, "begun-other-", number)));
  const steps = [same, same, ...others].map((data, at): CreateStep => ({
    ...{ ...common, face: alternating(at) },
    ...data,
  }));
  const answers = await asker.run("the same creation once more, then with other data", steps);
  const [again, after] = [answers.slice(0, faces.length), answers.slice(faces.length)];
  if (after.length === 0 || !again.every(isTurnedDown) || !after.some(isTaken)) return undefined;
  const evidence = `${key} was refused as it was once more, through both faces, and taken with other data of the form that was found.`;
  return { key, deciding: "data", words: [], evidence };
}
