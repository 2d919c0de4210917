/** One exchange: request and response with headers and bodies. */
import { useState } from "preact/hooks";
import { printable } from "../../../text/escape.ts";
import type { ReportedExchange } from "../../../results/model.ts";
import { bytes as sizeText, latency } from "../../../text/numbers.ts";
import { decodeBase64 } from "./bytes.ts";
import { CommandLine } from "./command-line.tsx";
import { HexDump } from "./hex-dump.tsx";
import { TextBlock } from "./text-block.tsx";

interface ExchangeItemProps {
  readonly exchange: ReportedExchange;
  readonly decisive: boolean;
  /** Offset of the response's first wrong byte. */
  readonly mark?: number | undefined;
}

export function ExchangeItem({ exchange, decisive, mark }: ExchangeItemProps) {
  const [open, setOpen] = useState(decisive);
  const outcome = exchange.status === undefined ? (exchange.failure ?? "no response") : String(exchange.status);
  return (
    <details class="exchange" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="quiet">exchange {exchange.index}</span> <b>{exchange.method}</b>{" "}
        <span class="path">{printable(exchange.path)}</span> <span aria-hidden="true">→</span>{" "}
        <b class={`code-${Math.floor((exchange.status ?? 0) / 100)}`}>{printable(outcome)}</b>{" "}
        <span class="quiet">{latency(exchange.durationMs)}</span>
      </summary>
      {open && (
        <div class="exchange-body">
          <TraceLine exchange={exchange} />
          <div class="side">
            <h5>Request</h5>
            <Headers headers={exchange.requestHeaders} />
            {exchange.requestBody !== undefined && <TextBlock text={exchange.requestBody} label="Request body" />}
          </div>
          <div class="side">
            <h5>
              Response{" "}
              {exchange.responseBytes !== undefined && <span class="quiet">{sizeText(exchange.responseBytes)}</span>}
            </h5>
            {exchange.failure && <p class="reason">{printable(exchange.failure)}</p>}
            {exchange.responseHeaders && <Headers headers={exchange.responseHeaders} />}
            {exchange.responseBody !== undefined && <TextBlock text={exchange.responseBody} label="Response body" />}
            {exchange.responseBase64 !== undefined && (
              <HexDump bytes={decodeBase64(exchange.responseBase64)} offset={0} mark={mark} label="Response bytes" />
            )}
          </div>
          {!decisive && exchange.curl && <CommandLine label="Copy this exchange's curl line" text={exchange.curl} />}
        </div>
      )}
    </details>
  );
}

/** The id by which the telemetry of the target knows the request. */
function TraceLine({ exchange: { traceId, traceUrl } }: { readonly exchange: ReportedExchange }) {
  if (traceId === undefined) return null;
  const id = <code>{printable(traceId)}</code>;
  // Results are handed on: an address of another scheme is not followed from here.
  const link = traceUrl !== undefined && /^https?:\/\//.test(traceUrl) ? traceUrl : undefined;
  return (
    <p class="trace">
      <span class="quiet">traceparent</span>{" "}
      {link ? (
        <a href={link} target="_blank" rel="noreferrer noopener">
          {id}
        </a>
      ) : (
        id
      )}
    </p>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <dl class="headers">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{printable(name)}</dt>
          <dd>{printable(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
