/** A body as text: JSON indented, long ones cut until asked for. */
import { useContext, useState } from "preact/hooks";
import { printableLines } from "../../../text/escape.ts";
import { Printing } from "./printing.ts";
import { grouped } from "../../../text/numbers.ts";

const charactersAtFirst = 4000;
const charactersOnPaper = 1200;

export function TextBlock({ text, label }: { readonly text: string; readonly label: string }) {
  const [all, setAll] = useState(false);
  const printing = useContext(Printing);
  const whole = pretty(text);
  const shown = all ? whole : whole.slice(0, printing ? charactersOnPaper : charactersAtFirst);
  return (
    <>
      <pre class="text" tabIndex={0} role="group" aria-label={label}>
        {printableLines(shown)}
        {shown.length < whole.length ? "…" : ""}
      </pre>
      {shown.length < whole.length && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          Show {grouped(whole.length - shown.length)} more characters
        </button>
      )}
    </>
  );
}

function pretty(text: string): string {
  if (text.length > 200_000 || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
