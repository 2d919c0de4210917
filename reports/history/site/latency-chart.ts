/** Latencies over time, as lines. */
import { latency } from "../../text/numbers.ts";
import { latencyOf, type Latency } from "../latency.ts";
import { dayText, type Site, type SiteTarget } from "./site-model.ts";

const height = 120;

/** p50 and p95 of each night; empty where nothing was ever answered. */
export function latencyChart(site: Site, target: SiteTarget): string {
  const points = target.runs.flatMap((run, index) => {
    const measured = latencyOf(run);
    return measured ? [[target.dayOfRun[index] ?? 0, measured] as const] : [];
  });
  if (points.length === 0) return "";
  const most = ceilingOf(points.map(([, { p95 }]) => p95));
  const line = (of: (measured: Latency) => number): string =>
    pathOf(points.map(([day, measured]) => [day, height - Math.round((Math.min(most, of(measured)) / most) * height)]));
  const words = (of: (measured: Latency) => number): string => {
    const values = points.map(([, measured]) => of(measured));
    return `from ${latency(Math.min(...values))} to ${latency(Math.max(...values))}, last ${latency(values.at(-1) ?? 0)}`;
  };
  const label = `Latency over ${String(points.length)} runs: p50 ${words(({ p50 }) => p50)}; p95 ${words(({ p95 }) => p95)}.`;
  return `<figure class="chart"><div class="y" aria-hidden="true"><span>${latency(most)}</span><span>${latency(most / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${String(site.days)} ${String(height)}" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="grid" d="M0 0H${String(site.days)}M0 ${String(height / 2)}H${String(site.days)}M0 ${String(height)}H${String(site.days)}"/><path class="p95" d="${line(({ p95 }) => p95)}"/><path class="p50" d="${line(({ p50 }) => p50)}"/></svg>
<div class="x" aria-hidden="true"><span>${dayText(site, 0)}</span><span>${site.lastDay}</span></div>
<figcaption><span class="key p95"></span> p95 <span class="key p50"></span> p50, of all operations, each counted by its exchanges</figcaption></figure>`;
}

/** The p95 of one operation, fortnight by fortnight, as a small line. */
export function sparkline(values: readonly (number | undefined)[]): string {
  const most = ceilingOf(values.filter((value) => value !== undefined));
  const points = values.flatMap((value, at) =>
    value === undefined ? [] : [[at, 20 - Math.round((Math.min(most, value) / most) * 20)] as const],
  );
  return `<svg class=spark viewBox="0 -1 ${String(Math.max(1, values.length - 1))} 22" preserveAspectRatio=none aria-hidden=true><path d="${pathOf(points)}"/></svg>`;
}

/** A round number above nearly all: one night that hung must not press all others to the ground. */
function ceilingOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const high = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
  const wanted = Math.max(1, high * 1.1);
  const unit = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 3, 5, 10].find((step) => step * unit >= wanted) ?? 10) * unit;
}

/** A line through the points, each step relative to the one before, which takes half the characters. */
function pathOf(points: readonly (readonly [x: number, y: number])[]): string {
  let path = "";
  let [lastX, lastY] = [0, 0];
  for (const [x, y] of points) {
    const [dx, dy] = [x - lastX, y - lastY];
    if (path === "") path = `M${String(x)} ${String(y)}l0 0`;
    else path += ` ${String(dx)}${dy < 0 ? "" : " "}${String(dy)}`;
    [lastX, lastY] = [x, y];
  }
  return path;
}
