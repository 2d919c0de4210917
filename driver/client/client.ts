/** The client of a driver: limits, retries and bounds around one pooled dispatcher. */
import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isPlainRefusal } from "../../spec/readings/outcome.ts";
import type { TransportFailure } from "../../spec/vocabulary/history.ts";
import type { Dispatcher } from "undici";
import type { Environment } from "../environment.ts";
import { isSecretHeader } from "../secrets/names.ts";
import { Decompressor } from "./decompress.ts";
import { disturbed } from "./disturbance.ts";
import { idleMs, type ConnectionSeen, type Connections } from "./connections.ts";
import { openConnections, openElsewhere } from "./dispatcher.ts";
import type { TransportError } from "./failures.ts";
import { transportErrorOf } from "./failures.ts";
import { hopTo, type Hop } from "./redirects.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { LargeResponses } from "./large-responses.ts";
import { BusyShare } from "./busy-share.ts";
import { InFlightBound } from "./in-flight-bound.ts";
import { Limiter } from "./limiter.ts";
import { Outage } from "./outage.ts";
import { Patience } from "./patience.ts";
import { receive, type Bounds, type WireRequest, type WireResponse } from "./receive.ts";
import { ShutOut } from "./shut-out.ts";
import { loggedRequest, type RequestLog } from "./request-log.ts";
import { traceHeader, traceparentOf } from "./trace-context.ts";

/** What came of a request: a response or a failure, never both. */
export interface ReceivedReply {
  readonly response?: WireResponse;
  readonly failure?: TransportFailure;
  /** Times of the attempt that counts, on the clock of `performance.now()`. */
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** Requests sent in all; more than 1 after a fault of the connection, or an answer with Retry-After. */
  readonly attempts: number;
  /** Those of them before the last whose answer does not say that nothing was done. */
  readonly unsettled: number;
  /**
   * What came of those before the last that were lost: a 5xx that named no time to come back, or a fault other than that of
   * a connection that was closed as idle.
   */
  readonly lost: readonly (number | TransportFailure["kind"])[];
  /** Those before the last that said that the trace is busy, and when to come back. */
  readonly busy?: number;
  /** The connection that brought the response, where it is watched. */
  readonly connection?: ConnectionSeen | undefined;
}

/** What tells a target's certificate from all others. */
interface Peer {
  readonly subject: string | string[] | undefined;
  readonly issuer: string | string[] | undefined;
  /** SHA-256 of the certificate. */
  readonly fingerprint256: string;
  readonly validTo: string;
}

/** Who is told what is sent, and as what. */
interface Told {
  /** Told every request once it has ended. */
  readonly log?: RequestLog | undefined;
  /** Told those that belong to no script. */
  readonly logOwn?: RequestLog | undefined;
  /** The trace of those; absent: each is one of its own. */
  readonly traceId?: string;
}

/** What is in flight when a run is interrupted may still be answered within this time. */
const graceMs = 2_000;
/** So long all requests rest for a 429 that does not say when to come back. */
const longestHoldMs = 500;
/** For an answer that nobody asked for; connections that are idle for longer are closed. */
const [leastRestMs, mostRestMs] = [100, 400];

export class Client {
  readonly #connections: Connections;
  readonly #near: Neighbourhood;
  readonly #openElsewhere: () => Dispatcher;
  #elsewhere: Dispatcher | undefined;
  readonly #target: { readonly origin: string; readonly prefix: string };
  readonly #bounds: Bounds;
  readonly #limiter: Limiter;
  readonly #inFlightBound = new InFlightBound();
  #inFlight = 0;
  readonly #busyShare = new BusyShare();
  readonly #patience: Patience;
  readonly #large: LargeResponses;
  readonly #decompressor: Decompressor;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #isProxied: boolean;
  readonly #trace: (() => string) | undefined;
  readonly #tell: (request: WireRequest, reply: ReceivedReply) => void;
  readonly #stop = new AbortController();
  readonly #outage = new Outage();
  readonly #shutOut: ShutOut;
  #retries = 0;
  #interrupted = false;
  #peer: Peer | undefined;

