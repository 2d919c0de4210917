/** Finds actions that create traces by the configuration, and that the target refuses each time. */
import { getOwn } from "../../../spec/json.ts";
import type { Reading } from "../../../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { inOrder } from "../../seen/known-traces.ts";
import type { ProbeContext } from "../../probe.ts";
import { creationsWith, isRefusedByBoth } from "../observations.ts";

type Never = Readonly<Record<string, readonly string[]>>;

/**
 * By the id of the workflow: the keys of creating actions that both faces refused and that were never accepted, if
 * another action creates traces; undefined where there are none.
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

/** The context with these actions as not creating, so that others are used. */
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

/** The reading, with the actions that never create a trace. */
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
