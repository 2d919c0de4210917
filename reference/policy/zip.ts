import type { FileRecord, ArchiveEntry } from "../core/records.ts";

/** The zip archive of several files. Open point `zip-entry-names`. */
export interface ZipPolicy {
  entries(files: readonly FileRecord[]): ArchiveEntry[];
  headers(traceId: string): Record<string, string>;
  compress: boolean;
}

/** Entries have the names of the files, made safe to unpack and unique. */
export const fileNames: ZipPolicy = {
  entries: (files) => uniqueEntries(files, (file) => safeName(file.fileName)),
  headers: (traceId) => ({
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${traceId}.zip"`,
  }),
  compress: true,
};

/** A name that stays inside the folder into which an archive is unpacked, on any system; never empty. */
export function safeName(fileName: string): string {
  const base = (fileName.split(/[/\\]/).at(-1) ?? "").replace(/[\u0000-\u001f\u007f<>:"|?*]/g, "_").toWellFormed();
  const name = base.replace(/^\.+$/, "").slice(0, 200);
  return name === "" ? "file" : name;
}

/** Gives each file an entry; a name that is taken gets a number before its extension. */
export function uniqueEntries(files: readonly FileRecord[], nameOf: (file: FileRecord) => string): ArchiveEntry[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const wanted = nameOf(file);
    const dot = wanted.lastIndexOf(".") > 0 ? wanted.lastIndexOf(".") : wanted.length;
    let name = wanted;
    // Compared without case, because many file systems do so.
    for (let number = 2; taken.has(name.toLowerCase()); number++) {
      name = `${wanted.slice(0, dot)} (${String(number)})${wanted.slice(dot)}`;
    }
    taken.add(name.toLowerCase());
    return { name, file };
  });
}
