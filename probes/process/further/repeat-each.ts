/** How often an action may be done: those that may come again and again are, for one may have been done too rarely to tell. */
import { appendingKeys, beginnings, mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import { alternating } from "../../../spec/operations.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { builtUpTo } from "../walk/built-up-to.ts";
import type { Explorer } from "../walk/explore.ts";

/** So many requests it takes at most, for so many actions, and so often each. */
const [maxRequests, maxActions, timesTried] = [80, 6, 5];

/** Does each action that the rules let come again and again so often. */
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
