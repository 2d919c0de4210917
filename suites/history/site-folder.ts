/** The folder of the site. Only pages that an earlier site left are replaced or deleted there. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile } from "../../spec/files/json-file.ts";
import { tryOutputFolder, writeIntoFolder } from "../engine/saved/output-folder.ts";
import { insideFolder, isThere } from "../engine/saved/inside-folder.ts";
import { UsageError } from "../usage-error.ts";

const markerName = ".trace-conformance-site.json";
/** Nobody who hands us a folder may have a file deleted that no site has. */
const page = /^(?:(?:areas|requirements|targets)\/[\w-]+\.html|(?:index|requirements|behaviours)\.html|style\.css)$/;

/**
 * Writes the files of a site, and deletes the pages of the site before that are no more.
 * @throws UsageError where the folder holds a file of that name that no site wrote; OutputError where it cannot be written
 */
export function writeSite(folder: string, files: ReadonlyMap<string, string>, shown: string): void {
  tryOutputFolder(folder);
  const earlier = earlierFiles(folder);
  const taken = [...files.keys()].filter((file) => !earlier.has(file) && isThere(join(folder, file)));
  if (taken.length > 0)
    throw new UsageError(
      `${shown} holds ${taken.slice(0, 3).join(", ")}, which no history site wrote; nothing was changed there. ` +
        "Name another --output, or move it away.",
    );
  // Listed first: a page that is not listed could never be replaced again.
  const all = new Set([...earlier, ...files.keys()]);
  writeIntoFolder(folder, markerName, `${JSON.stringify({ schemaVersion: 1, files: [...all] })}\n`);
  for (const [file, text] of files) writeIntoFolder(folder, file, text);
  for (const file of earlier) if (!files.has(file)) rmSync(insideFolder(folder, file), { force: true });
  writeIntoFolder(folder, markerName, `${JSON.stringify({ schemaVersion: 1, files: [...files.keys()] })}\n`);
}

function earlierFiles(folder: string): ReadonlySet<string> {
  if (!isThere(join(folder, markerName))) return new Set();
  try {
    const { files } = readJsonFile(join(folder, markerName)) as { readonly files: readonly unknown[] };
    return new Set(files.filter((file) => typeof file === "string").filter((file) => page.test(file)));
  } catch {
    return new Set();
  }
}
