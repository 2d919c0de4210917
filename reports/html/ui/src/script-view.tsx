/** The minimal script: its steps as a list, and its JSON. */
import { useState } from "preact/hooks";
import { printable } from "../../../text/escape.ts";
import type { Script, TraceRef } from "../../../../spec/vocabulary/script.ts";
import { CopyButton } from "./command-line.tsx";
import { TextBlock } from "./text-block.tsx";

type Step = Script["steps"][number];

export function ScriptView({ script, file }: { readonly script: Script; readonly file: string | undefined }) {
  const [open, setOpen] = useState(false);
  const text = open ? JSON.stringify(script, null, 2) : "";
  return (
    <details class="script" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Script <span class="quiet">{printable(script.title)}</span>
      </summary>
      <ol class="script-steps">
        {script.steps.map((step, at) => (
          <li key={at}>{printable(describe(step))}</li>
        ))}
      </ol>
      {file && <p class="quiet">{printable(file)}</p>}
      {open && (
        <>
          <TextBlock text={text} label="Script as JSON" />
          <CopyButton text={text} label="Copy the script" />
        </>
      )}
    </details>
  );
}

function referenceText(trace: TraceRef): string {
  return typeof trace === "string" ? trace : `an id like that of ${trace.like}`;
}

function describe(step: Step): string {
  if ("parallel" in step) {
    return `at the same time: ${step.parallel.map((branch) => branch.map(describe).join(", then ")).join(" | ")}`;
  }
  const { op, face, as: label, token, body, traits = [], ...rest } = step;
  const trace = "trace" in rest ? ` ${referenceText(rest.trace)}` : "";
  const notes = [
    ...(label ? [`as $${label}`] : []),
    ...(token ? [`token ${token}`] : []),
    ...(body ? [`body ${body.kind}`] : []),
    ...(traits.length > 0 ? [`unusual: ${traits.join(", ")}`] : []),
  ];
  return `${op}${trace} through ${face}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}
