/** Requests: whatever the interface lets a client send, the description must take. */
import type { OperationId } from "../../operations.ts";
import { requirementFor } from "../../requirements/for-part.ts";
import type { RequirementId } from "../../requirements/index.ts";
import { exampleOf } from "./example.ts";
import { Findings, type FindingText } from "./finding.ts";
import type { SourcePlace } from "./place.ts";
import { membersText, pathText, typeText, viewsOf, type SchemaView } from "./schema-view.ts";
import { impossibleText } from "./impossible-text.ts";
import { whyRequest, type MemberPath } from "./why.ts";

interface RequestComparison {
  readonly operation: OperationId;
  readonly findings: Findings;
  /** Where the value stands, as messages begin: `request body`, `path parameter traceId`. */
  readonly part: string;
  readonly multipart?: boolean;
  /** Instead of what the members' names suggest. */
  readonly requirement?: RequirementId;
}

/** One of the described alternatives has to take the value; what is told is what the nearest of them lacks. */
export function compareRequest(
  comparison: RequestComparison,
  wanted: SourcePlace,
  described: SourcePlace,
  path: MemberPath = [],
): void {
  const [ours] = viewsOf(wanted);
  if (!ours) return;
  const tries = viewsOf(described).map((theirs) => {
    const findings = new Findings();
    compareView({ ...comparison, findings }, ours, theirs, path);
    return findings;
  });
  const nearest = tries.sort((left, right) => left.mismatches - right.mismatches)[0];
  for (const finding of nearest?.list ?? []) comparison.findings.list.push(finding);
  if (nearest && nearest.mismatches > 0) return;
  const { impossible } = exampleOf(described, wanted);
  if (impossible)
    tell(
      comparison,
      impossible.place,
      path,
      impossibleText(impossible, `${pathText(path, "the value")}: `, "a request"),
    );
}

function compareView(comparison: RequestComparison, ours: SchemaView, theirs: SchemaView, path: MemberPath): void {
  if (!takesTypes(comparison, ours, theirs, path)) return;
  compareFormat(comparison, ours, theirs, path);
  if (theirs.values && !ours.values)
    tell(
      comparison,
      theirs.place,
      path,
      {
        message: `${pathText(path, "the value")} takes only listed values`,
        wanted: typeText(ours.types),
        got: `one of ${theirs.values
          .slice(0, 8)
          .map((value) => JSON.stringify(value))
          .join(", ")}`,
      },
      "remark",
    );
  for (const [name, [member]] of ours.properties)
    if (member) compareMember(comparison, ours, theirs, name, member, path);
  for (const name of theirs.required) if (!ours.required.has(name)) compareDemand(comparison, ours, theirs, name, path);
  if (comparison.multipart && path.length === 0 && typeof ours.additional === "object")
    compareFileParts(comparison, theirs);
  if (ours.items && theirs.items) compareRequest(comparison, ours.items, theirs.items, [...path, "[]"]);
}

function takesTypes(comparison: RequestComparison, ours: SchemaView, theirs: SchemaView, path: MemberPath): boolean {
  if (!ours.types || !theirs.types) return true;
  const missing = ours.types.difference(theirs.types);
  if (missing.size === 0) return true;
  const text = {
    message: `${pathText(path, "the value")} is of another type`,
    wanted: typeText(ours.types),
    got: typeText(theirs.types),
  };
  if (missing.size === 1 && missing.has("number") && theirs.types.has("integer")) {
    // Counts are whole numbers, although the interface says number.
    tell(
      comparison,
      theirs.place,
      path,
      { ...text, message: `${pathText(path, "the value")} takes whole numbers only` },
      "remark",
    );
    return true;
  }
  // A field of JSON text may be described as the object itself: OpenAPI then sends it as application/json.
  if (ours.mediaType === "application/json" && comparison.multipart && theirs.types.has("object")) return true;
  tell(comparison, theirs.place, path, text);
  return false;
}

