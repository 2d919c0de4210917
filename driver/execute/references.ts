/**
 * Resolves references such as `$label`, `$label.endCursor` and `$label.N`, and tells which literal values are wrong.
 */
import type { Defect, PageDefect, ResolvedPage } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/json.ts";
import type { DigestRef, PageArguments, TraceRef } from "../../spec/vocabulary/script.ts";
import type { SentAction, StepResult, ScriptRun } from "./script-run.ts";
import type { Connection } from "./connection.ts";
import { nearId } from "./near-ids.ts";
import { MissingFile, UnsentStep } from "./unsent.ts";

export interface Resolved<T> {
  readonly value: T;
  readonly defects: readonly Defect[];
}

/** A reference split at its last dot, or undefined for a literal text. */
function parse(reference: string): { readonly label: string; readonly member?: string } | undefined {
  if (!reference.startsWith("$") || reference.length === 1) return undefined;
  const dot = reference.lastIndexOf(".");
  if (dot < 0) return { label: reference.slice(1) };
  return { label: reference.slice(1, dot), member: reference.slice(dot + 1) };
}

function resultOf(run: ScriptRun, label: string): StepResult {
  const result = run.labels.get(label);
  if (!result) throw new UnsentStep(`no earlier step is labelled "${label}"`);
  if (result.kind === "nothing") throw new UnsentStep(`step "$${label}" was not sent: ${result.reason}`);
  return result;
}

/**
 * The trace id behind `$label`, or trace N behind `$label.N` of a search; anything else is literal. @throws UnsentStep
 */
export function resolveTrace(connection: Connection, run: ScriptRun, reference: TraceRef): Resolved<string> {
  if (typeof reference !== "string") {
    const { value } = resolveTrace(connection, run, reference.like);
    // The same trace: `respelled` changes the spelling of its id once the request is made.
    if (reference.change === "other-case") return { value, defects: [] };
    return {
      value: nearId(value, reference.change, connection.traces.values()),
      defects: [{ where: "path", what: "near-trace" }],
    };
  }
  const parsed = run.labels.has(reference.slice(1)) ? { label: reference.slice(1) } : parse(reference);
  if (!parsed) return { value: reference, defects: traceDefects(connection, reference) };
  const result = resultOf(run, parsed.label);
  if (result.kind === "traces") {
    const trace = result.traces[Number(parsed.member ?? 0)];
    if (trace === undefined) throw new UnsentStep(`search "$${parsed.label}" found no trace ${parsed.member ?? "0"}`);
    return { value: trace, defects: [] };
  }
  if (result.kind !== "action") throw new UnsentStep(`step "$${parsed.label}" names no trace`);
  return { value: traceOf(parsed.label, result.action), defects: [] };
}

function traceOf(label: string, { traceId, failed }: SentAction): string {
  if (traceId === undefined) throw new UnsentStep(`trace $${label} was not created: ${failed ?? "no reason known"}`);
  return traceId;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function traceDefects(connection: Connection, trace: string): Defect[] {
  if (connection.traces.has(trace)) return [];
  return [{ where: "path", what: uuid.test(trace) ? "unknown-trace" : "malformed-trace" }];
}

/** The page arguments with cursors in place of references. @throws UnsentStep when a page has no such cursor. */
export function resolvePage(
  connection: Connection,
  run: ScriptRun,
  page: PageArguments | undefined,
): Resolved<ResolvedPage> & { readonly traits: readonly string[] } {
  const defects: Defect[] = [];
  const traits: string[] = [];
  const value: Record<string, Json> = {};
  for (const name of ["first", "last"] as const) {
    const size = page?.[name];
    if (size === undefined) continue;
    value[name] = size;
    const wrong = sizeDefect(size);
    if (wrong !== undefined) defects.push({ where: "page", member: name, what: wrong });
    if (size === 0) traits.push("page.zero");
  }
  for (const name of ["after", "before"] as const) {
    const cursor = page?.[name];
    if (cursor === undefined) continue;
    const resolved = typeof cursor === "string" ? cursorOf(run, cursor) : undefined;
    value[name] = resolved ?? cursor;
    const known = resolved !== undefined || (typeof cursor === "string" && connection.cursors.has(cursor));
    if (!known)
      defects.push({ where: "page", member: name, what: typeof cursor === "string" ? "unknown-cursor" : "type" });
  }
  return { value, defects, traits };
}

function sizeDefect(size: Json): PageDefect | undefined {
  if (typeof size !== "number") return "type";
  if (!Number.isInteger(size)) return "fraction";
  return size < 0 ? "negative" : undefined;
}

/** Undefined for a literal cursor. */
function cursorOf(run: ScriptRun, reference: string): string | undefined {
  const parsed = parse(reference);
  if (!parsed || (parsed.member !== "endCursor" && parsed.member !== "startCursor")) return undefined;
  const result = resultOf(run, parsed.label);
  const cursor = result.kind === "page" ? result[parsed.member] : undefined;
  if (cursor === undefined) throw new UnsentStep(`page $${parsed.label} has no ${parsed.member}`);
  return cursor;
}

/**
 * The files that a digest reference names; undefined for a literal digest.
 * @throws UnsentStep, or MissingFile where the action with the file was not accepted
 */
export function filesNamed(
  run: ScriptRun,
  reference: Exclude<DigestRef, { like: string } | { shown: string }>,
): readonly { readonly action: SentAction; readonly position: number }[] | undefined {
  const all = typeof reference !== "string" && "allOf" in reference;
  const evenRefused = typeof reference !== "string" && "refused" in reference;
  const parsed = parse(all ? reference.allOf : evenRefused ? reference.refused : reference);
  if (!parsed) return undefined;
  const result = resultOf(run, parsed.label);
  if (result.kind !== "action") throw new UnsentStep(`step "$${parsed.label}" sent no files`);
  const { action } = result;
  if (action.traceId === undefined && !(evenRefused && action.refused))
    throw new MissingFile(
      `its file was to come with a request that was not taken: ${action.failed ?? "it was not sent"}`,
    );
  if (all) return action.specs.map((_, position) => ({ action, position }));
  const position = Number(parsed.member);
  if (!Number.isInteger(position) || action.specs[position] === undefined) {
    throw new UnsentStep(`action $${parsed.label} has no file ${parsed.member ?? "(no number given)"}`);
  }
  return [{ action, position }];
}
