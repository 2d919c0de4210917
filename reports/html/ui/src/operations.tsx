/** Operations × faces: what was sent, what came back, how long it took. */
import {
  faces,
  operationKinds,
  operationOf,
  type Face,
  type Operation,
  type OperationKind,
} from "../../../../spec/operations.ts";
import type { OperationResult } from "../../../results/model.ts";
import { counted, grouped, latency } from "../../../text/numbers.ts";
import { isOver } from "../../../results/latency.ts";
import { statusOn } from "../../../results/on-operation.ts";
import type { PageData } from "./data.ts";
import type { Filter } from "./filter.ts";
import { LatencyChart } from "./latency-chart.tsx";
import { kindNames } from "./operation-names.ts";
import { StatusSign, statusOrder } from "./status.tsx";

type Show = (wanted: Partial<Filter>) => void;

export function Operations({ data, show }: { readonly data: PageData; readonly show: Show }) {
  return (
    <section id="operations" aria-labelledby="operations-title" tabIndex={-1}>
      <h2 id="operations-title">Operations</h2>
      <table class="matrix">
        <caption class="visually-hidden">Operations and faces with statuses and latencies</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {faces.map((face) => (
              <th key={face} scope="col">
                {face}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operationKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{kindNames[kind]}</th>
              {faces.map((face) => (
                <Cell key={face} kind={kind} face={face} data={data} show={show} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        The pictures show how many exchanges took how long, from below 1 ms on the left to above 5 s on the right; the
        mark is the 95th percentile.
      </p>
    </section>
  );
}

interface CellProps {
  readonly kind: OperationKind;
  readonly face: Face;
  readonly data: PageData;
  readonly show: Show;
}

function Cell({ kind, face, data, show }: CellProps) {
  const operation = operationOf(kind, face);
  if (!operation) {
    return (
      <td class="absent">
        <span class="quiet">not in this set</span>
      </td>
    );
  }
  const measured = data.operations.find((candidate) => candidate.operationId === operation.id);
  return (
    <td data-face={face}>
      <code class="path">
        {operation.method} {operation.path}
      </code>
      {measured ? <Measured measured={measured} /> : <p class="quiet">no exchange</p>}
      <JudgedBy operation={operation} data={data} show={show} />
    </td>
  );
}

function Measured({ measured }: { readonly measured: OperationResult }) {
  const { p50, p95, p99 } = measured.latencyMs;
  return (
    <div class="measured">
      <ul class="codes" aria-label={counted(measured.exchanges, "exchange")}>
        {Object.entries(measured.statuses).map(([status, count]) => (
          <li key={status} class={/^\d/.test(status) ? `code-${status[0]}` : "code-0"}>
            <b>{status}</b> {grouped(count)}
          </li>
        ))}
      </ul>
      <LatencyChart measured={measured} />
      <p class="percentiles">
        <span>
          <span class="quiet">p50</span> {latency(p50)}
        </span>{" "}
        <span>
          <span class="quiet">p95</span> {latency(p95)}
          {isOver(measured) && <b class="over-budget"> above your budget of {latency(measured.p95BudgetMs ?? 0)}</b>}
        </span>{" "}
        <span>
          <span class="quiet">p99</span> {latency(p99)}
        </span>
      </p>
    </div>
  );
}

/** What the requirements that cover the operation are there; a button shows them. */
function JudgedBy({
  operation,
  data,
  show,
}: {
  readonly operation: Operation;
  readonly data: PageData;
  readonly show: Show;
}) {
  const here = data.requirements.flatMap((requirement) => statusOn(requirement, operation.id) ?? []);
  const counts = statusOrder
    .map((status) => ({ status, count: here.filter((one) => one === status).length }))
    .filter(({ count }) => count > 0);
  if (here.length === 0) return null;
  return (
    <button type="button" class="judged-by" onClick={() => show({ operation: operation.id })}>
      <span class="visually-hidden">Show the requirements on {operation.id}: </span>
      {counts.map(({ status, count }) => (
        <span key={status} title={`${count} ${status}`}>
          <StatusSign status={status} />
          {count}
          <span class="visually-hidden"> {status} </span>
        </span>
      ))}
    </button>
  );
}
