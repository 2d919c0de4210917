/** Notes the data with which actions were accepted first, and their last refusals. */
import { isJsonObject, type JsonObject } from "../../../spec/json.ts";
import { isAction, traceOf } from "../../../spec/readings/actions.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { isTurnedDown } from "../observations.ts";

export type RefusedAct = Exchange & { readonly intent: Extract<Exchange["intent"], { readonly kind: "act" }> };
const isRefusedAct = (exchange: Exchange): exchange is RefusedAct =>
  exchange.intent.kind === "act" && isTurnedDown(exchange);

export class SentData {
  /** By the key of an action: the data with which it was accepted first. */
  readonly first = new Map<string, JsonObject>();
  /** By the key of an appended action: the trace on which it was accepted first. */
  readonly firstOn = new Map<string, string>();
  /** By the id of a trace: the keys of its accepted actions. */
  readonly done = new Map<string, readonly string[]>();
  /** By the key of an action: its refusals on the trace where it was tried last. */
  readonly refused = new Map<string, readonly RefusedAct[]>();

  /** Notes an exchange. Returns the id of the trace that accepted the action; undefined for any other exchange. */
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
