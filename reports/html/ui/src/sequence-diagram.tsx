/** The course of a failing script: who asked what when, branches that ran at the same time side by side. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { operationById } from "../../../../spec/operations.ts";
import type { SequencedExchange, SequenceResult } from "../../../results/model.ts";
import { counted, latency } from "../../../text/numbers.ts";
import { printable } from "../../../text/escape.ts";
import { operationName } from "./operation-names.ts";
import { layoutOf, type DrawnExchange, type SequenceLayout } from "./sequence-layout.ts";

interface SequenceDiagramProps {
  readonly sequence: SequenceResult;
  /** Indexes of the exchanges that show the failure, the decisive one first. */
  readonly shown: readonly number[];
}

export function SequenceDiagram({ sequence, shown }: SequenceDiagramProps) {
  const { exchanges, total } = sequence;
  const layout = layoutOf(sequence);
  const [decisive] = shown;
  const scroll = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawn = layout.exchanges.find(({ exchange }) => exchange.index === decisive);
    if (scroll.current && drawn) scroll.current.scrollTop = drawn.answeredY - scroll.current.clientHeight + 60;
  }, []);
  if (exchanges.length < 2) return null;
  const wrong = exchanges.find(({ index }) => index === decisive);
  const left = total - exchanges.length;
  const summary =
    `${counted(total, "exchange")} of the script${layout.lanes.length > 1 ? `, up to ${layout.lanes.length} at the same time` : ""}.` +
    (wrong ? ` The failing answer is that to exchange ${wrong.index}: ${told(wrong)}.` : "") +
    (left > 0 ? ` ${counted(left, "exchange")} are not drawn.` : "");
  return (
    <div class="sequence">
      <h4>Course</h4>
      <div class="sequence-scroll" ref={scroll} tabIndex={0} role="group" aria-label="Sequence diagram, scrollable">
        <svg
          role="img"
          aria-label={summary}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
        >
          <Frame layout={layout} />
          {layout.exchanges.map((drawn) => (
            <Arrow key={drawn.exchange.index} drawn={drawn} layout={layout} shown={shown} />
          ))}
        </svg>
      </div>
      <ol class="visually-hidden">
        {exchanges.map((exchange) => (
          <li
            key={exchange.index}
          >{`Exchange ${exchange.index}: ${told(exchange)}${markOf(exchange, shown).words}`}</li>
        ))}
      </ol>
      <p class="quiet" aria-hidden="true">
        <b class="mark-wrong">✗</b> the failing answer
        {shown.length > 1 && (
          <>
            {" "}
            · <b>●</b> answers it was held against
          </>
        )}
      </p>
    </div>
  );
}

/** Lanes, the service, groups of branches, and what is not drawn. */
function Frame({ layout }: { readonly layout: SequenceLayout }) {
  const { lanes, serviceX, width, height, groups, gaps, wordsX } = layout;
  return (
    <>
      {groups.map(({ fromY, toY }) => (
        <g key={fromY} class="group">
          <rect x={2} y={fromY} width={width - 4} height={toY - fromY} rx={4} />
          <text x={wordsX} y={fromY + 13}>
            at the same time
          </text>
        </g>
      ))}
      {[...lanes, serviceX].map((x) => (
        <line key={x} class="lifeline" x1={x} x2={x} y1={20} y2={height - 4} />
      ))}
      {lanes.map((x, lane) => (
        <text key={x} class="head" x={x} y={14} text-anchor="middle">
          {lanes.length > 1 ? lane + 1 : ""}
        </text>
      ))}
      <text class="head" x={lanes.length > 1 ? wordsX : 4} y={14}>
        {lanes.length > 1 ? "branches" : "script"}
      </text>
      <text class="head" x={width - 4} y={14} text-anchor="end">
        service
      </text>
      {gaps.map(({ y, count }) => (
        <text key={y} class="gap" x={wordsX} y={y - 4}>
          … {counted(count, "exchange")} not drawn
        </text>
      ))}
    </>
  );
}

interface ArrowProps {
  readonly drawn: DrawnExchange;
  readonly layout: SequenceLayout;
  readonly shown: readonly number[];
}

function Arrow({ drawn, layout, shown }: ArrowProps) {
  const { exchange, x, sentY, answeredY } = drawn;
  const { serviceX, wordsX } = layout;
  const { kind, face } = operationById(exchange.operation);
  const mark = markOf(exchange, shown);
  const answered = /^\d/.test(exchange.outcome);
  return (
    <g class={mark.class}>
      {mark.class === "wrong" && (
        <rect class="ground" x={wordsX - 4} y={answeredY - 16} width={serviceX - wordsX + 4} height={18} rx={3} />
      )}
      <rect class="busy" x={x - 3} y={sentY - 1} width={6} height={Math.max(4, answeredY - sentY + 2)} rx={2} />
      <path class="sent" d={`M${x + 3} ${sentY}H${serviceX - 1}m-6 -4l6 4l-6 4`} />
      <text x={wordsX} y={sentY - 4}>
        <tspan class="number">{exchange.index}</tspan> {kind} <tspan class="number">{face}</tspan>
      </text>
      <path
        class={answered ? "answer" : "answer lost"}
        d={
          answered
            ? `M${serviceX} ${answeredY}H${x + 4}m6 -4l-6 4l6 4`
            : `M${x + 4} ${answeredY}H${(x + serviceX) / 2}m-4 -4l8 8m0 -8l-8 8`
        }
      />
      <text x={serviceX - 8} y={answeredY - 4} text-anchor="end">
        {mark.sign} <tspan class={`code-${answered ? exchange.outcome[0] : "0"}`}>{printable(exchange.outcome)}</tspan>{" "}
        {latency(exchange.durationMs)}
      </text>
    </g>
  );
}

function markOf({ index }: SequencedExchange, shown: readonly number[]) {
  if (index === shown[0]) return { class: "wrong", sign: "✗", words: "; this is the failing answer" };
  if (shown.includes(index)) return { class: "beside", sign: "●", words: "; the failing answer was held against it" };
  return { class: "other", sign: "", words: "" };
}

function told({ operation, outcome, durationMs, step }: SequencedExchange): string {
  const [, branch, inner] = step.split(".");
  const where = inner === undefined ? "" : ` in branch ${Number(branch) + 1}`;
  return `${operationName(operation)}${where}, ${/^\d/.test(outcome) ? "answered " : ""}${printable(outcome)} after ${latency(durationMs)}`;
}
