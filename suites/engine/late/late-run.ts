/** A run that is under way, for what is looked into late. */
import type { History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";

export interface LateRun {
  readonly target: JudgingTarget;
  readonly runId: string;
  readonly profile: () => Profile;
  /** Takes a profile that says more than the one before. */
  readonly learn: (profile: Profile) => void;
  readonly run: (script: Script) => Promise<History>;
  /** Waits for what the target may still be doing, so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Brings to their end the traces of scripts that have ended. @returns whether one was; absent: nobody knows them */
  readonly giveBack?: () => Promise<boolean>;
}
