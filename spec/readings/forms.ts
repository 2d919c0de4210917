/** The forms of actions: as they were observed, or else as the configuration says. */
import { getOwn } from "../json.ts";
import { withNumbersFrom } from "../data-schemas/narrowed.ts";
import { readingOf, type Profile } from "../vocabulary/profile.ts";
import type { ActionDescription, WorkflowDescription } from "../vocabulary/target.ts";
import { keepingShown, shownValuesOf } from "./shown-values.ts";
import { needsOwnTexts, processOf, type ProcessRules } from "./process.ts";

/** The workflows with the schemas, the files and the numbers that were observed; the same where there are none. */
export function workflowsWithForms(
  workflows: readonly WorkflowDescription[],
  profile: Profile,
): readonly WorkflowDescription[] {
  const forms = readingOf(profile, "action-forms") ?? {};
  const gating = readingOf(profile, "action-gating");
  const { files = {}, numbers = {}, neverBegun = {}, ownTexts = {}, shown = {} } = gating ?? {};
  if ([forms, files, numbers, neverBegun, ownTexts, shown].every((found) => Object.keys(found).length === 0))
    return workflows;
  return workflows.map((workflow) => {
    const own = getOwn(forms, workflow.id) ?? {};
    const wanted = getOwn(files, workflow.id) ?? {};
    const ends = getOwn(numbers, workflow.id) ?? {};
    const never = getOwn(neverBegun, workflow.id) ?? [];
    const rules = processOf(profile, workflow);
    const actions = workflow.actions.map((action) => {
      const schema = getOwn(own, action.key);
      const brings = getOwn(wanted, action.key);
      const end = getOwn(ends, action.key);
      // One example says nothing of what may stand beside it.
      const isAssumed = !schema && (!action.dataSchema || action.examples?.length === 1);
      // What a configuration says is less than what was seen to be taken, or not to be.
      const form = schema ?? action.dataSchema;
      return {
        ...action,
        ...(form ? { dataSchema: end ? withNumbersFrom(form, end) : form } : {}),
        ...(action.files || !brings ? {} : { files: brings }),
        ...(end === "turn" ? { inTurn: true } : {}),
        ...(needsOwnTexts(gating, workflow.id, action.key) ? { ownTexts: true } : {}),
        ...(never.includes(action.key) ? { creates: false } : {}),
        // Of what never came among actions whose forms had to be found, nobody knows which data it takes.
        ...(Object.keys(own).length > 0 && isAssumed && neverComes(rules, action) ? { appends: false } : {}),
      };
    });
    return keepingShown({ ...workflow, actions }, Object.keys(shownValuesOf(profile, workflow.id)));
  });
}

/** True where the form of this action was found by trials. */
export function hasFoundForm(profile: Profile, workflow: string, key: string): boolean {
  const found = readingOf(profile, "action-forms") ?? {};
  return Object.hasOwn(found, workflow) && Object.hasOwn(found[workflow] ?? {}, key);
}

/** True where the target refused all data that were tried, and no form was found that it takes. */
export function isFormSoughtInVain({ readings }: Profile): boolean {
  const reading = readings["action-forms"];
  return reading !== undefined && reading.value === undefined;
}

/** True for an action that no action was followed by, as far as was seen. */
function neverComes({ next, paths }: ProcessRules = {}, { key, appends }: ActionDescription): boolean {
  if (!appends || (!next && !paths)) return false;
  const following = [...Object.values(next ?? {}), ...(paths ?? []).map((path) => path.slice(1))];
  return !following.some((keys) => keys?.includes(key));
}
