/** What probes need of a driver. The real one has more; tests bring tiny ones of their own. */
import type { History } from "../spec/vocabulary/history.ts";
import type { Pins, Profile } from "../spec/vocabulary/profile.ts";
import type { Script } from "../spec/vocabulary/script.ts";
import type { JudgingTarget } from "../spec/vocabulary/target.ts";

export interface ProbeDriver {
  readonly target: JudgingTarget;
  /** Stands in everything that is written. */
  readonly runId: string;
  readonly environment: {
    /** Traces that exist on the target and may be read; what read-only probing looks at. */
    readonly knownTraces: readonly string[];
    /** Readings that the configuration fixes. */
    readonly openPoints: Pins;
  };
  /** Runs one script; requests are written and answers understood as the profile says. */
  run(script: Script, options?: { readonly profile?: Profile }): Promise<History>;
  /** Requests that may still be sent. Absent: any number. */
  readonly requestsLeft?: number;
  /** Waits before a question is asked again. Absent: by the clock. */
  pause?(ms: number): Promise<void>;
}
