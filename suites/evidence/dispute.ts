/** What somebody hands in who disputes a requirement: its sentence, what was found, and everything that was exchanged. */
import { readHistories } from "../../driver/index.ts";
import type { Failure, ReportedExchange, RequirementResult, Results } from "../../reports/results/index.ts";
import { ownParts } from "../extensions/parts.ts";
import { UsageError } from "../usage-error.ts";
import { withJoined } from "../engine/judging/joined-probes.ts";
import { reportedExchanges } from "../engine/results/reported-exchange.ts";

/** Of so many failures all exchanges are told; one decides as well as ten. */
const mostScripts = 3;

export interface Dispute {
  readonly schemaVersion: 1;
  /** What is disputed, in the words of the register, with the words of the interface that it rests on. */
  readonly requirement: Omit<RequirementResult, "failures">;
  readonly suite: Results["suite"];
  readonly environment: Results["environment"];
  readonly runId: string;
  readonly seed: number;
  readonly failures: readonly Omit<Failure, "exchanges" | "curl">[];
  /** Every exchange of the scripts that failed, in the order of sending. */
  readonly histories: readonly { readonly script: string; readonly exchanges: readonly ReportedExchange[] }[];
  /** What the readings of the target were, by which it was judged. */
  readonly openPoints: Results["openPoints"];
  /** For whoever hands it in: why the target conforms all the same. */
  readonly objection: string;
}

/**
 * @param folder of the run that found it
 * @throws UsageError where the run found nothing against the requirement
 */
export async function disputeOf(id: string, results: Results, folder: string): Promise<Dispute> {
  const found = results.requirements.find((requirement) => requirement.id === id);
  const { failures = [], ...requirement } = found ?? {};
  if (!found || failures.length === 0) {
    const broken = results.requirements.filter((one) => one.failures !== undefined).map((one) => one.id);
    const others = broken.length === 0 ? "nothing was found at all" : `what was found is against ${broken.join(", ")}`;
    throw new UsageError(`this run found nothing against ${id}, so there is nothing to dispute; ${others}`);
  }
  const scripts = new Set(failures.slice(0, mostScripts).map(({ script }) => script.id));
  const { baseUrl } = results.environment;
  const histories = new Map<string, Dispute["histories"][number]>();
  const lag = results.openPoints.find(({ id }) => id === "read-lag")?.reading as { readonly ms?: number } | undefined;
  for await (const history of withJoined(readHistories(folder), ownParts, lag?.ms ?? 0)) {
    if (!scripts.has(history.script.id)) continue;
    const indexes = history.exchanges.map(({ index }) => index);
    // Everything on disk was redacted when it was written.
    const exchanges = reportedExchanges(history, indexes, { baseUrl, redact: (text) => text });
    histories.set(history.script.id, { script: history.script.id, exchanges });
  }
  return {
    schemaVersion: 1,
    requirement: requirement as Dispute["requirement"],
    suite: results.suite,
    environment: results.environment,
    runId: results.runId,
    seed: results.seed,
    failures: failures.map(({ exchanges: _exchanges, curl: _curl, ...failure }) => failure),
    histories: [...histories.values()],
    openPoints: results.openPoints,
    objection: "",
  };
}
