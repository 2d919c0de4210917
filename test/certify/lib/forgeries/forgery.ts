/** What a forgery is, and what several of them do. */
import type { VerifyOptions } from "../../../../suites/evidence/verify.ts";
import type { Forger } from "../forger.ts";

export interface Forgery {
  readonly what: string;
  /** The archive that it begins with: of a run that failed, or of one that passed and answers a challenge. */
  readonly of: "red" | "green";
  readonly forge: (forger: Forger) => Buffer;
  readonly told: RegExp;
  /** What who verifies insists on. */
  readonly asked?: VerifyOptions;
}

/** The results as those of a run that passed. */
export function turnGreen({ results }: Forger, status: "passed" | "skipped" | "waived" = "passed"): void {
  const { requirements: counts } = results.summary;
  for (const requirement of results.requirements) {
    if (requirement.status !== "failed" && requirement.status !== "warned") continue;
    counts[requirement.status] -= 1;
    counts[status] += 1;
    requirement.status = status;
    if (status === "passed") {
      delete requirement.failures;
      delete requirement.failureCount;
    } else requirement.reason = "does not apply here";
  }
  results.verdict = "conformant";
  results.reasons = [];
}

export function failingScripts({ results }: Forger): Set<string> {
  const failures = results.requirements.flatMap(({ failures: own = [] }) => own);
  return new Set(failures.map(({ script }) => script.id));
}

/** Results and record of another time. */
export function moveTo(forger: Forger, startedAt: string): void {
  const byMs = Date.parse(startedAt) - Date.parse(forger.run.startedAt);
  forger.run.startedAt = forger.results.startedAt = startedAt;
  forger.run.openedAtMs += byMs;
  forger.run.clockOriginMs += byMs;
}

export function relabel({ results, run }: Forger): void {
  run.environment.name = run.target.name = results.environment.name = "vendor";
  run.environment.baseUrl = results.environment.baseUrl = "https://traces.vendor.example";
}

export const sealed =
  (change: (forger: Forger) => void) =>
  (forger: Forger): Buffer => {
    change(forger);
    return forger.sealed();
  };
