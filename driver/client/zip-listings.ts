/** Lists of contents that archives bring beside the files, such as a `MANIFEST`: texts that name every other entry. */
import type { ZipEntry } from "../../spec/vocabulary/history.ts";

/** A longer text is no list of what a script attached. */
const maxTextBytes = 65_536;
/** A shorter name stands in many texts by chance. */
const leastName = 3;

/** The entries, with those marked that list all others. @param contents of the entries, in their order */
export function withListings(entries: readonly ZipEntry[], contents: readonly Buffer[]): readonly ZipEntry[] {
  const files = entries.filter(({ directory }) => !directory);
  if (files.length < 2) return entries;
  const namesLength = files.reduce((sum, { name }) => sum + baseOf(name).length, 0);
  return entries.map((entry, at): ZipEntry => {
    const content = contents[at];
    const least = namesLength - baseOf(entry.name).length;
    if (entry.directory || !content || content.length < least / 2 || content.length > maxTextBytes) return entry;
    const text = content.toString("utf8");
    const letters = lettersOf(text);
    const isTold = ({ name, sha256 }: ZipEntry): boolean =>
      text.includes(sha256) || (baseOf(name).length >= leastName && letters.includes(lettersOf(baseOf(name))));
    return files.every((one) => one === entry || isTold(one)) ? { ...entry, listsOthers: true } : entry;
  });
}

/** The name without its folders, and without the number of one that several entries would have. */
const baseOf = (name: string): string =>
  name.slice(name.lastIndexOf("/") + 1).replace(/ ?\(\d{1,3}\)(?=\.[^.]*$|$)/, "");

/** Letters and digits alone: entries may be named with other signs than the files that are told. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "");
