/** The rules by which judgements become the status of a requirement (design, section 4). */
import type { Waiver } from "../../spec/vocabulary/waiver.ts";
import type { Level } from "../../spec/requirements/index.ts";
import type { RequirementStatus } from "./model.ts";

/** What the configuration or the profile says about a requirement before anything was sent. */
export interface Applicability {
  readonly status: "skipped" | "inconclusive";
  readonly reason: string;
  /** True for a reason that is none where the target answered no request with a success. */
  readonly ifAnswered?: boolean;
  /** True where the target's own choice leaves nothing to judge. */
  readonly choice?: true;
}

export interface StatusInput {
  readonly id: string;
  readonly level: Level;
  readonly judged: number;
  readonly failed: number;
  /** Messages of our own errors while judging it. */
  readonly errors: readonly string[];
  readonly applicability?: Applicability;
  readonly waiver?: Waiver;
  /** Day of the run, YYYY-MM-DD, to which expiry is compared. */
  readonly today: string;
  /** False for a shard, a filtered or an interrupted run: what passes there may fail in the rest. */
  readonly whole: boolean;
  /** The sentence for a requirement that nothing exercised. */
  readonly unjudged: string;
}

export interface StatusRuling {
  readonly status: RequirementStatus;
  readonly reason?: string;
  readonly choice?: true;
}

/**
 * Failures first, because they are proven; then our own errors, which are never green; then what passed; what nothing
 * exercised is skipped or inconclusive, never passed. A waiver covers failures until its day, and turns red when it has
 * nothing to cover any more.
 */
export function statusOf(input: StatusInput): StatusRuling {
  const { waiver } = input;
  if (input.failed > 0) {
    if (!waiver) return { status: input.level === "MUST" ? "failed" : "warned" };
    if (expired(waiver, input.today)) {
      return { status: "failed", reason: `Its waiver (${waiver.reason}) expired on ${waiver.expires}.` };
    }
    return { status: "waived", reason: `${waiver.reason} (until ${waiver.expires})` };
  }
  if (input.errors.length > 0) return { status: "error", reason: input.errors.join(" · ") };
  if (input.judged > 0) {
    if (waiver && input.whole) {
      const remedy = `remove the entry \`waivers: ${input.id}\` from the configuration`;
      return { status: "failed", reason: `It passes, yet it is waived (${waiver.reason}); ${remedy}.` };
    }
    return { status: "passed" };
  }
  if (input.applicability) {
    const { status, reason, choice } = input.applicability;
    return { status, reason, ...(choice ? { choice } : {}) };
  }
  return { status: "inconclusive", reason: input.unjudged };
}

function expired(waiver: Waiver, today: string): boolean {
  return waiver.expires < today;
}
