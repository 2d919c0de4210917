/** The corpus: scripts that once failed. They run first; one that was judged and no longer fails is removed, which is told. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeFolder } from "../../../spec/files/make-folder.ts";
import type { Script } from "../../../spec/vocabulary/script.ts";
import { readScript } from "./saved-script.ts";

export interface CorpusEntry {
  readonly file: string;
  readonly script: Script;
}

const prefix = "corpus/";

/** True for a script that was sent because it once failed, and for what was made of it. */
export const isOfCorpus = ({ id }: Pick<Script, "id">): boolean => id.startsWith(prefix);

/** The scripts of the folder, none when there is no folder. Files that hold no script of this format are left alone. */
export async function readCorpus(folder: string): Promise<readonly CorpusEntry[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name): readonly CorpusEntry[] => {
      const file = join(folder, name);
      try {
        return [{ file, script: { ...readScript(file), id: `${prefix}${name.slice(0, -".json".length)}` } }];
      } catch {
        return [];
      }
    });
}

/** Keeps a script for the next runs. Its file is named after the script, so the same failure is kept once. */
export async function keepInCorpus(folder: string, script: Script): Promise<void> {
  makeFolder(folder);
  await writeFile(join(folder, `${fileNameOf(script.id)}.json`), `${JSON.stringify(script, undefined, 2)}\n`);
}

export async function dropFromCorpus(entry: CorpusEntry): Promise<void> {
  await rm(entry.file, { force: true });
}

/** What is told of scripts that were removed: one by its file, several by their number. */
export function removedText(entries: readonly Pick<CorpusEntry, "file">[], folder: string): string {
  const [first, ...more] = entries;
  if (first && more.length === 0)
    return `${basename(first.file)} was removed from ${folder}, because it no longer fails`;
  return `${String(entries.length)} scripts were removed from ${folder}, because they no longer fail`;
}

/** What is told of scripts that were not wholly sent: of several the first one speaks for all. */
export function keptText(
  entries: readonly (Pick<CorpusEntry, "file"> & { readonly why: string })[],
  folder: string,
): string {
  const [first, ...more] = entries;
  const why = first ? `${basename(first.file)} stays in ${folder}: ${first.why}` : "";
  const others = `${String(more.length)} more stay there, for this or like reasons`;
  return more.length === 0 ? why : `${why}. ${others}; delete them where the target is another one by now`;
}

/** A file name, without extension, for a script id. */
export function fileNameOf(id: string): string {
  return id
    .replace(/^corpus\//, "")
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 120);
}
