/** The first text that stands in a list a second time, found in one walk: lists of strangers may be long. */
export function firstTwice(list: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return list.find((text) => seen.size === seen.add(text).size);
}
