/** Paths that content names: none may lead out of its folder. */
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { UsageError } from "../../usage-error.ts";

/** The path of `name` below the folder. @throws UsageError where it leads out of it, by its parts or by a link. */
export function insideFolder(folder: string, name: string): string {
  const file = resolve(folder, name);
  if (!isBelow(folder, file) || !isBelow(realpathSync(folder), realpathOf(dirname(file)), true))
    throw new UsageError(
      `"${name}" leads out of the folder ${folder}, and nothing is written or deleted there. ` +
        "Take away the file or the link that says so, or name another --output.",
    );
  return file;
}

/** True for two names of one folder. */
export function isSameFolder(one: string, other: string): boolean {
  return realpathOf(resolve(one)) === realpathOf(resolve(other));
}

/** True where something stands at the path, also a link that leads nowhere. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isBelow(folder: string, path: string, orSame = false): boolean {
  const way = relative(folder, path);
  if (way === "") return orSame;
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where the path really is, as far as it exists. */
function realpathOf(path: string): string {
  let existing = path;
  while (!existsSync(existing) && !isThere(existing)) existing = dirname(existing);
  return resolve(realpathSync(existing), relative(existing, path));
}
