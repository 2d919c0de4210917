/** A command with a button that copies it. */
import { printableLines } from "../../../text/escape.ts";
import { useState } from "preact/hooks";

export function CommandLine({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="command">
      <code tabIndex={0} role="group" aria-label="Command">
        {printableLines(text)}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    setSaid((await toClipboard(text)) ? "Copied" : "Not allowed: select the text instead");
    setTimeout(() => setSaid(""), 2000);
  };
  return (
    <button type="button" class="copy" aria-label={label} onClick={() => void copy()}>
      <span aria-live="polite">{said || "Copy"}</span>
    </button>
  );
}

/** Pages opened from a disk may lack the clipboard API; the old way still works there. */
async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
