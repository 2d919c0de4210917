/** Responses: whatever the description lets a service answer must be what a client of the interface expects. */
import type { OperationId } from "../../operations.ts";
import type { Findings } from "./finding.ts";
import type { SourcePlace } from "./place.ts";
import { membersText, pathText, plainlyImpossible, typeText, viewsOf, type SchemaView } from "./schema-view.ts";
import { impossibleText } from "./impossible-text.ts";
import { whyAnswer, type MemberPath } from "./why.ts";

interface AnswerComparison {
  readonly operation: OperationId;
  readonly findings: Findings;
}

/** @param optional True for a member that need not be there: then null means as much as absence. */
export function compareAnswer(
  { operation, findings }: AnswerComparison,
  wanted: SourcePlace,
  described: SourcePlace,
  path: MemberPath = [],
  optional = false,
): void {
  const [ours] = viewsOf(wanted);
  if (!ours) return;
  const impossible = plainlyImpossible(described);
  if (impossible) {
    const where = path.length === 0 ? "" : `${pathText(path)}: `;
    // A member that is never there breaks nobody where it need not be there.
    const severity = optional ? "remark" : "mismatch";
    const text = impossibleText(impossible, where, "an answer");
    tell({ operation, findings }, impossible.place, path, text, severity);
  }
  // A reference that leads nowhere is told once, as that.
  for (const view of viewsOf(described)) {
    if (optional && view.types?.size === 1 && view.types.has("null")) continue;
    compareView({ operation, findings }, ours, view, path, optional);
  }
}

function compareView(
  comparison: AnswerComparison,
  ours: SchemaView,
  theirs: SchemaView,
  path: MemberPath,
  optional: boolean,
): void {
  if (!fitsTypes(comparison, ours, theirs, path, optional)) return;
  compareFormat(comparison, ours, theirs, path);
  compareMembers(comparison, ours, theirs, path);
  if (!ours.items) return;
  const [element] = viewsOf(ours.items);
  if (theirs.items) compareAnswer(comparison, ours.items, theirs.items, [...path, "[]"]);
  else if (element?.types)
    tell(comparison, theirs.place, path, {
      message: `${pathText(path, "the body")} is an array that says nothing of its elements`,
      wanted: `items of type ${typeText(element.types)}`,
      got: "no items",
    });
}

function fitsTypes(
  comparison: AnswerComparison,
  ours: SchemaView,
  theirs: SchemaView,
  path: MemberPath,
  optional: boolean,
): boolean {
  if (!ours.types) return true;
  const wanted = typeText(ours.types);
  if (!theirs.types) {
    tell(comparison, theirs.place, path, {
      message: `${pathText(path, "the body")} may be of any type`,
      wanted,
      got: "no type",
    });
    return false;
  }
  const allowed = optional ? new Set([...ours.types, "null"]) : ours.types;
  if (theirs.types.isSubsetOf(allowed)) return true;
  // Where part of it fits, the members of that part are still worth a look.
  tell(comparison, theirs.place, path, {
    message: `${pathText(path, "the body")} is of another type`,
    wanted,
    got: typeText(theirs.types),
  });
  return !theirs.types.isDisjointFrom(ours.types);
}

function compareFormat(comparison: AnswerComparison, ours: SchemaView, theirs: SchemaView, path: MemberPath): void {
  const [format] = ours.formats;
  if (format === undefined || theirs.formats.includes(format) || theirs.values) return;
  const got = theirs.formats[0];
  const text = { message: `${pathText(path, "the body")} is not of the format ${format}`, wanted: `format: ${format}` };
  // OpenAPI knows no format for a JWT, and a pattern may say the same as a format.
  if (got === undefined && (theirs.hasPattern || format === "jwt"))
    tell(comparison, theirs.place, path, { ...text, got: theirs.hasPattern ? "a pattern" : "no format" }, "remark");
  else tell(comparison, theirs.place, path, { ...text, got: got === undefined ? "no format" : `format: ${got}` });
}

function compareMembers(comparison: AnswerComparison, ours: SchemaView, theirs: SchemaView, path: MemberPath): void {
  for (const [name, [member]] of ours.properties) {
    if (!member) continue;
    const inside = [...path, name];
    const described = theirs.properties.get(name);
    const required = ours.required.has(name);
    if (required && !theirs.required.has(name)) {
      const message = described
        ? `the member ${pathText(inside)} may be absent from the response`
        : `the member ${pathText(inside)} is missing from the response`;
      const got = described ? `required: [${[...theirs.required].join(", ")}]` : membersText(theirs);
      tell(comparison, described?.[0] ?? theirs.place, inside, { message, wanted: `required: ${name}`, got });
    } else if (!described && !required) {
      const message = `the optional member ${pathText(inside)} is not described`;
      tell(comparison, theirs.place, inside, { message, wanted: name, got: membersText(theirs) }, "remark");
    }
    for (const place of described ?? []) compareAnswer(comparison, member, place, inside, !required);
    if (!described && theirs.required.has(name) && viewsOf(member)[0]?.types)
      tell(comparison, theirs.place, inside, {
        message: `the member ${pathText(inside)} is required and not described`,
        wanted: `a property ${name}`,
        got: membersText(theirs),
      });
  }
}

function tell(
  { operation, findings }: AnswerComparison,
  place: SourcePlace,
  path: MemberPath,
  text: { readonly message: string; readonly wanted: string; readonly got: string },
  severity: "mismatch" | "remark" = "mismatch",
): void {
  findings.add(
    severity,
    place,
    { ...text, message: `response: ${text.message}` },
    {
      operation,
      requirement: whyAnswer(operation, path),
    },
  );
}
