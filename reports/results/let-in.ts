/** Whether a run was let in: a target that refuses everything keeps every rule about refusals. */
import { operations } from "../../spec/operations.ts";
import type { CollectorState } from "./collector-state.ts";

const logins: ReadonlySet<string> = new Set(
  operations.filter(({ kind }) => kind.startsWith("login")).map(({ id }) => id),
);

/** False where operations behind the logins were asked, and none was ever answered with a success. */
export function wasLetIn({ operations: asked, denied = {} }: Pick<CollectorState, "operations" | "denied">): boolean {
  const behind = asked.filter(({ operationId }) => !logins.has(operationId));
  if (behind.length === 0) return true;
  const counts = behind.flatMap(({ statuses }) => Object.entries(statuses));
  const accepted = sum(counts.flatMap(([status, count]) => (/^2\d\d$/.test(status) ? [count] : [])));
  return accepted > sum(Object.values(denied));
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
