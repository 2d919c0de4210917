/** Operations × statuses: how often each answer came, the more often the stronger its colour. */
import type { OperationResult } from "../../../results/model.ts";
import { counted, grouped } from "../../../text/numbers.ts";
import { printable } from "../../../text/escape.ts";
import { operationName } from "./operation-names.ts";

/** Statuses beyond it, the rarest, share the last column. */
const maxColumns = 14;
const levels = 5;
const others = "others";

export function StatusMap({ operations }: { readonly operations: readonly OperationResult[] }) {
  if (operations.length === 0) return null;
  const columns = columnsOf(operations);
  const highest = Math.max(...operations.flatMap(({ statuses }) => Object.values(statuses)));
  return (
    <div class="status-map" tabIndex={0} role="group" aria-label="Answers by operation and status, scrollable">
      <table>
        <caption>Answers by operation and status</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {columns.map((status) => (
              <th key={status} scope="col">
                {printable(status)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operationId, statuses }) => (
            <tr key={operationId}>
              <th scope="row">{operationName(operationId)}</th>
              {columns.map((status) => {
                const count = countOf(statuses, status, columns);
                if (count === 0) return <td key={status} />;
                const level = Math.max(1, Math.ceil((levels * Math.log(count + 1)) / Math.log(highest + 1)));
                return (
                  <td
                    key={status}
                    class={`heat-${level} family-${familyOf(status)}`}
                    title={`${operationName(operationId)}: ${counted(count, "answer")} ${status}`}
                  >
                    {grouped(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function columnsOf(operations: readonly OperationResult[]): readonly string[] {
  const totals = new Map<string, number>();
  for (const { statuses } of operations)
    for (const [status, count] of Object.entries(statuses)) totals.set(status, (totals.get(status) ?? 0) + count);
  const byCount = [...totals].sort(([, a], [, b]) => b - a).map(([status]) => status);
  const shown = byCount.slice(0, byCount.length > maxColumns ? maxColumns - 1 : maxColumns).sort();
  return byCount.length > maxColumns ? [...shown, others] : shown;
}

function countOf(statuses: OperationResult["statuses"], column: string, columns: readonly string[]): number {
  if (column !== others) return Object.hasOwn(statuses, column) ? (statuses[column] ?? 0) : 0;
  return Object.entries(statuses).reduce((sum, [status, count]) => (columns.includes(status) ? sum : sum + count), 0);
}

/** Good, refused, or in trouble: as the timeline counts. */
function familyOf(status: string): "good" | "refused" | "troubled" {
  if (/^[23]/.test(status)) return "good";
  return /^4/.test(status) && status !== "429" ? "refused" : "troubled";
}
