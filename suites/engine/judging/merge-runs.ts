/** Puts the shards of a run together: the results are those of the whole run. */
import { failureScripts, mergeCollectors, type Results } from "../../../reports/index.ts";
import { earlyEndOf, type EarlyEnd } from "../../../reports/results/index.ts";
import { readText } from "../../../spec/files/read-file.ts";
import type { CollectedRun } from "../saved/collected-run.ts";
import { insideFolder, isThere } from "../saved/inside-folder.ts";
import { besideScript } from "../results/reproductions.ts";
import { readCollected } from "../saved/saved-run.ts";
import { embeddedName } from "../plan/target.ts";
import { UsageError } from "../../usage-error.ts";

/** More than any run writes of them all. */
const maxReproductionBytes = 128 * 1024 * 1024;

interface MergedRun {
  readonly results: Results;
  readonly collected: CollectedRun;
  /** What stands beside the failing scripts in the folders of the shards, by its name. */
  readonly reproductions: ReadonlyMap<string, string>;
}

/** @throws UsageError for a folder without a run, and for runs that do not belong together. */
export function mergeRuns(folders: readonly string[]): MergedRun {
  const runs = folders.map((folder) => ({ folder, ...readCollected(folder) }));
  const [first] = runs;
  if (!first) throw new UsageError("merge wants the output folders of the shards, at least one");
  for (const run of runs.slice(1)) refuseStrangers(first, run);
  refuseSameShards(runs);
  const collected: CollectedRun = {
    ...first,
    state: mergeCollectors(runs.map(({ state }) => state)).toJSON(),
    options: mergedOptions(runs),
  };
  const { applicability, ...options } = collected.options;
  const results = mergeCollectors([collected.state]).finish({ ...options, applicability: new Map(applicability) });
  return { results, collected, reproductions: reproductionsIn(folders, results) };
}

function reproductionsIn(folders: readonly string[], results: Results): ReadonlyMap<string, string> {
  const names = failureScripts(results).map(({ file }) => besideScript(file));
  return new Map(
    names.flatMap((name): [string, string][] => {
      const file = folders.map((folder) => insideFolder(folder, name)).find((place) => isThere(place));
      return file === undefined ? [] : [[name, readText(file, maxReproductionBytes)]];
    }),
  );
}

function mergedOptions(runs: readonly CollectedRun[]): CollectedRun["options"] {
  const all = runs.map(({ options }) => options);
  const [first] = all;
  if (!first) throw new UsageError("merge wants at least one run");
  const { partial: _, ...rest } = first;
  const interrupted = all.some(({ partial }) => partial?.interrupted);
  const missing = missingShards(all.map(({ partial }) => partial?.shard));
  const early = missing ?? all.map(({ partial }) => partial && earlyEndOf(partial)).find((one) => one !== undefined);
  const partial: Results["partial"] = {
    ...(interrupted || missing !== undefined ? { interrupted: true } : {}),
    ...early,
    ...(first.partial?.only ? { only: first.partial.only } : {}),
  };
  return {
    ...rest,
    startedAt: all.map(({ startedAt }) => startedAt).sort()[0] ?? first.startedAt,
    durationMs: Math.max(...all.map(({ durationMs }) => durationMs)),
    tracesCreated: all.reduce((sum, { tracesCreated = 0 }) => sum + tracesCreated, 0),
    tracesPerhapsCreated: all.reduce((sum, { tracesPerhapsCreated = 0 }) => sum + tracesPerhapsCreated, 0),
    ...mergedReadable(all),
    tracesLeft: all.flatMap(({ tracesLeft = [] }) => tracesLeft),
    ...(Object.keys(partial).length > 0 ? { partial } : {}),
  };
}

/** The most that a part of the run could read of others' traces. */
function mergedReadable(all: readonly CollectedRun["options"][]): Pick<CollectedRun["options"], "readable"> {
  const seen = all.flatMap(({ readable }) => readable ?? []);
  const most = (of: "traces" | "withFiles"): number => Math.max(...seen.map((one) => one[of]));
  return seen.length === 0 ? {} : { readable: { traces: most("traces"), withFiles: most("withFiles") } };
}

/** Which shards of one set are not there: what they would have judged is missing. */
function missingShards(
  shards: readonly ({ readonly index: number; readonly count: number } | undefined)[],
): EarlyEnd | undefined {
  const numbered = shards.filter((shard) => shard !== undefined);
  const count = numbered[0]?.count ?? 0;
  const there = new Set(numbered.map(({ index }) => index));
  const left = count - there.size;
  if (left <= 0) return undefined;
  // The number of shards stands in a file that anybody may have written.
  const named: number[] = [];
  for (let index = 1; index <= count && named.length < 10; index++) if (!there.has(index)) named.push(index);
  const [noun, verb] = left === 1 ? ["shard", "is"] : ["shards", "are"];
  const because = `${noun} ${named.join(", ")}${left > named.length ? ", …" : ""} of ${count} ${verb} missing`;
  return { because, remedy: "a merge of all shards" };
}

interface FoundRun extends CollectedRun {
  readonly folder: string;
}

/** What is alike in all shards of one run, by the words of the complaint. */
const alike: Readonly<Record<string, (run: CollectedRun) => unknown>> = {
  environment: ({ options }) => options.environment.name,
  // The built-in reference service listens at another address in each run.
  address: ({ options: { environment } }) => (environment.name === embeddedName ? "" : environment.baseUrl),
  access: ({ options }) => options.environment.access,
  organization: ({ target }) => target?.organization,
  workflows: ({ target }) => target?.workflows,
  seed: ({ options }) => options.seed,
  depth: ({ options }) => options.depth,
  "--only": ({ options }) => options.partial?.only,
  "--fail-on": ({ options }) => options.failOn,
  "version of the suite": ({ options }) => options.suite.version,
  "interface description": ({ options }) => options.suite.specDigest,
  extensions: ({ options }) => [options.ownRequirements?.map(({ id }) => id), options.extensions],
  "number of shards": ({ options }) => options.partial?.shard?.count,
};

/** @throws UsageError that says in what the two differ */
function refuseStrangers(first: FoundRun, other: FoundRun): void {
  const differences = Object.entries(alike).flatMap(([name, valueOf]) => {
    const [one, two] = [first, other].map((run) => shortened(JSON.stringify(valueOf(run)) ?? "none"));
    return JSON.stringify(valueOf(first)) === JSON.stringify(valueOf(other)) ? [] : [`${name}: ${one} and ${two}`];
  });
  if (differences.length === 0) return;
  throw new UsageError(
    `${first.folder} and ${other.folder} are not shards of one run; they differ in\n  ${differences.join("\n  ")}\n` +
      "Give the folders of one run alone, each shard run with the same target and options.",
  );
}

/** @throws UsageError where a shard, or a run that is none, is given twice: what it judged would count twice */
function refuseSameShards(runs: readonly FoundRun[]): void {
  const folders = new Map<number | undefined, string>();
  for (const { folder, options } of runs) {
    const index = options.partial?.shard?.index;
    const other = folders.get(index);
    if (other !== undefined)
      throw new UsageError(
        index === undefined
          ? `${other} and ${folder} are no shards: what they judged would count twice; give the shards of one run, each once`
          : `${other} and ${folder} are both shard ${String(index)}; give each shard once`,
      );
    folders.set(index, folder);
  }
}

function shortened(value: string): string {
  return value.length <= 200 ? value : `${value.slice(0, 200)}…`;
}
