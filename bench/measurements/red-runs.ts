import { embeddedEnvironment } from "../../driver/index.ts";
import { environments } from "../../reference/environments.ts";
import { startReferenceProcess } from "../../reference/spawn.ts";
import { runSuite } from "../../suites/engine/run-suite.ts";
import { chooseTargets, type MatrixTarget } from "../../suites/matrix/target.ts";
import { atMost, median, quantile, tableOf } from "../lib/finding.ts";
import { sampleOf } from "../lib/sample.ts";
import type { Measurement } from "../measurement.ts";

const SAMPLE = 40;
const GREEN_RUNS = 3;
const MOST_TIMES = 2;
const MANY_SHOWN = 12;

type Place = NonNullable<MatrixTarget["environment"]>;

/** What a run cost that went to its end. */
interface Cost {
  readonly seconds: number;
  readonly exchanges: number;
}

export const redRuns: Measurement = {
  id: "red-runs",
  title: "What a run costs on a service with a fault, beside a run on the honest one.",
  async run({ progress, long = false }) {
    const all = chooseTargets({ only: [], areas: [], kinds: ["fault"] });
    const faults = long ? all : sampleOf(all, SAMPLE);
    const green = new Map<Place, Cost>();
    const red: { readonly id: string; readonly times: number; readonly exchanges: number; readonly cost: Cost }[] = [];
    for (const { id, environment = "embedded" } of faults) {
      const honest = green.get(environment) ?? (await greenCost(environment));
      green.set(environment, honest);
      const cost = await costOf(environment, [id]);
      const ratios = { times: cost.seconds / honest.seconds, exchanges: cost.exchanges / honest.exchanges };
      progress(`${id}: ${ratios.times.toFixed(2)} of the time, ${ratios.exchanges.toFixed(2)} of the requests`);
      red.push({ id, ...ratios, cost });
    }
    const times = red.map((run) => run.times);
    const requests = red.map(({ exchanges }) => exchanges);
    const p95 = quantile(times, 0.95);
    const most = Math.max(...requests);
    return [
      tableOf(`Runs on ${String(red.length)} of ${String(all.length)} faults, depth standard, seed 1`, [
        { what: "time of a green run", value: green.get("embedded")?.seconds ?? Number.NaN, unit: "s" },
        { what: "time of a red run ÷ that of a green one, median", value: median(times) },
        { what: "time of a red run ÷ that of a green one, p95", value: p95, goal: atMost(p95, MOST_TIMES) },
        { what: "time of a red run ÷ that of a green one, most", value: Math.max(...times) },
        { what: "requests of a red run ÷ those of a green one, median", value: median(requests) },
        { what: "requests of a red run ÷ those of a green one, most", value: most, goal: atMost(most, MOST_TIMES) },
      ]),
      {
        title: "The slowest",
        columns: ["fault", "seconds", "÷ green", "requests", "÷ green"],
        rows: red
          .toSorted((a, b) => b.times - a.times)
          .slice(0, MANY_SHOWN)
          .map(({ id, times: of, exchanges, cost }) => [
            ...[id, cost.seconds.toFixed(1), of.toFixed(2), cost.exchanges, exchanges.toFixed(2)],
          ]),
      },
    ];
  },
};

/** The middle one of several runs on the honest service. */
async function greenCost(environment: Place): Promise<Cost> {
  const costs: Cost[] = [];
  for (let run = 0; run < GREEN_RUNS; run++) costs.push(await costOf(environment, []));
  const seconds = median(costs.map((cost) => cost.seconds));
  return costs.find((cost) => cost.seconds === seconds) ?? { seconds, exchanges: Number.NaN };
}

async function costOf(environment: Place, faults: string[]): Promise<Cost> {
  const service = await startReferenceProcess({ faults });
  try {
    const startedMs = performance.now();
    const target = embeddedEnvironment(service.baseUrl, environments[environment]);
    const { traffic } = await runSuite(target, { depth: "standard", seed: 1 });
    const seconds = (performance.now() - startedMs) / 1000;
    const exchanges = (traffic?.spans ?? []).reduce((sum, span) => sum + span.exchanges, 0);
    return { seconds, exchanges };
  } finally {
    await service.close();
  }
}
