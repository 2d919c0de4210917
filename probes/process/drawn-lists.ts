/**
 * Finds out whether the service draws at random what a state lists as next: builds each of two traces again several
 * times, with the same steps through the same faces, and compares the lists. A list that only depends on the face is
 * the same each time.
 */
import { listedIn, listingOf } from "../../spec/readings/listed-next.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../spec/vocabulary/profile.ts";
import type { NextActions } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { builtAgain, type Write } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** How often each of the two traces is built at most. */
const mostTimes = 5;

/**
 * Returns the reading with the workflow noted as drawn; undefined where each of the two traces lists the same each
 * time.
 * @param created the creations of two traces that were built by the same steps and list different actions
 */
export async function drawnLists(
  asker: Asker,
  profile: Profile,
  history: History,
  created: readonly Exchange[],
): Promise<Reading<"action-gating"> | undefined> {
  const known = profile.readings["action-gating"];
  const index = created[0]?.intent.kind === "create" ? created[0].intent.workflow : undefined;
  const workflow = index === undefined ? undefined : asker.target.workflows[index];
  const listing = workflow && listingOf(profile, workflow);
  if (!known?.value || known.pinned || !listing || known.value.drawn?.includes(workflow.id)) return undefined;
  for (const one of created) {
    const steps = builtAgain(asker.runId, workflow, history, one);
    if (!steps) continue;
    const first = await listOf(asker, steps, listing);
    for (let time = 1; first !== undefined && time < mostTimes; time += 1) {
      const other = await listOf(asker, steps, listing);
      if (other === undefined || other === first) continue;
      const drawn = [...(known.value.drawn ?? []), workflow.id];
      const told = "Two traces of the same steps through the same faces listed different actions: the service draws.";
      return { ...known, value: { ...known.value, drawn }, evidence: `${known.evidence} ${told}` };
    }
  }
  return undefined;
}

/**
 * Builds a trace by these steps. Returns which steps succeeded and what the state lists then, as one text to compare.
 */
async function listOf({ run }: Asker, steps: readonly Write[], listing: NextActions): Promise<string | undefined> {
  const read = { op: "state", face: "v2", trace: "$again" } as const;
  const exchanges = await run("the same steps once more", [...steps, read]);
  const shown = exchanges.findLast(({ intent }) => intent.kind === "state");
  const listed = shown && listedIn(payloadMember(shown, "state"), listing);
  if (!listed) return undefined;
  const names = listed.map(({ key, group = "" }) => JSON.stringify([group, key])).sort();
  return JSON.stringify([exchanges.slice(0, steps.length).map(succeeded), names]);
}
