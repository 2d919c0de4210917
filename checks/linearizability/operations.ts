/**
 * What was done to one thing (the links of a trace, or one member of its state) and what was read of it, each with the
 * time in which it can have taken effect. Positions in `writes` name the writes.
 */
import type { Exchange } from "../../spec/vocabulary/history.ts";

export interface Write {
  readonly exchange: Exchange;
  /** False where no answer tells whether it took effect: then it may have done so at any time since it was sent, or never. */
  readonly answered: boolean;
  /** The value that it writes to a register; undefined where it leaves the register as it is. */
  readonly value?: string | undefined;
}

export interface Read {
  readonly exchange: Exchange;
  /** The write that this was the answer to, which it must show. */
  readonly own?: number;
  /** Writes that it shows. */
  readonly holds: readonly number[];
  /** Writes that it does not show. */
  readonly lacks: readonly number[];
  /** True where it shows no other writes than those it holds. */
  readonly only: boolean;
  /** How many writes it shows, at least and at most. */
  readonly count?: readonly [least: number, most: number];
  /** The value that it shows, for a register; undefined where there is none. */
  readonly value?: string | undefined;
}

/** All that concerns one thing. `set` grows by each write; a `register` holds the value of the last one. */
export interface Operations {
  readonly kind: "set" | "register";
  /** What it is about, for a message: `the links`, `the member "total" of the state`. */
  readonly of: string;
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
}

/** Only these writes and reads. Of what is left out everything is possible, so that what still contradicts itself does. */
export function part(whole: Operations, writes: readonly number[], reads: readonly number[]): Operations {
  const place = new Map(writes.map((write, index) => [write, index]));
  const placed = (some: readonly number[]) => some.flatMap((write) => place.get(write) ?? []);
  const leftOut = whole.writes.length - writes.length;
  const valuesLeftOut = new Set<string | undefined>(
    whole.kind === "set"
      ? []
      : whole.writes.flatMap(({ value }, write) => (value === undefined || place.has(write) ? [] : [value])),
  );
  return {
    ...whole,
    writes: writes.flatMap((write) => whole.writes[write] ?? []),
    reads: reads.flatMap((at): Read[] => {
      const read = whole.reads[at];
      // The value of a write that was left out may have been there at any time.
      if (!read || valuesLeftOut.has(read.value)) return [];
      const { own, count, ...rest } = read;
      const ownPlace = own === undefined ? undefined : place.get(own);
      return [
        {
          ...rest,
          ...(ownPlace === undefined ? {} : { own: ownPlace }),
          ...(count === undefined ? {} : { count: [count[0] - leftOut, count[1]] as const }),
          holds: placed(read.holds),
          lacks: placed(read.lacks),
        },
      ];
    }),
  };
}
