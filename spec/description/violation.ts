import type { ErrorObject } from "ajv";

/** One place where a JSON document does not agree with its schema. */
export interface SchemaViolation {
  /** JSON pointer (RFC 6901) into the document; empty for the document itself. */
  readonly path: string;
  /** The JSON Schema keyword that does not hold, such as `type`, `required`, `format`. */
  readonly keyword: string;
  /** One readable sentence: where, what was wanted, what was got. */
  readonly message: string;
  readonly expected: string;
  /** A short form of what stands at `path`; the whole document is in the exchange. */
  readonly actual: string;
}

/** A document of many wrong elements says the same thing many times; past this many, only their number is told. */
const maxViolations = 100;
const maxTextLength = 120;
const maxNames = 12;

const formatNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uuid: "a UUID (8-4-4-4-12 hexadecimal digits)",
    jwt: "a JWT (three or five base64url segments, the first a JSON object)",
  }),
);

/** The errors of ajv in our words, in the order of ajv. */
export function toViolations(errors: readonly ErrorObject[] | null | undefined): readonly SchemaViolation[] {
  const all = errors ?? [];
  const violations = all.slice(0, maxViolations).map(toViolation);
  if (all.length > maxViolations) {
    const more = `${all.length - maxViolations} more violations`;
    violations.push({ path: "", keyword: "more", message: `${more} are not listed`, expected: "none", actual: more });
  }
  return violations;
}

function toViolation(error: ErrorObject): SchemaViolation {
  const expected = expectedBy(error);
  const actual = preview(error.data);
  const where = error.instancePath === "" ? "the document" : error.instancePath;
  return {
    path: error.instancePath,
    keyword: error.keyword,
    message: `${where}: wanted ${expected}; got ${actual}`,
    expected,
    actual,
  };
}

function expectedBy(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "type":
      return [params["type"]].flat().join(" or ");
    case "required":
      return `the member "${String(params["missingProperty"])}"`;
    case "format":
      return formatNames.get(String(params["format"])) ?? `the format ${String(params["format"])}`;
    default:
      return error.message ?? error.keyword;
  }
}

/** A value short enough for one line: texts are cut, containers described. */
export function preview(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    const shown = names.slice(0, maxNames).map((name) => JSON.stringify(cut(name)));
    if (names.length === 0) return "an object without members";
    return `an object of ${shown.join(", ")}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ""}`;
  }
  if (typeof value === "string") return `the text ${JSON.stringify(cut(value))}`;
  return String(value);
}

function cut(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}
