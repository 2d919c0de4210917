/** Actions that were never taken, on a trace on which they may come now. */
import { alternating } from "../../../spec/operations.ts";
import type { Explorer } from "../walk/explore.ts";

/** Each of these; once one was taken, those that were refused before it as well. @param before keys of what the trace has */
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
