/** `--shard i/n`: which scripts this machine runs. */
import { UsageError } from "../../usage-error.ts";

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Reads `2/4`. @throws UsageError for anything else. */
export function parseShard(text: string): Shard {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim());
  const index = Number(match?.[1]);
  const count = Number(match?.[2]);
  if (!match || index < 1 || index > count)
    throw new UsageError(`--shard "${text}": wanted i/n with 1 ≤ i ≤ n, such as 1/4`);
  return { index, count };
}

/** As it is typed: `2/4`. */
export function shardText({ index, count }: Shard): string {
  return `${String(index)}/${String(count)}`;
}

/** Every n-th of a list, from the i-th. The parts of all shards together are the list, each entry once. */
export function shardOf<T>(list: readonly T[], shard: Shard | undefined): readonly T[] {
  return shard ? list.filter((_, position) => position % shard.count === shard.index - 1) : list;
}
