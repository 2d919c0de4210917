/** A small picture of how latencies are distributed. */
import type { OperationResult } from "../../../results/model.ts";
import { latency } from "../../../text/numbers.ts";

const boundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const barWidth = 10;
const height = 32;

export function LatencyChart({ measured }: { readonly measured: OperationResult }) {
  const { latencyBuckets: buckets, latencyMs } = measured;
  if (!buckets) return null;
  const most = Math.max(1, ...buckets);
  const width = buckets.length * barWidth;
  const label = `Latencies: half within ${latency(latencyMs.p50)}, 95 % within ${latency(latencyMs.p95)}, 99 % within ${latency(latencyMs.p99)}`;
  const x = placeOf(latencyMs.p95);
  return (
    <svg
      class="latencies"
      viewBox={`0 0 ${width} ${height + 2}`}
      width={width}
      height={height + 2}
      role="img"
      aria-label={label}
    >
      {buckets.map((count, at) => {
        // Every bucket that is not empty is at least two pixels high, or a slow tail could not be seen.
        const tall = count === 0 ? 0 : Math.max(2, (count / most) * (height - 4));
        return (
          <rect key={at} x={at * barWidth + 1} y={height - tall} width={barWidth - 2} height={tall} rx={1}>
            <title>{`${rangeOf(at)}: ${count}`}</title>
          </rect>
        );
      })}
      <line class="axis" x1={0} x2={width} y1={height + 0.5} y2={height + 0.5} />
      <line class="p95" x1={x} x2={x} y1={0} y2={height} />
    </svg>
  );
}

function rangeOf(at: number): string {
  const [low, high] = [boundsMs[at - 1], boundsMs[at]];
  if (low === undefined) return "below 1 ms";
  return high === undefined ? "5 s and more" : `${latency(low)} to ${latency(high)}`;
}

/** Where a latency stands on the axis of buckets. */
function placeOf(ms: number): number {
  const found = boundsMs.findIndex((bound) => ms < bound);
  const at = found < 0 ? boundsMs.length : found;
  const [low = 0, high = 10_000] = [boundsMs[at - 1], boundsMs[at]];
  return (at + Math.min(1, (ms - low) / (high - low))) * barWidth;
}
