/** Files that are kept from who did not send them are asked for by who did. */
import { mapSteps } from "../../../generators/index.ts";
import { writersFor } from "../../../spec/readings/people.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { Account, DigestRef, OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import { placedSteps } from "../../../spec/vocabulary/placed-steps.ts";
import type { SuiteContext } from "../context.ts";

/** The script in which downloads of such files, all of one sender, are that sender's; others are left as they are. */
export function readWithheld({ profile, target }: SuiteContext, script: Script): Script {
  const { withheld = {} } = readingOf(profile, "others-data") ?? {};
  if (Object.keys(withheld).length === 0) return script;
  const senders = new Map<string, Account>();
  for (const { step } of placedSteps(script)) {
    if (step.op !== "act" || step.as === undefined || step.action === undefined) continue;
    const { id = "", actions = [] } = target.workflows[step.workflow ?? 0] ?? {};
    const group = actions.find(({ key }) => key === step.action)?.groupLabel;
    const [usual] = writersFor(target.people ?? [], group);
    const isKept = withheld[id]?.includes(step.action) === true;
    if (isKept && usual?.may.includes("read")) senders.set(step.as, step.actor ?? usual.account);
  }
  if (senders.size === 0) return script;
  return mapSteps(script, (step): OperationStep => {
    if ((step.op !== "file" && step.op !== "files") || step.actor || step.token) return step;
    const digests: readonly DigestRef[] = step.op === "file" ? [step.digest] : step.digests;
    const sentBy = digests.flatMap((one) => (typeof one === "string" ? (senders.get(labelOf(one)) ?? []) : []));
    const [actor, ...others] = new Set(sentBy);
    return actor === undefined || others.length > 0 ? step : { ...step, actor };
  });
}

/** The label of what brought the file: `t` of `$t.0`. */
const labelOf = (reference: string): string => reference.replace(/^\$/, "").split(".", 1)[0] ?? "";
