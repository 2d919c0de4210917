/**
 * Whether a machine before the service lets nobody in, as some do for a while after many refused requests. Then every
 * request gets one page, of status 403, whatever it asks for. It is told from a refusal of the service by asking again for
 * what was given before: whoever is shut out is refused that, too.
 */
import { createHash } from "node:crypto";
import type { WireRequest, WireResponse } from "./receive.ts";

/** Rests between two looks; with JSON the first ones alone, as a token that has come to its end is refused so, too. */
const restsMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const looksAtJson = 3;
/** So many alike in a row are a reason to look, of JSON, in which a service refuses itself; twice as many after each in vain. */
const [leastAlike, mostAlike] = [3, 64];
/** Of another page one is enough, unless somebody who asks within this time is let in. */
const graceMs = 50;
/** A page is looked at up to so many characters. */
const mostCharacters = 65_536;
/** Bars that last so long are avoided: of what may be refused no more is sent in such a time than before the bar, and less. */
const [longMs, windowMs, share] = [5_000, 10_000, 0.8];

/** What of an answer tells that it is another. */
type Seen = Pick<WireResponse, "status" | "body" | "headers">;

export class ShutOut {
  readonly #ask: (request: WireRequest) => Promise<Seen | undefined>;
  readonly #rest: (restMs: number) => Promise<boolean>;
  /** What was given last, and nothing is changed by asking for again. */
  #given: WireRequest | undefined;
  /** Refusals that are the service's own, and how many of them in a row are a reason to look again. */
  readonly #own = new Map<string, number>();
  /** When the latest request was sent that was let in. */
  #letInMs = -Infinity;
  #alike = { page: "", count: 0 };
  #look: Promise<boolean> | undefined;
  #refusedAtMs: number[] = [];
  #mostRefused = Infinity;
  #times = 0;
  #lastedMs = 0;

  /**
   * @param ask sends it once, by itself; undefined where nothing came
   * @param rest false when the run was interrupted meanwhile
   */
  constructor(ask: (request: WireRequest) => Promise<Seen | undefined>, rest: (restMs: number) => Promise<boolean>) {
    this.#ask = ask;
    this.#rest = rest;
  }

  /** How often everybody was shut out, and for how many milliseconds in all. */
  get seen(): { readonly times: number; readonly lastedMs: number } {
    return { times: this.#times, lastedMs: this.#lastedMs };
  }

  /** Resolves as soon as somebody is let in. */
  async over(): Promise<void> {
    await this.#look;
  }

  /** When what may be refused may be sent, on the clock of `performance.now()`. */
  get refusableAtMs(): number {
    const oldest = this.#refusedAtMs.at(-this.#mostRefused);
    return oldest === undefined ? -Infinity : oldest + windowMs;
  }

  /**
   * To be called for every answer.
   * @returns true where everybody was shut out, and is no longer: the request is to be sent again
   */
  async wasShut(request: WireRequest, answer: Seen, sentAtMs: number): Promise<boolean> {
    const { status } = answer;
    if (status === 200 && request.method === "GET" && request.elsewhere === undefined) this.#given = request;
    if (status >= 400 && status < 500) this.#refused();
    if (status !== 403) {
      this.#alike = { page: "", count: 0 };
      this.#letInMs = Math.max(this.#letInMs, sentAtMs);
      return false;
    }
    const given = this.#given;
    if (given === undefined || !(await this.#isReasonToLook(answer))) return false;
    this.#look ??= this.#lookUntilOpen(given, answer).finally(() => (this.#look = undefined));
    return await this.#look;
  }

  async #isReasonToLook(answer: Seen): Promise<boolean> {
    const page = pageOf(answer);
    const most = this.#own.get(page) ?? (isJson(answer) ? leastAlike : 1);
    if (this.#look !== undefined || most === Infinity) return most !== Infinity;
    this.#alike = { page, count: this.#alike.page === page ? this.#alike.count + 1 : 1 };
    if (isJson(answer)) return this.#alike.count >= most;
    const receivedAtMs = performance.now();
    return (await this.#rest(graceMs)) && this.#letInMs < receivedAtMs;
  }

  async #lookUntilOpen(given: WireRequest, refused: Seen): Promise<boolean> {
    const page = pageOf(refused);
    const startedMs = performance.now();
    const before = this.#refusedAtMs.length;
    const looks = isJson(refused) ? looksAtJson : restsMs.length;
    for (let look = 0; look <= looks; look += 1) {
      if (look > 0 && !(await this.#rest(restsMs[look - 1] ?? 0))) return false;
      const answer = await this.#ask(given);
      if (answer !== undefined && answer.status === 403 && pageOf(answer) === page) continue;
      if (look === 0) {
        this.#own.set(page, Math.min(mostAlike, 2 * (this.#own.get(page) ?? leastAlike)));
        this.#alike = { page, count: 0 };
        return false;
      }
      const lastedMs = performance.now() - startedMs;
      this.#times += 1;
      this.#lastedMs += lastedMs;
      if (lastedMs >= longMs) this.#mostRefused = Math.max(1, Math.floor(share * Math.min(before, this.#mostRefused)));
      return true;
    }
    // Whoever stays out for ever is refused.
    this.#own.set(page, Infinity);
    return false;
  }

  #refused(): void {
    const now = performance.now();
    if (this.#look !== undefined) return;
    this.#refusedAtMs = this.#refusedAtMs.filter((at) => at > now - windowMs);
    this.#refusedAtMs.push(now);
  }
}

const isJson = ({ headers }: Seen): boolean => /\bjson\b/i.test(headers["content-type"] ?? "");

/** The page, without the numbers and ids that each answer may have of its own. */
function pageOf({ body }: Seen): string {
  const text = body.toString("latin1", 0, mostCharacters).replaceAll(/[\da-f]{8,}|\d+/gi, "#");
  return createHash("sha256").update(text).digest("base64");
}
