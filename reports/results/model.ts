/**
 * The result model: `results.json`, from which every other report is rendered. Its JSON Schema is published beside it.
 */
import type { Face, OperationId } from "../../spec/operations.ts";
import type { Basis, Level } from "../../spec/requirements/index.ts";
import type { Unjudged } from "../../spec/vocabulary/unjudged.ts";
import type { Script } from "../../spec/vocabulary/script.ts";

export type Verdict = "conformant" | "non-conformant" | "incomplete";

export const requirementStatuses = [
  "passed",
  "failed",
  "warned",
  "waived",
  "skipped",
  "inconclusive",
  "error",
] as const;
export type RequirementStatus = (typeof requirementStatuses)[number];

export interface Results {
  readonly schemaVersion: 1;
  readonly suite: {
    readonly name: "trace-conformance";
    readonly version: string;
    readonly specDigest: string;
    /** The version as which it judged, leaving out what is newer. Absent: its own. */
    readonly level?: string;
  };
  readonly environment: {
    readonly name: string;
    readonly baseUrl: string;
    readonly access: "read-only" | "read-write";
    /** The arguments that name it on the command line, without secrets. */
    readonly arguments?: readonly string[];
  };
  readonly runId: string;
  readonly seed: number;
  /** The text by which somebody else chose what was sent: seed and run id follow from it. */
  readonly challenge?: string;
  /** True where the run cut, held back and paused connections on purpose. */
  readonly disturbed?: boolean;
  readonly depth: "quick" | "standard" | "deep";
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly verdict: Verdict;
  /** One sentence per reason why the verdict is not `conformant`; empty otherwise. */
  readonly reasons: readonly string[];
  /** Which broken levels make the run red, as the run was started. Absent: must. */
  readonly failOn?: FailOn;
  readonly summary: Summary;
  readonly requirements: readonly RequirementResult[];
  /**
   * What is broken, by cause, the likeliest first: a requirement, and those that follow from it. Absent where nothing
   * is broken, and in results of earlier versions.
   */
  readonly causes?: readonly CauseResult[];
  readonly openPoints: readonly OpenPointResult[];
  readonly operations: readonly OperationResult[];
  /** What came of each configured action. Absent where none may be sent, and in results of earlier versions. */
  readonly actions?: readonly ActionResult[];
  /** What was sent over the time of the run. Absent where nothing was, and in results of earlier versions. */
  readonly traffic?: TrafficResult;
  /** What went wrong on our side: a check that crashed, a file that could not be written. At most 100, deduplicated. */
  readonly errors?: readonly RunError[];
  /** What judged beside the suite's own rules; absent: nothing did. */
  readonly extensions?: readonly NamedExtension[];
  /** How many of the defects that were put into the recorded answers the suite would have noticed. */
  readonly sensitivity?: SensitivityResult;
  /** Traces this run created and left on the target; cut at 10,000. */
  readonly tracesLeft?: readonly string[];
  /** The first request that was left without an answer, as everything behind the logins from then on. Absent: there is none. */
  readonly fellSilent?: { readonly request: string; readonly script: string };
  /** Set when the run was interrupted, filtered or sharded, so that a reader knows what is missing. */
  readonly partial?: {
    readonly interrupted?: boolean;
    /** Why it ended early, as a clause; absent where a person interrupted it. */
    readonly because?: string;
    /** What lets it reach its end, as a noun. Absent in results of earlier versions. */
    readonly remedy?: string;
    readonly only?: readonly string[];
    readonly shard?: { readonly index: number; readonly count: number };
  };
}

/** Requests for an action that were well-formed and sent for the first user. */
export interface ActionResult {
  readonly workflowId: string;
  readonly actionKey: string;
  readonly sent: number;
  readonly accepted: number;
  /** What a refusal said, as JSON text, where none was accepted; cut at 300 characters. */
  readonly refusal?: string;
}

/** What was sent over the time of the run, in at most 120 spans of equal length. */
export interface TrafficResult {
  /** When the first span begins: ISO 8601, UTC. */
  readonly startedAt: string;
  readonly spanMs: number;
  /** In order of time; spans in which nothing was sent are left out. */
  readonly spans: readonly TrafficSpan[];
}

