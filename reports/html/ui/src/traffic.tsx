/** What was sent over the time of the run, and what came back. */
import { useState } from "preact/hooks";
import type { TrafficResult, TrafficSpan } from "../../../results/model.ts";
import { counted, duration, grouped, latency } from "../../../text/numbers.ts";
import type { PageData } from "./data.ts";
import { StatusMap } from "./status-map.tsx";
import { TrafficPanel } from "./traffic-panel.tsx";

export function Traffic({ data }: { readonly data: PageData }) {
  return (
    <section id="traffic" aria-labelledby="traffic-title" tabIndex={-1}>
      <h2 id="traffic-title">Traffic</h2>
      {data.traffic && data.traffic.spans.length > 0 && <Timeline traffic={data.traffic} />}
      <StatusMap operations={data.operations} />
    </section>
  );
}

function Timeline({ traffic }: { readonly traffic: TrafficResult }) {
  const { spans, spanMs } = traffic;
  const lengthMs = (spans.at(-1)?.atMs ?? 0) + spanMs;
  const rate = ({ exchanges }: TrafficSpan): number => (exchanges * 1000) / spanMs;
  const busiest = most(spans, rate);
  const slowest = most(spans, ({ slowestMs }) => slowestMs);
  const worst = most(spans, troubledIn);
  const troubled = spans.reduce((sum, span) => sum + (span.troubled ?? 0), 0);
  const total = spans.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const shared = { spans, spanMs, lengthMs };
  return (
    <div class="timeline">
      <TrafficPanel
        {...shared}
        title="Exchanges per second"
        told={`${grouped((total * 1000) / lengthMs)} on average, at most ${grouped(rate(busiest))}, ${after(busiest)}`}
        barOf={(span) => ({ height: rate(span) / rate(busiest), title: `${grouped(rate(span))} per second` })}
      />
      <TrafficPanel
        {...shared}
        title="Latency"
        kind="slowest"
        told={`at most ${latency(slowest.slowestMs)}, ${after(slowest)}; full bar: mean, pale: slowest, on a logarithmic scale`}
        barOf={(span) => ({
          height: heightOf(span.slowestMs, slowest.slowestMs),
          inner: heightOf(span.meanMs, slowest.slowestMs),
          title: `mean ${latency(span.meanMs)}, slowest ${latency(span.slowestMs)}`,
        })}
      />
      <TrafficPanel
        {...shared}
        title="429, 5xx or no answer"
        kind="troubled"
        told={troubledTold(troubled, worst)}
        barOf={(span) => ({
          height: troubledIn(span) / Math.max(1, troubledIn(worst)),
          title: `${grouped(troubledIn(span))} of ${grouped(span.exchanges)}`,
        })}
      />
      <p class="quiet time-axis" aria-hidden="true">
        <span>0 s</span> <span>{duration(lengthMs / 2)}</span> <span>{duration(lengthMs)}</span>
      </p>
      <Numbers traffic={traffic} />
    </div>
  );
}

/** The same as a table, for who does not see the pictures. */
function Numbers({ traffic: { spans, spanMs } }: { readonly traffic: TrafficResult }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As numbers, by {duration(spanMs)}</summary>
      {open && (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">After</th>
              <th scope="col">Exchanges</th>
              <th scope="col">Mean</th>
              <th scope="col">Slowest</th>
              <th scope="col">429, 5xx or none</th>
            </tr>
          </thead>
          <tbody>
            {spans.map((span) => (
              <tr key={span.atMs}>
                <th scope="row">{duration(span.atMs)}</th>
                <td>{grouped(span.exchanges)}</td>
                <td>{latency(span.meanMs)}</td>
                <td>{latency(span.slowestMs)}</td>
                <td>{grouped(troubledIn(span))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function troubledIn({ troubled = 0 }: TrafficSpan): number {
  return troubled;
}

function troubledTold(count: number, worst: TrafficSpan): string {
  if (count === 0) return "none";
  return `${counted(count, "exchange")}, ${count === 1 ? "" : "most "}${after(worst)}`;
}

function after({ atMs }: TrafficSpan): string {
  return `after ${duration(atMs)}`;
}

function most(spans: readonly TrafficSpan[], of: (span: TrafficSpan) => number): TrafficSpan {
  return spans.reduce((best, span) => (of(span) > of(best) ? span : best));
}

/** A share of the height: the highest is 1, a tenth of it is a third lower. */
function heightOf(ms: number, highestMs: number): number {
  if (ms <= 0 || highestMs <= 0) return 0;
  return Math.max(0.03, 1 + Math.log10(ms / highestMs) / 3);
}
