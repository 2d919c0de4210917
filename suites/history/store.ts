/** The runs of many nights in a database: each is written in one transaction, however many write at once. */
import type { Database, Row, Session } from "../../reference/storage/database.ts";
import { contentDigest, digestOf, type KeptRun, type PastRun, type RunDetails } from "../../reports/history/index.ts";
import type { Verdict } from "../../reports/index.ts";
import { patiently } from "./retry.ts";

export const historySchema = "trace_history";

/** `added`, or there before with the same content, or with another one (which stays, unless it is to be replaced). */
export type Addition = "added" | "known" | "differs" | "replaced";

/** A target of which there are runs. */
export interface KeptTarget {
  readonly environment: string;
  readonly runs: number;
  /** When its last run started: ISO 8601, UTC. */
  readonly lastAt: string;
}

const columns = [
  "environment",
  "run_id",
  "base_url",
  "access",
  "seed",
  "depth",
  "started_at",
  "duration_ms",
  "suite_version",
  "spec_digest",
  "verdict",
  "partial",
  "judged_only",
  "red_for",
  "requirement_list",
  "statuses",
  "reasons",
  "profile",
  "measured",
  "drift",
  "exchanges",
  "troubles",
  "suite_errors",
  "operations",
  "report",
  "content_digest",
] as const;
const key = "(environment, run_id)";
const places = columns.map((_, at) => `$${String(at + 1)}`).join(", ");
const others = columns.filter((column) => column !== "environment" && column !== "run_id");
const insert = `INSERT INTO ${historySchema}.runs (${columns.join(", ")}) VALUES (${places}) ON CONFLICT ${key}`;
const insertNew = `${insert} DO NOTHING RETURNING run_id`;
const insertOver = `${insert} DO UPDATE SET ${others.map((column) => `${column} = EXCLUDED.${column}`).join(", ")}`;
const insertList = `INSERT INTO ${historySchema}.requirement_lists VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING`;
const insertProfile = `INSERT INTO ${historySchema}.profiles VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING`;

export class HistoryStore {
  readonly #database: Database;
  readonly #onClosed: () => void;
  readonly #lists = new Map<string, PastRun["requirements"]>();
  readonly #profiles = new Map<string, PastRun["readings"]>();

  constructor(database: Database, onClosed: () => void = () => undefined) {
    this.#database = database;
    this.#onClosed = onClosed;
  }

