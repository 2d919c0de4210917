import type { Json } from "../../spec/json.ts";
import type { DigestRef, OperationStep, TraceRef } from "../../spec/vocabulary/script.ts";

/** What a step refers to: a label, and what must stand behind it. */
export interface LabelReference {
  readonly label: string;
  readonly to: "trace" | "cursor" | "file" | "files";
  /** Position of the file, for `to: "file"`. */
  readonly position?: number;
}

const trace = /^\$([\w-]+)$/;
const cursor = /^\$([\w-]+)\.(?:startCursor|endCursor)$/;
const file = /^\$([\w-]+)\.(\d+)$/;

/** The label in a trace reference such as `$t`, or undefined for a literal. */
export function traceLabel(reference: TraceRef): string | undefined {
  return trace.exec(typeof reference === "string" ? reference : reference.like)?.[1];
}

function ofTrace(reference: TraceRef): readonly LabelReference[] {
  const label = traceLabel(reference);
  return label === undefined ? [] : [{ label, to: "trace" }];
}

function ofCursor(value: Json | undefined): readonly LabelReference[] {
  const label = typeof value === "string" ? cursor.exec(value)?.[1] : undefined;
  return label === undefined ? [] : [{ label, to: "cursor" }];
}

function ofDigest(reference: DigestRef): readonly LabelReference[] {
  if (typeof reference === "string") {
    const [, label, position] = file.exec(reference) ?? [];
    return label === undefined ? [] : [{ label, to: "file", position: Number(position) }];
  }
  if ("shown" in reference) return [];
  if ("allOf" in reference) return [{ label: reference.allOf.slice(1), to: "files" }];
  return ofDigest("like" in reference ? reference.like : reference.refused);
}

/** References as they were written before they were objects, which would pass for literal texts. */
export function outdatedReferences(step: OperationStep): readonly string[] {
  const traces = "trace" in step ? [step.trace] : [];
  const digests = step.op === "files" ? step.digests : step.op === "file" ? [step.digest] : [];
  return [...traces, ...digests].filter((text) => typeof text === "string" && /^[a-z-]+:\$/.test(text)) as string[];
}

/** Every reference that a step makes to earlier steps. */
export function referencesOf(step: OperationStep): readonly LabelReference[] {
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
      return step.changed === undefined
        ? [...(step.until?.includes ?? []), ...(step.until?.excludes ?? [])].flatMap(ofTrace)
        : ofTrace(step.changed);
  }
}

/** True where what a reference wants stands behind this step's label. */
export function satisfies(step: OperationStep, { to, position }: LabelReference): boolean {
  if (to === "trace") return step.op === "create";
  if (to === "cursor") return step.op === "details";
  if (step.op !== "create" && step.op !== "act") return false;
  return to === "files" || (position ?? 0) < (step.files?.length ?? 0);
}
