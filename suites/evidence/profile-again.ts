/** The profile that follows from what the probes of a run saw: they look again, at what was saved. */
import { observe } from "../../probes/index.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { RunRecord } from "../engine/record/run-record.ts";
import { isPasswordTry } from "../engine/refused-passwords.ts";
import { askingForLists } from "../engine/connect.ts";
import { asksForNames } from "../engine/unknown-names.ts";
import { SavedAnswers } from "./saved-answers.ts";

export interface ProfileAgain {
  readonly profile: Profile;
  /** What the probes would have asked and is not there, and what is there and no probe would have asked. */
  readonly problems: readonly string[];
}

/** @param histories of the probes, in the order in which they were saved, without those of late looks */
export async function profileAgain(record: RunRecord, histories: readonly History[]): Promise<ProfileAgain> {
  // Whether the passwords of the configuration are taken was asked before the probes, once in each way.
  const tries = new Set<string>();
  const isTry = ({ script }: History): boolean => isPasswordTry(script) && tries.size < tries.add(script.id).size;
  const saved = new SavedAnswers(histories.filter((one) => !isTry(one) && !asksForNames(one.script)));
  // The run itself asked, before the probes, whether what names its organization is right.
  if (record.target.organization !== undefined) await saved.take(askingForLists);
  const { profile } = await observe({
    target: record.target,
    runId: record.runId,
    environment: { knownTraces: record.target.knownTraces ?? [], openPoints: record.environment.openPoints },
    pause: (ms) => saved.pause(ms),
    run: (script) => saved.take(script),
  });
  return { profile, problems: saved.problems };
}
