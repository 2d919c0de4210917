/** A stand-in for the explorer that goes ways again once the walks are over, of a service of which only what it takes matters. */
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import type { KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

/** A trace that took these actions, in this order, and of whose states nothing is known. */
export const traceOf = (...keys: string[]): SeenTrace => ({ steps: keys.map((key) => ({ key, data: {} })), after: [] });

/**
 * `isTaken` says whether the service takes the action of this key after those done. `traces` are those begun, each
 * with all that it took; `tried` is what was taken beyond the ways gone again, on all of them in this order.
 */
export function goerWhere(
  isTaken: (done: readonly string[], key: string) => boolean,
  actions: readonly ActionDescription[] = [],
) {
  const traces: string[][] = [];
  const tried: string[] = [];
  return {
    traces,
    tried,
    known: { workflow: { id: "1", actions } },
    stage: "first" as const,
    requests: 0,
    sender: { kept: new Map<string, KeptValues>() },
    repeat: (done: readonly string[]) => {
      traces.push([...done]);
      return Promise.resolve({ taken: done, traceId: "t" });
    },
    tryAfter(_: string, done: readonly string[], key: string) {
      this.requests += 1;
      const took = isTaken(done, key);
      if (took) {
        traces.at(-1)?.push(key);
        tried.push(key);
      }
      return Promise.resolve(took);
    },
  };
}
