import { quantile, tableOf } from "../lib/finding.ts";
import { sampleOf } from "../lib/sample.ts";
import { examineAll } from "../../suites/matrix/pool.ts";
import { catchOf } from "../../suites/matrix/summary.ts";
import { chooseTargets } from "../../suites/matrix/target.ts";
import type { Measurement } from "../measurement.ts";

const SAMPLE = 40;
/** As the command has it on two processors. */
const WORKERS = 3;

export const costPerFault: Measurement = {
  id: "cost-per-fault",
  title: "Exchanges and seconds until a seeded fault is caught by a requirement that it names.",
  async run({ progress, long = false }) {
    const all = chooseTargets({ only: [], areas: [], kinds: ["fault"] });
    const targets = long ? all : sampleOf(all, SAMPLE);
    progress(`${String(targets.length)} of ${String(all.length)} faults`);
    const started = performance.now();
    const outcomes = await examineAll(targets, { depth: "standard", seed: 1, workers: WORKERS });
    const wholeS = (performance.now() - started) / 1000;
    const caught = outcomes.flatMap((outcome) => {
      const sighting = outcome.verdict === "caught" ? catchOf(outcome) : undefined;
      return sighting === undefined ? [] : [{ exchanges: sighting.exchanges, seconds: sighting.seconds, outcome }];
    });
    const exchanges = caught.map((entry) => entry.exchanges);
    const seconds = caught.map((entry) => entry.seconds);
    const whole = caught.map(({ outcome }) => outcome.seconds);
    const missed = outcomes.filter(({ verdict }) => verdict !== "caught");
    return [
      tableOf(`Cost per fault, ${long ? "all of them" : "a sample"}, depth standard`, [
        { what: "faults examined", value: outcomes.length },
        {
          what: "caught by a requirement that they name",
          value: caught.length,
          goal: { text: "all", met: caught.length === targets.length },
        },
        { what: "exchanges after the probes, median", value: quantile(exchanges, 0.5) },
        { what: "exchanges after the probes, p95", value: quantile(exchanges, 0.95) },
        { what: "seconds after the probes, median", value: quantile(seconds, 0.5), unit: "s" },
        { what: "seconds after the probes, p95", value: quantile(seconds, 0.95), unit: "s" },
        { what: "seconds from starting the service, median", value: quantile(whole, 0.5), unit: "s" },
        { what: "seconds from starting the service, p95", value: quantile(whole, 0.95), unit: "s" },
        { what: "the whole", value: wholeS, unit: "s" },
        { what: `the whole on ${String(WORKERS)} workers, per fault`, value: wholeS / outcomes.length, unit: "s" },
      ]),
      ...(missed.length === 0
        ? []
        : [
            {
              title: "Not caught so",
              columns: ["fault", "verdict", "exchanges"],
              rows: missed.map(({ id, verdict, exchanges }) => [id, verdict, exchanges]),
            },
          ]),
    ];
  },
};
