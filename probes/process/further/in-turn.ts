/** Tries actions that were never accepted on a trace where they may come now. */
import { alternating } from "../../../spec/operations.ts";
import type { Explorer } from "../walk/explore.ts";

/**
 * Tries each of them; after one is accepted, the others are tried again.
 * @param before the keys of the actions on the trace
 */
export async function tryInTurn(
  explorer: Pick<Explorer, "tryAfter">,
  trace: string,
  before: readonly string[],
  never: readonly string[],
): Promise<void> {
  const done = [...before];
  let left = [...never];
  for (let turn = 0; left.length > 0; turn += 1) {
    const [key = "", ...others] = left;
    if (await explorer.tryAfter(trace, [...done], key, alternating(turn))) {
      done.push(key);
      left = never.filter((one) => !done.includes(one));
    } else left = others;
  }
}
