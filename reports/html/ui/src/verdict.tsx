/** The top of the page: the verdict in words, and what to do next. */
import { abbreviate, printable } from "../../../text/escape.ts";
import { CommandLine } from "./command-line.tsx";
import type { PageData } from "./data.ts";
import type { Filter } from "./filter.ts";
import { RichText } from "./rich-text.tsx";
import { statusMeanings, statusOrder, StatusSign } from "./status.tsx";
import { partialSentence } from "../../../text/headline.ts";
import { counted, duration } from "../../../text/numbers.ts";

const maxReasons = 6;

export function Verdict({ data, show }: { readonly data: PageData; readonly show: (wanted: Partial<Filter>) => void }) {
  const { environment, summary } = data;
  const partial = partialSentence(data);
  return (
    <header class={`verdict verdict-${data.tone}`}>
      <p class="product">
        trace-conformance <span class="quiet">{data.suite.version}</span>
      </p>
      <h1>
        <span class="verdict-word">{data.verdictWords}</span>
        <span class="target">{printable(environment.name)}</span>
      </h1>
      <p class="headline">
        <RichText text={data.headline} />
      </p>
      <p class="quiet facts">
        <span class="address">{printable(environment.baseUrl)}</span> <span>{environment.access}</span>{" "}
        <time dateTime={data.startedAt}>{data.startedAt.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}</time>{" "}
        <span>{counted(summary.exchanges, "exchange")}</span> <span>{duration(summary.durationMs)}</span>
      </p>
      {partial && <p class="notice">{printable(partial)}</p>}
      {data.budgets && <p class="notice">{data.budgets}</p>}
      <Counts data={data} show={show} />
      <div class="verdict-columns">
        <Next data={data} />
        {data.causes ? <Causes data={data} /> : <Reasons data={data} />}
      </div>
    </header>
  );
}

function Counts({ data, show }: { readonly data: PageData; readonly show: (wanted: Partial<Filter>) => void }) {
  const counts = statusOrder.map((status) => [status, data.summary.requirements[status]] as const);
  const present = counts.filter(([, count]) => count > 0);
  return (
    <div class="counts">
      <div class="bar" aria-hidden="true">
        {present.map(([status, count]) => (
          <span key={status} class={`segment status-${status}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul aria-label="Requirements by status">
        {present.map(([status, count]) => (
          <li key={status}>
            <button
              type="button"
              class="count"
              title={statusMeanings[status]}
              onClick={() => show({ statuses: [status] })}
            >
              <StatusSign status={status} />
              <b>{count}</b> {status}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Next({ data }: { readonly data: PageData }) {
  if (data.nextSteps.length === 0) {
    return (
      <section aria-labelledby="next-title">
        <h2 id="next-title">What to do next</h2>
        <p>Nothing.</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title">What to do next</h2>
      <ol class="steps">
        {data.nextSteps.slice(0, 5).map((step) => (
          <li key={step.text}>
            <NextText text={step.text} requirement={step.requirement} />
            {step.command && <CommandLine label="Copy the command" text={step.command} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The text, with the requirement's id in it as a link. */
function NextText({ text, requirement }: { readonly text: string; readonly requirement: string | undefined }) {
  const at = requirement === undefined ? -1 : text.indexOf(requirement);
  if (requirement === undefined || at < 0) return <RichText text={text} />;
  return (
    <>
      <RichText text={text.slice(0, at)} />
      <a href={`#${requirement}`}>{requirement}</a>
      <RichText text={text.slice(at + requirement.length)} />
    </>
  );
}

/** What is broken, by cause: the likeliest first, with what follows from it. */
function Causes({ data }: { readonly data: PageData }) {
  const causes = data.causes ?? [];
  const found = new Map(data.requirements.map((requirement) => [requirement.id, requirement]));
  return (
    <section aria-labelledby="causes-title">
      <h2 id="causes-title">Why</h2>
      <ol class="causes">
        {causes.slice(0, maxReasons).map(({ root, followers }) => (
          <li key={root}>
            <a href={`#${root}`}>{root}</a> <RichText text={found.get(root)?.statement ?? ""} />{" "}
            <span class="quiet">
              <RichText text={abbreviate(found.get(root)?.failures[0]?.message ?? "")} />
            </span>
            {followers.length > 0 && (
              <details>
                <summary>
                  {followers.length === 1
                    ? "1 more most likely follows"
                    : `${followers.length} more most likely follow`}
                </summary>
                {followers.map((id) => (
                  <span key={id}>
                    <a href={`#${id}`}>{id}</a>{" "}
                  </span>
                ))}
              </details>
            )}
          </li>
        ))}
      </ol>
      {causes.length > maxReasons && (
        <p class="quiet">… and {causes.length - maxReasons} more, in the requirements below.</p>
      )}
    </section>
  );
}

function Reasons({ data }: { readonly data: PageData }) {
  if (data.reasons.length === 0) return null;
  const shown = data.reasons.slice(0, maxReasons);
  return (
    <section aria-labelledby="reasons-title">
      <h2 id="reasons-title">Why</h2>
      <ul class="reasons">
        {shown.map((reason) => {
          const id = /^[A-Z][A-Z0-9-]*-\d+/.exec(reason)?.[0];
          return (
            <li key={reason}>
              <NextText text={reason} requirement={id} />
            </li>
          );
        })}
      </ul>
      {data.reasons.length > shown.length && (
        <p class="quiet">… and {data.reasons.length - shown.length} more, in the requirements below.</p>
      )}
    </section>
  );
}
