/** What a run was asked to do, as plain data: it travels from the command line to the worker that runs the tests. */
import { randomInt } from "node:crypto";
import type { Additions } from "../extensions/load.ts";
import type { Depth } from "./depth.ts";
import type { Shard } from "./shard.ts";
import type { TargetRequest } from "./target.ts";

export interface RunPlan extends Additions {
  readonly target: TargetRequest;
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Absolute path of the output folder; absent: nothing is written. */
  readonly outputDir?: string;
  readonly depth: Depth;
  /** 32 bits; the same seed makes the same scripts. */
  readonly seed: number;
  /** Words of `--only`; empty: everything. */
  readonly only: readonly string[];
  readonly shard?: Shard;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** Go on with further rounds, each with its own seed, for this long. */
  readonly durationMs?: number;
  readonly failOn: "must" | "should";
  /** Folder of scripts that once failed; replayed first. */
  readonly corpusDir?: string;
}

/** A run id, unique enough to tell runs on one target apart, and short enough to stand in data: `20270131-3f9k2c`. */
export function newRunId(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", "");
  return `${day}-${randomInt(36 ** 6)
    .toString(36)
    .padStart(6, "0")}`;
}

export function newSeed(): number {
  return randomInt(2 ** 31);
}

/** The seed of round `round` (from 0) or of a named part of a run: FNV-1a over both. */
export function derivedSeed(seed: number, part: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const char of part) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 13)) & 0x7fffffff;
}
