/** Bytes as rows of offset, hex and text. */
import { useState } from "preact/hooks";

interface HexDumpProps {
  readonly bytes: Uint8Array;
  /** Offset of the first byte in the whole value. */
  readonly offset: number;
  /** Offset of the byte to mark. */
  readonly mark?: number | undefined;
  readonly label: string;
}

const rowBytes = 16;
const rowsAtFirst = 6;

export function HexDump({ bytes, offset, mark, label }: HexDumpProps) {
  const [all, setAll] = useState(false);
  const total = Math.ceil(bytes.length / rowBytes);
  const markRow = mark === undefined ? 0 : Math.floor((mark - offset) / rowBytes);
  const start = all ? 0 : Math.max(0, Math.min(markRow - 2, total - rowsAtFirst));
  const rows = Array.from(
    { length: Math.min(all ? total : rowsAtFirst, total - start) },
    (_, at) => (start + at) * rowBytes,
  );
  return (
    <>
      <pre class="hex" tabIndex={0} role="group" aria-label={label}>
        {rows.map((at) => (
          <HexRow key={at} bytes={bytes.subarray(at, at + rowBytes)} offset={offset + at} mark={mark} />
        ))}
      </pre>
      {total > rowsAtFirst && (
        <button type="button" class="plain" onClick={() => setAll(!all)}>
          {all ? "Show less" : `Show all ${total} rows`}
        </button>
      )}
    </>
  );
}

function HexRow({
  bytes,
  offset,
  mark,
}: {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly mark: number | undefined;
}) {
  const cells = Array.from(bytes, (byte, at) => {
    const text = byte.toString(16).padStart(2, "0");
    return offset + at === mark ? <mark key={at}>{text}</mark> : text;
  });
  const text = Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
  return (
    <div>
      <span class="quiet">{offset.toString(16).padStart(8, "0")}</span>
      {"  "}
      {cells.flatMap((cell, at) => (at === 0 ? [cell] : [at === 8 ? "  " : " ", cell]))}
      {" ".repeat((rowBytes - bytes.length) * 3 + (bytes.length <= 8 ? 1 : 0))}
      {"  "}
      <span class="quiet">{text}</span>
    </div>
  );
}
