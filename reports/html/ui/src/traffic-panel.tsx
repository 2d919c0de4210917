/** One line of the timeline: a bar for each span of time. */
import type { TrafficSpan } from "../../../results/model.ts";
import { duration } from "../../../text/numbers.ts";

const height = 40;

interface Bar {
  /** From 0 to 1. */
  readonly height: number;
  /** Of a second bar before it. */
  readonly inner?: number;
  readonly title: string;
}

interface TrafficPanelProps {
  readonly title: string;
  readonly told: string;
  readonly kind?: "slowest" | "troubled";
  readonly spans: readonly TrafficSpan[];
  readonly spanMs: number;
  readonly lengthMs: number;
  readonly barOf: (span: TrafficSpan) => Bar;
}

export function TrafficPanel({ title, told, kind, spans, spanMs, lengthMs, barOf }: TrafficPanelProps) {
  const bars = spans.map((span) => ({ span, ...barOf(span) }));
  const width = Math.round(lengthMs / spanMs);
  return (
    <figure class={`traffic-panel ${kind ?? ""}`}>
      <figcaption>
        <b>{title}</b> <span class="quiet">{told}</span>
      </figcaption>
      {bars.some((bar) => bar.height > 0) && (
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${title}: ${told}`}>
          {bars.map(({ span, height: share, inner, title: words }) => {
            const x = Math.round(span.atMs / spanMs);
            return (
              <g key={span.atMs}>
                <Rect x={x} share={share} />
                {inner !== undefined && <Rect x={x} share={inner} inner />}
                <title>{`After ${duration(span.atMs)}: ${words}`}</title>
              </g>
            );
          })}
        </svg>
      )}
    </figure>
  );
}

function Rect({ x, share, inner = false }: { readonly x: number; readonly share: number; readonly inner?: boolean }) {
  // What is there is seen, however little it is.
  const tall = share <= 0 ? 0 : Math.max(1.5, share * height);
  return <rect class={inner ? "inner" : ""} x={x + 0.08} width={0.84} y={height - tall} height={tall} />;
}
