/**
 * Keeps choices on ways that had the same value on every trace. Nobody tried another one, which may lead elsewhere,
 * e.g. "defective" instead of "in order".
 */
import type { Way } from "../../../spec/readings/process.ts";
import { sameJson } from "../../../spec/readings/equal.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { choicesIn } from "../forms/members-to-choose.ts";
import type { SeenTrace } from "./deciding.ts";

/** The ways with the choices that were the same on all traces that took them. */
export function choicesKept(
  ways: readonly Way[],
  traces: readonly SeenTrace[],
  { actions }: Pick<WorkflowDescription, "actions">,
): readonly Way[] {
  const choices = new Map(actions.map(({ key, dataSchema }) => [key, dataSchema ? choicesIn(dataSchema) : []]));
  return ways.map((way) => {
    const along = traces.filter((trace) => follows(trace, way));
    return way.map((step, at): Way[number] => {
      const left = step.without ?? [];
      const own = (choices.get(step.key) ?? []).filter((member) => !left.includes(member));
      const kept = own.flatMap((member) => {
        const [first, ...others] = along.map(({ steps }) => steps[at]?.data[member]);
        return first !== undefined && others.every((one) => one !== undefined && sameJson(one, first))
          ? [[member, first] as const]
          : [];
      });
      return kept.length > 0 ? { ...step, with: { ...Object.fromEntries(kept), ...step.with } } : step;
    });
  });
}

/** True for a trace that begins with these actions and the kept values of their data. */
const follows = ({ steps }: SeenTrace, way: Way): boolean =>
  way.every(({ key, with: values = {} }, at) => {
    const step = steps[at];
    return (
      step?.key === key && Object.entries(values).every(([name, value]) => sameJson(step.data[name] ?? null, value))
    );
  });
