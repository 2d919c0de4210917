/** What changed since a previous run. */
import {
  nothingChanged,
  type Changes as ChangeSet,
  type OperationChange,
  type StatusChange,
} from "../../../text/changes.ts";
import { printable } from "../../../text/escape.ts";
import { counted, latency } from "../../../text/numbers.ts";
import { RichText } from "./rich-text.tsx";
import { StatusSign } from "./status.tsx";
import { ReadingValue } from "./reading-value.tsx";

export function Changes({ changes }: { readonly changes: ChangeSet }) {
  const { broken, learned, mended, lost, leftOut, other, readings, latencies, operations, previousStartedAt } = changes;
  return (
    <section id="changes" aria-labelledby="changes-title" tabIndex={-1}>
      <h2 id="changes-title">
        Changes <span class="quiet">since {previousStartedAt.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}</span>
      </h2>
      {nothingChanged(changes) && <p>Nothing changed.</p>}
      <div class="change-columns">
        <StatusChanges title="Newly broken" list={broken} />
        <StatusChanges title="Newly demanded by the suite" list={learned} />
        <StatusChanges title="Mended" list={mended} />
        <StatusChanges title="No longer judged" list={lost} />
        <OperationChanges list={operations} />
        {readings.length > 0 && (
          <div>
            <h3>Open points read otherwise</h3>
            <ul class="change-list">
              {readings.map(({ id, before, now }) => (
                <li key={id}>
                  <b>{id}</b>: <ReadingValue value={before} /> <span aria-hidden="true">→</span>
                  <span class="visually-hidden">is now</span> <ReadingValue value={now} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {leftOut.length > 0 && (
        <details class="more-changes">
          <summary>{counted(leftOut.length, "requirement")} that this run was not asked for</summary>
          <StatusList list={leftOut} />
        </details>
      )}
      {other.length > 0 && (
        <details class="more-changes">
          <summary>{counted(other.length, "other change")} of status</summary>
          <StatusList list={other} />
        </details>
      )}
      {latencies.length > 0 && (
        <details class="more-changes">
          <summary>{counted(latencies.length, "operation")} much slower or faster</summary>
          <ul class="change-list columns">
            {latencies.map(({ operationId, p95BeforeMs, p95NowMs }) => (
              <li key={operationId}>
                <b>{operationId}</b>: p95 {latency(p95BeforeMs)} <span aria-hidden="true">→</span>
                <span class="visually-hidden">is now</span> {latency(p95NowMs)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Operations that nobody called any more, that are called now, or that answer with troubles of a new kind. */
function OperationChanges({ list }: { readonly list: readonly OperationChange[] }) {
  if (list.length === 0) return null;
  return (
    <div>
      <h3>
        Operations <span class="quiet">{list.length}</span>
      </h3>
      <ul class="change-list">
        {list.map(({ operationId, exchangesBefore, exchangesNow, newTroubles }) => (
          <li key={operationId}>
            <b>{operationId}</b>{" "}
            {exchangesNow === 0
              ? `is no longer called (${counted(exchangesBefore, "exchange")} before)`
              : exchangesBefore === 0
                ? `is called now (${counted(exchangesNow, "exchange")})`
                : ""}
            {newTroubles.length > 0 &&
              ` answers with ${newTroubles.map(printable).join(", ")}, which it did not before`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function StatusChanges({ title, list }: { readonly title: string; readonly list: readonly StatusChange[] }) {
  if (list.length === 0) return null;
  return (
    <div>
      <h3>
        {title} <span class="quiet">{list.length}</span>
      </h3>
      <StatusList list={list} />
    </div>
  );
}

function StatusList({ list }: { readonly list: readonly StatusChange[] }) {
  return (
    <ul class="change-list">
      {list.map(({ id, statement, before, now }) => (
        <li key={id}>
          {now && <StatusSign status={now} />} <a href={`#${id}`}>{id}</a> <RichText text={statement} />{" "}
          <span class="quiet">
            ({before ?? "new"} → {now ?? "gone"})
          </span>
        </li>
      ))}
    </ul>
  );
}
