/** What an action asks of its files, whichever way it is told. */
import type { FilePolicy, FilesWanted } from "../vocabulary/target.ts";

const short: Readonly<Record<"some" | "none" | "pdf", FilePolicy>> = {
  some: { needed: true },
  none: { most: 0 },
  pdf: { needed: true, most: 1, types: [".pdf"], genuine: true },
};

/** The policy in parts; nothing is asked where nothing is known. */
export function filePolicy(wanted: FilesWanted | undefined): FilePolicy {
  return typeof wanted === "string" ? short[wanted] : (wanted ?? {});
}

/** True where an action may bring a file, of any kind or of a certain one. */
export const mayBringFiles = (wanted: FilesWanted | undefined): boolean => filePolicy(wanted).most !== 0;

/** True where an action may bring more than one file. */
export const mayBringSeveral = (wanted: FilesWanted | undefined): boolean => (filePolicy(wanted).most ?? 2) > 1;

/** True where an action is refused without a file. */
export const needsFile = (wanted: FilesWanted | undefined): boolean => filePolicy(wanted).needed === true;

/** So many files it must bring. */
export const leastFiles = (wanted: FilesWanted | undefined): number =>
  filePolicy(wanted).least ?? (needsFile(wanted) ? 1 : 0);

/** The end of a file name, in lower case and with its dot; empty where it has none. */
export function endOf(fileName: string | null): string {
  const at = fileName?.lastIndexOf(".") ?? -1;
  return at < 0 || fileName === null ? "" : fileName.slice(at).toLowerCase();
}

/** Whether files of these names may come with an action that asks so; undefined stands for a part without a file name. */
export function fitsPolicy(wanted: FilesWanted | undefined, names: readonly (string | null | undefined)[]): boolean {
  const { most = Infinity, types } = filePolicy(wanted);
  if (names.length > most || names.length < leastFiles(wanted)) return false;
  return types === undefined || names.every((name) => types.includes(endOf(name ?? null)));
}
