/**
 * Answers with an ETag. A later request that names it may be answered with 304 Not Modified, without a body: then the
 * former answer counts (RFC 9110, 13.1.2 and 15.4.5), and is judged as what the target says now.
 */
import type { Account, OperationStep } from "../../spec/vocabulary/script.ts";
import type { ReceivedReply } from "../client/client.ts";
import type { WireResponse } from "../client/receive.ts";

/** The address, the user and the step of a request; requests that the driver adds have no step. */
interface Asked {
  readonly path: string;
  readonly actor: Account;
  readonly step: OperationStep | undefined;
}

interface Kept {
  readonly tag: string;
  readonly response: WireResponse;
  /** Index of the exchange with this response. */
  readonly exchange: number;
}

interface Counted {
  readonly reply: ReceivedReply;
  /** The exchange whose answer the reply repeats, if it is a 304. */
  readonly notModified?: number;
}

const tagForm = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  /** The last answer of this address to this user, if the step asks to name its ETag. */
  named(asked: Asked): Kept | undefined {
    return revalidates(asked) ? this.#kept.get(keyOf(asked)) : undefined;
  }

  /** The reply that counts; it is kept for later requests if possible. @param exchange its index */
  received(asked: Asked, named: Kept | undefined, reply: ReceivedReply, exchange: number): Counted {
    const { response } = reply;
    if (named && response?.status === 304)
      return { reply: { ...reply, response: named.response }, notModified: named.exchange };
    if (!revalidates(asked)) return { reply };
    const tag = response?.headers["etag"];
    if (response?.status === 200 && tag !== undefined && tagForm.test(tag))
      this.#kept.set(keyOf(asked), { tag, response, exchange });
    else this.#kept.delete(keyOf(asked));
    return { reply };
  }
}

function revalidates({ step }: Asked): boolean {
  return step?.op === "state" && step.revalidate === true;
}

function keyOf({ path, actor }: Asked): string {
  return `${actor} ${path}`;
}
