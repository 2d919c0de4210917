/** What must be true of exchanges whatever the target did: their times, and the digests of what came. */
import { createHash } from "node:crypto";
import { redacted } from "../../driver/index.ts";
import type { Exchange, History, ReceivedResponse } from "../../spec/vocabulary/history.ts";
import type { RunRecord } from "../engine/record/run-record.ts";

/** What the clock of a run may be set right by while it runs, and what a start takes. */
const slackMs = 10_000;
/** From the start of a command until it opens its target: the reference service may have to be started. */
const maxStartMs = 10 * 60_000;
/** By so much the clock that a target names may move against that of the run: caches and many machines are common. */
const maxClockMoveMs = 15 * 60_000;
/** And by so much it may be off. */
const maxClockOffMs = 24 * 3_600_000;

export class ExchangeFacts {
  readonly #record: RunRecord;
  readonly #problems = new Map<string, { readonly first: string; count: number }>();
  readonly #ends: { readonly atMs: number; readonly change: 1 | -1 }[] = [];
  readonly #clockOffMs: number[] = [];
  #firstMs = Infinity;
  #probesEndMs = -Infinity;
  #lastMs = -Infinity;

  constructor(record: RunRecord) {
    this.#record = record;
  }

  /** @param probed true for what the probes asked, ahead of everything else */
  add({ script, exchanges }: History, probed = false): void {
    let before: Exchange | undefined;
    exchanges.forEach((exchange, position) => {
      const place = `${script.id}, exchange ${String(position)}`;
      if (exchange.index !== position) this.#tell("stands at another place than its index says", place);
      this.#addTimes(exchange, before, place);
      if (exchange.response) this.#addResponse(exchange.response, exchange, place);
      before = exchange;
    });
    if (probed) this.#probesEndMs = Math.max(this.#probesEndMs, this.#lastMs);
  }

  /** What contradicts itself, one sentence each. @param durationMs of the run, as the results say it */
  problems(durationMs: number): readonly string[] {
    const { clockOriginMs, openedAtMs, startedAt, environment, runId } = this.#record;
    const startedMs = Date.parse(startedAt);
    const first = clockOriginMs + this.#firstMs;
    const scripts = this.#lastMs - Math.max(this.#probesEndMs, this.#firstMs);
    const atOnce = this.#mostAtOnce();
    const day = /^(\d{8})-[0-9a-z]{6}$/.exec(runId)?.[1];
    return [
      ...[...this.#problems].map(([what, { first: place, count }]) =>
        count === 1 ? `${place} ${what}` : `${place} (and ${count - 1} more) ${what}`,
      ),
      ...(startedMs > Date.now() + slackMs ? [`the run began at ${startedAt}, which is yet to come`] : []),
      ...(day !== undefined && day !== startedAt.slice(0, 10).replaceAll("-", "")
        ? [`the run id ${runId} names another day than the start, ${startedAt}`]
        : []),
      ...(openedAtMs < startedMs - slackMs || openedAtMs > startedMs + maxStartMs || first < openedAtMs - slackMs
        ? [`exchanges from ${isoOf(first)} are not of a run that began at ${startedAt}`]
        : []),
      ...(scripts > durationMs + slackMs
        ? [`the scripts' exchanges took ${Math.round(scripts)} ms, and the run ${durationMs} ms`]
        : []),
      ...(atOnce > environment.limits.concurrency
        ? [`${atOnce} requests were under way at once; the run was limited to ${environment.limits.concurrency}`]
        : []),
      ...this.#clockProblems(),
    ];
  }

  #tell(what: string, place: string): void {
    const known = this.#problems.get(what);
    if (known) known.count += 1;
    else this.#problems.set(what, { first: place, count: 1 });
  }

  #addTimes(exchange: Exchange, before: Exchange | undefined, place: string): void {
    const { sentAtMs, receivedAtMs } = exchange;
    if (!(sentAtMs >= 0 && receivedAtMs >= sentAtMs)) this.#tell("was answered before it was sent", place);
    else this.#ends.push({ atMs: sentAtMs, change: 1 }, { atMs: receivedAtMs, change: -1 });
    if (before && !before.parallel && !exchange.parallel && sentAtMs < before.receivedAtMs)
      this.#tell("was sent before the step ahead of it was answered", place);
    this.#firstMs = Math.min(this.#firstMs, sentAtMs);
    this.#lastMs = Math.max(this.#lastMs, receivedAtMs);
  }

  #addResponse(
    { body, bytes, sha256, headers, leftOut = 0 }: ReceivedResponse,
    { intent, receivedAtMs }: Exchange,
    place: string,
  ): void {
    const date = Date.parse(headers["date"] ?? "");
    if (!Number.isNaN(date)) this.#clockOffMs.push(date - (this.#record.clockOriginMs + receivedAtMs));
    if (!body || hasSecretsOut(body)) return;
    // A long list of found traces is kept in part, which is less than what came.
    if (leftOut > 0 && body.byteLength < bytes && intent.kind === "search") return;
    if (body.byteLength !== bytes) this.#tell(`has a body of another size than it says`, place);
    else if (createHash("sha256").update(body).digest("hex") !== sha256)
      this.#tell("has a body of another digest than it says", place);
  }

  #mostAtOnce(): number {
    // Where one ends as another begins, the end comes first.
    const ends = this.#ends.sort((a, b) => a.atMs - b.atMs || a.change - b.change);
    let [now, most] = [0, 0];
    for (const { change } of ends) most = Math.max(most, (now += change));
    return most;
  }

  #clockProblems(): readonly string[] {
    const sorted = this.#clockOffMs.sort((a, b) => a - b);
    const [low = 0, middle = 0, high = 0] = [0.05, 0.5, 0.95].map(
      (part) => sorted[Math.floor(part * (sorted.length - 1))],
    );
    const minutes = (ms: number): string => `${Math.round(ms / 60_000)} minutes`;
    return [
      ...(high - low > maxClockMoveMs
        ? [`the target's clock (header date) moves by ${minutes(high - low)} against that of the run`]
        : []),
      ...(Math.abs(middle) > maxClockOffMs
        ? [`the target's clock (header date) is ${minutes(middle)} from that of the run: it was made at another time`]
        : []),
    ];
  }
}

const marks = [
  Buffer.from(redacted, "utf8"),
  Buffer.from(redacted, "latin1"),
  Buffer.from(".cmVkYWN0ZWQ"),
  Buffer.from(".cut"),
];

/** True where a secret was taken out of what came, so that its digest is no longer that of what is there. */
function hasSecretsOut(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return marks.some((mark) => bytes.includes(mark));
}

function isoOf(ms: number): string {
  return Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : "no time";
}
