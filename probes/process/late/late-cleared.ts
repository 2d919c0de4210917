/** Finds out whether an action removes members from the state, where one trace showed this late in the run. */
import { traceOf } from "../../../spec/readings/actions.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile, type Reading } from "../../../spec/vocabulary/profile.ts";
import type { ProbeContext } from "../../probe.ts";
import { knownTraces } from "../../seen/known-traces.ts";
import { isUsual, seenStates } from "../../seen/states.ts";
import { clearedMembers } from "../shown/cleared.ts";
import { openReading, withReadingOf } from "./late-reading.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/**
 * The reading with the members that actions remove; undefined where fresh traces do not confirm it.
 * @param lacking a state that lacks something that was sent
 */
export async function lateCleared(
  asker: Asker,
  profile: Profile,
  { exchanges }: History,
  lacking: Exchange,
): Promise<Reading<"state-data"> | undefined> {
  const traces = knownTraces(exchanges);
  const { workflow: index } = traces.get(traceOf(lacking) ?? "") ?? {};
  const workflow = asker.target.workflows[index ?? -1];
  const [known, own] = [openReading(profile), stateReadingOf(profile, workflow)];
  if (!known || !workflow || !own?.path) return undefined;
  const states = seenStates(exchanges).filter((one) => isUsual(one) && traces.get(one.traceId)?.workflow === index);
  const found = await clearedMembers(asker, own, readingOf(profile, "link-data"), exchanges, states);
  if (!found) return undefined;
  const reading = { ...own, cleared: { ...own.cleared, ...found } };
  const told = Object.entries(found).map(([key, names]) => `${names.join(", ")} by ${key}`);
  return withReadingOf(known, asker.target, workflow, reading, `Actions take members out again: ${told.join("; ")}.`);
}
