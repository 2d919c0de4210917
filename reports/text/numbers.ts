/** Numbers as people read them. */

/** `4,312` */
export function grouped(number: number): string {
  return Math.round(number).toLocaleString("en", { useGrouping: true });
}

/** `1 trace`, `4,312 traces` */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

/** `840 ms`, `12.4 s`, `3 min 5 s`, `2 h 10 min` */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** `0.42 ms`, `12 ms`, `1.2 s`: a latency in few characters. */
export function latency(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms >= 10 || ms === 0) return `${Math.round(ms)} ms`;
  return `${Number(ms.toPrecision(2))} ms`;
}

/** `512 B`, `12.1 KiB`, `8.0 GiB` */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const units = ["KiB", "MiB", "GiB"];
  const power = Math.min(Math.floor(Math.log2(count) / 10), units.length);
  return `${(count / 1024 ** power).toFixed(1)} ${units[power - 1] ?? ""}`;
}

/** `8 GiB`, `5 min`: what somebody set, without digits that say nothing. */
export function plainly(text: string): string {
  return text.replace(/\.0 /, " ").replace(/ 0 (?:s|min)$/, "");
}
