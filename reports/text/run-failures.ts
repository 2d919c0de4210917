/**
 * Why a run is red, or not green, for what is no requirement's failure: a latency above the owner's own budget and an
 * reading that changed, where `--fail-on` asks for them; an error of the suite; a gap that no requirement tells
 * of. Formats of pass and fail have each as an entry of its own beside the requirements, so that they are red where the
 * exit code is.
 */
import type { OperationId } from "../../spec/operations.ts";
import { exitCodeOf } from "../results/verdict.ts";
import type { RequirementResult, Results, Verdict } from "../results/model.ts";
import { driftsOf } from "./drift.ts";
import { overBudget } from "./latency-budgets.ts";
import { counted, latency } from "./numbers.ts";

export interface RunFailure {
  /** `failure`: the target is not as it was asked for; `error`: something could not be told. */
  readonly kind: "failure" | "error";
  /** Never that of a requirement, and the same from run to run. */
  readonly id: string;
  /** What was asked for, as a statement. */
  readonly title: string;
  /** What was found instead. */
  readonly message: string;
  readonly operation?: OperationId;
}

export function runFailures(results: Results): readonly RunFailure[] {
  const errors = (results.errors ?? [])
    .filter(({ requirement }) => requirement === undefined)
    .map(({ message }, at): RunFailure => {
      return { kind: "error", id: `error/${at + 1}`, title: "The suite itself made no error", message };
    });
  const told = [...askedFailures(results), ...errors];
  const isTold = told.length > 0 || results.requirements.some((one) => isRed(one, results) || isGap(one));
  if (results.verdict !== "incomplete" || isTold) return told;
  const message = results.reasons[0] ?? "The run could not judge everything.";
  return [{ kind: "error", id: "run/complete", title: "The run judged what it was to judge", message }];
}

function askedFailures(results: Results): readonly RunFailure[] {
  if (results.failOn === "latency")
    return overBudget(results).map(({ operationId, latencyMs, p95BudgetMs }) => ({
      kind: "failure",
      id: `latency/${operationId}`,
      title: `${operationId} stays within its latency budget`,
      message: `95th percentile ${latency(latencyMs.p95)}, budget ${latency(p95BudgetMs)} (--fail-on latency)`,
      operation: operationId,
    }));
  if (results.failOn === "drift")
    return driftsOf(results).map(({ id, drift }) => ({
      kind: "failure",
      id: `drift/${id}`,
      title: `The reading of ${id} is the expected one`,
      message: `${drift} (--fail-on drift)`,
    }));
  return [];
}

/** True for a requirement that is red here: a broken SHOULD only where that was asked for. */
export function isRed({ status }: Pick<RequirementResult, "status">, { failOn }: Pick<Results, "failOn">): boolean {
  return status === "failed" || (status === "warned" && failOn === "should");
}

/** True for one that should have been judged, and was not. */
export function isGap({ status, level }: Pick<RequirementResult, "status" | "level">): boolean {
  return status === "error" || (status === "inconclusive" && level === "MUST");
}

/** As what a run is shown: what its exit code says, also where the verdict is better. */
export function toneOf(results: Results): Verdict {
  const code = exitCodeOf(results);
  return code === 0 ? "conformant" : code === 1 ? "non-conformant" : "incomplete";
}

/** For what a run is red although nothing that it must do failed, as a clause; undefined for every other run. */
export function redFor(results: Results): string | undefined {
  if (results.verdict === "non-conformant" || exitCodeOf(results) !== 1) return undefined;
  const { failOn = "must", summary } = results;
  const found = askedFailures(results).length;
  const what: Readonly<Record<typeof failOn, string>> = {
    must: "",
    should: `${counted(summary.requirements.warned, "SHOULD")} not met`,
    drift: `${counted(found, "reading")} changed`,
    latency: `${counted(found, "operation")} too slow`,
  };
  return `${what[failOn]} (--fail-on ${failOn})`;
}
