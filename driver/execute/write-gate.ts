/** Every request passes here before it is sent; this alone decides whether a write may be sent. */
import type { Operation } from "../../spec/operations.ts";
import type { Access } from "../environment.ts";
import { UnsentStep } from "./unsent.ts";

export class WriteGate {
  readonly #access: Access;
  readonly #maxTraces: number;
  /** Creations that were not clearly refused: each may have left a trace, whatever the answer. */
  #traces = 0;

  constructor(access: Access, maxTraces: number) {
    this.#access = access;
    this.#maxTraces = maxTraces;
  }

  /** Lets the request through, and counts the trace that it may create. @throws UnsentStep */
  pass(operation: Operation): void {
    if (operation.writes && this.#access !== "read-write") {
      throw new UnsentStep(`access is read-only, and ${operation.id} writes`, "`access: read-write`");
    }
    if (operation.kind !== "create") return;
    if (this.#traces >= this.#maxTraces)
      throw new UnsentStep(`limits.maxTraces (${String(this.#maxTraces)}) is reached`, "a higher `limits.maxTraces`");
    this.#traces++;
  }

  /** Takes back the count for a creation that was clearly refused, and so left no trace. */
  leftNoTrace(): void {
    this.#traces--;
  }
}
