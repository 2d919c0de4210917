/** The body that a webhook is sent. Its schema is published as `notification.schema.json`. */
import type { Results, Verdict } from "../results/model.ts";

export interface ToldRequirement {
  readonly id: string;
  readonly statement: string;
  readonly before?: string;
  readonly now?: string;
}

export interface ToldEnvironment {
  readonly name: string;
  readonly baseUrl?: string;
  readonly exitCode: number;
  readonly verdict?: Verdict;
  readonly sentence: string;
  readonly startedAt?: string;
  readonly requirements?: Results["summary"]["requirements"];
  /** Absent: there was no earlier run. */
  readonly since?: {
    readonly startedAt: string;
    /** How many of each there are; the lists hold the first of them. */
    readonly counts: { readonly [kind in ChangeKind | "still"]: number };
    readonly broken: readonly ToldRequirement[];
    readonly lost: readonly ToldRequirement[];
    readonly mended: readonly ToldRequirement[];
    /** Ids of open points that are answered otherwise than before. */
    readonly drifted: readonly string[];
    /** Ids of those of which no reading was found this time. */
    readonly unread: readonly string[];
    /** Ids of those of which none was found before. */
    readonly read: readonly string[];
    /** For what it is red beside its requirements, and was not. */
    readonly turnedRed?: string;
    /** For what it was red beside its requirements, and is not red any more. */
    readonly turnedGreen?: string;
  };
}

type ChangeKind = "broken" | "lost" | "mended" | "drifted" | "unread" | "read";

export interface Notification {
  readonly schemaVersion: 1;
  /** For people, in at most ten lines and a link; a webhook of Slack and its like shows it. */
  readonly text: string;
  /** The worst exit code. */
  readonly exitCode: number;
  readonly reportUrl?: string;
  /** How many environments were run. */
  readonly environmentsRun: number;
  /** Those of which there is something to tell. */
  readonly environments: readonly ToldEnvironment[];
}
