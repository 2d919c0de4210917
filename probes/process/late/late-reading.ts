/** Adds to readings what is learnt late in a run. */
import { sameJson } from "../../../spec/readings/equal.ts";
import type { JsonPath, OpenPointValues, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget, WorkflowDescription } from "../../../spec/vocabulary/target.ts";

/** How states are read, where the configuration does not pin it. */
type OpenReading = Reading<"state-data"> & { readonly value: OpenPointValues["state-data"] };

/** How states are read; undefined where the configuration pins it, or nothing is known. */
export function openReading({ readings }: Profile): OpenReading | undefined {
  const { "state-data": known } = readings;
  return known?.value === undefined || known.pinned === true ? undefined : { ...known, value: known.value };
}

/** The reading with another one for the states of this workflow alone. */
export function withReadingOf(
  known: OpenReading,
  target: Pick<JudgingTarget, "workflows">,
  { id }: WorkflowDescription,
  reading: OpenPointValues["state-data"],
  told: string,
): Reading<"state-data"> {
  const { value, evidence } = known;
  const ofAll = { ...value, workflows: { ...value.workflows, [id]: reading } };
  return { value: target.workflows.length > 1 ? ofAll : reading, evidence: `${evidence} ${told}` };
}

/** The reading with further members of states or links that may differ at each read. */
export function withVolatile(
  { readings }: Profile,
  found: { readonly state?: readonly JsonPath[]; readonly link?: readonly JsonPath[] },
  told: string,
): Reading<"volatile-members"> {
  const known = readings["volatile-members"];
  const joined = (before: readonly JsonPath[] = [], more: readonly JsonPath[] = []): readonly JsonPath[] => [
    ...before.filter((path) => !more.some((one) => sameJson(one, path))),
    ...more,
  ];
  const value = { state: joined(known?.value?.state, found.state), link: joined(known?.value?.link, found.link) };
  return { ...known, value, evidence: `${known?.evidence ?? ""} ${told}`.trim() };
}
