/** What was wanted and what was got, as a difference that can be read. */
import { useState } from "preact/hooks";
import { bytes as sizeText } from "../../../text/numbers.ts";
import { decodeBase64, firstDifferingByte, isBytesValue } from "./bytes.ts";
import { compareValues, type ComparedLine } from "./compare-lines.ts";
import { HexDump } from "./hex-dump.tsx";
import type { BytesValue } from "../../../../spec/vocabulary/bytes-value.ts";

interface DifferenceProps {
  readonly expected: unknown;
  readonly actual: unknown;
}

const linesAtFirst = 60;

export function Difference({ expected, actual }: DifferenceProps) {
  if (isBytesValue(expected) && isBytesValue(actual)) return <BytesDifference expected={expected} actual={actual} />;
  return <LinesDifference lines={compareValues(expected, actual)} />;
}

function LinesDifference({ lines }: { readonly lines: readonly ComparedLine[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, linesAtFirst);
  return (
    <div class="difference">
      <p class="legend" aria-hidden="true">
        <span class="wanted">− wanted</span> <span class="got">+ got</span>
      </p>
      <pre tabIndex={0} role="group" aria-label="Wanted and got">
        {shown.map((line, at) => (
          <Line key={at} line={line} />
        ))}
      </pre>
      {lines.length > shown.length && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          Show {lines.length - shown.length} more lines
        </button>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: ComparedLine }) {
  const [start, end] = line.changed ?? [0, 0];
  const text =
    end > start ? (
      <>
        {line.text.slice(0, start)}
        <mark>{line.text.slice(start, end)}</mark>
        {line.text.slice(end)}
      </>
    ) : (
      line.text
    );
  if (line.kind === "same")
    return (
      <div>
        {"  "}
        {text}
      </div>
    );
  return line.kind === "wanted" ? (
    <del>
      <span class="visually-hidden">wanted: </span>
      <span aria-hidden="true">− </span>
      {text}
    </del>
  ) : (
    <ins>
      <span class="visually-hidden">got: </span>
      <span aria-hidden="true">+ </span>
      {text}
    </ins>
  );
}

function BytesDifference({ expected, actual }: { readonly expected: BytesValue; readonly actual: BytesValue }) {
  const at = firstDifferingByte(expected, actual);
  return (
    <div class="difference bytes-difference">
      <p>{differenceSentence(expected, actual, at)}</p>
      <div class="byte-columns">
        <div>
          <p class="legend">
            <span class="wanted">− wanted</span> <span class="quiet">{sizeText(expected.$bytes)}</span>
          </p>
          <HexDump bytes={decodeBase64(expected.base64)} offset={expected.offset} mark={at} label="Bytes wanted" />
        </div>
        <div>
          <p class="legend">
            <span class="got">+ got</span> <span class="quiet">{sizeText(actual.$bytes)}</span>
          </p>
          <HexDump bytes={decodeBase64(actual.base64)} offset={actual.offset} mark={at} label="Bytes got" />
        </div>
      </div>
    </div>
  );
}

function differenceSentence(expected: BytesValue, actual: BytesValue, at: number | undefined): string {
  if (at === undefined) return "The bytes shown are alike.";
  const place = `byte ${at} (0x${at.toString(16)})`;
  if (at >= actual.$bytes) return `What was got ends before ${place}; ${more(expected.$bytes - at)} wanted.`;
  if (at >= expected.$bytes) return `What was wanted ends before ${place}; ${more(actual.$bytes - at)} got.`;
  return `The first difference is at ${place}.`;
}

function more(count: number): string {
  return count === 1 ? "1 more byte was" : `${count} more bytes were`;
}
