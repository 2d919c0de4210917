/** What the mutants that were examined tell: the share that a run turns red, and the others with what stands behind them. */
import type { Table } from "../../measurement.ts";
import { tableOf } from "../finding.ts";
import type { Examined, Fate } from "./fates.ts";
import { hiddenReasons } from "./hidden.ts";
import type { Mutant } from "./mutants.ts";
import { changeOf, isOfInterest, standingOf, type Standing } from "./standing.ts";

/** Wanted of those that are not equivalent. */
const wantedShare = 0.95;

interface Alive {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** `new`: nobody looked at it yet; counted like a hole. */
  readonly standing: Standing | "new";
  readonly why: string;
}

export function tablesOf(
  chosen: readonly Mutant[],
  fateOf: (mutant: Mutant) => Examined | undefined,
  what: string,
): Table[] {
  const hidden = chosen.filter((mutant) => mutant.hidden);
  const known = chosen.flatMap((mutant) => {
    const entry = mutant.hidden ? undefined : fateOf(mutant);
    return entry ? [{ mutant, ...entry }] : [];
  });
  const count = (fate: Fate): number => known.filter((entry) => entry.fate === fate).length;
  const alive = known.flatMap(({ mutant, fate }): readonly Alive[] => {
    if (fate === "red" || fate === "no service" || fate === "no end") return [];
    const { standing = "new", why = "" } = standingOf(mutant) ?? {};
    return [{ mutant, fate, standing, why }];
  });
  const standing = (...those: readonly Alive["standing"][]): number =>
    alive.filter((one) => those.includes(one.standing)).length;
  // Those of a class that is not examined any more must not count for more than their part where they were once.
  const red = known.filter(({ mutant, fate }) => fate === "red" && isOfInterest(mutant)).length;
  const missed = standing("hole", "new");
  const judged = Math.max(1, red + missed);
  const share = red / judged;
  const missedAs = (wanted: Fate): number =>
    alive.filter(({ mutant, fate }) => fate === wanted && isOfInterest(mutant)).length;
  return [
    tableOf(`Mutants, ${what}, depth standard`, [
      { what: "mutants", value: chosen.length },
      { what: "not examined: texts of errors, sizes of limits", value: hidden.length },
      { what: "no request of a run executes the place", value: count("unreached") },
      { what: "not examined: of a class that is sorted, see below", value: count("set aside") },
      { what: "examined by a run", value: known.length - count("unreached") - count("set aside") },
      { what: "the service does not start", value: count("no service") },
      { what: "the examination comes to no end within 90 s; neither red nor alive here", value: count("no end") },
      { what: "a run is red", value: count("red") },
      { what: "alive, equivalent", value: standing("equivalent") },
      { what: "alive, another choice where the interface leaves one", value: standing("open") },
      { what: "alive, out of reach of requests", value: standing("out of reach") },
      { what: "alive, a hole", value: standing("hole") },
      { what: "alive, not looked at yet", value: standing("new") },
      { what: "of all alive: a run warns", value: count("warned") },
      { what: "of all alive: a run is incomplete", value: count("incomplete") },
      {
        what: "red, of those that are red, holes, or not looked at",
        value: percent(share),
        goal: { text: "≥ 95 %", met: share >= wantedShare },
      },
      {
        what: "the same, within (95 %)",
        value: bounds(red, red + missed)
          .map(percent)
          .join(" to "),
      },
      {
        what: "red or incomplete, so never green, of the same",
        value: percent((red + missedAs("incomplete")) / judged),
      },
    ]),
    {
      title: "Holes, and what nobody looked at yet",
      columns: ["mutant", "what came of it", "change", "why"],
      rows: alive
        .filter((one) => one.standing === "hole" || one.standing === "new")
        .map(({ mutant, fate, why }) => [mutant.id, fate, cell(mutant), why]),
    },
    {
      title: "Why the others are alive, or not examined",
      columns: ["", "why", "mutants"],
      rows: [
        ...counted(alive.filter((one) => one.standing !== "hole" && one.standing !== "new").map(reasonOf)),
        ...counted(hidden.map((mutant) => `not examined\n${mutant.hidden ? hiddenReasons[mutant.hidden] : ""}`)),
      ],
    },
  ];
}

const reasonOf = ({ standing, why }: Alive): string => `${standing}\n${why}`;

function counted(reasons: readonly string[]): readonly (readonly (string | number)[])[] {
  return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => [...reason.split("\n"), all.length]);
}

const cell = (mutant: Mutant): string => changeOf(mutant).replaceAll("|", "\\|").slice(0, 160);

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** Wilson's interval of 95 %: between which shares the true one lies, of which a sample showed so many. */
export function bounds(seen: number, of: number): readonly [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const share = seen / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const whole = 1 + z ** 2 / of;
  return [(middle - half) / whole, (middle + half) / whole];
}
