/** Which run it is, and what it was asked to do, as plain data. */
import { createHash, randomInt } from "node:crypto";
import type { Baseline, FailOn } from "../../../reports/results/index.ts";
import type { Depth } from "./depth.ts";
import type { Shard } from "./shard.ts";

/** What the results say of a run itself, whether it sent requests, was judged again, or could not begin. */
export interface RunIdentity {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly depth: Depth;
  /** 32 bits; the same seed makes the same scripts. */
  readonly seed: number;
  /** Words of `--only`; empty: everything. */
  readonly only: readonly string[];
  readonly shard?: Shard;
  readonly failOn: FailOn;
  /** What an earlier run observed; what differs now is told as drift. */
  readonly baseline?: Baseline;
  /** The arguments that name the target on the command line. Absent: as the environment says. */
  readonly targetArguments?: readonly string[];
  /** The output folder as somebody would type it where the run was started. */
  readonly shownOutput?: string;
  /** The text by which somebody else chose what is sent; seed and run id follow from it. */
  readonly challenge?: string;
  /** True where connections were cut, held back and paused on purpose. */
  readonly disturbed?: boolean;
  /** Judge as this version of the suite did: requirements that are newer are left out. */
  readonly suiteLevel?: string;
}

export interface RunPlan extends RunIdentity {
  /** Absolute path of the output folder; absent: nothing is written. */
  readonly outputDir?: string;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** Go on with further rounds, each with its own seed, for this long. */
  readonly durationMs?: number;
  /** Requests of probes and scripts at most; absent: as many as are planned. */
  readonly maxRequests?: number;
  /**
   * Judge answers again with defects put into them, to tell what a green is worth: some while the run goes on, or all of
   * them once it has ended.
   */
  readonly sensitivity: (typeof sensitivityExtents)[number];
  /** Folder of scripts that once failed; replayed first. */
  readonly corpusDir?: string;
}

export const sensitivityExtents = ["off", "sample", "full"] as const;

/** What is wanted of a plan; what is left out or undefined has its default. */
type WantedPlan = { readonly [Key in keyof RunPlan]?: RunPlan[Key] | undefined };

/** A plan, unless said otherwise, of a new run of everything: depth standard, a new seed, red at a broken MUST. */
export function planOf(wanted: WantedPlan = {}): RunPlan {
  const now = new Date();
  const { challenge, shard } = wanted;
  // The only shard is the whole run.
  const parted = { ...wanted, shard: shard?.count === 1 ? undefined : shard };
  const given = Object.entries(parted).filter(([, value]) => value !== undefined);
  return {
    startedAt: now.toISOString(),
    ...(challenge === undefined ? { runId: newRunId(now), seed: newSeed() } : challengedBy(challenge, now)),
    depth: "standard",
    only: [],
    bail: false,
    sensitivity: "off",
    failOn: "must",
    ...(Object.fromEntries(given) as Partial<RunPlan>),
  };
}

/** A run id, unique enough to tell runs on one target apart, and short enough to stand in data: `20270131-3f9k2c`. */
export function newRunId(now: Date): string {
  return `${dayOf(now)}-${randomInt(36 ** 6)
    .toString(36)
    .padStart(6, "0")}`;
}

/**
 * What follows from a challenge: the seed of the generated scripts, and the run id, which stands in the marks of all
 * data. The time of the start is part of the latter, so that a second run does not meet the traces of the first; it
 * stands in the results, so that anybody can compute both again.
 */
export function challengedBy(challenge: string, startedAt: Date): Pick<RunIdentity, "runId" | "seed"> {
  const numberOf = (part: string): number =>
    createHash("sha256").update(`${part}\n${startedAt.toISOString()}\n${challenge}`).digest().readUInt32BE(0);
  const mark = (numberOf("run id") % 36 ** 6).toString(36).padStart(6, "0");
  return { runId: `${dayOf(startedAt)}-${mark}`, seed: numberOf("seed") % 2 ** 31 };
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll("-", "");
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
