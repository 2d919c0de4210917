/** Operations × kinds of defect: how many of the defects that were put into the answers would have been noticed. */
import { operations } from "../../../../spec/operations.ts";
import type { SensitivityResult } from "../../../results/model.ts";
import { counted } from "../../../text/numbers.ts";
import { percent, sensitivitySentence } from "../../../text/sensitivity.ts";

const mostShown = 20;

export function Sensitivity({ sensitivity }: { readonly sensitivity: SensitivityResult }) {
  const { cells, extent, unnoticed, weak, mutants, noticed } = sensitivity;
  const kinds = [...new Set(cells.map(({ kind }) => kind))];
  const measured = operations.filter(({ id }) => cells.some(({ operation }) => operation === id));
  return (
    <section id="sensitivity" aria-labelledby="sensitivity-title" tabIndex={-1}>
      <h2 id="sensitivity-title">What this result is worth</h2>
      <p>
        {sensitivitySentence(sensitivity)} Answers of this target were changed as a defective service would have given
        them, and judged again{extent === "sample" ? ": a sample of what can be changed" : ""}. Nothing was sent for it.
      </p>
      <p class="quiet">
        Each field says how many defects of a kind were noticed in the answers of an operation. Where it is dashed, some
        were not; where it is framed, fewer than half were. What they are is said below.
      </p>
      {/* A region that scrolls must be reached by the keyboard. */}
      <div class="scroll" role="region" aria-label="Noticed defects" tabIndex={0}>
        <table class="heat">
          <caption class="visually-hidden">Noticed defects by operation and kind of defect</caption>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {kind}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measured.map(({ id }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                {kinds.map((kind) => {
                  const cell = cells.find((one) => one.operation === id && one.kind === kind);
                  if (!cell) return <td key={kind} class="none" />;
                  const share =
                    cell.noticed === cell.mutants ? "all" : cell.noticed * 2 >= cell.mutants ? "most" : "few";
                  return (
                    <td key={kind} class={share} title={`${percent(cell.noticed, cell.mutants)} noticed`}>
                      {cell.noticed}/{cell.mutants}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {unnoticed.length > 0 && (
        <details>
          <summary>{counted(mutants - noticed, "defect")} would not have been noticed</summary>
          <ul>
            {unnoticed.slice(0, mostShown).map(({ operation, what, script, exchange, operator }) => (
              <li key={`${script} ${String(exchange)} ${operator}`}>
                <code>{operation}</code>: {what}{" "}
                <span class="quiet">
                  ({script}, exchange {exchange})
                </span>
              </li>
            ))}
            {unnoticed.length > mostShown && <li class="quiet">and more, in results.json</li>}
          </ul>
        </details>
      )}
      {weak.length > 0 && <p>Passed, and noticed none of these defects: {weak.join(", ")}.</p>}
    </section>
  );
}