function compareFormat(comparison: RequestComparison, ours: SchemaView, theirs: SchemaView, path: MemberPath): void {
  const odd = theirs.formats.find((format) => !ours.formats.includes(format) && !harmless.has(format));
  if (odd === undefined || !ours.types?.has("string")) return;
  const wanted = ours.formats[0] === undefined ? "any text" : `format: ${ours.formats[0]}`;
  const text = { message: `${pathText(path, "the value")} is of another format`, wanted, got: `format: ${odd}` };
  // A narrower format than any text may still be what the target's own values look like.
  tell(comparison, theirs.place, path, text, ours.formats.length > 0 || odd === "binary" ? "mismatch" : "remark");
}

/** Formats that leave a text as it is. */
const harmless: ReadonlySet<string> = new Set([
  "string",
  "password",
  "json",
  "json-string",
  "double",
  "float",
  "int32",
  "int64",
]);

function compareMember(
  comparison: RequestComparison,
  ours: SchemaView,
  theirs: SchemaView,
  name: string,
  member: SourcePlace,
  path: MemberPath,
): void {
  const inside = [...path, name];
  const described = theirs.properties.get(name);
  for (const place of described ?? []) compareRequest(comparison, member, place, inside);
  if (described || typeof theirs.additional === "object") return;
  const noun = comparison.multipart && path.length === 0 ? "field" : "member";
  const got = membersText(theirs);
  const wanted = `a property ${name}${ours.required.has(name) ? ", required" : ""}`;
  if (theirs.additional === "none")
    tell(comparison, theirs.place, inside, { message: `the ${noun} ${pathText(inside)} is refused`, wanted, got });
  else tell(comparison, theirs.place, inside, { message: `the ${noun} ${pathText(inside)} is missing`, wanted, got });
}

/** A member that the description demands and the interface does not. */
function compareDemand(
  comparison: RequestComparison,
  ours: SchemaView,
  theirs: SchemaView,
  name: string,
  path: MemberPath,
): void {
  const known = ours.properties.has(name);
  // Which of the shown fields must be there is not shown.
  if (known && ours.openPoints.includes("required-fields")) return;
  const inside = [...path, name];
  const place = theirs.properties.get(name)?.[0] ?? theirs.place;
  if (known)
    tell(
      comparison,
      place,
      inside,
      {
        message: `${pathText(inside)} is demanded, which the interface does not say`,
        wanted: "an optional member",
        got: `required: ${name}`,
      },
      "remark",
    );
  else
    tell(comparison, place, inside, {
      message: `${pathText(inside)} is demanded, which the interface does not have`,
      wanted: `nothing but ${[...ours.properties.keys()].join(", ") || "what the interface shows"}`,
      got: `required: ${name}`,
    });
}

function compareFileParts(comparison: RequestComparison, theirs: SchemaView): void {
  if (typeof theirs.additional === "object") return;
  const binary = [...theirs.properties.values()].flat().some(isBinary);
  if (binary) return;
  const refused = theirs.additional === "none";
  comparison.findings.add(
    refused ? "mismatch" : "remark",
    theirs.place,
    {
      message: `${comparison.part}: file parts are ${refused ? "refused" : "not described"}`,
      wanted: "further parts of application/octet-stream, each with its own name",
      got: membersText(theirs),
    },
    { operation: comparison.operation, requirement: requirementFor("file-parts", comparison.operation) },
  );
}

/** A file, or an array of files. */
function isBinary(place: SourcePlace): boolean {
  return viewsOf(place).some(
    ({ mediaType, items }) => mediaType?.includes("octet-stream") || (items !== undefined && isBinary(items)),
  );
}

function tell(
  { operation, findings, part, requirement }: RequestComparison,
  place: SourcePlace,
  path: MemberPath,
  text: FindingText,
  severity: "mismatch" | "remark" = "mismatch",
): void {
  findings.add(
    severity,
    place,
    { ...text, message: `${part}: ${text.message}` },
    {
      operation,
      requirement: requirement ?? whyRequest(operation, path),
    },
  );
}
