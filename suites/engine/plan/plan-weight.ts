/** What scripts would send, counted beforehand. */
import { countExchanges } from "../../../generators/index.ts";
import type { ContentSpec, Script } from "../../../spec/vocabulary/script.ts";
import { flatten } from "./selection.ts";

export interface Weight {
  readonly scripts: number;
  readonly exchanges: number;
  readonly traces: number;
  readonly actions: number;
  /** Bytes of data and files that are sent, without headers. */
  readonly bytes: number;
}

export function weigh(scripts: readonly Script[]): Weight {
  const counts = scripts.map((script) => ({ ...countExchanges(script), bytes: bytesOf(script) }));
  const sum = (of: (count: (typeof counts)[number]) => number): number =>
    counts.reduce((total, count) => total + of(count), 0);
  return {
    scripts: scripts.length,
    exchanges: sum((count) => count.exchanges),
    traces: sum((count) => count.traces),
    actions: sum((count) => count.actions),
    bytes: sum((count) => count.bytes),
  };
}

function bytesOf(script: Script): number {
  return script.steps.flatMap(flatten).reduce((total, step) => {
    if (step.op !== "create" && step.op !== "act") return total;
    const files = (step.files ?? []).reduce((sum, file) => sum + contentSize(file.content), 0);
    return total + files + Buffer.byteLength(JSON.stringify(step.data));
  }, 0);
}

function contentSize(content: ContentSpec): number {
  if ("text" in content) return Buffer.byteLength(content.text);
  if ("base64" in content) return Math.floor((content.base64.length * 3) / 4);
  return "bytes" in content ? content.bytes : 256 * content.everyByte;
}
