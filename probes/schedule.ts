/** Runs probes, each as soon as those that it needs have ended; independent ones at the same time. */
import { Interrupted } from "./probe-run.ts";
import type { Probe, Readings } from "./probe.ts";

/** What a probe needs that looks at everything the others did. */
const everything = "everything";
/** The same, of a probe that asks more itself: those that need everything wait for it. */
const othersDone = "the others";

/**
 * @param run runs one probe and keeps what it found
 * @throws Interrupted as soon as all that was under way has ended
 * @throws RangeError for a probe that needs an unknown one
 */
export async function schedule(probes: readonly Probe[], run: (probe: Probe) => Promise<Readings>): Promise<void> {
  const started = new Map<string, Promise<void>>();
  const independent = probes.filter(({ needs }) => !needs.includes(everything));
  const first = independent.filter(({ needs }) => !needs.includes(othersDone));
  const start = (probe: Probe): Promise<void> => {
    const known = started.get(probe.id);
    if (known) return known;
    const promise = Promise.all(neededBy(probe).map(start)).then(async () => {
      await run(probe);
    });
    started.set(probe.id, promise);
    return promise;
  };
  const neededBy = (probe: Probe): readonly Probe[] =>
    probe.needs.flatMap((id) => {
      if (id === everything) return independent;
      if (id === othersDone) return first;
      const needed = probes.find((other) => other.id === id);
      if (!needed) throw new RangeError(`probe "${probe.id}" needs "${id}", which is not registered`);
      return [needed];
    });
  const ended = await Promise.allSettled(probes.map(start));
  for (const outcome of ended)
    if (outcome.status === "rejected" && outcome.reason instanceof Interrupted) throw outcome.reason;
  for (const outcome of ended) if (outcome.status === "rejected") throw outcome.reason;
}
