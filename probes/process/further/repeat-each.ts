/** Repeats the actions that the rules allow to be repeated, to see how often they may come. */
import { appendingKeys, beginnings, mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import { alternating } from "../../../spec/operations.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";

/** At most so many requests and so many actions, each repeated so often. */
const [maxRequests, maxActions, timesTried] = [80, 6, 5];

/** Repeats each such action on a trace of its own. */
export async function repeatEach(
  explorer: Explorer,
  workflow: WorkflowDescription,
  rules: ProcessRules,
): Promise<void> {
  const most = explorer.requests + maxRequests;
  const again = (done: readonly string[], key: string): boolean =>
    mayFollow(rules, [...done, ...Array<string>(timesTried - 1).fill(key)], key);
  const keys = appendingKeys(workflow);
  for (const key of keys.slice(0, maxActions)) {
    const done = beginnings(rules, workflow).find((one) => mayFollow(rules, one, key) && again(one, key));
    if (!done || explorer.requests + done.length + timesTried > most) continue;
    const traceId = await builtUpTo(explorer, done);
    if (traceId === undefined) continue;
    const before = [...done];
    for (let turn = 0; turn < timesTried; turn += 1) {
      if (!(await explorer.tryAfter(traceId, [...before], key, alternating(turn)))) break;
      before.push(key);
    }
  }
}
