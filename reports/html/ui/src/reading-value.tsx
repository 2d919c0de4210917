/** The reading of an open point: its members as short pairs. */
import { printable } from "../../../text/escape.ts";

export function ReadingValue({ value }: { readonly value: unknown }) {
  if (value === undefined) return <span class="quiet">none</span>;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return <code>{shown(value)}</code>;
  return (
    <span class="reading">
      {Object.entries(value).map(([name, member]) => (
        <code key={name}>
          <span class="quiet">{printable(name)}</span> {shown(member)}
        </code>
      ))}
    </span>
  );
}

function shown(value: unknown): string {
  return printable(typeof value === "string" && value !== "" ? value : JSON.stringify(value)).slice(0, 2000);
}
