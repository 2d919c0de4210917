/** The profile that follows from what the probes of a run saw: they look again, at what was saved. */
import { observe } from "../../probes/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { RunRecord } from "../engine/record/run-record.ts";
import { askingForLists } from "../engine/connect.ts";
import { sameAsSaved } from "./same.ts";

export interface ProfileAgain {
  readonly profile: Profile;
  /** What the probes would have asked and is not there, and what is there and no probe would have asked. */
  readonly problems: readonly string[];
}

/** @param histories of the probes, in their order */
export async function profileAgain(record: RunRecord, histories: readonly History[]): Promise<ProfileAgain> {
  const open = new Map(histories.map((history) => [history.script.id, history]));
  const unknown: string[] = [];
  const take = (script: Script): History | undefined => {
    const byId = open.get(script.id);
    if (byId && sameAsSaved(byId.script, script)) return byId;
    // Where an answer was lost and asked for again, the numbers are given in another order.
    const { title, steps } = script;
    return [...open.values()].find(({ script: saved }) => sameAsSaved([saved.title, saved.steps], [title, steps]));
  };
  const { profile } = await observe({
    target: record.target,
    runId: record.runId,
    environment: { knownTraces: record.target.knownTraces ?? [], openPoints: record.environment.openPoints },
    pause: () => Promise.resolve(),
    run(script) {
      const history = take(script);
      if (history) open.delete(history.script.id);
      else unknown.push(script.id);
      return Promise.resolve(history ?? { script, exchanges: [], unsent: [] });
    },
  });
  // The run itself asked, behind the probes, whether what names its organization is right.
  if (record.target.organization !== undefined && !open.delete(take(askingForLists)?.script.id ?? ""))
    unknown.push(askingForLists.id);
  return {
    profile,
    problems: [
      ...some(unknown, "would have been asked by the probes, and is not among the histories"),
      ...some([...open.keys()], "is among the histories, and no probe asks it after these answers"),
    ],
  };
}

function some(ids: readonly string[], what: string): readonly string[] {
  const [first] = ids;
  return first === undefined ? [] : [`${first}${ids.length > 1 ? ` (and ${ids.length - 1} more)` : ""} ${what}`];
}
