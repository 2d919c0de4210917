/** One request on the wire, its response collected within the bounds of time and bytes. */
import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { chunksOf, type Bytes } from "../byte-source.ts";
import { bytesPassed } from "./collected.ts";
import type { ConnectionSeen, Watched } from "./connections.ts";
import type { Disturbance } from "./disturbance.ts";
import { TransportError, transportErrorOf } from "./failures.ts";
import { GatheredBytes } from "./gathered-bytes.ts";
import { JsonBounds } from "./json-bounds.ts";
import { largeBytes, type LargeResponses } from "./large-responses.ts";

export interface WireRequest {
  readonly method: "GET" | "POST";
  /** Path and query below the base URL; of another address what may be shown of it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Another address, to which a redirect led: it is asked without any header of the configuration. */
  readonly elsewhere?: URL;
  readonly body?: Bytes;
  /** The body comes in chunks, and its length is told nowhere. */
  readonly chunked?: boolean;
  /** Id of the script that sends it, for the log. */
  readonly script?: string;
  /** What the body of a success is. Of a large file that is neither compressed nor JSON only the digest is wanted. */
  readonly wanted?: "json" | "zip" | "file";
  /** What is done to its connection on purpose. */
  readonly disturbance?: Disturbance | undefined;
  /** When it may be sent, on the clock of `performance.now()`; asked again after each wait. */
  readonly notBefore?: () => number;
  /** A refusal is no surprise: where many of them shut everybody out, it waits for its turn. */
  readonly mayBeRefused?: boolean;
  /** Called as soon as an attempt has ended, before any other request can start in its place. */
  readonly onEnd?: () => void;
}

export interface WireResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where there is a digest instead. */
  readonly body: Buffer;
  readonly digest?: BodyDigest;
  /** The bound that it breaks as JSON; then there is a digest. */
  readonly breach?: string;
}

/** A response, and the connection that brought it, where it is watched. */
type ReceivedResponse = WireResponse & { readonly connection: ConnectionSeen | undefined };

/** Milliseconds by which a clock goes off late where this process was not kept from looking at it. */
const busyMs = 50;

/** Of a body that is not kept. */
interface BodyDigest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface Bounds {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** Resolves with the complete response. Rejects with a `TransportError` only. Redirects are responses like any other; see `execute/follow.ts`. */
export function receive(
  dispatcher: Dispatcher,
  target: { readonly origin: string; readonly prefix: string },
  request: WireRequest,
  bounds: Bounds,
  large: LargeResponses,
  interrupted: AbortSignal,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const collector = new Collector(bounds, large, request.wanted, resolve, reject, interrupted);
    const { body } = request;
    const made = body !== undefined && !(body instanceof Uint8Array);
    const streamed = made || (body !== undefined && request.chunked === true);
    const options: Dispatcher.DispatchOptions & Watched = {
      origin: target.origin,
      path: target.prefix + request.path,
      method: request.method,
      headers:
        made && request.chunked !== true
          ? { ...request.headers, "content-length": String(body.length) }
          : request.headers,
      ...(body === undefined ? {} : { body: streamed ? Readable.from(chunksOf(body)) : body }),
      onConnection: (seen) => (collector.seen = seen),
    };
    try {
      dispatcher.dispatch(options, collector);
    } catch (error) {
      collector.onResponseError(undefined, error);
    }
  });
}

/** True where the content type says that the body is JSON. */
export function claimsJson(headers: Readonly<Record<string, string>>): boolean {
  return /^\s*[\w.+-]*\/([\w.+-]*\+)?json\b/i.test(headers["content-type"] ?? "");
}

class Collector implements Dispatcher.DispatchHandler {
  readonly #bounds: Bounds;
  readonly #large: LargeResponses;
  readonly #wanted: WireRequest["wanted"];
  readonly #resolve: (response: ReceivedResponse) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #interrupted: AbortSignal;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout;
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #gathered = new GatheredBytes();
  #bytes = 0;
  #isLarge = false;
  #hash: Hash | undefined;
  #jsonBounds: JsonBounds | undefined;
  #breach: string | undefined;
  readonly #sentAtMs = performance.now();
  #settled = false;
  #connection: ConnectionSeen | undefined;
  /** Tells the connection that is used now. */
  seen: (() => ConnectionSeen) | undefined;

