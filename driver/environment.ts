/** What the driver knows of a target: its address, its data, its limits. The credentials stand apart, in `Secrets`. */
import type { LatencyBudgets } from "../spec/vocabulary/latency-budgets.ts";
import type { Waiver } from "../spec/vocabulary/waiver.ts";
import type { Pins } from "../spec/vocabulary/profile.ts";
import type { JudgingTarget, Person, WorkflowDescription } from "../spec/vocabulary/target.ts";
import { duties } from "../spec/operations.ts";
import type { Secrets } from "./secrets/secrets.ts";

export type Access = "read-only" | "read-write";

export interface Limits {
  /** Requests in flight at a time; also the number of connections. */
  readonly concurrency: number;
  /** Absent: as many as the target takes. */
  readonly requestsPerSecond?: number;
  /** From sending a request to its complete response. */
  readonly timeoutMs: number;
  /** Traces that one driver creates at most. */
  readonly maxTraces: number;
  /** Bytes of one response, as received and as decompressed. */
  readonly maxResponseBytes: number;
  /** Bytes of all responses of a driver together. */
  readonly maxTotalBytes: number;
  /** After so long a run ends with what it knows. Absent: it follows from what is planned. */
  readonly totalMs?: number;
  /** How long a search may lag behind a write. */
  readonly searchLagMs: number;
  /** How long a read of a trace may lag behind a write; the driver waits so long before it. Absent: not at all. */
  readonly readLagMs?: number;
  /** The share of plain requests, from 0 to 1, that may be lost now and then before that is a finding. */
  readonly errorRate: number;
  /** How slow the target may be, by its owner's own wish. Absent: nothing is held against it. */
  readonly latency?: LatencyBudgets;
}

export const defaultLimits: Limits = {
  concurrency: 32,
  timeoutMs: 10_000,
  maxTraces: 5_000,
  maxResponseBytes: 67_108_864,
  maxTotalBytes: 8_589_934_592,
  searchLagMs: 5_000,
  errorRate: 0.005,
};

/** What holds in a production where the configuration says nothing else: it is other people's. */
export const productionLimits = { concurrency: 4, requestsPerSecond: 10 } as const;

export interface TlsOptions {
  /** Absolute paths of PEM files. */
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** How the target's own traces are tied to ours. */
export interface Telemetry {
  /** False: no `traceparent` is sent. */
  readonly traceparent: boolean;
  /** Where a trace can be looked at; `{traceId}` stands for its id. */
  readonly traceUrl?: string;
  /** Where spans and metrics of a run are sent; absent: nowhere. */
  readonly otlp?: OtlpReceiver;
}

/** A receiver of OTLP over HTTP. */
export interface OtlpReceiver {
  /** `/v1/traces` and `/v1/metrics` are added to it. */
  readonly endpoint: string;
  /** Lower-case names. Their values are in `secrets` where they are named like secrets. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Environment {
  readonly name: string;
  /** True where flags describe it, and no file. */
  readonly byFlags?: boolean;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly access: Access;
  /** Where the access comes from, as a clause for people. */
  readonly accessReason?: string;
  readonly secrets: Secrets;
  /** Absent: checks with two users are skipped. */
  readonly secondUser?: { readonly sharesOrganization: boolean };
  /** The first user and those of `users`; absent where the first does everything. */
  readonly people?: readonly Person[];
  readonly organization?: string;
  readonly workflows: readonly WorkflowDescription[];
  /** Traces that exist on the target and may be read. */
  readonly knownTraces: readonly string[];
  readonly limits: Limits;
  /** Wrong passwords that one driver sends for each of its accounts at most; absent: as `wrongPasswordsOf` says. */
  readonly maxWrongPasswords?: number;
  readonly tls?: TlsOptions;
  readonly proxy?: string;
  /** Sent with every request, for gateways. Lower-case names; those that are named like secrets are in `secrets`, too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly telemetry?: Telemetry;
  readonly openPoints: Pins;
  readonly waivers: readonly Waiver[];
}

/** The part of an environment that checks may look at. */
export function judgingTargetOf(environment: Environment): JudgingTarget {
  const { name, access, organization, workflows, secondUser, limits, knownTraces, maxWrongPasswords, people } =
    environment;
  return {
    name,
    access,
    ...(organization === undefined ? {} : { organization }),
    workflows,
    ...(secondUser === undefined ? {} : { secondUser }),
    ...(people === undefined
      ? {}
      : { people, may: duties.filter((duty) => people.some(({ may }) => may.includes(duty))) }),
    knownTraces,
    ...(maxWrongPasswords === undefined ? {} : { maxWrongPasswords }),
    timeoutMs: limits.timeoutMs,
    searchLagMs: limits.searchLagMs,
  };
}
