/** How the run was made. */
import { printable } from "../../../text/escape.ts";
import { counted, duration, grouped } from "../../../text/numbers.ts";
import type { PageData } from "./data.ts";

export function RunFacts({ data }: { readonly data: PageData }) {
  const { suite, environment, summary, tracesLeft, errors = [] } = data;
  const facts: readonly (readonly [string, string])[] = [
    ["Suite", `${suite.name} ${suite.version}`],
    ["Interface description", suite.specDigest],
    ["Environment", `${environment.name}, ${environment.baseUrl}, ${environment.access}`],
    ["Run", data.runId],
    ["Started", data.startedAt],
    ["Took", duration(summary.durationMs)],
    ["Depth and seed", `${data.depth}, ${data.seed}`],
    ["Sent", `${counted(summary.exchanges, "exchange")} in ${counted(summary.cases, "case")}`],
    ["Traces created", `${grouped(summary.tracesCreated)}, of which ${grouped(tracesLeft.count)} are known to be left`],
    ["Traces perhaps created", grouped(summary.tracesPerhapsCreated ?? 0)],
  ];
  return (
    <section id="run" aria-labelledby="run-title" tabIndex={-1}>
      <h2 id="run-title">This run</h2>
      {errors.length > 0 && (
        <>
          <h3>Errors of the suite itself</h3>
          <ul class="errors">
            {errors.map((error) => (
              <li key={error.message}>
                {error.requirement && <a href={`#${error.requirement}`}>{error.requirement}</a>}{" "}
                {printable(error.message)} {error.count > 1 && <span class="quiet">{error.count}×</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <dl class="run-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{printable(value)}</dd>
          </div>
        ))}
      </dl>
      {tracesLeft.count > 0 && (
        <details>
          <summary>{counted(tracesLeft.count, "trace")} left on the target</summary>
          <ul class="traces-left">
            {tracesLeft.first.map((trace) => (
              <li key={trace}>
                <code>{printable(trace)}</code>
              </li>
            ))}
          </ul>
          {tracesLeft.count > tracesLeft.first.length && <p class="quiet">The others are in results.json.</p>}
        </details>
      )}
    </section>
  );
}
