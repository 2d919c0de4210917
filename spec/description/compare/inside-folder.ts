/** A description may refer to files beside it, and to none elsewhere on the machine that reads it. */
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { DescriptionError } from "./document.ts";

/** The path, where it is below the folder, also by the links on its way. @throws DescriptionError */
export function insideFolder(folder: string, path: string): string {
  if (!isBelow(folder, path) || !isBelow(realpathOf(folder), realpathOf(path)))
    throw new DescriptionError("it leads out of the folder of the description; bundle the description into one file");
  return path;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Of a file that is not there, where it would be: reading it says the rest. */
function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : `${realpathOf(dirname(path))}${sep}${path.slice(dirname(path).length)}`;
  }
}
