/** Whether a run was let in: a target that refuses everything keeps every rule about refusals. */
import { operations } from "../../spec/operations.ts";
import type { CollectorState } from "./collector-state.ts";

const logins: ReadonlySet<string> = new Set(
  operations.filter(({ kind }) => kind.startsWith("login")).map(({ id }) => id),
);

interface Asked {
  readonly operations: readonly Pick<CollectorState["operations"][number], "operationId" | "statuses">[];
  readonly denied?: CollectorState["denied"];
}

/** What came in place of successes, as a sentence without its end, and what may help, as a sentence. */
export interface ShutOut {
  readonly said: string;
  readonly remedy: string;
}

/** What came in place of successes, where operations behind the logins were asked and none was ever answered with one. */
export function shutOut({ operations: asked, denied = {} }: Asked): ShutOut | undefined {
  const behind = asked.filter(({ operationId }) => !logins.has(operationId));
  const refused = sum(Object.values(denied));
  if (behind.length === 0 || successesOf(behind) > refused) return undefined;
  const isAll = successesOf(asked) <= refused;
  const answers = new Map<string, number>();
  for (const [answer, count] of (isAll ? asked : behind).flatMap(({ statuses }) => Object.entries(statuses)))
    answers.set(answer, (answers.get(answer) ?? 0) + count);
  const [most, ...others] = [...answers].sort(([, a], [, b]) => b - a);
  if (most === undefined) return undefined;
  const total = sum([...answers.values()]);
  const requests =
    total === 1 ? "the only request" : `${others.length === 0 ? "each of" : "of"} ${grouped(total)} requests`;
  const told = [most, ...others.slice(0, 3)].map(([answer, count]) => `${grouped(count)} got ${gotten(answer)}`);
  const got = others.length === 0 ? `got ${gotten(most[0])}` : told.join(", ");
  return {
    said: `Nothing ${isAll ? "" : "behind the logins "}was ever answered with a success: ${requests}${isAll ? "" : " behind them"} ${got}`,
    remedy: remedyFor(most[0]),
  };
}

/** What a person can do about what came most. */
function remedyFor(answer: string): string {
  if (answer === "429" || answer === "503")
    return "Wait until the target is less busy, or lower `limits.requestsPerSecond`.";
  if (answer === "timeout") return "See in the target's log why; `limits.timeoutMs` says how long is waited.";
  if (!/^[234]/.test(answer)) return "See in the target's log why.";
  return "A target that refuses all keeps every rule about refusals: name the organization or a workflow of it, or other credentials.";
}

const grouped = (count: number): string => count.toLocaleString("en");

const gotten = (answer: string): string => {
  if (isSuccess(answer)) return `an error in status ${answer}`;
  return /^\d/.test(answer) ? `status ${answer}` : `no answer (${answer})`;
};

const isSuccess = (answer: string): boolean => /^2\d\d$/.test(answer);

const successesOf = (asked: Asked["operations"]): number =>
  sum(
    asked.flatMap(({ statuses }) => Object.entries(statuses)).map(([answer, count]) => (isSuccess(answer) ? count : 0)),
  );

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
