/** Bytes as rows of offset, hex and text. */
import { useState } from "preact/hooks";
import { useMediaQuery } from "./media-query.ts";

interface HexDumpProps {
  readonly bytes: Uint8Array;
  /** Offset of the first byte in the whole value. */
  readonly offset: number;
  /** Offset of the byte to mark. */
  readonly mark?: number | undefined;
  readonly label: string;
}

/** On a phone a row of 16 would leave the screen, and perhaps the marked byte with it. */
const narrowScreen = "(max-width: 40rem)";
const rowsAtFirst = 6;

export function HexDump({ bytes, offset, mark, label }: HexDumpProps) {
  const [all, setAll] = useState(false);
  const rowBytes = useMediaQuery(narrowScreen) ? 8 : 16;
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
          <HexRow
            key={at}
            bytes={bytes.subarray(at, at + rowBytes)}
            rowBytes={rowBytes}
            offset={offset + at}
            mark={mark}
          />
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
  rowBytes,
  offset,
  mark,
}: {
  readonly bytes: Uint8Array;
  readonly rowBytes: number;
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
      <span class="quiet">{offset.toString(16).padStart(rowBytes > 8 ? 8 : 5, "0")}</span>
      {"  "}
      {cells.flatMap((cell, at) => (at === 0 ? [cell] : [at === 8 ? "  " : " ", cell]))}
      {" ".repeat((rowBytes - bytes.length) * 3 + (rowBytes > 8 && bytes.length <= 8 ? 1 : 0))}
      {"  "}
      <span class="quiet">{text}</span>
    </div>
  );
}
