/** How well an answer of the files endpoint is an archive of the files that were asked for. */
import type { Exchange, ZipEntry } from "../../spec/vocabulary/history.ts";

/** Nothing but the files asked for, each once. */
export const exactly = 100;

/** What a request for the same list under a name that no target knows was answered. */
type Baseline = Exchange | undefined;

/**
 * From 0 (says nothing) to 100 (exactly the files asked for). Answers that are the same as the baseline's score nothing:
 * then the parameter had no effect.
 */
export function zipScore(exchange: Exchange | undefined, wanted: readonly string[], baseline: Baseline): number {
  const entries = entriesOf(exchange);
  if (!entries) return 0;
  const contents = entries.map(({ sha256 }) => sha256).toSorted();
  const before = entriesOf(baseline)
    ?.map(({ sha256 }) => sha256)
    .toSorted();
  if (before && sameTexts(contents, before)) return 0;
  if (sameTexts(contents, wanted.toSorted())) return exactly;
  const found = wanted.filter((sha256) => contents.includes(sha256)).length;
  if (found === wanted.length) return 80;
  if (found > 0) return contents.length === wanted.length ? 70 : 50;
  if (contents.length === wanted.length) return 40;
  // An archive where the nonsense name was refused shows that the name is understood, if not what it does.
  return before ? 0 : 30;
}

/** The files in the archive of an answer; undefined where it is none. */
export function entriesOf(exchange: Exchange | undefined): readonly ZipEntry[] | undefined {
  const response = exchange?.response;
  if (!response || response.status < 200 || response.status > 299) return undefined;
  return response.zip?.entries.filter(({ directory }) => !directory);
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, index) => text === right[index]);
}
