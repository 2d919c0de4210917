/** Links that lists leave out for who did not send them may be there or not; all others must be. */
import { expect, test } from "vitest";
import { momentOf } from "../../checks/model/moment.ts";
import type { ModelAction, ModelTrace } from "../../checks/model/world.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";

const at = (ms: number, more: object): Exchange =>
  ({ actor: "first", sentAtMs: ms, receivedAtMs: ms + 1, ...more }) as unknown as Exchange;
const action = (actionKey: string, ms: number, by?: string): ModelAction =>
  ({ actionKey, exchange: at(ms, { intent: { kind: "act" }, ...(by ? { by } : {}) }) }) as unknown as ModelAction;
const [apply, check, ask] = [action("apply", 0), action("check", 2, "user-0"), action("ask", 4, "user-0")] as const;
const trace = (omitted?: readonly string[]) =>
  ({ actions: [apply, check, ask], indeterminate: [], ...(omitted ? { omitted } : {}) }) as unknown as ModelTrace;
const read = (kind: string, by?: string) => at(10, { intent: { kind }, ...(by ? { by } : {}) });

test.each<[string, Exchange, readonly string[] | undefined, readonly ModelAction[], readonly ModelAction[]]>([
  ["where nothing is left out", read("details"), undefined, [apply, check, ask], []],
  ["for who did not send it", read("details"), ["ask"], [apply, check], [ask]],
  ["for who sent it", read("details", "user-0"), ["ask"], [apply, check, ask], []],
  ["of the reader's own", read("details"), ["apply"], [apply, check, ask], []],
  ["in a state", read("state"), ["ask"], [apply, check, ask], []],
])("what a read must show and may show %s", (_, exchange, omitted, must, may) => {
  const { acknowledged, concurrent } = momentOf(trace(omitted), exchange);
  expect([acknowledged, concurrent]).toEqual([must, may]);
});
