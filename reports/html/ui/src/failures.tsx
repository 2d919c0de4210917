/** The failures of one requirement: lines first, each opened on demand. */
import { useEffect, useState } from "preact/hooks";
import { readFailure, type PageData, type PageRequirement } from "./data.ts";
import { FailureBody } from "./failure-body.tsx";
import { RichText } from "./rich-text.tsx";
import { abbreviate, printable } from "../../../text/escape.ts";
import { counted } from "../../../text/numbers.ts";

interface FailuresProps {
  readonly requirement: PageRequirement;
  readonly data: PageData;
  readonly wanted: number | undefined;
  readonly printing: boolean;
}

/** So many lines are rendered at once; the rest on demand. */
const step = 20;
const maxPrinted = 1;

export function Failures({ requirement, data, wanted, printing }: FailuresProps) {
  const { id, failures, failureCount = failures.length } = requirement;
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([wanted ?? 1]));
  const [limit, setLimit] = useState(step);
  useEffect(() => {
    if (wanted === undefined) return;
    setOpen((before) => new Set([...before, wanted]));
    setLimit((before) => Math.max(before, Math.ceil(wanted / step) * step));
  }, [wanted]);
  if (failures.length === 0) return null;
  const toggle = (number: number): void => {
    const next = new Set(open);
    if (!next.delete(number)) next.add(number);
    setOpen(next);
  };
  return (
    <>
      {failureCount > failures.length && (
        <p class="quiet">
          {failures.length === 1
            ? `${counted(failureCount, "judgement")} failed, all in this way; shown is the smallest script.`
            : `${counted(failureCount, "judgement")} failed; shown are the ${failures.length} that say different things, smallest script first.`}
        </p>
      )}
      <ol class="failures">
        {failures.slice(0, limit).map((stub, at) => {
          const number = at + 1;
          const opened = open.has(number) || (printing && number <= maxPrinted);
          const failure = opened ? readFailure(id, at, data.failuresPerChunk) : undefined;
          return (
            <li key={number} id={`${id}/${number}`} class="failure">
              <div class="failure-line">
                <button type="button" class="opener" aria-expanded={opened} onClick={() => toggle(number)}>
                  <span class="chevron" aria-hidden="true" />
                  <span class="message" title={printable(stub.message)}>
                    <RichText text={abbreviate(stub.message)} />
                  </span>
                  {stub.waived && <span class="tag">waived</span>}
                  {stub.operation && <span class="quiet where">{stub.operation}</span>}
                </button>
                <a class="permalink" href={`#${id}/${number}`} aria-label={`Link to failure ${number} of ${id}`}>
                  #
                </a>
              </div>
              {failure && <FailureBody failure={failure} tokens={data.tokens} />}
            </li>
          );
        })}
      </ol>
      {failures.length > limit && (
        <button type="button" class="more" onClick={() => setLimit(limit + 5 * step)}>
          Show {Math.min(5 * step, failures.length - limit)} more of {failures.length - limit}
        </button>
      )}
    </>
  );
}
