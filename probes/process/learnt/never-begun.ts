/** Actions that the target refuses each time: those that begin traces by the configuration, and those of which it tells no data. */
import { getOwn } from "../../../spec/json.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { inOrder } from "../../seen/known-traces.ts";
import type { ProbeContext } from "../../probe.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isAboutData, mayBeForm, textOf } from "../forms/told/refusal-words.ts";
import { creationsWith, isRefusedByBoth } from "../observations.ts";

type Never = Readonly<Record<string, readonly string[]>>;

/**
 * By the id of the workflow: the keys of those that were refused through both faces and never taken, where the workflow
 * has another beginning; undefined where there are none.
 */
export function neverBegun({ target, histories }: Pick<ProbeContext, "target" | "histories">): Never | undefined {
  const exchanges = inOrder(histories());
  const found = target.workflows.flatMap(({ id, actions }, index) => {
    const begins = actions.filter(({ creates }) => creates).map(({ key }) => key);
    const never = begins.filter((key) => isRefusedByBoth(creationsWith(exchanges, index, key)));
    return never.length > 0 && never.length < begins.length ? [[id, never] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** The context in which they begin nothing, so that others are used. */
export function withoutNeverBegun(context: ProbeContext, never: Never): ProbeContext {
  const workflows = context.target.workflows.map((workflow): WorkflowDescription => {
    const keys = getOwn(never, workflow.id) ?? [];
    return {
      ...workflow,
      actions: workflow.actions.map((one) => (keys.includes(one.key) ? { ...one, creates: false } : one)),
    };
  });
  return { ...context, target: { ...context.target, workflows } };
}

/** The reading of the process with what never begins a trace. */
export function besideNeverBegun(
  reading: Reading<"action-gating">,
  never: Never | undefined,
): Reading<"action-gating"> {
  if (!never || !reading.value) return reading;
  const keys = Object.values(never).flat().join(" and ");
  return {
    ...reading,
    value: { ...reading.value, neverBegun: never },
    evidence: `${reading.evidence} ${keys} began no trace: refused each time, through both faces; see to its group and its data in the configuration.`,
  };
}

/**
 * Keys of actions of which the configuration tells no data, and that were refused each time, through both faces and in words
 * about data: it is not known which they want, whatever states list.
 * @param found forms by the keys of their actions
 */
export function wantingOtherData(
  exchanges: readonly Exchange[],
  workflow: number,
  { actions }: WorkflowDescription,
  found: Readonly<Record<string, unknown>>,
): readonly string[] {
  const sent = exchanges.filter(({ intent }) => intent.kind === "act" && intent.workflow === workflow);
  return [...Map.groupBy(actions, ({ key }) => key)].flatMap(([key, all]) => {
    if (Object.hasOwn(found, key) || all.some((one) => one.creates || one.dataSchema || one.examples)) return [];
    const own = sent.filter(
      ({ intent, defects, traits }) =>
        "actionKey" in intent && intent.actionKey === key && defects.length === 0 && traits.length === 0,
    );
    const isTold = own.some((one) => mayBeForm(one) && isAboutData(textOf(one)));
    return isTold && isRefusedByBoth(own) ? [key] : [];
  });
}
