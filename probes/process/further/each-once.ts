/**
 * A way on which each action comes once, as soon as it may: walks do again what may come again, and what is begun so may have
 * to be ended each time before anything else is taken.
 */
import { neverTaken, type SeenTrace } from "./deciding.ts";
import { begunAgain, type Goer, takeAsTheyMay } from "./gone-again.ts";
import { appendingKeys } from "../../../spec/readings/process.ts";

/** However many actions there are: so many requests are sent. */
const maxRequests = 50;

/** Goes it where some action was never taken. */
export async function goEachOnce(explorer: Goer, traces: readonly SeenTrace[]): Promise<void> {
  const { workflow } = explorer.known;
  const [first] = traces[0]?.steps ?? [];
  if (!first || neverTaken(traces, workflow).length === 0) return;
  const most = explorer.requests + maxRequests;
  explorer.stage = "again";
  const going = await begunAgain(explorer, { key: first.key });
  // What was never taken may want data that no refusal named so far.
  explorer.stage = "further";
  const keys = appendingKeys(workflow);
  if (going) await takeAsTheyMay(going, keys, () => explorer.requests < most);
  explorer.stage = "first";
}
