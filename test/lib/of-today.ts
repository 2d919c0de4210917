/**
 * Long tests of which `.ci/run` sees a part each day, so that it ends in a quarter of an hour: it sets LONG_TESTS=today.
 * Without that, all of them run.
 */
const day = Math.floor(Date.now() / 86_400_000);

/** Every n-th of a list, another part each day (UTC). */
export function ofToday<T>(list: readonly T[], parts: number): readonly T[] {
  return process.env["LONG_TESTS"] === "today" ? list.filter((_, place) => place % parts === day % parts) : list;
}