  /**
   * Adds a run. The same run is there once, however often it is added; a run id tells the runs on one target apart, so
   * the name of the target belongs to the key.
   */
  add(run: KeptRun, { replace = false }: { readonly replace?: boolean } = {}): Promise<Addition> {
    const digests = { list: digestOf(run.requirements), profile: digestOf(run.readings), content: contentDigest(run) };
    return patiently(() =>
      this.#database.transaction(async (session) => {
        await session.query(insertList, [digests.list, JSON.stringify(run.requirements)]);
        await session.query(insertProfile, [digests.profile, JSON.stringify(run.readings)]);
        const values = valuesOf(run, digests);
        if ((await session.query(insertNew, values)).length > 0) return "added";
        if (await isKept(session, run, digests.content)) return "known";
        if (!replace) return "differs";
        await session.query(insertOver, values);
        return "replaced";
      }),
    );
  }

  /** The targets of which there are runs, by name. */
  async targets(): Promise<readonly KeptTarget[]> {
    const rows = await this.#database.query(
      `SELECT environment, count(*)::int AS runs, max(started_at) AS last_at FROM ${historySchema}.runs
       GROUP BY environment ORDER BY environment COLLATE "C"`,
    );
    return rows.map((row) => ({
      environment: String(row["environment"]),
      runs: Number(row["runs"]),
      lastAt: (row["last_at"] as Date).toISOString(),
    }));
  }

  /** The runs of a target that started then or later, the earliest first. */
  async runs(environment: string, since = new Date(0)): Promise<readonly PastRun[]> {
    const rows = await this.#database.query(
      `SELECT run_id, environment, base_url, access, seed, depth, started_at, duration_ms, suite_version, verdict, partial, judged_only, red_for,
              requirement_list, statuses, profile, exchanges, troubles, suite_errors, operations, report
       FROM ${historySchema}.runs WHERE environment = $1 AND started_at >= $2 ORDER BY started_at, run_id`,
      [environment, since],
    );
    const runs: PastRun[] = [];
    for (const row of rows) runs.push(await this.#runOf(row));
    return runs;
  }

  /** What is kept of one run besides. */
  async details({ environment, runId }: Pick<PastRun, "environment" | "runId">): Promise<RunDetails> {
    const [row] = await this.#database.query(
      `SELECT reasons, measured, drift, spec_digest FROM ${historySchema}.runs WHERE environment = $1 AND run_id = $2`,
      [environment, runId],
    );
    return {
      reasons: textsOf(row?.["reasons"]),
      measured: textsOf(row?.["measured"]),
      drift: textsOf(row?.["drift"]),
      specDigest: String(row?.["spec_digest"] ?? ""),
    };
  }

  async close(): Promise<void> {
    try {
      await this.#database.close();
    } finally {
      this.#onClosed();
    }
  }

  async #runOf(row: Row): Promise<PastRun> {
    const [partial, redFor, report] = [row["partial"], row["red_for"], row["report"]];
    const judgedOnly = row["judged_only"];
    return {
      runId: String(row["run_id"]),
      environment: String(row["environment"]),
      baseUrl: String(row["base_url"]),
      access: String(row["access"]),
      seed: Number(row["seed"]),
      depth: String(row["depth"]),
      startedAt: (row["started_at"] as Date).toISOString(),
      durationMs: Number(row["duration_ms"]),
      suiteVersion: String(row["suite_version"]),
      verdict: row["verdict"] as Verdict,
      ...(typeof partial === "string" ? { partial } : {}),
      ...(typeof judgedOnly === "string" ? { judgedOnly } : {}),
      ...(typeof redFor === "string" ? { redFor } : {}),
      requirements: await this.#listOf(String(row["requirement_list"])),
      statuses: String(row["statuses"]),
      readings: await this.#profileOf(String(row["profile"])),
      exchanges: Number(row["exchanges"]),
      troubles: Number(row["troubles"]),
      suiteErrors: Number(row["suite_errors"]),
      operations: row["operations"] as PastRun["operations"],
      ...(typeof report === "string" ? { report } : {}),
    };
  }

  async #listOf(digest: string): Promise<PastRun["requirements"]> {
    const known = this.#lists.get(digest);
    if (known) return known;
    const sql = `SELECT requirements FROM ${historySchema}.requirement_lists WHERE digest = $1`;
    const [row] = await this.#database.query(sql, [digest]);
    const list = row?.["requirements"] as PastRun["requirements"];
    this.#lists.set(digest, list);
    return list;
  }

  async #profileOf(digest: string): Promise<PastRun["readings"]> {
    const known = this.#profiles.get(digest);
    if (known) return known;
    const [row] = await this.#database.query(`SELECT readings FROM ${historySchema}.profiles WHERE digest = $1`, [
      digest,
    ]);
    const readings = textsOf(row?.["readings"]);
    this.#profiles.set(digest, readings);
    return readings;
  }
}

async function isKept(session: Session, { environment, runId }: KeptRun, content: string): Promise<boolean> {
  const sql = `SELECT content_digest FROM ${historySchema}.runs WHERE environment = $1 AND run_id = $2`;
  const [row] = await session.query(sql, [environment, runId]);
  return row?.["content_digest"] === content;
}

function valuesOf(
  run: KeptRun,
  digests: { readonly list: string; readonly profile: string; readonly content: string },
): (string | number | Date | null)[] {
  const values: Readonly<Record<(typeof columns)[number], string | number | Date | null>> = {
    environment: run.environment,
    run_id: run.runId,
    base_url: run.baseUrl,
    access: run.access,
    seed: run.seed,
    depth: run.depth,
    started_at: new Date(run.startedAt),
    duration_ms: run.durationMs,
    suite_version: run.suiteVersion,
    spec_digest: run.specDigest,
    verdict: run.verdict,
    partial: run.partial ?? null,
    judged_only: run.judgedOnly ?? null,
    red_for: run.redFor ?? null,
    requirement_list: digests.list,
    statuses: run.statuses,
    reasons: JSON.stringify(run.reasons),
    profile: digests.profile,
    measured: JSON.stringify(run.measured),
    drift: JSON.stringify(run.drift),
    exchanges: run.exchanges,
    troubles: run.troubles,
    suite_errors: run.suiteErrors,
    operations: JSON.stringify(run.operations),
    report: run.report ?? null,
    content_digest: digests.content,
  };
  return columns.map((column) => values[column]);
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  return (value ?? {}) as Readonly<Record<string, string>>;
}
