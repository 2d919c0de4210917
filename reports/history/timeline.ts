/** One requirement on one target over many runs. */
import type { KeptRequirement, PastRun } from "./kept-run.ts";
import { isBad } from "./letters.ts";

export interface RequirementTimeline extends KeptRequirement {
  /** One letter for each run of the target. */
  readonly letters: string;
  /** What the last run that says something of it says. */
  readonly latest: string;
  /** Index of the run since which it is broken without having passed; absent where it is not. */
  readonly badSince?: number;
  /** Runs in which it passed or was broken. */
  readonly judged: number;
  readonly bad: number;
  /** Runs in which it was broken, while it had passed before and passed behind them: flaky rather than broken. */
  readonly alone: number;
}

/** Every requirement that a run knew, in the order of the newest runs. */
export function timelines(runs: readonly PastRun[]): readonly RequirementTimeline[] {
  const known = new Map<string, KeptRequirement>();
  const lists = new Map<PastRun["requirements"], ReadonlyMap<string, number>>();
  for (const { requirements } of runs.toReversed()) {
    if (lists.has(requirements)) continue;
    lists.set(requirements, new Map(requirements.map(({ id }, at) => [id, at])));
    for (const requirement of requirements) if (!known.has(requirement.id)) known.set(requirement.id, requirement);
  }
  return [...known.values()].map((requirement) => {
    let letters = "";
    for (const { requirements, statuses } of runs) {
      const at = lists.get(requirements)?.get(requirement.id);
      letters += at === undefined ? "." : (statuses[at] ?? ".");
    }
    return { ...requirement, ...summaryOf(letters) };
  });
}

/** What follows from the letters of a requirement, one for each run. */
export function summaryOf(letters: string): Omit<RequirementTimeline, keyof KeptRequirement> {
  let [judged, bad, alone, latest] = [0, 0, 0, "."];
  let badSince: number | undefined;
  // The last three runs that say passed or broken; what could not be judged says neither.
  let [beforeLast, last]: (boolean | undefined)[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ".";
    if (letter !== ".") latest = letter;
    const isBroken = isBad(letter);
    if (!isBroken && letter !== "p") continue;
    judged++;
    if (isBroken) {
      bad++;
      badSince ??= at;
    } else {
      if (last === false && beforeLast === true) alone++;
      badSince = undefined;
    }
    [beforeLast, last] = [last, !isBroken];
  }
  return { letters, latest, ...(badSince === undefined ? {} : { badSince }), judged, bad, alone };
}
