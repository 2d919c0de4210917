/** Where a creation takes no files, or fewer than a script sends with it, they come with an action right behind it. */
import { filePolicy, mayBringFiles, mayBringSeveral } from "../../spec/readings/file-policy.ts";
import { isParallel } from "../../spec/vocabulary/placed-steps.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type {
  ActStep,
  CreateStep,
  DigestRef,
  LabelRef,
  OperationStep,
  Script,
  Step,
} from "../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { markerOf, withMarker } from "../json/marker.ts";
import { fittingAction } from "../schema/action-input.ts";
import { isFollowedBy } from "./workflow-for-files.ts";

interface Moving {
  readonly runId: string;
  readonly workflows: readonly WorkflowDescription[];
  readonly profile: Profile;
}

/** The script with the files of creations brought by actions; the same where creations take files, or nothing does. */
export function withFilesOnActions({ runId, workflows, profile }: Moving, script: Script): Script {
  const isMoved = (step: OperationStep): step is CreateStep & { as: string } =>
    step.op === "create" && step.as !== undefined && isPlain(step) && takesOnlyLater(step, workflows, profile);
  const all = script.steps.flatMap((step) => (isParallel(step) ? step.parallel.flat() : [step]));
  const moved = new Set(all.filter(isMoved).map(({ as }) => `$${as}`));
  if (moved.size === 0) return script;
  const changed = (step: OperationStep): readonly OperationStep[] => {
    if (step.op === "file") return [{ ...step, digest: renamed(step.digest, moved) }];
    if (step.op === "files") return [{ ...step, digests: step.digests.map((digest) => renamed(digest, moved)) }];
    if (!isMoved(step)) return [step];
    const { files = [], traits, ...creation } = step;
    const label = `${step.as}-files`;
    const brings: ActStep = {
      op: "act",
      face: step.face,
      as: label,
      trace: `$${step.as}`,
      ...(step.workflow === undefined ? {} : { workflow: step.workflow }),
      ...(step.filesFirst ? { filesFirst: true } : {}),
      // The same beside the marker for each trace, so that traces of the same steps stay alike.
      data: withMarker({ brings: "files" }, { run: runId, marker: markerOf(script.id, runId, label) }),
      files,
      ...(traits ? { traits } : {}),
    };
    return [{ ...creation, ...(traits ? { traits } : {}) }, brings];
  };
  const steps = script.steps.flatMap((step): readonly Step[] =>
    isParallel(step) ? [{ parallel: step.parallel.map((branch) => branch.flatMap(changed)) }] : changed(step),
  );
  return { ...script, steps };
}

function isPlain({ files = [], token, body, omit, replace, candidateFor }: CreateStep): boolean {
  return files.length > 0 && !token && !body && !omit && !replace && !candidateFor;
}

function takesOnlyLater(
  { workflow = 0, action, files = [] }: CreateStep,
  workflows: readonly WorkflowDescription[],
  profile: Profile,
): boolean {
  const own = workflows[workflow];
  const key = action ?? fittingAction(own, "create")?.key;
  const { most = Infinity } = filePolicy(own?.actions.find((one) => one.key === key)?.files);
  const takes = most === 0 ? mayBringFiles : mayBringSeveral;
  if (!own || key === undefined || files.length <= most) return false;
  return isFollowedBy(own, profile, key, (wanted) => wanted !== "pdf" && takes(wanted));
}

function renamed(reference: DigestRef, moved: ReadonlySet<string>): DigestRef {
  const renamedLabel = <Ref extends string>(label: Ref): Ref => {
    const [name = "", position] = label.split(".");
    return moved.has(name) ? (`${name}-files${position === undefined ? "" : `.${position}`}` as Ref) : label;
  };
  if (typeof reference === "string") return renamedLabel(reference);
  if ("allOf" in reference) return { allOf: renamedLabel<LabelRef>(reference.allOf) };
  if ("refused" in reference) return { refused: renamedLabel<LabelRef>(reference.refused) };
  return "like" in reference ? { ...reference, like: renamedLabel<LabelRef>(reference.like) } : reference;
}
