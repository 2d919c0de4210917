/** Requests: whatever the interface lets a client send, the description must take. */
import { requirementFor } from "../../requirements/for-part.ts";
import { inside, pathText, tell, type ComparedValue } from "./compared-value.ts";
import { exampleOf } from "./example.ts";
import { Findings } from "./finding.ts";
import type { SourcePlace } from "./place.ts";
import { membersText, typeText, viewsOf, type SchemaView } from "./schema-view.ts";
import { impossibleText } from "./impossible-text.ts";

interface SentValue extends ComparedValue {
  readonly isMultipart?: boolean;
}

/** One of the described alternatives has to take the value; what is told is what the nearest of them lacks. */
export function compareRequest(value: SentValue, wanted: SourcePlace, described: SourcePlace): void {
  const [ours] = viewsOf(wanted);
  if (!ours) return;
  const tries = viewsOf(described).map((theirs) => {
    const findings = new Findings();
    compareView({ ...value, findings }, ours, theirs);
    return findings;
  });
  const nearest = tries.sort((left, right) => left.mismatches - right.mismatches)[0];
  for (const finding of nearest?.list ?? []) value.findings.list.push(finding);
  if (nearest && nearest.mismatches > 0) return;
  const { impossible } = exampleOf(described, wanted);
  if (impossible)
    tell(value, impossible.place, impossibleText(impossible, `${pathText(value, "the value")}: `, "a request"));
}

function compareView(value: SentValue, ours: SchemaView, theirs: SchemaView): void {
  if (!takesTypes(value, ours, theirs)) return;
  compareFormat(value, ours, theirs);
  if (theirs.values && !ours.values) {
    const listed = theirs.values.slice(0, 8).map((one) => JSON.stringify(one));
    const message = `${pathText(value, "the value")} takes only listed values`;
    const text = { message, wanted: typeText(ours.types), got: `one of ${listed.join(", ")}` };
    tell(value, theirs.place, text, "remark");
  }
  for (const [name, [member]] of ours.properties) if (member) compareMember(value, ours, theirs, name, member);
  for (const name of theirs.required) if (!ours.required.has(name)) compareDemand(value, ours, theirs, name);
  if (isForm(value) && typeof ours.additional === "object") compareFileParts(value, theirs);
  if (ours.items && theirs.items) compareRequest(inside(value, "[]"), ours.items, theirs.items);
}

/** True of a multipart body as a whole: its members are fields, and others may be files. */
function isForm({ isMultipart = false, path }: SentValue): boolean {
  return isMultipart && path.length === 0;
}

function takesTypes(value: SentValue, ours: SchemaView, theirs: SchemaView): boolean {
  if (!ours.types || !theirs.types) return true;
  const missing = ours.types.difference(theirs.types);
  if (missing.size === 0) return true;
  const name = pathText(value, "the value");
  const text = { wanted: typeText(ours.types), got: typeText(theirs.types) };
  if (missing.size === 1 && missing.has("number") && theirs.types.has("integer")) {
    // Counts are whole numbers, although the interface says number.
    tell(value, theirs.place, { message: `${name} takes whole numbers only`, ...text }, "remark");
    return true;
  }
  // A field of JSON text may be described as the object itself: OpenAPI then sends it as application/json.
  if (ours.mediaType === "application/json" && value.isMultipart && theirs.types.has("object")) return true;
  tell(value, theirs.place, { message: `${name} is of another type`, ...text });
  return false;
}

function compareFormat(value: SentValue, ours: SchemaView, theirs: SchemaView): void {
  const odd = theirs.formats.find((format) => !ours.formats.includes(format) && !harmless.has(format));
  if (odd === undefined || !ours.types?.has("string")) return;
  const wanted = ours.formats[0] === undefined ? "any text" : `format: ${ours.formats[0]}`;
  const text = { message: `${pathText(value, "the value")} is of another format`, wanted, got: `format: ${odd}` };
  // A narrower format than any text may still be what the target's own values look like.
  tell(value, theirs.place, text, ours.formats.length > 0 || odd === "binary" ? "mismatch" : "remark");
}

/** Formats that leave a text as it is. */
const harmless: ReadonlySet<string> = new Set("string password json json-string double float int32 int64".split(" "));

function compareMember(
  value: SentValue,
  ours: SchemaView,
  theirs: SchemaView,
  name: string,
  member: SourcePlace,
): void {
  const inner = inside(value, name);
  const described = theirs.properties.get(name);
  for (const place of described ?? []) compareRequest(inner, member, place);
  if (described || typeof theirs.additional === "object") return;
  const what = `the ${isForm(value) ? "field" : "member"} ${pathText(inner)}`;
  tell(inner, theirs.place, {
    message: `${what} is ${theirs.additional === "none" ? "refused" : "missing"}`,
    wanted: `a property ${name}${ours.required.has(name) ? ", required" : ""}`,
    got: membersText(theirs),
  });
}

/** A member that the description demands and the interface does not. */
function compareDemand(value: SentValue, ours: SchemaView, theirs: SchemaView, name: string): void {
  const isKnown = ours.properties.has(name);
  // Which of the shown fields must be there is not shown.
  if (isKnown && ours.openPoints.includes("required-fields")) return;
  const inner = inside(value, name);
  const others = [...ours.properties.keys()].join(", ") || "what the interface shows";
  const text = {
    message: `${pathText(inner)} is demanded, which the interface does not ${isKnown ? "say" : "have"}`,
    wanted: isKnown ? "an optional member" : `nothing but ${others}`,
    got: `required: ${name}`,
  };
  tell(inner, theirs.properties.get(name)?.[0] ?? theirs.place, text, isKnown ? "remark" : "mismatch");
}

function compareFileParts({ findings, operation, part }: SentValue, theirs: SchemaView): void {
  if (typeof theirs.additional === "object") return;
  const isBinaryNamed = [...theirs.properties.values()].flat().some(isBinary);
  if (isBinaryNamed) return;
  const isRefused = theirs.additional === "none";
  const requirement = requirementFor("file-parts", operation);
  tell(
    { findings, operation, part, path: [], requirement },
    theirs.place,
    {
      message: `file parts are ${isRefused ? "refused" : "not described"}`,
      wanted: "further parts of application/octet-stream, each with its own name",
      got: membersText(theirs),
    },
    isRefused ? "mismatch" : "remark",
  );
}

/** A file, or an array of files. */
function isBinary(place: SourcePlace): boolean {
  return viewsOf(place).some(
    ({ mediaType, items }) => mediaType?.includes("octet-stream") || (items !== undefined && isBinary(items)),
  );
}
