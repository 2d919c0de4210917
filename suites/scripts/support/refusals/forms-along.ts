/** Sends each action of a long way with data that break its form, right before the action itself. */
import { fitData, isOpen, withoutMember } from "../../../../generators/index.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { alternating, type Face, faces, otherFace } from "../../../../spec/operations.ts";
import type { ActStep, OperationStep, Script } from "../../../../spec/vocabulary/script.ts";
import type { ActionDescription } from "../../../../spec/vocabulary/target.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import type { SuiteContext } from "../../context.ts";
import { type AgainstForm, againstForm, furtherAgainstForm } from "../against-form.ts";
import { begun } from "../processes/begun.ts";
import { withinBudget } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import { wantedBeside } from "./wanted-beside.ts";
import { waysThrough } from "../processes/ways.ts";

/** In at most so many ways the form is broken. */
const mostWays = 3;
/** A repeated action is tried at most so many times: an error may show only after it came once. */
const mostTimes = 2;
/** At most so many steps in all. */
const mostSteps = 260;

/**
 * On two traces for each way, which differ in the face that is tried first: if it wrongly accepts the data, the other
 * one meets another state.
 */
export function formsAlong(context: SuiteContext, script: MakeScript): readonly Script[] {
  const { target, profile, seed } = context;
  const title = "Data against its form are refused through both faces, or taken through both, at each place of the way";
  const scripts = target.workflows.flatMap((description, workflow) =>
    longerOf(waysThrough(profile, description)).flatMap((way, number) =>
      faces.map((first) =>
        script(
          context,
          `forms-along-${String(workflow)}-${first}${number === 0 ? "" : `-${String(number)}`}`,
          title,
          (draft) => along(draft, { workflow, way, actions: description.actions, first, seed }),
        ),
      ),
    ),
  );
  const missing = scripts.filter(({ steps }) => steps.some((step) => "traits" in step));
  return withinBudget(context, missing, mostSteps);
}

/** The longer of two ways; both where the first has actions that the longer one lacks. */
function longerOf(ways: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first, longer = []] = ways;
  return first && new Set(first).isSubsetOf(new Set(longer)) ? [longer] : ways;
}

interface Place {
  readonly workflow: number;
  readonly way: readonly string[];
  readonly actions: readonly ActionDescription[];
  /** The face that is tried first. */
  readonly first: Face;
  readonly seed: number;
}

function along(draft: Draft, { workflow, way, actions, first, seed }: Place): readonly OperationStep[] {
  return begun(draft, workflow, way, first).flatMap((step, at): readonly OperationStep[] => {
    const key = way[at] ?? "";
    const action = actions.find((one) => one.key === key && one.appends);
    const before = way.slice(0, at).filter((one) => one === key).length;
    if (step.op !== "act" || !action || before >= mostTimes) return [step];
    const all = waysToMiss(action, draft.doc({ missed: at }));
    // The seed decides which, where there are more.
    const from = all.length === 0 ? 0 : (at + seed) % all.length;
    const lacking = wantedBeside(action, draft.doc({ missed: at }))
      .slice(0, 1)
      .map(({ data, member }) => ({
        ...{ data: withoutMember(data, [member]), traits: [unfitTraits.form] },
      }));
    const tries = [...lacking, ...all.slice(from), ...all.slice(0, from)].slice(0, mostWays).flatMap((missed) =>
      [first, otherFace(first)].map((face): ActStep => ({
        ...{ op: "act", face, trace: "$t", workflow, action: key, ...missed, outOfOrder: true },
      })),
    );
    const read: OperationStep = { op: "state", face: alternating(at), trace: "$t" };
    return tries.length === 0 ? [step] : [...tries, read, step];
  });
}

/** Data without a member, with a wrong type, with a value that is not in its list, or with an unknown member. */
function waysToMiss(action: ActionDescription, doc: JsonObject): readonly AgainstForm[] {
  if (!action.dataSchema) return [];
  const { data, markerAt } = fitData(action, { data: doc });
  const unknown = { ...data, beyondTheForm: "a member of no form" };
  const beyond = { data: unknown, ...(markerAt ? { markerAt } : {}), traits: [unfitTraits.beyond] };
  return [...(isOpen(action) ? [] : [beyond]), ...againstForm(action, doc), ...furtherAgainstForm(action, doc)];
}
