/** Whether a run was let in: a target that refuses everything keeps every rule about refusals. */
import { operationById, operations } from "../../spec/operations.ts";
import type { CollectorState } from "./collector-state.ts";

const logins: ReadonlySet<string> = new Set(
  operations.filter(({ kind }) => kind.startsWith("login")).map(({ id }) => id),
);

/** False where operations behind the logins were asked, and none was ever answered with a success. */
export function wasLetIn({ operations: asked, denied = {} }: Pick<CollectorState, "operations" | "denied">): boolean {
  const behind = asked.filter(({ operationId }) => !logins.has(operationById(operationId).id));
  const accepted = behind.reduce(
    (sum, { statuses }) =>
      sum + Object.entries(statuses).reduce((own, [status, count]) => own + (/^2\d\d$/.test(status) ? count : 0), 0),
    0,
  );
  const refusedAll = Object.values(denied).reduce((sum, count) => sum + count, 0);
  return behind.length === 0 || accepted > refusedAll;
}
