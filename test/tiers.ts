/**
 * The tiers of the tests. A folder belongs to one as a whole; a file that belongs to another says so in its name, as in
 * `limits.long.test.ts`.
 */
export type Tier = "unit" | "rooms" | "system" | "long";

const folders: Readonly<Record<Tier, readonly string[]>> = {
  unit: ["architecture", "checks", "generators", "probes/unit", "spec"],
  rooms: ["describe", "driver", "faults", "history", "matrix", "probes", "reference", "reports"],
  system: ["certify", "cli", "deploy", "extend", "gating", "passive", "safety", "suites", "telemetry"],
  long: ["bench", "hostile", "invented", "stand-ins"],
};
const tiers = Object.keys(folders) as Tier[];

const filesBelow = (folder: string): string => `test/${folder}/**/*.test.ts`;
const named = (tier: Tier): string => `test/**/*.${tier}.test.ts`;

/** The files of these tiers, as globs from the root of the repository. */
export function filesOf(...chosen: readonly Tier[]): { include: string[]; exclude: string[] } {
  const others = tiers.filter((other) => !chosen.includes(other));
  const own = chosen.flatMap((tier) => folders[tier]);
  const inner = others
    .flatMap((other) => folders[other])
    .filter((folder) => own.some((outer) => folder.startsWith(`${outer}/`)));
  return {
    include: [...own.map(filesBelow), ...chosen.map(named)],
    exclude: [...others.map(named), ...inner.map(filesBelow)],
  };
}
