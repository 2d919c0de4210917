/** Reads what the store holds of the targets that are asked for. */
import { targetHistory, type TargetHistory } from "../../reports/history/index.ts";
import { didYouMean } from "../../suites/did-you-mean.ts";
import type { HistoryStore } from "../../suites/history/index.ts";
import { UsageError } from "../../suites/usage-error.ts";
import { printable } from "../printable.ts";

const dayMs = 24 * 3600 * 1000;
export const defaultDays = 365;
/** Ten years: the pages show each day. */
export const maxSiteDays = 3_660;

interface Wanted {
  /** One target alone; absent: all. */
  readonly environment: string | undefined;
  /** Days to look back from the newest run of the store, so that nothing depends on a clock. */
  readonly days: number;
  /** The store, as it may be shown. */
  readonly shown: string;
}

/** The targets with runs in that time, by name. @throws UsageError for a target that the store does not know */
export async function readTargets(
  store: HistoryStore,
  { environment, days, shown }: Wanted,
): Promise<readonly TargetHistory[]> {
  const kept = await store.targets();
  const newestAt = kept.reduce((newest, { lastAt }) => (lastAt > newest ? lastAt : newest), "");
  if (kept.length === 0) throw new UsageError(`--store ${shown} holds no runs yet; put some there with history add`);
  const names = kept.map((target) => target.environment);
  if (environment !== undefined && !names.includes(environment))
    throw new UsageError(
      `--env ${printable(environment)}: ${shown} has no run of it.${didYouMean(environment, names)}\n  targets: ` +
        names.slice(0, 50).map(printable).join(", "),
    );
  // Whole days, the last of them that of the newest run.
  const since = new Date(Date.parse(newestAt.slice(0, 10)) - (days - 1) * dayMs);
  const targets: TargetHistory[] = [];
  for (const name of environment === undefined ? names : [environment]) {
    const runs = await store.runs(name, since);
    if (runs.length > 0) targets.push(targetHistory(runs, newestAt));
  }
  return targets;
}
