/** Operations made up for the search for an order, and every order of them tried one after the other. */
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Operations, Read, Write } from "../../../checks/linearizability/operations.ts";

/** An exchange of which nothing matters but its times. */
export function timed(index: number, kind: "act" | "details", sentAtMs: number, receivedAtMs: number): Exchange {
  const data = { data: {}, files: [], workflow: 0 };
  return {
    index,
    step: String(index),
    operationId: kind === "act" ? "v2AppendAction" : "v2TraceDetails",
    face: "v2",
    actor: "first",
    intent: kind === "act" ? { kind, traceId: "t", ...data } : { kind, traceId: "t", page: {} },
    defects: [],
    traits: [],
    request: { method: "POST", path: "", headers: {}, bodyBytes: 0 },
    sentAtMs,
    receivedAtMs,
  };
}

/** The same numbers between 0 and 1 for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Up to four writes and three reads at random times, which show anything. */
export function randomOperations(kind: Operations["kind"], seed: number): Operations {
  const next = random(seed * 7919);
  for (let skipped = 0; skipped < 5; skipped++) next();
  const below = (bound: number) => Math.floor(next() * bound);
  const times = (): [number, number] => {
    const from = below(12);
    return [from, from + 1 + below(6)];
  };
  const writes = Array.from({ length: 1 + below(4) }, (_, index): Write => {
    const value = next() < 0.2 ? undefined : String(below(3));
    return { exchange: timed(index, "act", ...times()), answered: next() < 0.7, value };
  });
  const reads = Array.from({ length: 1 + below(3) }, (_, at): Read => {
    const answeredWrites = [...writes.keys()].filter((write) => writes[write]?.answered);
    const answerTo = next() < 0.3 ? answeredWrites[below(answeredWrites.length)] : undefined;
    const answered = answerTo === undefined ? undefined : writes[answerTo]?.exchange;
    const exchange = answered ?? timed(writes.length + at, "details", ...times());
    const own = answerTo === undefined ? {} : { own: answerTo };
    if (kind === "register") {
      const value = next() < 0.2 ? undefined : writes[below(writes.length)]?.value;
      return { exchange, ...own, holds: [], lacks: [], only: false, value };
    }
    const known = [...writes.keys()].filter(() => next() < 0.6);
    const holds = known.filter(() => next() < 0.5);
    const lacks = known.filter((write) => !holds.includes(write));
    const total = holds.length + below(2);
    const count = next() < 0.4 ? { count: [total, total] as const } : {};
    return { exchange, ...own, holds, lacks, only: next() < 0.2, ...count };
  });
  return { kind, of: "it", writes, reads };
}

/** True where some order explains the operations; all are tried. */
export function isExplained(operations: Operations): boolean {
  const { writes, reads } = operations;
  const answers = writes.flatMap(({ answered, exchange }) => (answered ? [exchange.receivedAtMs] : []));
  // A read may be as old as the last answer to a write before it was sent.
  const callOf = (one: Write | Read) => {
    const { sentAtMs } = one.exchange;
    return "answered" in one ? sentAtMs : Math.max(-1, ...answers.filter((atMs) => atMs < sentAtMs));
  };
  const endOf = (one: Write | Read) => ("answered" in one && !one.answered ? Infinity : one.exchange.receivedAtMs);
  const isBefore = (one: Write | Read, other: Write | Read) =>
    endOf(one) < callOf(other) || (endOf(one) === callOf(other) && "answered" in one && !("answered" in other));
  const goOn = (left: readonly (Write | Read)[], applied: readonly number[]): boolean =>
    left.every((one) => "answered" in one && !one.answered) ||
    left.some((one) => {
      const others = left.filter((other) => other !== one);
      if (others.some((other) => isBefore(other, one))) return false;
      if ("answered" in one) return goOn(others, [...applied, writes.indexOf(one)]);
      return shows(operations, one, applied) && goOn(others, applied);
    });
  return goOn([...writes, ...reads], []);
}

function shows({ kind, writes }: Operations, read: Read, applied: readonly number[]): boolean {
  if (read.own !== undefined && !applied.includes(read.own)) return false;
  if (kind === "register") {
    return applied.map((write) => writes[write]?.value).findLast((value) => value !== undefined) === read.value;
  }
  const [least, most] = read.count ?? [0, Infinity];
  return (
    applied.length >= least &&
    applied.length <= most &&
    read.holds.every((write) => applied.includes(write)) &&
    !read.lacks.some((write) => applied.includes(write)) &&
    (!read.only || applied.every((write) => read.holds.includes(write) || read.own === write))
  );
}

interface Load {
  readonly operations: number;
  readonly clients: number;
  /** The share of actions whose answer is lost. */
  readonly lost: number;
}

/** What clients that never rest see of one trace of a service that does all right: its links, and one member. */
export function service({ operations, clients, lost }: Load): { links: Operations; member: Operations } {
  const next = random(clients);
  const freeAt = Array.from({ length: clients }, () => 0);
  const done = Array.from({ length: operations }, (_, index) => {
    const client = freeAt.indexOf(Math.min(...freeAt));
    const sentAtMs = (freeAt[client] ?? 0) + next();
    const receivedAtMs = sentAtMs + 1 + next() * 10;
    freeAt[client] = receivedAtMs;
    const isWrite = next() < 0.5;
    const answered = !isWrite || next() >= lost;
    const atMs = sentAtMs + next() * (receivedAtMs - sentAtMs) + (answered ? 0 : next() * 50);
    const exchange = timed(index, isWrite ? "act" : "details", sentAtMs, receivedAtMs);
    return { exchange, isWrite, answered, atMs, takesEffect: answered || next() < 0.5 };
  });
  const written = done.filter(({ isWrite }) => isWrite);
  const place = new Map(written.map((one, index) => [one, index]));
  const writes = written.map(({ exchange, answered }, index): Write => ({ exchange, answered, value: String(index) }));
  const applied: number[] = [];
  const seen: Read[] = [];
  const values: Read[] = [];
  for (const one of done.toSorted((left, right) => left.atMs - right.atMs)) {
    const { exchange, isWrite, takesEffect } = one;
    if (isWrite && takesEffect) applied.push(place.get(one) ?? 0);
    if (isWrite) continue;
    const total = applied.length;
    seen.push({ exchange, holds: applied.slice(-20), lacks: [], only: false, count: [total, total] });
    const last = applied.at(-1);
    values.push({ exchange, holds: [], lacks: [], only: false, value: last === undefined ? undefined : String(last) });
  }
  return {
    links: { kind: "set", of: "the links", writes, reads: seen },
    member: { kind: "register", of: "a member", writes, reads: values },
  };
}
