/** What was sent of the actions of a workflow: with which data they were taken first, on which trace, and how they were refused last. */
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isTurnedDown } from "../observations.ts";

export type RefusedAct = Exchange & { readonly intent: Extract<Exchange["intent"], { readonly kind: "act" }> };
const isRefusedAct = (exchange: Exchange): exchange is RefusedAct =>
  exchange.intent.kind === "act" && isTurnedDown(exchange);

export class SentData {
  /** By the key of an action, the data with which it was taken first. */
  readonly first = new Map<string, JsonObject>();
  /** By the key of an appended action, the trace on which it was taken first. */
  readonly firstOn = new Map<string, string>();
  /** By the id of a trace, the keys of what was taken on it. */
  readonly done = new Map<string, readonly string[]>();
  /** By the key of an action, how it was refused on the trace on which it was tried last. */
  readonly refused = new Map<string, readonly RefusedAct[]>();

  /** The id of the trace on which the action was taken; undefined for any other exchange. */
  note(exchange: Exchange): string | undefined {
    const { intent } = exchange;
    if (isRefusedAct(exchange)) {
      const { actionKey, traceId } = exchange.intent;
      const before = this.refused.get(String(actionKey)) ?? [];
      this.refused.set(String(actionKey), [...before.filter((one) => one.intent.traceId === traceId), exchange]);
    }
    if (!isAction(intent) || !succeeded(exchange)) return undefined;
    const trace = traceOf(exchange);
    const key = String(intent.actionKey);
    if (isJsonObject(intent.data) && !this.first.has(key)) this.first.set(key, intent.data);
    if (trace === undefined) return undefined;
    if (intent.kind === "act" && !this.firstOn.has(key)) this.firstOn.set(key, trace);
    this.done.set(trace, [...(this.done.get(trace) ?? []), key]);
    return trace;
  }
}
