/** What changed since a previous run. */
import type { Changes as ChangeSet, StatusChange } from "../../../text/changes.ts";
import { latency } from "../../../text/numbers.ts";
import { RichText } from "./rich-text.tsx";
import { StatusSign } from "./status.tsx";
import { ReadingValue } from "./reading-value.tsx";

export function Changes({ changes }: { readonly changes: ChangeSet }) {
  const { broken, mended, other, readings, latencies, previousStartedAt } = changes;
  const nothing = [broken, mended, other, readings, latencies].every((list) => list.length === 0);
  return (
    <section id="changes" aria-labelledby="changes-title" tabIndex={-1}>
      <h2 id="changes-title">
        Changes <span class="quiet">since {previousStartedAt.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}</span>
      </h2>
      {nothing && <p>Nothing changed.</p>}
      <div class="change-columns">
        <StatusChanges title="Newly broken" list={broken} />
        <StatusChanges title="Mended" list={mended} />
        <StatusChanges title="Otherwise changed" list={other} />
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
        {latencies.length > 0 && (
          <div>
            <h3>Much slower or faster</h3>
            <ul class="change-list">
              {latencies.map(({ operationId, p95BeforeMs, p95NowMs }) => (
                <li key={operationId}>
                  <b>{operationId}</b>: p95 {latency(p95BeforeMs)} <span aria-hidden="true">→</span>
                  <span class="visually-hidden">is now</span> {latency(p95NowMs)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}

function StatusChanges({ title, list }: { readonly title: string; readonly list: readonly StatusChange[] }) {
  if (list.length === 0) return null;
  return (
    <div>
      <h3>
        {title} <span class="quiet">{list.length}</span>
      </h3>
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
    </div>
  );
}
