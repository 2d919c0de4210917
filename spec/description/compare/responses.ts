/** Responses: whatever the description lets a service answer must be what a client of the interface expects. */
import { inside, pathText, tell, type ComparedValue } from "./compared-value.ts";
import type { SourcePlace } from "./place.ts";
import { membersText, plainlyImpossible, typeText, viewsOf, type SchemaView } from "./schema-view.ts";
import { impossibleText } from "./impossible-text.ts";

/** @param optional True for a member that need not be there: then null means as much as absence. */
export function compareAnswer(
  value: ComparedValue,
  wanted: SourcePlace,
  described: SourcePlace,
  optional = false,
): void {
  const [ours] = viewsOf(wanted);
  if (!ours) return;
  const impossible = plainlyImpossible(described);
  if (impossible) {
    const where = value.path.length === 0 ? "" : `${pathText(value)}: `;
    // A member that is never there breaks nobody where it need not be there.
    tell(value, impossible.place, impossibleText(impossible, where, "an answer"), optional ? "remark" : "mismatch");
  }
  // A reference that leads nowhere is told once, as that.
  for (const view of viewsOf(described)) {
    if (optional && view.types?.size === 1 && view.types.has("null")) continue;
    compareView(value, ours, view, optional);
  }
}

function compareView(value: ComparedValue, ours: SchemaView, theirs: SchemaView, optional: boolean): void {
  if (!fitsTypes(value, ours, theirs, optional)) return;
  compareFormat(value, ours, theirs);
  for (const [name, [member]] of ours.properties) if (member) compareMember(value, ours, theirs, name, member);
  if (!ours.items) return;
  const [element] = viewsOf(ours.items);
  if (theirs.items) compareAnswer(inside(value, "[]"), ours.items, theirs.items);
  else if (element?.types)
    tell(value, theirs.place, {
      message: `${pathText(value, "the body")} is an array that says nothing of its elements`,
      wanted: `items of type ${typeText(element.types)}`,
      got: "no items",
    });
}

function fitsTypes(value: ComparedValue, ours: SchemaView, theirs: SchemaView, optional: boolean): boolean {
  if (!ours.types) return true;
  const name = pathText(value, "the body");
  const wanted = typeText(ours.types);
  if (!theirs.types) {
    tell(value, theirs.place, { message: `${name} may be of any type`, wanted, got: "no type" });
    return false;
  }
  const allowed = optional ? new Set([...ours.types, "null"]) : ours.types;
  if (theirs.types.isSubsetOf(allowed)) return true;
  tell(value, theirs.place, { message: `${name} is of another type`, wanted, got: typeText(theirs.types) });
  // Where part of it fits, the members of that part are still worth a look.
  return !theirs.types.isDisjointFrom(ours.types);
}

function compareFormat(value: ComparedValue, ours: SchemaView, theirs: SchemaView): void {
  const [format] = ours.formats;
  if (format === undefined || theirs.formats.includes(format) || theirs.values) return;
  const other = theirs.formats[0];
  const got = other === undefined ? (theirs.hasPattern ? "a pattern" : "no format") : `format: ${other}`;
  // OpenAPI knows no format for a JWT, and a pattern may say the same as a format.
  const isRemark = other === undefined && (theirs.hasPattern || format === "jwt");
  const message = `${pathText(value, "the body")} is not of the format ${format}`;
  tell(value, theirs.place, { message, wanted: `format: ${format}`, got }, isRemark ? "remark" : "mismatch");
}

function compareMember(
  value: ComparedValue,
  ours: SchemaView,
  theirs: SchemaView,
  name: string,
  member: SourcePlace,
): void {
  const inner = inside(value, name);
  const described = theirs.properties.get(name);
  const required = ours.required.has(name);
  if (required && !theirs.required.has(name)) {
    const message = `the member ${pathText(inner)} ${described ? "may be absent" : "is missing"} from the response`;
    const got = described ? `required: [${[...theirs.required].join(", ")}]` : membersText(theirs);
    tell(inner, described?.[0] ?? theirs.place, { message, wanted: `required: ${name}`, got });
  } else if (!described && !required) {
    const message = `the optional member ${pathText(inner)} is not described`;
    tell(inner, theirs.place, { message, wanted: name, got: membersText(theirs) }, "remark");
  }
  for (const place of described ?? []) compareAnswer(inner, member, place, !required);
  if (!described && theirs.required.has(name) && viewsOf(member)[0]?.types)
    tell(inner, theirs.place, {
      message: `the member ${pathText(inner)} is required and not described`,
      wanted: `a property ${name}`,
      got: membersText(theirs),
    });
}
