/**
 * A trace on which each action comes once, as soon as it may. Walks repeat what may be repeated, and what is begun so
 * may have to be ended each time before the process goes on.
 */
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, takeAsTheyMay } from "./gone-again.ts";
import { appendingKeys } from "../../../spec/readings/process.ts";

/** At most so many requests. */
const maxRequests = 50;

/** Does so if some action was never accepted. */
export async function goEachOnce(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const [first] = traces[0]?.steps ?? [];
  if (!first || neverTaken(traces, workflow).length === 0) return;
  const most = explorer.requests + maxRequests;
  explorer.stage = "again";
  const going = await begunAgain(explorer, { key: first.key });
  // An action that was never accepted may require data that no refusal named so far.
  explorer.stage = "further";
  const keys = appendingKeys(workflow);
  if (going) await takeAsTheyMay(going, keys, () => explorer.requests < most);
  explorer.stage = "first";
}