  /**
   * @param signal aborts the whole client: nothing new is sent, and what is in flight gets a short grace.
   */
  constructor(environment: Environment, signal?: AbortSignal, { log, logOwn, traceId }: Told = {}) {
    const { limits, baseUrl, secrets } = environment;
    this.#tell = (request, reply) => {
      const told = request.script === undefined ? [log, logOwn] : [log];
      for (const tell of told) tell?.(loggedRequest(request, reply, secrets));
    };
    const url = new URL(baseUrl);
    this.#near = new Neighbourhood(url.hostname);
    this.#openElsewhere = () => openElsewhere(environment, this.#near);
    this.#connections = openConnections(
      environment,
      this.#near,
      ({ subject, issuer, fingerprint256, valid_to }) => {
        this.#peer ??= { subject: subject.CN, issuer: issuer.CN, fingerprint256, validTo: valid_to };
      },
      () => this.onUnasked(),
    );
    this.#target = { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, "") };
    this.#bounds = limits;
    this.#headers = environment.headers ?? {};
    this.#isProxied = environment.proxy !== undefined;
    if (environment.telemetry?.traceparent ?? true)
      this.#trace = () => traceparentOf(traceId ?? randomBytes(16).toString("hex"));
    this.#limiter = new Limiter(limits.concurrency, limits.requestsPerSecond);
    this.#patience = new Patience(3 * limits.timeoutMs);
    this.#shutOut = new ShutOut(
      async (request) => {
        this.#retries++;
        return (await this.#exchange(this.#traced(request)).catch(() => undefined))?.response;
      },
      (restMs) => this.#rest(restMs),
    );
    this.#large = new LargeResponses(limits.maxResponseBytes);
    this.#decompressor = new Decompressor(limits.maxResponseBytes, this.#large);
    // One listener for each request in flight.
    setMaxListeners(0, this.#stop.signal);
    if (signal?.aborted) this.#interrupt();
    else signal?.addEventListener("abort", this.#interrupt, { once: true });
  }

  /** Whose certificate the target showed first; undefined where it speaks no TLS. */
  get peer(): Peer | undefined {
    return this.#peer;
  }

  /** Requests that were sent again, over the life of the client. */
  get retries(): number {
    return this.#retries;
  }

  /**
   * Sends within the limits. Never throws.
   * @param idempotent may be sent again after a fault of the connection
   * @param groups those that share the patience with a target that is busy; default: all do
   * @param repeatable false: never sent again after an answer that does not say that nothing was done, also where the
   * answer asks for it
   * @param onTrace the operation, where it is an action of a trace, which may be busy
   */
  async send(
    request: WireRequest,
    idempotent: boolean,
    groups: readonly string[] = ["all"],
    repeatable = true,
    onTrace?: string,
  ): Promise<ReceivedReply> {
    const waiting = this.#limiter.acquire();
    if (waiting) await waiting;
    const own = request.elsewhere === undefined ? this.#headers : this.#headersFor(request.elsewhere);
    const whole = { ...request, headers: { ...own, ...request.headers } };
    try {
      return await this.#attempt(whole, idempotent, groups, repeatable, onTrace);
    } finally {
      this.#limiter.release();
    }
  }

  /**
   * Where the answer to a request below the base URL leads, or why nobody goes there.
   * @param isSecret true for an address that holds what must not leave
   */
  async hop(location: string, from: URL | string, isSecret: (address: string) => boolean): Promise<Hop> {
    const base = typeof from === "string" ? new URL(this.#target.origin + this.#target.prefix + from) : from;
    const hop = hopTo(location, base, this.#near, isSecret);
    if ("refused" in hop || !this.#isProxied || hop.to.origin === this.#target.origin) return hop;
    return (await this.#near.allowsName(hop.to.hostname))
      ? hop
      : { refused: "its host stands where the target does not" };
  }

  /** Of the configured headers the target itself is sent those that carry no secret; nobody else is sent any. */
  #headersFor({ origin }: URL): Readonly<Record<string, string>> {
    if (origin !== this.#target.origin) return {};
    return Object.fromEntries(Object.entries(this.#headers).filter(([name]) => !isSecretHeader(name)));
  }

  /** What belongs to no script has a span of its own each time that it is sent. */
  #traced(request: WireRequest): WireRequest {
    if (!this.#trace || request.elsewhere || request.headers[traceHeader] !== undefined) return request;
    return { ...request, headers: { ...request.headers, [traceHeader]: this.#trace() } };
  }

  /** Requests a second that the target takes, where its refusals show it. */
  get learnedPerSecond(): number | undefined {
    return this.#limiter.learnedPerSecond;
  }

  /** Called at the first answer that nobody asked for: what was answered before may be those of other requests. */
  onUnasked: () => void = () => undefined;

  /** How often everybody was shut out for a while, and for how many milliseconds in all. */
  get shutOut(): ShutOut["seen"] {
    return this.#shutOut.seen;
  }

  /**
   * Lets the connections in use come to rest, so that answers that nobody asked for are seen; see `Connections`.
   * @param longestMs what the longest of the answers in doubt took
   */
  look(longestMs: number): Promise<void> {
    return this.#connections.look(Math.min(Math.max(2 * longestMs, leastRestMs), mostRestMs));
  }

  async close(): Promise<void> {
    await Promise.all([this.#connections.close(), this.#elsewhere?.destroy()]);
  }

  async #attempt(
    whole: WireRequest,
    idempotent: boolean,
    groups: readonly string[],
    repeatable: boolean,
    onTrace: string | undefined,
  ): Promise<ReceivedReply> {
    let unsettled = 0;
    let busy = 0;
    const lost: { readonly what: number | TransportFailure["kind"]; readonly atMs: number }[] = [];
    const lostNow = () => lost.flatMap(({ what, atMs }) => (this.#outage.wasAway(atMs) ? [] : [what]));
    for (let attempts = 1; ; attempts++) {
      await this.#untilDue(whole);
      await this.#shutOut.over();
      const request = this.#traced(whole);
      const sentAtMs = performance.now();
      if (this.#interrupted)
        return { failure: interruption, sentAtMs, receivedAtMs: sentAtMs, attempts, unsettled, lost: lostNow() };
      this.#limiter.sent(sentAtMs);
      let restMs: number | undefined;
      let reply: ReceivedReply;
      let isOfRate = false;
      const inFlight = ++this.#inFlight;
      try {
        const { response, connection } = await this.#exchange(request).finally(() => this.#inFlight--);
        const receivedAtMs = performance.now();
        reply = { response, sentAtMs, receivedAtMs, attempts, unsettled, lost: [], busy, connection };
        const { status, headers } = response;
        const isUntold = status === 503 && headers["retry-after"] === undefined;
        this.#countInFlight(inFlight, isUntold);
        const isBusy = status === 503 || (idempotent && (status === 502 || status === 504));
        if (isBusy) this.#outage.fault();
        else this.#outage.ended();
        reply = { ...reply, lost: lostNow() };
        this.#busyShare.add(String(groups[0]), isUntold);
        // Some answer so what comes too fast, as others answer 429.
        const isTooFast = status === 429 || (isUntold && this.#busyShare.isOfRate && !this.#outage.isAway);
        isOfRate = isUntold && isTooFast;
        restMs = this.#patience.restMs(groups, isTooFast ? 429 : status, headers["retry-after"], attempts);
        // One machine of many that is down for a moment says nothing of the service: whoever asks again meets another.
        if (isBusy && headers["retry-after"] === undefined && !isTooFast) restMs = this.#outage.restMs(attempts);
        if (await this.#shutOut.wasShut(request, response, sentAtMs)) restMs = 0;
        const busyTraceMs =
          onTrace === undefined
            ? undefined
            : this.#patience.restOnTraceMs(onTrace, status, headers["retry-after"], attempts);
        // The others need not wait for one trace.
        if (busyTraceMs !== undefined) {
          restMs = busyTraceMs;
          busy++;
        } else if (restMs === undefined) this.#limiter.taken();
        else {
          const untilMs = performance.now() + restMs;
          // Either may mean that too many are under way at once, as well as that too many came in a time.
          if (this.#outage.isAway) this.#limiter.pauseUntil(untilMs);
          if (isTooFast || headers["retry-after"] !== undefined) {
            // A quota of one operation, which is not told from a rate at once, must not hold up the others.
            this.#limiter.pauseUntil(
              headers["retry-after"] === undefined ? Math.min(untilMs, sentAtMs + longestHoldMs) : untilMs,
            );
            this.#limiter.crowded(untilMs);
          }
        }
      } catch (error) {
        const fault = transportErrorOf(error, false);
        const failure = failureOf(fault);
        reply = { failure, sentAtMs, receivedAtMs: performance.now(), attempts, unsettled, lost: lostNow() };
        if (fault.kind !== "disturbed") this.#outage.fault();
        restMs = this.#restAfterFault(fault, idempotent, attempts);
      }
      request.onEnd?.();
      this.#tell(request, reply);
      const settled = isPlainRefusal(reply.response?.status);
      if (restMs === undefined || (!settled && !repeatable) || !(await this.#rest(restMs))) return reply;
      await this.#limiter.acquireAgain();
      if (this.#interrupted) return reply;
      if (!settled) unsettled++;
      const { response, failure } = reply;
      const atMs = reply.receivedAtMs;
      if (failure) lost.push(...(failure.idle ? [] : [{ what: failure.kind, atMs }]));
      else if (response && !isOfRate && response.status >= 500 && response.headers["retry-after"] === undefined)
        lost.push({ what: response.status, atMs });
      this.#retries++;
    }
  }

  #countInFlight(inFlight: number, isBusy: boolean): void {
    this.#inFlightBound.add(inFlight, isBusy);
    // Only a further one shows that there is a bound, or that there is none after all.
    if (isBusy) this.#limiter.bound = this.#inFlightBound.most;
  }

  async #exchange(
    request: WireRequest,
  ): Promise<{ readonly response: WireResponse; readonly connection: ConnectionSeen | undefined }> {
    const { signal } = this.#stop;
    const { elsewhere: to } = request;
    const plain = to && to.origin !== this.#target.origin ? this.#toElsewhere() : this.#connections.dispatcher;
    const dispatcher = request.disturbance ? disturbed(plain, request.disturbance) : plain;
    const { connection, ...response } = await receive(
      dispatcher,
      to ? { origin: to.origin, prefix: "" } : this.#target,
      to ? { ...request, path: to.pathname + to.search } : request,
      this.#bounds,
      this.#large,
      signal,
    );
    const coding = response.headers["content-encoding"];
    if (coding === undefined) return { response, connection };
    const body = await this.#decompressor.decompress(response.body, coding);
    return { response: { ...response, body }, connection };
  }

  #toElsewhere(): Dispatcher {
    this.#elsewhere ??= this.#openElsewhere();
    return this.#elsewhere;
  }

  #restAfterFault(fault: TransportError, idempotent: boolean, attempt: number): number | undefined {
    if (!idempotent || fault.answered) return undefined;
    return fault.kind === "connect" || fault.kind === "reset" ? this.#outage.restMs(attempt) : undefined;
  }

  async #untilDue({ notBefore, mayBeRefused }: WireRequest): Promise<void> {
    const dueMs = () => Math.max(notBefore?.() ?? -Infinity, mayBeRefused ? this.#shutOut.refusableAtMs : -Infinity);
    for (let restMs; (restMs = dueMs() - performance.now()) > 0;) if (!(await this.#rest(restMs))) return;
  }

  /** False when the run was interrupted meanwhile. */
  async #rest(restMs: number): Promise<boolean> {
    try {
      await sleep(restMs, undefined, { signal: this.#stop.signal });
      return !this.#interrupted;
    } catch {
      return false;
    }
  }

  readonly #interrupt = (): void => {
    this.#interrupted = true;
    this.#limiter.drain();
    setTimeout(() => {
      this.#stop.abort();
    }, graceMs).unref();
  };
}

function failureOf({ kind, message, restedMs }: TransportError): TransportFailure {
  if (restedMs === undefined) return { kind, message };
  return { kind, message, reused: true, ...(restedMs > idleMs ? { idle: true } : {}) };
}

const interruption: TransportFailure = { kind: "interrupted", message: "the run was interrupted" };
