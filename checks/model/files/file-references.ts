/**
 * Recognises additional members by which a target refers to the files of an action; nobody sent them, and nothing that
 * was sent is changed.
 */
import type { Difference } from "../../../spec/readings/equal.ts";
import type { SentFile } from "../../../spec/vocabulary/history.ts";

/** True for an additional member that names one of the files, by name or by hash. */
function isFileReference({ path, expected, actual }: Difference, files: readonly SentFile[]): boolean {
  if (expected !== undefined || actual === undefined || path.length === 0 || files.length === 0) return false;
  const text = JSON.stringify(actual);
  return files.some(({ fileName, sha256 }) => {
    const hash = Buffer.from(sha256, "hex");
    const names = [sha256, hash.toString("base64"), hash.toString("base64url"), fileName ?? ""];
    return names.some((name) => name !== "" && text.includes(JSON.stringify(name).slice(1, -1)));
  });
}

/** The first difference that is no such member. */
export function firstBeyondFiles(
  differences: Iterable<Difference>,
  files: readonly SentFile[],
): Difference | undefined {
  for (const difference of differences) if (!isFileReference(difference, files)) return difference;
  return undefined;
}
