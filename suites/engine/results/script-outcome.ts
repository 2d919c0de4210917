/** What came of one script. */
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { RequirementId } from "../../../spec/requirements/index.ts";
import type { Judgement } from "../../../spec/requirements/judgement.ts";
import { ofLostRequests } from "../../../spec/requirements/lost-requests.ts";
import type { History } from "../../../spec/vocabulary/history.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";

export interface ScriptOutcome {
  readonly script: Script;
  /**
   * judged: it ran and was judged. stopped: the run came to an end before it did, by interrupt or `--bail`.
   * broken: the suite itself failed, `error` says how.
   */
  readonly state: "judged" | "stopped" | "broken";
  /** Failed judgements of the selected requirements, MUST before SHOULD. */
  readonly failures: readonly FailedJudgement[];
  readonly error?: string;
  /** How much was sent and judged, and what was not sent; absent where the script did not run to its end. */
  readonly seen?: {
    readonly exchanges: number;
    /** Those that brought an answer. */
    readonly answered: number;
    readonly judgements: number;
    /** Well-formed requests, and how many of them succeeded: of a target that refuses all of them nothing is shown. */
    readonly wellFormed: { readonly sent: number; readonly succeeded: number };
    readonly unsent: History["unsent"];
  };
}

/** @param judgements how many were made of the history */
export function seenIn({ exchanges, unsent }: History, judgements: number): NonNullable<ScriptOutcome["seen"]> {
  const plain = exchanges.filter(({ defects, candidateFor }) => defects.length === 0 && candidateFor === undefined);
  const wellFormed = { sent: plain.length, succeeded: plain.filter(succeeded).length };
  const answered = exchanges.filter(({ response }) => response !== undefined).length;
  return { exchanges: exchanges.length, answered, judgements, wellFormed, unsent };
}

export interface FailedJudgement extends Judgement {
  /** True where a MUST is broken. */
  readonly must: boolean;
  /** The places of the steps that show it. */
  readonly places?: readonly string[];
}

/** What failed, MUST before SHOULD; lost requests are told of by themselves. */
export function failuresIn(
  { exchanges }: Pick<History, "exchanges">,
  judgements: readonly Judgement[],
  isMust: (id: RequirementId) => boolean,
): FailedJudgement[] {
  return judgements
    .filter(({ outcome, requirement }) => outcome === "failed" && requirement !== ofLostRequests)
    .map((judgement) => ({
      ...judgement,
      must: isMust(judgement.requirement),
      places: [...new Set(judgement.exchanges.flatMap((index) => exchanges[index]?.step ?? []))],
    }))
    .sort((a, b) => Number(b.must) - Number(a.must));
}
