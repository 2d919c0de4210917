/** Evenly spread over a list: the same entries every time, from every part of it. */
export function sampleOf<T>(list: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, list.length / count);
  return list
    .filter((_, position) => Math.floor(position / step) !== Math.floor((position - 1) / step))
    .slice(0, count);
}
