/** One requirement: a line, and below it, when opened, everything known about it. */
import { operationById } from "../../../../spec/operations.ts";
import type { PageData, PageRequirement } from "./data.ts";
import { Failures } from "./failures.tsx";
import { RichText } from "./rich-text.tsx";
import { Status } from "./status.tsx";
import { printable } from "../../../text/escape.ts";
import { isScoped, scopeWords } from "../../../results/waived.ts";
import { counted } from "../../../text/numbers.ts";
import { isFromExtension } from "../../../text/source.ts";

interface RequirementItemProps {
  readonly requirement: PageRequirement;
  readonly data: PageData;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  /** The failure a deep link asks for, from 1. */
  readonly wanted: number | undefined;
  readonly printing: boolean;
}

const bases: Readonly<Record<string, string>> = {
  stated: "The interface says so.",
  implied: "Nothing else makes sense of the service.",
  robustness: "Good manners of a service.",
};

export function RequirementItem({ requirement, data, open, setOpen, wanted, printing }: RequirementItemProps) {
  const { id, failures } = requirement;
  return (
    <li id={id} class={`requirement ${open ? "is-open" : ""}`}>
      <div class="requirement-line">
        <button
          type="button"
          class="opener"
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => setOpen(!open)}
        >
          <span class="chevron" aria-hidden="true" />
          <span class="id">{id}</span>
          <span class="statement">
            <RichText text={requirement.statement} />
          </span>
          <span class="marks">
            {failures.length > 0 && <span class="quiet">{requirement.failureCount ?? failures.length}×</span>}
            <span class="level">{requirement.level}</span>
            <span class="basis">{requirement.basis}</span>
            <Status status={requirement.status} />
          </span>
        </button>
        <a class="permalink" href={`#${id}`} aria-label={`Link to ${id}`}>
          #
        </a>
      </div>
      {open && (
        <div id={`${id}-body`} class="requirement-body">
          {requirement.reason && (
            <p class="reason">
              <RichText text={requirement.reason} />
            </p>
          )}
          <Source requirement={requirement} />
          <Failures requirement={requirement} data={data} wanted={wanted} printing={printing} />
        </div>
      )}
    </li>
  );
}

function Source({ requirement }: { readonly requirement: PageRequirement }) {
  const { section, quote, basis, judged, operations = [], waiver, partlyWaived = [] } = requirement;
  return (
    <div class="source">
      <p>
        {isFromExtension(requirement) ? (
          <>
            <span class="quiet">From</span> {printable(section)}{" "}
            <span class="quiet">· Added by an extension; the interface does not ask for it.</span>{" "}
          </>
        ) : (
          <>
            <span class="quiet">Interface, section</span> {section} <span class="quiet">· {bases[basis]}</span>{" "}
          </>
        )}
        <span class="quiet">· {judged === 0 ? "never judged" : `judged ${counted(judged, "time")}`}</span>
      </p>
      {quote && (
        <blockquote>
          <RichText text={quote} />
        </blockquote>
      )}
      {waiver && (
        <p>
          Waived {isScoped(waiver) && `for ${scopeWords(waiver)} `}until{" "}
          <time dateTime={waiver.expires}>{waiver.expires}</time>: {waiver.reason}
        </p>
      )}
      {partlyWaived.map((one) => (
        <p key={scopeWords(one)}>
          {counted(one.failures, "failure")} waived for {scopeWords(one)} until{" "}
          <time dateTime={one.expires}>{one.expires}</time>: {one.reason}
        </p>
      ))}
      {operations.length > 0 && (
        <details class="covered">
          <summary>{counted(operations.length, "operation")} covered</summary>
          <ul>
            {operations.map((operation) => {
              const { method, path } = operationById(operation);
              return (
                <li key={operation}>
                  <code>
                    {method} {path}
                  </code>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </div>
  );
}
