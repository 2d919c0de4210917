/** Remembers what the actions of each trace sent, for later actions that refer to it. */
import type { Brought } from "../../generators/index.ts";
import { isJsonObject } from "../../spec/json.ts";
import { isAction, traceOf } from "../../spec/readings/actions.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { History } from "../../spec/vocabulary/history.ts";

export class BroughtTo {
  readonly #traces = new Map<string, Brought>();

  /** Notes accepted actions in the order of sending; returns the history. */
  noted<Seen extends Pick<History, "exchanges">>(history: Seen): Seen {
    for (const exchange of history.exchanges) {
      const { intent } = exchange;
      if (!isAction(intent) || !succeeded(exchange)) continue;
      const { actionKey, data } = intent;
      const traceId = traceOf(exchange);
      if (traceId === undefined || typeof actionKey !== "string" || !isJsonObject(data)) continue;
      const others = [...(this.#traces.get(traceId) ?? [])].filter(([key]) => key !== actionKey);
      this.#traces.set(traceId, new Map([...others, [actionKey, data]]));
    }
    return history;
  }

  readonly of = (traceId: string): Brought | undefined => this.#traces.get(traceId);
}
