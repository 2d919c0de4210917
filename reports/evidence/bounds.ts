/** How large an evidence archive may be: enough for any run, and little enough to be looked at in bounded memory. */
const mebibyte = 1024 * 1024;

export const maxArchiveBytes = 128 * mebibyte;
export const maxEntries = 64;
const maxTotalBytes = 192 * mebibyte;
/** Files that are parsed or rendered again take many times their size; saved histories are only hashed. */
const maxParsedBytes = 32 * mebibyte;
/** What is mostly one character repeated packs to a thousandth; a run that is written down, to a fiftieth at most. */
const maxRatio = 400;
const freeOfRatio = 8 * mebibyte;

interface PackedFile {
  readonly name: string;
  readonly packed: number;
  readonly size: number;
}

/** Why these files are not unpacked; undefined where they are. By what the archive declares, before anything is unpacked. */
export function boundBroken(files: readonly PackedFile[]): string | undefined {
  if (files.length > maxEntries) return `it holds ${String(files.length)} files, more than ${String(maxEntries)}`;
  let total = 0;
  for (const { name, packed, size } of files) {
    total += size;
    const most = /\.ndjson(\.zst)?$/.test(name) ? maxTotalBytes : maxParsedBytes;
    if (size > most) return `${name} has ${size.toLocaleString("en")} bytes, more than ${most.toLocaleString("en")}`;
    if (size > freeOfRatio && size > packed * maxRatio)
      return `${name} is packed to less than a part in ${String(maxRatio)}, which no run is`;
  }
  return total > maxTotalBytes
    ? `its files have ${total.toLocaleString("en")} bytes, more than ${maxTotalBytes.toLocaleString("en")}`
    : undefined;
}

/** What the parts of an archive may hold as JSON: they are validated, and rendered again. */
export const jsonBounds = { maxDepth: 4_000, maxValues: 1_000_000 } as const;

const maxProblems = 100;

/** What is told of a list of complaints that an archive can make as long as it likes. */
export function boundedProblems(problems: readonly string[]): readonly string[] {
  if (problems.length <= maxProblems) return problems;
  return [...problems.slice(0, maxProblems), `and ${String(problems.length - maxProblems)} problems more`];
}
