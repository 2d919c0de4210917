/** Remembers who did what on each trace, for targets that bar a user because of earlier actions. */
import { createdTraceOf, outcomeOf } from "../../spec/readings/outcome.ts";
import { senderOf, type Done } from "../../spec/readings/people.ts";
import type { Exchange, Intent } from "../../spec/vocabulary/history.ts";
import type { Account } from "../../spec/vocabulary/script.ts";

/** So many traces are remembered; nothing was sent to older ones for long. */
const mostTraces = 5_000;

export class Senders {
  readonly #isOne: boolean;
  /** By the id of the trace in lower case; the one written last comes last. */
  readonly #done = new Map<string, Done[]>();
  readonly #workflows = new Map<string, number>();

  /** @param users with a single user nothing is remembered */
  constructor(users: number) {
    this.#isOne = users < 2;
  }

  /** The accepted actions of the trace, and those not answered yet, in the order of sending. */
  of(intent: Intent | { readonly traceId: string }): readonly Done[] {
    return "traceId" in intent ? (this.#done.get(intent.traceId.toLowerCase()) ?? []) : [];
  }

  /** Index of the workflow of the trace; undefined where this run did not create it, or with a single user. */
  workflowOf(intent: Intent): number | undefined {
    return "traceId" in intent ? this.#workflows.get(intent.traceId.toLowerCase()) : undefined;
  }

  /**
   * Records an action that is about to be sent.
   * @returns a function that takes its answer, or nothing where it was not sent
   */
  sending(intent: Intent, sender: Account): (answer?: Exchange) => void {
    if (this.#isOne || intent.kind !== "act" || typeof intent.actionKey !== "string") return () => undefined;
    const all = this.#listOf(intent.traceId);
    const done = { key: intent.actionKey, sender };
    all.push(done);
    return (answer) => {
      const wasDone = answer !== undefined && ["succeeded", "no-answer"].includes(outcomeOf(answer));
      if (!wasDone) all.splice(all.indexOf(done), 1);
    };
  }

  /** Records a creation. */
  created(exchange: Exchange): void {
    const { intent } = exchange;
    const id = this.#isOne || intent.kind !== "create" ? undefined : createdTraceOf(exchange);
    if (id === undefined || intent.kind !== "create") return;
    this.#workflows.set(id.toLowerCase(), intent.workflow);
    if (typeof intent.actionKey !== "string") return;
    this.#listOf(id).push({ key: intent.actionKey, sender: senderOf(exchange) });
  }

  #listOf(traceId: string): Done[] {
    const key = traceId.toLowerCase();
    const all = this.#done.get(key) ?? [];
    this.#done.delete(key);
    this.#done.set(key, all);
    const oldest = this.#done.size > mostTraces ? this.#done.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#done.delete(oldest);
      this.#workflows.delete(oldest);
    }
    return all;
  }
}
