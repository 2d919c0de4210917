/** The profile that follows from what the probes of a run saw: they look again, at what was saved. */
import { observe } from "../../probes/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { RunRecord } from "../engine/record/run-record.ts";
import { askingForLists } from "../engine/connect.ts";
import { SavedAnswers } from "./saved-answers.ts";

export interface ProfileAgain {
  readonly profile: Profile;
  /** What the probes would have asked and is not there, and what is there and no probe would have asked. */
  readonly problems: readonly string[];
}

/** @param histories of the probes, in the order in which they were saved, without those of late looks */
export async function profileAgain(record: RunRecord, histories: readonly History[]): Promise<ProfileAgain> {
  const saved = new SavedAnswers(histories);
  const { profile } = await observe({
    target: record.target,
    runId: record.runId,
    environment: { knownTraces: record.target.knownTraces ?? [], openPoints: record.environment.openPoints },
    pause: (ms) => saved.pause(ms),
    run: (script) => saved.take(script),
  });
  // The run itself asked, behind the probes, whether what names its organization is right.
  if (record.target.organization !== undefined) await saved.take(askingForLists);
  return { profile, problems: saved.problems };
}
