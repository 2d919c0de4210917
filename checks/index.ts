/** Judging a history: every check runs on every history. */
import type { History } from "../spec/vocabulary/history.ts";
import type { Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { checks } from "./registry.ts";

export { checks } from "./registry.ts";

export interface JudgedHistory {
  readonly judgements: readonly Judgement[];
  /** Checks that broke down: our own fault, never a finding about the target. */
  readonly crashes: readonly { readonly check: string; readonly message: string }[];
}

/**
 * Runs every check on a history. A check that throws is reported as a crash and keeps none of its judgements, so that
 * what it covers is in error rather than half judged.
 */
export function judge(
  history: History,
  context: JudgingContext,
  extra: readonly (typeof checks)[number][] = [],
): JudgedHistory {
  const judgements: Judgement[] = [];
  const crashes: { check: string; message: string }[] = [];
  for (const check of [...checks, ...extra]) {
    try {
      judgements.push(...check.judge(history, context));
    } catch (cause) {
      crashes.push({
        check: check.id,
        message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      });
    }
  }
  return { judgements, crashes };
}
