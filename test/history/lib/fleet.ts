/** Many targets over many nights, the same on every day: steady ones, outages, flakes, slow ones, changes of behaviour. */
import { keptRun, type KeptRun } from "../../../reports/history/index.ts";
import { firstNight, nightResults } from "./nights.ts";

const dayMs = 24 * 3600 * 1000;

interface FleetOptions {
  readonly nights: number;
  /** The link of each report. */
  readonly report?: string;
}

const base = keptRun(
  nightResults({
    statuses: { "LOGIN-07": "skipped", "LOGIN-10": "skipped", "ISO-01": "skipped" },
    reasons: { "LOGIN-07": "The configuration gives no `credentials.privateKey`." },
    readings: {
      "link-data": { path: ["data"], encoding: "json", exact: true },
      "state-data": { path: ["data"], fold: "shallow-merge", encoding: "json", exact: true },
      "digest-list-query": { name: "digests", style: "repeat" },
      "no-token": { refused: true, status: 401 },
      "search-lag": { ms: 240 },
    },
  }),
);
const changed = { ...base.readings, "link-order": '{"order":"newest-first"}' };
const other = { ...base.readings, "no-token": '{"refused":true,"status":403}', "link-data": '{"path":["payload"]}' };

/** Name of the target with this number. */
export function nameOf(target: number): string {
  return `vendor-${String(target).padStart(3, "0")}-preprod`;
}

/** The runs of one target. */
export function fleetRuns(target: number, { nights, report }: FleetOptions): readonly KeptRun[] {
  let state = target * 7_919 + 17;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let warm = 0; warm < 10; warm++) random();
  const ids = base.requirements.map(({ id }) => id);
  const requirement = (): number => Math.floor(random() * ids.length);
  const [outage, flake, known] = [requirement(), requirement(), requirement()];
  const flakiness = target % 5 === 0 ? 0.04 : 0.004;
  const outageAt = Math.floor(random() * nights * 2);
  const outageLength = 1 + Math.floor(random() * 40);
  const isStillRed = target % 9 === 4;
  const middle = 20 + random() * 60;
  return Array.from({ length: nights }, (_, night): KeptRun | undefined => {
    // A pod that got lost; a target that is no more.
    if (random() < 0.01 || (target % 50 === 7 && night > nights - 5)) return undefined;
    const bad = new Map<number, string>([[known, target % 3 === 0 ? "w" : "p"]]);
    const inOutage = night >= outageAt && night < outageAt + outageLength;
    if (inOutage || (isStillRed && night > nights - 12))
      for (let at = 0; at < 4; at++) bad.set((outage + at) % ids.length, "f");
    if (random() < flakiness) bad.set(flake, "f");
    const isAway = random() < 0.004;
    const letters = isAway
      ? "i".repeat(ids.length)
      : [...base.statuses].map((letter, at) => (letter === "p" ? (bad.get(at) ?? letter) : letter)).join("");
    const failed = ids.filter((_, at) => letters[at] === "f");
    const startedAt = new Date(firstNight + night * dayMs + Math.floor(random() * 3_600_000)).toISOString();
    const slow = target % 11 === 3 && night > nights - 20 ? 3 : 1;
    const runId = `${startedAt.slice(0, 10).replaceAll("-", "")}-${String(target)}x${String(night)}`;
    const environment = nameOf(target);
    const operations = Object.entries(base.operations).map(([id], at) => {
      const p50 = (middle + at * 3) * slow * (0.8 + random() * 0.4);
      const values = [60, isAway ? 60 : random() < 0.02 ? 2 : 0, p50, p50 * (2 + random()), p50 * 4];
      return [id, values.map((value) => Number(value.toPrecision(3)))] as const;
    });
    return {
      ...base,
      environment,
      runId,
      baseUrl: `https://${environment}.traces.example`,
      startedAt,
      verdict: failed.length > 0 ? "non-conformant" : isAway ? "incomplete" : "conformant",
      statuses: letters,
      reasons: Object.fromEntries(failed.map((id) => [id, "The member `lines` is missing after the second action."])),
      readings: target % 4 === 1 ? other : target % 10 === 2 && night > nights / 2 ? changed : base.readings,
      operations: Object.fromEntries(operations) as unknown as KeptRun["operations"],
      troubles: operations.reduce((sum, [, [, troubles = 0]]) => sum + troubles, 0),
      ...(report === undefined
        ? {}
        : { report: report.replace("{date}", startedAt.slice(0, 10)).replace("{environment}", environment) }),
    };
  }).filter((run) => run !== undefined);
}
