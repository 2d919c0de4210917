/** Bounds the bytes that a driver receives; an operation that sends a large part of them is not asked again. */
import type { Operation, OperationId } from "../../spec/operations.ts";
import { UnsentStep } from "./unsent.ts";

/** The share of one operation, so that the others can still be asked. */
const shareOfOne = 0.5;

const higher = (what: string): string => `smaller answers of ${what}, or a higher \`limits.maxTotalBytes\``;

export class ByteBudget {
  readonly #most: number;
  readonly #received = new Map<OperationId, number>();
  #total = 0;

  /** @param most bytes of all responses together */
  constructor(most: number) {
    this.#most = most;
  }

  /** Lets a request through. @throws UnsentStep once too much was received. */
  pass({ id }: Operation): void {
    const what = `as much as \`limits.maxTotalBytes\` (${String(this.#most)}) leaves for`;
    if (this.#total >= this.#most)
      throw new UnsentStep(`${String(this.#total)} bytes have been received, ${what} a run`, higher("the target"));
    const received = this.#received.get(id) ?? 0;
    if (received >= this.#most * shareOfOne)
      throw new UnsentStep(`${id} has answered with ${String(received)} bytes, ${what} one operation`, higher(id));
  }

  record({ id }: Operation, bytes: number): void {
    this.#total += bytes;
    this.#received.set(id, (this.#received.get(id) ?? 0) + bytes);
  }
}
