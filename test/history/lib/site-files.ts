import { targetHistory, type KeptRun } from "../../../reports/history/index.ts";
import { siteFiles } from "../../../reports/history/site/site.ts";

/** The files of a site of these targets. */
export function filesOf(targets: readonly (readonly KeptRun[])[], days: number): ReadonlyMap<string, string> {
  const newestAt =
    targets
      .flatMap((runs) => runs.at(-1)?.startedAt ?? "")
      .toSorted()
      .at(-1) ?? "";
  return new Map(
    siteFiles({
      targets: targets.map((runs) => targetHistory(runs, newestAt)),
      days,
      details: new Map(targets.flatMap((runs) => runs.slice(-1).map((run) => [run.environment, run] as const))),
      linkOf: ({ report }) => report,
    }),
  );
}
