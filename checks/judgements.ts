/** Making judgements. */
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Judgement } from "../spec/requirements/judgement.ts";

export function passed(requirement: RequirementId, exchange: Exchange): Judgement {
  return {
    requirement,
    outcome: "passed",
    operationId: exchange.operationId,
    face: exchange.face,
    exchanges: [exchange.index],
  };
}

export interface Finding {
  /** One sentence. */
  readonly message: string;
  readonly expected?: unknown;
  /** There and undefined: what was wanted is known to be absent. */
  readonly actual?: unknown;
  /** The form that a value lacks wherever it is shown, such as that of a UUID. */
  readonly form?: string;
  /** Further exchanges that show it, beside the decisive one. */
  readonly with?: readonly (Exchange | undefined)[];
}

export function failed(requirement: RequirementId, exchange: Exchange, finding: Finding): Judgement {
  const others = (finding.with ?? []).flatMap((other) => (other && other !== exchange ? [other.index] : []));
  return {
    requirement,
    outcome: "failed",
    message: finding.message,
    expected: finding.expected,
    ...(Object.hasOwn(finding, "actual") ? { actual: finding.actual } : {}),
    ...(finding.form === undefined ? {} : { form: finding.form }),
    operationId: exchange.operationId,
    face: exchange.face,
    exchanges: [exchange.index, ...new Set(others)],
  };
}

/** Passed when there is no finding. */
export function judged(requirement: RequirementId, exchange: Exchange, finding: Finding | undefined): Judgement {
  return finding ? failed(requirement, exchange, finding) : passed(requirement, exchange);
}
