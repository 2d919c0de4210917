/** The same as the charts in numbers, month by month. */
import { latency } from "../../text/numbers.ts";
import { latencyOf } from "../latency.ts";
import { median, verdictLetter } from "../target.ts";
import { table } from "./page.ts";
import type { SiteTarget } from "./site-model.ts";

export function monthTable({ runs }: SiteTarget): string {
  const months = Map.groupBy(runs, ({ startedAt }) => startedAt.slice(0, 7));
  const rows = [...months].map(([month, all]) => {
    const measured = all.flatMap((run) => latencyOf(run) ?? []);
    const [p50, p95] = [median(measured.map((one) => one.p50)), median(measured.map((one) => one.p95))];
    const red = all.filter((run) => verdictLetter(run) === "f").length;
    const troubles = all.reduce((sum, run) => sum + run.troubles, 0);
    const cells = [
      String(all.length),
      String(red),
      p50 === undefined ? "" : latency(p50),
      p95 === undefined ? "" : latency(p95),
      String(troubles),
    ];
    return `<tr><th scope="row">${month}${cells.map((cell) => `<td>${cell}`).join("")}`;
  });
  return table("By month", ["Month", "Runs", "Red", "p50", "p95", "5xx or no answer"], rows, "numbers");
}
