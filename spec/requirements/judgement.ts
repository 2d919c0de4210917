/** What a rule says about a requirement, after it has looked at one history. */
import type { Face, OperationId } from "../operations.ts";
import type { RequirementId } from "./index.ts";
import type { Profile } from "../vocabulary/profile.ts";
import type { JudgingTarget } from "../vocabulary/target.ts";

export interface Judgement {
  readonly requirement: RequirementId;
  readonly outcome: "passed" | "failed";
  /** Failed only: one sentence that says what is wrong, readable without the code. */
  readonly message?: string;
  /** Failed only: what was wanted and what was got, as JSON-able values; got `undefined` is known to be absent. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Failed only: the form that a value lacks wherever it is shown, such as that of a UUID. */
  readonly form?: string;
  readonly operationId?: OperationId;
  readonly face?: Face;
  /** Indexes into the history's exchanges that show it, the decisive one first. */
  readonly exchanges: readonly number[];
}

/** All that a rule may know besides the history itself. */
export interface JudgingContext {
  readonly profile: Profile;
  readonly target: JudgingTarget;
}
