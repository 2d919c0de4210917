import type { Json } from "../../spec/vocabulary/json.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";

/** What a step refers to: a label, and what must stand behind it. */
export interface Reference {
  readonly label: string;
  readonly to: "trace" | "cursor" | "file" | "files";
  /** Position of the file, for `to: "file"`. */
  readonly position?: number;
}

const trace = /^(?:(?:longer|shorter|altered):)?\$([\w-]+)$/;
const cursor = /^\$([\w-]+)\.(?:startCursor|endCursor)$/;
const file = /^(?:(?:start-altered|end-altered|cut|refused):)?\$([\w-]+)\.(\d+)$/;
const files = /^all:\$([\w-]+)$/;

/** The label in a trace reference such as `$t`, or undefined for a literal. */
export function traceLabel(reference: string): string | undefined {
  return trace.exec(reference)?.[1];
}

function ofTrace(text: string): readonly Reference[] {
  const label = traceLabel(text);
  return label === undefined ? [] : [{ label, to: "trace" }];
}

function ofCursor(value: Json | undefined): readonly Reference[] {
  const label = typeof value === "string" ? cursor.exec(value)?.[1] : undefined;
  return label === undefined ? [] : [{ label, to: "cursor" }];
}

function ofDigest(text: string): readonly Reference[] {
  const one = file.exec(text);
  if (one?.[1] !== undefined) return [{ label: one[1], to: "file", position: Number(one[2]) }];
  const all = files.exec(text)?.[1];
  return all === undefined ? [] : [{ label: all, to: "files" }];
}

/** Every reference that a step makes to earlier steps. */
export function referencesOf(step: OperationStep): readonly Reference[] {
  switch (step.op) {
    case "create":
    case "workflows":
    case "login":
      return [];
    case "act":
    case "state":
    case "walk":
      return ofTrace(step.trace);
    case "details":
      return [...ofTrace(step.trace), ...ofCursor(step.page?.after), ...ofCursor(step.page?.before)];
    case "files":
      return [...ofTrace(step.trace), ...step.digests.flatMap(ofDigest)];
    case "file":
      return [...ofTrace(step.trace), ...ofDigest(step.digest)];
    case "search":
      return [...(step.until?.includes ?? []), ...(step.until?.excludes ?? [])].flatMap(ofTrace);
  }
}

/** True where what a reference wants stands behind this step's label. */
export function satisfies(step: OperationStep, { to, position }: Reference): boolean {
  if (to === "trace") return step.op === "create";
  if (to === "cursor") return step.op === "details";
  if (step.op !== "create" && step.op !== "act") return false;
  return to === "files" || (position ?? 0) < (step.files?.length ?? 0);
}
