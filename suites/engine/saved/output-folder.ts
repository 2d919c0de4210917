/** The output folder of a run: results and scripts, written so that they are whole at any moment. */
import { randomUUID } from "node:crypto";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { compactJson, failureScripts, NotBuiltError, readableJson, type Results } from "../../../reports/index.ts";
import { makeFolder, whyNoFolder } from "../../../spec/files/make-folder.ts";
import { UsageError } from "../../usage-error.ts";
import type { CollectedRun } from "./collected-run.ts";
import { lockFolder, unlockFolder } from "./folder-lock.ts";
import {
  entriesOfEarlierRun,
  markerIn,
  markerName,
  notOurs,
  refuseForeignFiles,
  refuseOthersFolder,
  removeEntries,
  type FolderMarker,
} from "./folder-marker.ts";
import { insideFolder, isThere } from "./inside-folder.ts";

/** Thrown when the output folder cannot be written: disk full, no permission, a file in its place. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/**
 * Takes the folder for a run: creates it, locks it, and takes out what an earlier run left, so that no report of it can
 * be taken for one of this run. What no run made stays as it is.
 * @throws OutputError where it cannot be written; UsageError where another run writes there, or where something that no
 * run made has the name of what this one makes
 */
export function openOutputFolder(folder: string, runId: string, histories: readonly string[] = []): void {
  tryOutputFolder(folder);
  guarded(folder, () => {
    lockFolder(folder, runId);
    try {
      const earlier = entriesOfEarlierRun(folder);
      const entries = histories.map((file) => relative(folder, insideFolder(folder, file)).replaceAll(sep, "/"));
      refuseForeignFiles(folder, earlier);
      refuseOthersFolder(folder, earlier);
      removeEntries(folder, earlier);
      writeMarker(folder, { schemaVersion: 1, runId, processId: process.pid, entries });
    } catch (error) {
      unlockFolder(folder, runId);
      throw error;
    }
  });
}

/** Says before anything is started why `openOutputFolder` would refuse the folder. @throws what it does */
export function checkOutputFolder(folder: string): void {
  tryOutputFolder(folder);
  guarded(folder, () => {
    const earlier = entriesOfEarlierRun(folder);
    refuseForeignFiles(folder, earlier);
    refuseOthersFolder(folder, earlier);
  });
}

/** Writes into a folder that is one run's for as long as that takes. @throws what `openOutputFolder` and `work` do */
export function withOutputFolder<T>(folder: string, runId: string, work: () => T): T {
  openOutputFolder(folder, runId);
  try {
    return work();
  } finally {
    closeOutputFolder(folder, runId);
  }
}

/** Lets others write into the folder again, where this run had it. */
export function closeOutputFolder(folder: string, runId: string): void {
  unlockFolder(folder, runId);
}

/**
 * Creates the folder and leaves what is in it; or says why it cannot be written.
 * @throws UsageError where nothing can ever be written there; OutputError where the disk takes no more
 */
export function tryOutputFolder(folder: string): void {
  guarded(folder, () => {
    try {
      makeFolder(folder);
      const probe = join(folder, `.writable-${randomUUID()}`);
      writeFileSync(probe, "", { flag: "wx" });
      rmSync(probe);
    } catch (cause) {
      const why = whyNoFolder(cause);
      if (why === undefined) throw cause;
      throw new UsageError(`the output folder ${folder} cannot be written: ${why}. Name another with --output.`, {
        cause,
      });
    }
  });
}

/** Writes one more file into the folder, over what was there. */
export function writeIntoFolder(folder: string, name: string, text: string): void {
  guarded(folder, () => writeAtomically(insideFolder(folder, name), text));
}

/** Writes files of a run, and lists them in the marker. @throws UsageError where one is there that no run made */
export function writeOwnFiles(folder: string, files: Iterable<readonly [name: string, text: () => string]>): void {
  guarded(folder, () => {
    const texts = new Map(files);
    const marker = markerIn(folder);
    const known = marker ? new Set(marker.entries) : entriesOfEarlierRun(folder);
    const added = [...texts.keys()].filter((name) => !known.has(name));
    const taken = added.filter((name) => isThere(insideFolder(folder, name)));
    if (taken.length > 0) throw notOurs(folder, taken);
    // Listed first: a file of ours that is not listed could never be replaced again.
    const { runId, processId } = marker ?? { runId: "", processId: process.pid };
    if (added.length > 0) writeMarker(folder, { schemaVersion: 1, runId, processId, entries: [...known, ...added] });
    for (const [name, text] of texts) writeAtomically(insideFolder(folder, name), text());
  });
}

/**
 * Writes `results.json`, `collected.json` and the scripts that failures name.
 * @param reproductions scripts of the shell that stand beside them, by their names
 */
export function writeResults(
  folder: string,
  results: Results,
  collected: CollectedRun,
  reproductions: ReadonlyMap<string, string> = new Map(),
): void {
  writeOwnFiles(folder, [
    ...failureScripts(results).map(
      ({ file, script, attempts, shows }) =>
        [file, () => readableJson({ ...script, shows, ...(attempts ? { attempts } : {}) })] as const,
    ),
    ...[...reproductions].map(([file, text]) => [file, () => text] as const),
    ["collected.json", () => JSON.stringify(collected)],
    ["results.json", () => compactJson(results)],
  ]);
}

/** Writes results that say more than those that the run wrote into its folder. @throws OutputError */
export function writeFullerResults(folder: string, results: Results): void {
  writeOwnFiles(folder, [["results.json", () => compactJson(results)]]);
}

/** Says before the work is done why the file could not be written behind it. @throws UsageError */
export function tryNamedFile(file: string, shown: string, option: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  const parent = statSync(dirname(file), { throwIfNoEntry: false });
  const reason = found?.isDirectory()
    ? "it is a folder"
    : parent?.isDirectory()
      ? undefined
      : "there is no such folder";
  if (reason !== undefined) throw new UsageError(`${shown} cannot be written: ${reason}; name another with ${option}`);
}

/**
 * Writes one file that the user named.
 * @param option by which another can be named
 * @throws UsageError where no file can be at that place; OutputError where it is the disk
 */
export function writeNamedFile(file: string, content: string | Uint8Array, shown: string, option: string): void {
  tryNamedFile(file, shown, option);
  try {
    writeFileSync(file, content);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OutputError(`${shown} cannot be written: ${reason}; name another with ${option}`, { cause });
  }
}

function writeMarker(folder: string, marker: FolderMarker): void {
  writeAtomically(join(folder, markerName), `${JSON.stringify(marker)}\n`);
}

/** A reader never sees half a file: the new one takes the place of the old in one step. */
function writeAtomically(file: string, text: string): void {
  makeFolder(dirname(file));
  const partial = `${file}.${String(process.pid)}.partial`;
  try {
    // Never through a link that somebody laid there.
    rmSync(partial, { force: true });
    writeFileSync(partial, text, { flag: "wx" });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

function guarded(folder: string, action: () => void): void {
  try {
    action();
  } catch (cause) {
    if (cause instanceof UsageError || cause instanceof NotBuiltError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isFull = ["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException).code ?? "");
    const remedy = isFull ? "Free some space, or name another with --output" : "Name another with --output";
    throw new OutputError(`the output folder ${folder} cannot be written: ${reason}. ${remedy}.`, { cause });
  }
}
