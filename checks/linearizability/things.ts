/** The two things that are read and written: a set that grows, and a register that holds the last value. */
import type { Event } from "./events.ts";
import type { Operations } from "./operations.ts";

/** A thing, as it is after the writes that were applied; the search applies them and takes them back. */
export interface Thing {
  apply(write: number): void;
  /** Takes back the write that was applied last. */
  undo(write: number): void;
  /** True where the write may come next; `at` is how far the events were gone through. */
  mayApply(write: number, at: number): boolean;
  /** True where no read shows the write. */
  isUnseen(write: number): boolean;
  /** True where the reads that show the write may also show another, so that this one may have been written over. */
  mayBeWrittenOver(write: number): boolean;
  /** True where the read shows the thing as it is. */
  agrees(read: number): boolean;
  /** True where the read cannot agree any more, whatever is applied. */
  isOver(read: number): boolean;
  /** True where the write may only be applied after the read. */
  forbids(read: number, write: number): boolean;
  /** True where the read may agree only once the write is applied. */
  wants(read: number, write: number): boolean;
  /** Tells two conditions apart in which the same writes were applied. */
  key(): string;
}

export function thingOf(operations: Operations, events: readonly Event[]): Thing {
  return operations.kind === "set" ? growingSet(operations) : register(operations, events);
}

function growingSet({ writes, reads }: Operations): Thing {
  const applied = new Uint8Array(writes.length);
  const held = reads.map(({ holds, own }) => new Set(own === undefined ? holds : [...holds, own]));
  const lacked = reads.map(({ lacks }) => new Set(lacks));
  let size = 0;
  const most = (read: number) => {
    const { only = false, count } = reads[read] ?? {};
    return Math.min(only ? (held[read]?.size ?? 0) : Infinity, count?.[1] ?? Infinity);
  };
  const missing = (read: number) => {
    let count = 0;
    for (const write of held[read] ?? []) if (applied[write] === 0) count++;
    return count;
  };
  const hasNone = (some: Iterable<number>) => {
    for (const write of some) if (applied[write] === 1) return false;
    return true;
  };
  return {
    mayApply: () => true,
    isUnseen: () => false,
    mayBeWrittenOver: () => false,
    apply: (write) => {
      applied[write] = 1;
      size++;
    },
    undo: (write) => {
      applied[write] = 0;
      size--;
    },
    agrees: (read) =>
      size >= (reads[read]?.count?.[0] ?? 0) &&
      size <= most(read) &&
      missing(read) === 0 &&
      hasNone(lacked[read] ?? []),
    isOver: (read) => size + missing(read) > most(read) || !hasNone(lacked[read] ?? []),
    forbids: (read, write) =>
      lacked[read]?.has(write) === true || (reads[read]?.only === true && held[read]?.has(write) === false),
    wants: (read, write) => {
      const { only = false, count } = reads[read] ?? {};
      return held[read]?.has(write) === true || (!only && count !== undefined && lacked[read]?.has(write) !== true);
    },
    key: () => "",
  };
}

function register({ writes, reads }: Operations, events: readonly Event[]): Thing {
  const none = -1;
  const values = writes.map(({ value }) => value);
  /** For each value the place of the last call of a read that shows it. */
  const lastRead = new Map<string | undefined, number>();
  for (const [place, { call, operation }] of events.entries())
    if (call && operation >= writes.length) lastRead.set(reads[operation - writes.length]?.value, place);
  const writers = Map.groupBy(writes, ({ value }) => value);
  const isWrittenAgain = (value: string | undefined) => value !== undefined && (writers.get(value)?.length ?? 0) > 1;
  /** After each write the one whose value is there. */
  const lasting: number[] = [];
  const isApplied = new Uint8Array(writes.length);
  const last = () => lasting.at(-1) ?? none;
  return {
    mayApply: (write, at) =>
      values[write] === undefined || isWrittenAgain(values[last()]) || (lastRead.get(values[last()]) ?? none) < at,
    isUnseen: (write) => values[write] === undefined || !lastRead.has(values[write]),
    mayBeWrittenOver: (write) => isWrittenAgain(values[write]),
    apply: (write) => {
      isApplied[write] = 1;
      lasting.push(values[write] === undefined ? last() : write);
    },
    undo: (write) => {
      isApplied[write] = 0;
      lasting.pop();
    },
    agrees: (read) => {
      const { own, value } = reads[read] ?? {};
      return (own === undefined || isApplied[own] === 1) && values[last()] === value;
    },
    isOver: (read) => reads[read]?.value === undefined && last() !== none,
    // It waits for its own write alone, and must still find the value that is there.
    forbids: (read, write) => {
      const value = values[last()];
      return values[write] !== undefined && reads[read]?.value === value && !isWrittenAgain(value);
    },
    wants: (read, write) =>
      reads[read]?.own === write || (values[write] !== undefined && reads[read]?.value === values[write]),
    key: () => values[last()] ?? "",
  };
}
