/** What the scripts of a run take from the exchanges of its probes. */
import { mayWrite, type ConfiguredTarget } from "../../../spec/requirements/at-hand.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { ReadableTrace, RefusedBefore } from "../../scripts/index.ts";
import { readableTraces } from "./readable-traces.ts";
import { refusalsSeen } from "./refusals-seen.ts";
import { textsIn } from "../../../spec/json-walks.ts";
import { isAction } from "../../../spec/readings/actions.ts";

export interface OfProbes {
  /** Traces of others that answered; empty where the run may create its own. */
  readonly readable: readonly ReadableTrace[];
  /** Texts of creations and actions, where some must bring texts of their own: no other may have them. */
  readonly usedTexts: readonly string[];
  /** What was refused on traces of processes; nothing where a run may write nothing. */
  readonly refusedBefore: readonly RefusedBefore[];
}

export function ofProbes(
  target: Pick<ConfiguredTarget, "access" | "workflows">,
  profile: Profile,
  histories: readonly History[],
): OfProbes {
  const isOnce = readingOf(profile, "action-gating")?.ownTexts !== undefined;
  return {
    readable: mayWrite(target) ? [] : readableTraces(histories),
    usedTexts: isOnce ? textsOfWrites(histories) : [],
    refusedBefore: mayWrite(target) ? refusalsSeen(target.workflows, profile, histories) : [],
  };
}

function textsOfWrites(histories: readonly History[]): readonly string[] {
  const intents = histories.flatMap(({ exchanges }) => exchanges.map(({ intent }) => intent));
  const sent = intents.flatMap((intent) => (isAction(intent) ? [intent.data] : []));
  return [...new Set(sent.flatMap((data) => textsIn(data)))];
}
