/** Operations on a line of time: when each is called, when it is answered, and by when it must have taken effect. */
import type { Operations } from "./operations.ts";

/** A call or an answer. Operations are numbered: first the writes, then the reads. */
export interface Event {
  readonly call: boolean;
  readonly operation: number;
}

/** Calls and answers in the order of time; at the same time calls come first, so that both overlap. */
export function eventsOf({ writes, reads }: Operations): readonly Event[] {
  const timed = [...writes, ...reads].flatMap((one, operation) => {
    const { sentAtMs, receivedAtMs } = one.exchange;
    const call = { call: true, operation, atMs: sentAtMs };
    return "answered" in one && !one.answered ? [call] : [call, { call: false, operation, atMs: receivedAtMs }];
  });
  timed.sort((left, right) => left.atMs - right.atMs || Number(right.call) - Number(left.call));
  // A read may show what was so since the last answer to a write: it is called as early as that.
  const events: Event[] = [];
  let since: Event[] = [];
  for (const event of timed) {
    if (event.call && event.operation >= writes.length) events.push(event);
    else since.push(event);
    if (event.call || event.operation >= writes.length) continue;
    for (const earlier of since) events.push(earlier);
    since = [];
  }
  return [...events, ...since];
}

/** By when a write must have taken effect. */
export interface Due {
  /** The place of the event: its answer, or that of a read that shows it. */
  readonly place: number;
  /** How many writes a read counts, of which it is one. */
  readonly count: number;
}

/** When each write is due. */
export function dueOf({ writes, reads }: Operations, events: readonly Event[]): readonly Due[] {
  const answered = [...writes, ...reads].map(() => Infinity);
  for (const [place, { call, operation }] of events.entries()) if (!call) answered[operation] = place;
  const due = writes.map((_, write): Due => ({ place: answered[write] ?? Infinity, count: Infinity }));
  // A read that counts fewer writes comes before one that counts more, and so must what it shows.
  const counted = [...reads.entries()]
    .map(([read, { count, holds }]) => ({
      holds,
      count: count?.[1] ?? Infinity,
      place: answered[writes.length + read] ?? Infinity,
    }))
    .sort((left, right) => right.count - left.count);
  let soonest = Infinity;
  for (const { holds, count, place } of counted) {
    if (count < Infinity) soonest = Math.min(soonest, place);
    for (const write of holds) {
      const known = due[write];
      if (known) due[write] = { place: Math.min(known.place, place, soonest), count: Math.min(known.count, count) };
    }
  }
  return due;
}

/** What is due sooner comes first. */
export function bySoonest(left: Due, right: Due): number {
  return left.place === right.place ? left.count - right.count || 0 : left.place - right.place;
}
