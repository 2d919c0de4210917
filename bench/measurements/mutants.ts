import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { examinedAs, Kept, type Examined } from "../lib/mutants/fates.ts";
import { allMutants, type Mutant } from "../lib/mutants/mutants.ts";
import { isOfInterest } from "../lib/mutants/standing.ts";
import { reachOf } from "../lib/mutants/reach.ts";
import { tablesOf } from "../lib/mutants/tables.ts";
import { examineAll } from "../../suites/matrix/pool.ts";
import type { EnvironmentName } from "../../reference/environments.ts";
import type { Measurement } from "../measurement.ts";

/** About two minutes on one processor. */
const sampleSize = 40;
const workers = Math.max(1, availableParallelism() - 1);
const plan = { depth: "standard", seed: 1 } as const;
/** Far more than a run of a mutant takes that ends at all. */
const patienceMs = 90_000;
/** So many are handed out before the time is looked at; each time with new workers. */
const atOnce = 25;
/** What came of each mutant, so that a whole measurement that was stopped goes on where it was. */
const keptFile = "bench-results/mutants.ndjson";
const services = new URL("../lib/mutants/service.ts", import.meta.url).href;

export const mutants: Measurement = {
  id: "mutants",
  title: "Machine-made faults: one place of the reference service written otherwise, and whether a run is red.",
  async run({ progress, long = false, minutes = Infinity }) {
    const all = allMutants();
    // In an order that tells nothing, so that those examined so far are a fair sample of all.
    const order = shuffled(all, long ? "whole" : new Date().toISOString().slice(0, 10));
    const chosen = long ? order : order.slice(0, sampleSize);
    const kept = long ? new Kept(keptFile) : new Kept();
    progress("looking which places a run of the service as it is executes");
    const reached = {
      embedded: await reachOf("embedded", plan.seed),
      "order-to-cash": await reachOf("order-to-cash", plan.seed),
    };
    const waiting = chosen.filter((mutant) => {
      if (mutant.hidden) return false;
      if (kept.of(mutant.id) === undefined && !reached.embedded(mutant) && !reached["order-to-cash"](mutant))
        kept.keep({ id: mutant.id, fate: "unreached" });
      // Looked at already: nothing that a run says would make it a hole.
      if (kept.of(mutant.id) === undefined && !isOfInterest(mutant)) kept.keep({ id: mutant.id, fate: "set aside" });
      return kept.of(mutant.id) === undefined;
    });
    progress(`${String(waiting.length)} of ${String(chosen.length)} mutants are to be examined`);
    const untilMs = performance.now() + minutes * 60_000;
    while (waiting.length > 0 && performance.now() < untilMs) {
      const next = waiting.splice(0, atOnce);
      const first = await examined(next.filter(reached.embedded), "embedded");
      const again = next.filter(
        (mutant) =>
          reached["order-to-cash"](mutant) &&
          (!reached.embedded(mutant) || (first.get(mutant.id)?.fate === "survived" && isOfProcess(mutant))),
      );
      const second = await examined(again, "order-to-cash");
      for (const { id } of next) {
        const entry = second.get(id) ?? first.get(id);
        if (entry) kept.keep(entry);
      }
      const fates = chosen.flatMap(({ id }) => kept.of(id)?.fate ?? []);
      const alive = fates.filter((fate) => fate === "survived").length;
      progress(`${String(fates.length)} known, of which ${String(alive)} survived; ${String(waiting.length)} are left`);
    }
    return tablesOf(chosen, ({ id }) => kept.of(id), long ? "all" : "a sample");

    async function examined(list: readonly Mutant[], environment: EnvironmentName): Promise<Map<string, Examined>> {
      const outcomes = await examineAll(
        list.map(({ id, was, becomes }) => {
          const title = `${was} becomes ${becomes}`;
          return { kind: "fault", id, title, requirements: [], environment };
        }),
        { ...plan, workers, services, patienceMs },
      );
      return new Map(outcomes.map((outcome) => [outcome.id, examinedAs(outcome)]));
    }
  },
};

/** In an order that follows from the seed and the names, so that another mutant more changes little of it. */
function shuffled(all: readonly Mutant[], seed: string): readonly Mutant[] {
  const placeOf = ({ id }: Mutant): string => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  return all
    .map((mutant) => ({ mutant, place: placeOf(mutant) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ mutant }) => mutant);
}

/** What stands in the code of processes, but is executed for other workflows, too. */
const isOfProcess = ({ file, within, was }: Mutant): boolean =>
  file === "policy/process.ts" ||
  within === "honestHooks" ||
  /progress/i.test(was) ||
  /progress|shownState|appendAction|presentProcess|gate|advance|next/i.test(within);
