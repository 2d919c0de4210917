/** The target as the configuration tells it, with what was observed of its actions and of its users. */
import type { Profile } from "../vocabulary/profile.ts";
import type { JudgingTarget } from "../vocabulary/target.ts";
import { workflowsWithForms } from "./forms.ts";
import { peopleSeen } from "./people.ts";

/** The same where nothing of them was. */
export function targetSeen(target: JudgingTarget, profile: Profile): JudgingTarget {
  const workflows = workflowsWithForms(target.workflows, profile);
  const people = target.people && peopleSeen(target.people, profile);
  if (workflows === target.workflows && people === target.people) return target;
  return { ...target, workflows, ...(people ? { people } : {}) };
}