export interface TrafficSpan {
  /** Start of the span, in milliseconds after that of the first. */
  readonly atMs: number;
  /** Exchanges that were sent in it. */
  readonly exchanges: number;
  /** Those that were answered 429, 5xx or not at all, also where they were then sent again. Absent: none. */
  readonly troubled?: number;
  readonly meanMs: number;
  readonly slowestMs: number;
}

export interface CauseResult {
  /** The requirement that most likely tells the cause. */
  readonly root: string;
  /** Requirements that most likely follow from the root, the likelier ones first. */
  readonly followers: readonly string[];
}

/**
 * Recorded answers were changed as a defective service would have given them, and judged again. Each such change is a
 * mutant, in the words of mutation testing.
 */
export interface SensitivityResult {
  /** `full`: every mutant was judged; `sample`: some, chosen by the names of the scripts. */
  readonly extent: "sample" | "full";
  readonly mutants: number;
  /** Those of which a requirement failed that had passed. */
  readonly noticed: number;
  /** By the operation whose answer was changed first, and the kind of defect. */
  readonly cells: readonly ({ readonly operation: OperationId; readonly kind: string } & MutantCounts)[];
  readonly operators: readonly ({
    readonly id: string;
    readonly kind: string;
    readonly title: string;
  } & MutantCounts)[];
  /** For each passed requirement the mutants of answers on which it was judged, and those that made it fail. */
  readonly requirements: readonly ({ readonly id: string } & MutantCounts)[];
  /** Passed requirements that no mutant made fail; told only where every mutant was judged. */
  readonly weak: readonly string[];
  /** At most 100. */
  readonly unnoticed: readonly {
    readonly operator: string;
    readonly what: string;
    readonly script: string;
    /** Index of the first changed exchange in the history of the script. */
    readonly exchange: number;
    readonly operation: OperationId;
  }[];
}

interface MutantCounts {
  readonly mutants: number;
  readonly noticed: number;
}

export type FailOn = "must" | "should" | "drift" | "latency";

/** Requirements and rules that were added to a run, by the file that they came from. */
export interface NamedExtension {
  readonly name: string;
  /** A module is code; a document is an OpenAPI description that responses were held against. */
  readonly kind: "module" | "document";
  /** Base name, and SHA-256 in hex, of the file as it was loaded; absent where a program handed the extension over. */
  readonly file?: string;
  readonly sha256?: string;
}

export interface RunError {
  /** The requirement that could not be judged because of it, where there is one. */
  readonly requirement?: string;
  /** The file or the name of the extension whose error it is; absent for one of the suite itself. */
  readonly extension?: string;
  readonly message: string;
  /** How often the same error came. */
  readonly count: number;
}

interface Summary {
  readonly requirements: { readonly [status in RequirementStatus]: number };
  readonly exchanges: number;
  /** Scripts run. */
  readonly cases: number;
  readonly tracesCreated: number;
  /** Attempts at a creation that brought no trace and were not refused with a 4xx either; absent where there are none. */
  readonly tracesPerhapsCreated?: number;
  readonly durationMs: number;
}

export interface RequirementResult {
  readonly id: string;
  readonly area: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly statement: string;
  readonly section: string;
  readonly quote?: string;
  /** The version of the suite that introduced it, or demands more by it. Absent: the first. */
  readonly since?: string;
  /** The operations it covers. */
  readonly operations?: readonly OperationId[];
  readonly status: RequirementStatus;
  /** How many judgements were made, passed and failed. */
  readonly judged: number;
  /** Why it is skipped, inconclusive, waived or in error, and what would settle it. */
  readonly reason?: string;
  /** The kind of that reason, where reports act on it. Absent for other reasons, and in results of earlier versions. */
  readonly unjudged?: Unjudged;
  /** True where it is skipped for a choice of the target that leaves nothing to judge, not for what is configured. */
  readonly choice?: true;
  /** At most 10, the smallest scripts first; `failureCount` counts all. */
  readonly failures?: readonly Failure[];
  readonly failureCount?: number;
  /** Where it was judged, and failed, of a requirement with failures. Absent for others, and in results of earlier versions. */
  readonly byOperation?: Readonly<Partial<Record<OperationId, { readonly judged: number; readonly failed: number }>>>;
  /** The waiver that covers its failures, or that expired or has nothing left to cover. */
  readonly waiver?: ShownWaiver;
  /** True where it is red for its waiver alone, which has nothing left to cover. */
  readonly needlessWaiver?: true;
  /** Waivers of single operations or endpoint sets that cover some of its failures, and how many; the others count. */
  readonly partlyWaived?: readonly (ShownWaiver & { readonly failures: number })[];
}

