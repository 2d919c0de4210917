/** The contradiction in operations, made as small as can be: what a reader must look at to see why no order explains them. */
import { eventsOf, type Event } from "./events.ts";
import { part, type Operations } from "./operations.ts";
import { findOrder } from "./search.ts";

/** For the whole; for a part. */
const mostSteps = 200_000;
const mostStepsOfPart = 20_000;
/** Events before the place where every order ended that are looked at by themselves. */
const nearEvents = 256;
/** Of the reads near it those that are looked at in pairs. */
const lastReads = 16;
/** Operations that are looked at in all while parts are left out; then what was found so far is good enough. */
const mostLookedAt = 2_000_000;

interface Kept {
  readonly writes: readonly number[];
  readonly reads: readonly number[];
}

/** `undecided`: too many orders are possible to look at them all. */
export function contradictionIn(whole: Operations): Operations | "none" | "undecided" {
  const { outcome, reached } = findOrder(whole, mostSteps);
  if (outcome === "explained") return "none";
  for (const few of fewNear(whole, reached)) if (contradicts(whole, few)) return smallest(whole, few);
  if (outcome === "undecided") return "undecided";
  return smallest(whole, { writes: [...whole.writes.keys()], reads: [...whole.reads.keys()] });
}

function contradicts(whole: Operations, { writes, reads }: Kept): boolean {
  return findOrder(part(whole, writes, reads), mostStepsOfPart).outcome === "contradiction";
}

/** What most often contradicts itself: single reads, then two of the last reads; at last all that is near. */
function* fewNear(whole: Operations, reached: number): Iterable<Kept> {
  const near = nearTo(whole, eventsOf(whole).slice(0, reached + 1));
  const withTheirWrites = (reads: readonly number[]): Kept => {
    const writes = new Set(
      reads.flatMap((read) => [...(whole.reads[read]?.holds ?? []), ...(whole.reads[read]?.lacks ?? [])]),
    );
    return { reads, writes: near.writes.filter((write) => writes.has(write)) };
  };
  for (const read of near.reads) yield withTheirWrites([read]);
  const last = near.reads.slice(-lastReads);
  for (const [at, one] of last.entries()) for (const other of last.slice(at + 1)) yield withTheirWrites([one, other]);
  yield near;
}

/** The operations that were called or answered in the last of the events, and those that were under way. */
function nearTo({ writes: { length } }: Operations, events: readonly Event[]): Kept {
  const near = new Set<number>();
  for (const [place, { call, operation }] of events.entries()) {
    if (call || place >= events.length - nearEvents) near.add(operation);
    else near.delete(operation);
  }
  const sorted = [...near].sort((left, right) => left - right);
  return {
    writes: sorted.filter((operation) => operation < length),
    reads: sorted.filter((operation) => operation >= length).map((operation) => operation - length),
  };
}

/** Leaves out parts as long as the rest contradicts itself: first halves, at last single operations. */
function smallest(whole: Operations, start: Kept): Operations {
  let kept = start;
  let left = mostLookedAt;
  const leaveOut = (what: keyof Kept, size: number) => {
    for (let from = 0; from < kept[what].length;) {
      const fewer: Kept = { ...kept, [what]: kept[what].toSpliced(from, size) };
      left -= fewer.writes.length + fewer.reads.length;
      if (left > 0 && contradicts(whole, fewer)) kept = fewer;
      else from += size;
    }
  };
  for (let size = Math.ceil((kept.writes.length + kept.reads.length) / 2); ; size = Math.ceil(size / 2)) {
    leaveOut("reads", size);
    leaveOut("writes", size);
    if (size <= 1) return part(whole, kept.writes, kept.reads);
  }
}
