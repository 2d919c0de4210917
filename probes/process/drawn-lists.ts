/**
 * Whether the service draws what may come next: traces of the same steps through the same faces do not list the same. What
 * differs by the face that built a trace differs on each of them in the same way.
 */
import { listedIn, listingOf } from "../../spec/readings/listed-next.ts";
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Profile, Reading } from "../../spec/vocabulary/profile.ts";
import type { NextActions } from "../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../probe.ts";
import { builtAgain, type Write } from "./rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target">;

/** So often each of the two traces is built again at most. */
const mostTimes = 5;

/**
 * The reading with what the look shows besides; undefined where each of the traces lists the same each time.
 * @param created the creations of two traces of the same steps that list different actions
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

/** What a trace of these steps lists, as a text that tells it from others, and which of the steps it took. */
async function listOf({ run }: Asker, steps: readonly Write[], listing: NextActions): Promise<string | undefined> {
  const read = { op: "state", face: "v2", trace: "$again" } as const;
  const exchanges = await run("the same steps once more", [...steps, read]);
  const shown = exchanges.findLast(({ intent }) => intent.kind === "state");
  const listed = shown && listedIn(payloadMember(shown, "state"), listing);
  if (!listed) return undefined;
  const names = listed.map(({ key, group = "" }) => JSON.stringify([group, key])).sort();
  return JSON.stringify([exchanges.slice(0, steps.length).map(succeeded), names]);
}