/** A waiver of the configuration. `expires` is a date, YYYY-MM-DD. */
export interface ShownWaiver {
  /** Absent, as `face`: it is for the whole requirement. */
  readonly operation?: OperationId;
  readonly face?: Face;
  readonly reason: string;
  readonly expires: string;
}

export interface Failure {
  readonly message: string;
  /** What was wanted and what was got; long values are cut with a note. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly operation?: OperationId;
  readonly face?: Face;
  /** A waiver covers it, while others of the requirement count. */
  readonly waived?: true;
  /** The (smallest known) script that shows it, and where it was saved below the output folder. */
  readonly script: Script;
  readonly scriptFile?: string;
  /** In how many attempts at the script it was seen. Absent: it was not tried again. */
  readonly attempts?: Attempts;
  /** The exchanges that show it, the decisive one first; at most 12. */
  readonly exchanges: readonly ReportedExchange[];
  /** The course of the script, for a picture. Absent in results of earlier versions. */
  readonly sequence?: SequenceResult;
  /** A curl line for the decisive exchange; secrets are shell variables such as $TRACE_TOKEN. */
  readonly curl?: string;
  readonly replay: string;
}

export interface Attempts {
  readonly seen: number;
  readonly of: number;
}

/** When each exchange of a script was sent and answered. */
export interface SequenceResult {
  /** Exchanges of the whole script. */
  readonly total: number;
  /** At most 60, in the order of sending: those that show the failure, and those next to the decisive one. */
  readonly exchanges: readonly SequencedExchange[];
}

export interface SequencedExchange {
  readonly index: number;
  /** Place of the step: `3`, or `4.1.0` for step 0 of branch 1 of the parallel group at 4. */
  readonly step: string;
  readonly operation: OperationId;
  /** The status code, or the kind of failure where no whole answer came. */
  readonly outcome: string;
  /** When it was sent, in milliseconds after the first exchange of the script. */
  readonly sentMs: number;
  readonly durationMs: number;
}

export interface ReportedExchange {
  readonly index: number;
  readonly step: string;
  /** When it was sent: ISO 8601, UTC. */
  readonly startedAt?: string;
  readonly operation: OperationId;
  readonly face: Face;
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The trace (W3C Trace Context) that the request told the target to make it part of. */
  readonly traceId?: string;
  /** Where that trace can be looked at, where the configuration says so. */
  readonly traceUrl?: string;
  /** Text, cut at 16 KiB with a note. */
  readonly requestBody?: string;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Text where it is text; otherwise absent and `responseHex` set. */
  readonly responseBody?: string;
  /** The first 4 KiB in base64 of a binary body. */
  readonly responseBase64?: string;
  readonly responseBytes?: number;
  readonly failure?: string;
  readonly durationMs: number;
  readonly curl?: string;
}

export interface OpenPointResult {
  readonly id: string;
  readonly question: string;
  /** The value found, as JSON; absent when no reading was found. */
  readonly reading?: unknown;
  readonly evidence: string;
  readonly pinned?: boolean;
  readonly drift?: string;
  /** The earlier run, as `--baseline` named it, of which it is another reading. Absent: where there is drift, from the pin. */
  readonly driftFrom?: string;
  /** The configuration entry that would settle it. */
  readonly remedy?: string;
}

export interface OperationResult {
  readonly operationId: OperationId;
  readonly face: Face;
  readonly exchanges: number;
  /** Count by status code, and by `timeout`, `reset`, … for exchanges without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** `limits.latency` of the configuration: what `latencyMs.p95` was to be at most. Absent: nothing is said. */
  readonly p95BudgetMs?: number;
  /** Failed judgements whose decisive exchange was of this operation. */
  readonly failures?: number;
  /** Counts in the buckets [0,1), [1,2), [2,5), [5,10), [10,20), [20,50), [50,100), [100,200), [200,500), [500,1000), [1000,2000), [2000,5000), [5000,∞) ms. */
  readonly latencyBuckets?: readonly number[];
}
