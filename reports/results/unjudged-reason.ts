/** Why nothing was judged by a requirement, and what would settle it, told from what the run met. */
import type { Unsent } from "../../spec/vocabulary/history.ts";
import type { Requirement } from "../../spec/requirements/index.ts";
import { remediesFor } from "../../spec/requirements/missing.ts";
import type { CollectorState } from "./collector-state.ts";
import { shutOut } from "./let-in.ts";
import type { Results } from "./model.ts";

export interface RunSeen {
  readonly state: Pick<CollectorState, "operations" | "unsent">;
  readonly partial?: Results["partial"];
  readonly depth: Results["depth"];
  /** True where it is known that the configuration gives all that the requirement needs. */
  readonly needsMet?: boolean;
  /** True when the run stopped at its first failure, as it was told to. */
  readonly bailed?: boolean;
}

/** What came of the requests of a requirement's operations. */
interface Met {
  readonly named: string;
  readonly successes: number;
  /** The operations that were answered and never with a success, and what with, the most frequent first. */
  readonly failing: { readonly named: string; readonly answers: readonly (readonly [string, number])[] } | undefined;
  /** The most frequent reason for which a request was not sent. */
  readonly unsent: Pick<Unsent, "reason" | "remedy"> | undefined;
}

/** Two sentences for a requirement that nothing exercised: what was met, and what settles it. */
export function unjudgedReason(requirement: Requirement, seen: RunSeen): string {
  const met = metBy(requirement, seen);
  const [what, settle] = unfinished(met, seen) ?? finished(requirement, met, seen);
  return `${what}. What settles it: ${settle}.`;
}

/** True when an operation of the requirement was answered with a success at all. */
export function wasAnswered(requirement: Requirement, seen: RunSeen): boolean {
  return metBy(requirement, seen).successes > 0;
}

type Told = readonly [what: string, settle: string];

function unfinished({ named }: Met, { partial, bailed }: RunSeen): Told | undefined {
  if (bailed)
    return [`The run stopped at a failure before anything of ${named} was judged by it`, "a run without `--bail`"];
  if (partial?.interrupted) {
    const told = `The run ended before anything of ${named} could be judged by it`;
    if (partial.because === undefined) return [told, "a whole run"];
    return [`${told}: ${partial.because}`, partial.remedy ?? "a whole run"];
  }
  if (partial?.shard === undefined) return undefined;
  return [`No exchange of ${named} in this part of the run shows it`, "the other parts, put together by `merge`"];
}

function finished(requirement: Requirement, met: Met, seen: RunSeen): Told {
  const { named, successes, failing, unsent } = met;
  if (successes === 0 && !failing)
    return unsent === undefined
      ? [`This run had no request of ${named} for it`, moreCases(requirement, seen)]
      : [`No request of ${named} could be sent: ${unsent.reason}`, unsent.remedy ?? plainSuccess(named)];
  if (failing) {
    const told = failing.answers.slice(0, 3).map(([answer, count]) => `${answer} (${count} times)`);
    return [
      `${failing.named} never answered with a success, but with ${told.join(", ")}`,
      remedyFor(failing.answers[0]?.[0] ?? "", failing.named),
    ];
  }
  // Its token has nothing to open.
  if (requirement.needs?.includes("readable") && shutOut(seen.state))
    return [
      `${named} answered ${successes} times with a success, and nothing behind it did`,
      "a success behind the logins",
    ];
  if (requirement.area === "CONC")
    return [
      `No requests of ${named} overlapped in a way that shows it`,
      `more requests at the same time: a higher \`limits.concurrency\`, no \`limits.requestsPerSecond\`, or ${moreCases(requirement, seen)}`,
    ];
  const and = unsent === undefined ? "" : `; others could not be sent: ${unsent.reason}`;
  return [
    `${named} answered ${successes} times with a success, but none of it shows this${and}`,
    unsent === undefined ? moreCases(requirement, seen) : (unsent.remedy ?? plainSuccess(named)),
  ];
}

/** What a person can do about an answer: a status, or the kind of failure where none came. */
function remedyFor(answer: string, named: string): string {
  if (/^(401|403)$/.test(answer)) return `\`credentials\` of a user to whom the target opens ${named}`;
  if (/^(429|503)$/.test(answer)) return "a target that is less busy, or a lower `limits.requestsPerSecond`";
  if (answer === "timeout") return `whole answers of ${named} within \`limits.timeoutMs\`, or a longer one`;
  if (answer === "oversize") return `smaller answers of ${named}, or a higher \`limits.maxResponseBytes\``;
  return plainSuccess(named);
}

const plainSuccess = (named: string): string => `a success of ${named} for a plain request`;

function moreCases(requirement: Requirement, { depth, needsMet }: RunSeen): string {
  const wants = needsMet ? [] : remediesFor(requirement.needs ?? []);
  const run = depth === "quick" ? "a run of more cases (`--depth standard`)" : "a run with another `--seed`";
  return wants.length > 0 ? `${run}, with ${wants.join(", ")}` : run;
}

function metBy({ operations }: Requirement, { state }: RunSeen): Met {
  const met = operations.map((id) => {
    const counts = state.operations
      .filter(({ operationId }) => operationId === id)
      .flatMap(({ statuses }) => Object.entries(statuses));
    const successes = counts.reduce((sum, [answer, count]) => sum + (/^2\d\d$/.test(answer) ? count : 0), 0);
    return { id, counts, successes };
  });
  const failing = met.filter(({ counts, successes }) => counts.length > 0 && successes === 0);
  const answers = new Map<string, number>();
  for (const [answer, count] of failing.flatMap(({ counts }) => counts))
    answers.set(answer, (answers.get(answer) ?? 0) + count);
  const unsent = operations.flatMap((id) => state.unsent?.[id] ?? []);
  return {
    named: namesOf(operations),
    successes: met.reduce((sum, { successes }) => sum + successes, 0),
    failing:
      failing.length === 0
        ? undefined
        : { named: namesOf(failing.map(({ id }) => id)), answers: [...answers].sort(([, a], [, b]) => b - a) },
    unsent: unsent.toSorted((one, other) => other.count - one.count)[0],
  };
}

function namesOf(operations: readonly string[]): string {
  const left = operations.length - 3;
  const more = left > 1 ? ` and ${String(left)} more operations` : left === 1 ? " and one more operation" : "";
  return operations.slice(0, 3).join(", ") + more;
}
