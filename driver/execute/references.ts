/** What `$label`, `$label.endCursor` and `$label.N` stand for, and which literal values are wrong ones. */
import type { Defect, ResolvedPage } from "../../spec/vocabulary/history.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { PageArguments } from "../../spec/vocabulary/script.ts";
import type { ActionRecord, Outcome, ScriptRun } from "./script-run.ts";
import type { Session } from "./session.ts";
import { UnsentStep } from "./unsent.ts";

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

function outcomeOf(run: ScriptRun, label: string): Outcome {
  const outcome = run.labels.get(label);
  if (!outcome) throw new UnsentStep(`no earlier step is labelled "${label}"`);
  if (outcome.kind === "nothing") throw new UnsentStep(`step "$${label}" was not sent: ${outcome.reason}`);
  return outcome;
}

/** The trace id behind `$label`, or trace N behind `$label.N` of a search; anything else is literal. @throws UnsentStep */
export function resolveTrace(session: Session, run: ScriptRun, reference: string): Resolved<string> {
  const [, change, original] = /^(longer|shorter|altered):(\$.+)$/.exec(reference) ?? [];
  if (change !== undefined && original !== undefined) {
    const value = nearId(resolveTrace(session, run, original).value, change);
    return { value, defects: [{ where: "path", what: `${change}-trace` }] };
  }
  const parsed = run.labels.has(reference.slice(1)) ? { label: reference.slice(1) } : parse(reference);
  if (!parsed) return { value: reference, defects: traceDefects(session, reference) };
  const outcome = outcomeOf(run, parsed.label);
  if (outcome.kind === "traces") {
    const trace = outcome.traces[Number(parsed.member ?? 0)];
    if (trace === undefined) throw new UnsentStep(`search "$${parsed.label}" found no trace ${parsed.member ?? "0"}`);
    return { value: trace, defects: [] };
  }
  if (outcome.kind !== "action") throw new UnsentStep(`step "$${parsed.label}" names no trace`);
  return { value: traceOf(parsed.label, outcome.action), defects: [] };
}

function traceOf(label: string, { traceId, failed }: ActionRecord): string {
  if (traceId === undefined) throw new UnsentStep(`trace $${label} was not created: ${failed ?? "no reason known"}`);
  return traceId;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function traceDefects(session: Session, trace: string): Defect[] {
  if (session.traces.has(trace)) return [];
  return [{ where: "path", what: uuid.test(trace) ? "unknown-trace" : "malformed-trace" }];
}

/** The page arguments with cursors in place of references. @throws UnsentStep when a page has no such cursor. */
export function resolvePage(
  session: Session,
  run: ScriptRun,
  page: PageArguments | undefined,
): Resolved<ResolvedPage> & { readonly features: readonly string[] } {
  const defects: Defect[] = [];
  const features: string[] = [];
  const value: Record<string, Json> = {};
  for (const name of ["first", "last"] as const) {
    const size = page?.[name];
    if (size === undefined) continue;
    value[name] = size;
    const wrong = sizeDefect(size);
    if (wrong !== undefined) defects.push({ where: "page", what: `${name}:${wrong}` });
    if (size === 0) features.push("page.zero");
  }
  for (const name of ["after", "before"] as const) {
    const cursor = page?.[name];
    if (cursor === undefined) continue;
    const resolved = typeof cursor === "string" ? cursorOf(run, cursor) : undefined;
    value[name] = resolved ?? cursor;
    const known = resolved !== undefined || (typeof cursor === "string" && session.cursors.has(cursor));
    if (!known) defects.push({ where: "page", what: `${name}:${typeof cursor === "string" ? "literal" : "type"}` });
  }
  return { value, defects, features };
}

function sizeDefect(size: Json): string | undefined {
  if (typeof size !== "number") return "type";
  if (!Number.isInteger(size)) return "fraction";
  return size < 0 ? "negative" : undefined;
}

/** Undefined for a literal cursor. */
function cursorOf(run: ScriptRun, reference: string): string | undefined {
  const parsed = parse(reference);
  if (!parsed || (parsed.member !== "endCursor" && parsed.member !== "startCursor")) return undefined;
  const outcome = outcomeOf(run, parsed.label);
  const cursor = outcome.kind === "page" ? outcome[parsed.member] : undefined;
  if (cursor === undefined) throw new UnsentStep(`page $${parsed.label} has no ${parsed.member}`);
  return cursor;
}

/** An id that names nothing, however near: one character more, one less, or another last one. */
function nearId(id: string, change: string): string {
  if (change === "longer") return `${id}0`;
  const start = id.slice(0, -1);
  return change === "shorter" ? start : `${start}${id.endsWith("7") ? "3" : "7"}`;
}

/** The files that a digest reference names, or undefined for a literal digest. @throws UnsentStep */
export function filesNamed(
  run: ScriptRun,
  reference: string,
  options: { readonly evenRefused?: boolean } = {},
): readonly { readonly action: ActionRecord; readonly position: number }[] | undefined {
  const all = reference.startsWith("all:$");
  const parsed = all ? { label: reference.slice(5) } : parse(reference);
  if (!parsed) return undefined;
  const outcome = outcomeOf(run, parsed.label);
  if (outcome.kind !== "action") throw new UnsentStep(`step "$${parsed.label}" sent no files`);
  const { action } = outcome;
  if (action.traceId === undefined && !(options.evenRefused && action.refused))
    throw new UnsentStep(`action $${parsed.label} failed: ${action.failed ?? ""}`);
  if (all) return action.specs.map((_, position) => ({ action, position }));
  const position = Number(parsed.member);
  if (!Number.isInteger(position) || action.specs[position] === undefined) {
    throw new UnsentStep(`action $${parsed.label} has no file ${parsed.member ?? "(no number given)"}`);
  }
  return [{ action, position }];
}
