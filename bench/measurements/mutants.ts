import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { tableOf } from "../lib/finding.ts";
import { allMutants, type Mutant } from "../lib/mutants/mutants.ts";
import { examineAll } from "../../suites/matrix/pool.ts";
import type { TargetOutcome } from "../../suites/matrix/outcome.ts";
import type { Measurement } from "../measurement.ts";

/** About two minutes on two processors. */
const sampleSize = 40;
const workers = 2;
/** A mutant that never ends is as dead as one that does not start. */
const patienceMs = 90_000;
const folder = "bench-results";
/** What came of each mutant, one a line, so that a whole measurement that was stopped goes on where it was. */
const kept = `${folder}/mutants.ndjson`;

type Fate = "failed" | "not started" | "survived";

export const mutants: Measurement = {
  id: "mutants",
  title: "Machine-made faults: one place of the reference service written otherwise, and whether a run is red.",
  async run({ progress, long = false }) {
    const all = allMutants();
    const known = long ? earlier(all) : new Map<string, Fate>();
    const chosen = long ? all : sampleOfToday(all);
    mkdirSync(folder, { recursive: true });
    progress(`${String(chosen.length)} of ${String(all.length)} mutants, ${String(known.size)} of them known`);
    const services = new URL("../lib/mutants/service.ts", import.meta.url).href;
    await examineAll(
      chosen
        .filter(({ id }) => !known.has(id))
        .map(({ id, was, becomes }) => ({ kind: "fault", id, title: `${was} becomes ${becomes}`, requirements: [] })),
      {
        depth: "standard",
        seed: 1,
        workers,
        services,
        patienceMs,
        onOutcome(outcome) {
          const fate = fateOf(outcome);
          known.set(outcome.id, fate);
          if (long) appendFileSync(kept, `${JSON.stringify({ id: outcome.id, fate })}\n`);
          if (fate === "survived")
            progress(`survived: ${outcome.id}: ${outcome.title.replace(/\s+/g, " ").slice(0, 200)}`);
        },
      },
    );
    const count = (fate: Fate): number => chosen.filter(({ id }) => known.get(id) === fate).length;
    const survivors = chosen.filter(({ id }) => known.get(id) === "survived");
    const judged = count("failed") + survivors.length;
    return [
      tableOf(`Mutants, ${long ? "all of them" : "a sample"}, depth standard`, [
        { what: "examined", value: known.size },
        { what: "do not start, or never answer", value: count("not started") },
        { what: "make a run red", value: count("failed") },
        { what: "survive; some are equivalent, or change what is left open", value: survivors.length },
        {
          what: "red, of those that start",
          value: (100 * count("failed")) / Math.max(1, judged),
          unit: "%",
          goal: { text: "≥ 95", met: count("failed") >= 0.95 * judged },
        },
      ]),
      { title: "Survivors", columns: ["mutant", "was", "becomes"], rows: survivors.map(rowOf) },
    ];
  },
};

function fateOf({ verdict }: TargetOutcome): Fate {
  if (verdict === "error") return "not started";
  return verdict === "survived" ? "survived" : "failed";
}

const rowOf = ({ id, was, becomes }: Mutant): readonly string[] => [id, cell(was), cell(becomes)];
const cell = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 120);

/** Of mutants that still are as they were. */
function earlier(all: readonly Mutant[]): Map<string, Fate> {
  if (!existsSync(kept)) return new Map();
  const ids = new Set(all.map(({ id }) => id));
  const lines = readFileSync(kept, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const entries = lines.map((line) => JSON.parse(line) as { readonly id: string; readonly fate: Fate });
  return new Map(entries.flatMap(({ id, fate }) => (ids.has(id) ? [[id, fate]] : [])));
}

/** Other ones each day, so that all are met in time. */
function sampleOfToday(all: readonly Mutant[]): readonly Mutant[] {
  const day = Math.floor(Date.now() / 86_400_000);
  const step = Math.floor(all.length / sampleSize);
  return all.filter((_, index) => index % step === day % step).slice(0, sampleSize);
}
