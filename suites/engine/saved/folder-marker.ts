/** The marker of an output folder: which run made it, and which files in it are ours. Nothing else is ever deleted. */
import { readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { failureScripts, formats } from "../../../reports/index.ts";
import { readJsonFile } from "../../../spec/files/json-file.ts";
import { UsageError } from "../../usage-error.ts";
import { insideFolder, isThere } from "./inside-folder.ts";
import { readResults, readSaved } from "./saved-run.ts";

export const markerName = ".trace-conformance-run.json";

/** What stands in the marker. */
export interface FolderMarker {
  readonly schemaVersion: 1;
  readonly runId: string;
  readonly processId: number;
  /** Files that we made, below the folder. */
  readonly entries: readonly string[];
}

/** Results and reports: the files that stand in the folder itself. */
const ownFiles: ReadonlySet<string> = new Set([
  "results.json",
  "collected.json",
  ...formats.map(({ fileName }) => fileName),
]);
const ownFolders = ["histories", "failures", "scripts"] as const;
const inOwnFolder = "(histories|failures|scripts)/[\\w.-]+\\.(json|ndjson|ndjson\\.zst|sh)";
/** What a run of several environments writes above the folders of its runs. */
const overview = ["index.html", "environments.json"];
const plain = [...ownFiles, ...overview].map((name) => name.replace(/[^\w-]/g, "\\$&")).join("|");

const problemsOf = new Ajv2020({ allowUnionTypes: true }).compile({
  type: "object",
  required: ["schemaVersion", "runId", "processId", "entries"],
  properties: {
    schemaVersion: { const: 1 },
    runId: { type: "string", maxLength: 200 },
    processId: { type: "integer" },
    // Nobody who hands us a folder may have a file deleted that no run makes.
    entries: { type: "array", items: { type: "string", pattern: `^(${plain}|${inOwnFolder})$` }, maxItems: 100_000 },
  },
});

/** The marker in the folder; undefined where there is none. @throws UsageError for one that no run wrote. */
export function markerIn(folder: string): FolderMarker | undefined {
  const file = join(folder, markerName);
  if (!isThere(file)) return undefined;
  return readSaved<FolderMarker>(file, {
    wanted: "the marker of a run",
    remedy: "Name another --output, or empty this folder.",
    problemsOf: (value) =>
      problemsOf(value)
        ? []
        : (problemsOf.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  });
}

/** The files that an earlier run of ours made; none where the folder is not one of ours. */
export function entriesOfEarlierRun(folder: string): ReadonlySet<string> {
  return new Set(markerIn(folder)?.entries ?? entriesWithoutMarker(folder));
}

/** Deletes these files, and the folders of ours that are empty then. */
export function removeEntries(folder: string, entries: Iterable<string>): void {
  // All are looked at before the first is deleted.
  const files = [...entries].map((entry) => insideFolder(folder, entry));
  for (const file of files) rmSync(file, { force: true });
  for (const name of ownFolders)
    try {
      rmdirSync(join(folder, name));
    } catch {
      // It holds what is not ours, or is not there.
    }
}

/** Refuses a folder in which a file that is not ours stands where a run would write. @throws UsageError */
export function refuseForeignFiles(folder: string, ours: ReadonlySet<string>): void {
  const taken = [...ownFiles].filter((name) => !ours.has(name) && isThere(join(folder, name)));
  if (taken.length > 0) throw notOurs(folder, taken);
}

/** What may stand in a folder that a run takes over: what we write beside runs, and what systems and people keep there. */
const beside = /^(?:\..*|lost\+found|profile\.json|evidence\.zip|dispute-[\w-]+\.json)$/;

/**
 * Refuses a folder that nobody would look for a report in: it holds other files, and no earlier run of ours.
 * @throws UsageError
 */
export function refuseOthersFolder(folder: string, ours: ReadonlySet<string>): void {
  if (ours.size > 0 || isThere(join(folder, markerName))) return;
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !beside.test(entry.name))
    .filter((entry) => !isOwnFolder(entry.name))
    .filter((entry) => !(entry.isDirectory() && isThere(join(folder, entry.name, markerName))))
    .map(({ name }) => name);
  if (others.length === 0) return;
  const more = others.length > mostNamed ? ` and ${String(others.length - mostNamed)} more` : "";
  throw new UsageError(
    `${folder} holds ${others.slice(0, mostNamed).join(", ")}${more}, which no run of this suite made; nothing was changed ` +
      `there. Reports go into a folder that is new, empty or of an earlier run: name another --output, such as ` +
      `${join(folder, "conformance-report")}.`,
  );
}

const mostNamed = 3;

/** What stands in place of one of these is looked at where it is written to. */
const isOwnFolder = (name: string): boolean => (ownFolders as readonly string[]).includes(name);

/** The refusal to write over these files. */
export function notOurs(folder: string, names: readonly string[]): UsageError {
  return new UsageError(
    `${folder} holds ${names.join(", ")}, which no run of this suite made; nothing was changed there. ` +
      "Name another --output, or move it away.",
  );
}

/** An earlier version left no marker; its folders are known by their results. */
function entriesWithoutMarker(folder: string): readonly string[] {
  let results: ReturnType<typeof readResults>;
  try {
    results = readResults(folder);
  } catch {
    return [];
  }
  if (!results) return [];
  const { runId } = results;
  const named = new Set(failureScripts(results).map(({ file }) => file));
  const below = ownFolders.flatMap((name) => filesIn(join(folder, name)).map((file) => `${name}/${file}`));
  return [
    ...[...ownFiles].filter((name) => isThere(join(folder, name))),
    ...below.filter(
      (entry) =>
        new RegExp(`^${inOwnFolder}$`).test(entry) &&
        (named.has(entry.replace(/\.sh$/, ".json")) ||
          entry.startsWith(`histories/${runId}-`) ||
          isScript(join(folder, entry))),
    ),
  ];
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** True for a script as runs save them. */
function isScript(file: string): boolean {
  try {
    const { id, title, steps } = readJsonFile(file, { maxDepth: 4_000 }) as Readonly<Record<string, unknown>>;
    return typeof id === "string" && typeof title === "string" && Array.isArray(steps);
  } catch {
    return false;
  }
}