  constructor(
    bounds: Bounds,
    large: LargeResponses,
    wanted: WireRequest["wanted"],
    resolve: (response: ReceivedResponse) => void,
    reject: (error: TransportError) => void,
    interrupted: AbortSignal,
  ) {
    this.#bounds = bounds;
    this.#large = large;
    this.#wanted = wanted;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#interrupted = interrupted;
    this.#timer = this.#clock();
    interrupted.addEventListener("abort", this.#interrupt, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new TransportError("timeout", "given up before sending"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) return;
    this.#status = status;
    this.#connection = this.seen?.();
    for (const [name, value] of Object.entries(headers)) {
      this.#headers[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : String(value);
    }
    const announced = Number(this.#headers["content-length"]);
    if (announced > this.#bounds.maxResponseBytes) this.#fail(this.#oversize(announced));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bounds.maxResponseBytes) {
      this.#fail(this.#oversize(undefined));
      return;
    }
    if (this.#hash) {
      this.#hash.update(chunk);
      bytesPassed(chunk.length);
      return;
    }
    this.#gathered.add(chunk);
    if (this.#bytes <= largeBytes) return;
    if (this.#isLarge) {
      this.#lookAt([chunk]);
      return;
    }
    if (this.#wanted === "file" && this.#isPlain()) {
      this.#keepDigest();
      return;
    }
    if (this.#isReadAsJson()) this.#jsonBounds = new JsonBounds();
    this.#lookAt(this.#gathered.pieces());
    if (this.#breach !== undefined) return;
    this.#isLarge = true;
    if (this.#large.enter(this.#resume)) return;
    clearTimeout(this.#timer);
    controller.pause();
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const [status, headers, connection] = [this.#status, this.#headers, this.#connection];
    if (connection) connection.answeredSentAtMs = this.#sentAtMs;
    if (this.#hash) {
      const digest = { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
      const breach = this.#breach === undefined ? {} : { breach: this.#breach };
      this.#resolve({ status, headers, body: Buffer.alloc(0), digest, ...breach, connection });
      return;
    }
    this.#resolve({ status, headers, body: this.#gathered.whole(), connection });
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    const before = this.seen?.().answeredSentAtMs;
    const restedMs = before === undefined ? undefined : performance.now() - before;
    const failure = transportErrorOf(error, this.#status > 0, restedMs);
    if (this.#settle()) this.#reject(failure);
  }

  readonly #resume = (): void => {
    this.#timer = this.#clock();
    // Called from within the parser of another response, and parsers must not be entered twice.
    setImmediate(() => this.#controller?.resume());
  };

  readonly #interrupt = (): void => {
    this.#fail(new TransportError("interrupted", "the run was interrupted", this.#status > 0));
  };

  /** True for bytes that nobody reads as something else. */
  #isPlain(): boolean {
    return this.#status < 300 && this.#headers["content-encoding"] === undefined && !claimsJson(this.#headers);
  }

  #isReadAsJson(): boolean {
    const isWanted = this.#wanted === "json" && this.#status < 300;
    return this.#headers["content-encoding"] === undefined && (isWanted || claimsJson(this.#headers));
  }

  /** A document that is not going to be parsed is not kept, and makes room for others. */
  #lookAt(pieces: Iterable<Uint8Array>): void {
    for (const piece of pieces) this.#breach ??= this.#jsonBounds?.add(piece);
    if (this.#breach === undefined) return;
    this.#keepDigest();
    if (this.#isLarge) this.#large.leave(this.#resume);
    this.#isLarge = false;
  }

  #keepDigest(): void {
    this.#hash = createHash("sha256");
    for (const piece of this.#gathered.pieces()) this.#hash.update(piece);
    this.#gathered.drop();
  }

  /** @param grace milliseconds beyond the bound, for an answer that came while this process was busy or stopped */
  #clock(grace = 0): NodeJS.Timeout {
    const dueMs = performance.now() + (grace || this.#bounds.timeoutMs);
    return setTimeout(() => {
      const lateMs = performance.now() - dueMs;
      // Clocks are looked at before sockets: what lies in one since is yet to be read.
      if (grace === 0 && lateMs > busyMs) {
        this.#timer = this.#clock(Math.min(lateMs, this.#bounds.timeoutMs));
        return;
      }
      const stage = this.#status > 0 ? `only ${String(this.#bytes)} bytes of the body` : "no status line";
      const within = `within ${String(this.#bounds.timeoutMs)} ms`;
      this.#fail(new TransportError("timeout", `no complete response ${within}: ${stage}`, this.#status > 0));
    }, grace || this.#bounds.timeoutMs);
  }

  #oversize(announced: number | undefined): TransportError {
    const size = announced === undefined ? "" : `, and announces ${String(announced)}`;
    const bound = `the ${String(this.#bounds.maxResponseBytes)} bytes of limits.maxResponseBytes`;
    return new TransportError("oversize", `the response body is larger than ${bound}${size}`, true);
  }

  #fail(error: TransportError): void {
    if (!this.#settle()) return;
    // The connection may hold on to this for a while; what came must not wait for that.
    this.#gathered.drop();
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** False when it was settled before. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#interrupted.removeEventListener("abort", this.#interrupt);
    if (this.#isLarge) this.#large.leave(this.#resume);
    return true;
  }
}
