/**
 * What `--disturb` does to a request, seeded and bounded: it is held back, its connection is cut once it is under way or in
 * the middle of its answer, or its answer is not read for a while. It is done to the connection at this end, below HTTP
 * and above TLS, so that the target sees what it would see of a line that breaks: the certificate, the proxy and the
 * options of the environment stay as they are, and nothing listens.
 */
import { createHash } from "node:crypto";
import type { Dispatcher } from "undici";
import { TransportError } from "./failures.ts";

/** What happens to one request; times in milliseconds, within the bounds below. */
export type Disturbance =
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "cut-after-request"; readonly ms: number }
  | { readonly kind: "cut-in-answer" }
  | { readonly kind: "pause"; readonly ms: number };

const mostDelayMs = 40;
/** After the request began to be sent; at 0 a large body is cut in its middle. */
const mostUntilCutMs = 25;
const mostPauseMs = 60;

/** What happens to the request at this place of a script; undefined: nothing. */
export function disturbanceOf(seed: number, place: string): Disturbance | undefined {
  const digest = createHash("sha256")
    .update(`${String(seed)} ${place}`)
    .digest();
  const [kind, amount] = [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32];
  if (kind < 0.2) return { kind: "cut-after-request", ms: Math.floor(amount * mostUntilCutMs) };
  if (kind < 0.3) return { kind: "cut-after-request", ms: 0 };
  if (kind < 0.4) return { kind: "cut-in-answer" };
  if (kind < 0.5) return { kind: "delay", ms: Math.floor(amount * mostDelayMs) };
  if (kind < 0.6) return { kind: "pause", ms: Math.floor(amount * mostPauseMs) };
  return undefined;
}

/** The dispatcher, with the disturbance of one request put into it. */
export function disturbed(dispatcher: Dispatcher, disturbance: Disturbance): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const around = new DisturbedHandler(handler, disturbance);
    if (disturbance.kind !== "delay") return dispatch(options, around);
    setTimeout(() => {
      dispatch(options, around);
    }, disturbance.ms);
    return true;
  });
}

const cut = (answered: boolean): TransportError =>
  new TransportError("disturbed", "this run cut the connection itself (--disturb)", answered);

class DisturbedHandler implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler;
  readonly #disturbance: Disturbance;
  #ended = false;
  #answered = false;

  constructor(inner: Dispatcher.DispatchHandler, disturbance: Disturbance) {
    this.#inner = inner;
    this.#disturbance = disturbance;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#inner.onRequestStart?.(controller, context);
    if (this.#disturbance.kind !== "cut-after-request") return;
    setTimeout(() => {
      if (!this.#ended) controller.abort(cut(this.#answered));
    }, this.#disturbance.ms);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2],
    message?: string,
  ): void {
    this.#answered = true;
    this.#inner.onResponseStart?.(controller, status, headers, message);
    const { kind } = this.#disturbance;
    if (kind === "cut-in-answer") controller.abort(cut(true));
    if (kind === "pause") {
      controller.pause();
      setTimeout(() => {
        controller.resume();
      }, this.#disturbance.ms);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#inner.onResponseData?.(controller, chunk);
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>[1],
  ): void {
    this.#ended = true;
    this.#inner.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#ended = true;
    this.#inner.onResponseError?.(controller, error);
  }
}
