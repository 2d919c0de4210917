/** A form of data, what of it data violate, and how a framework that checks them puts that into words. */
import type { Json, JsonObject } from "../../../../spec/json.ts";

type Type = "string" | "integer" | "number" | "boolean";

type Rule = "required" | "unknown" | "type" | "enum" | "date" | "pattern" | "min" | "max" | "minLength" | "maxLength";

/** What is wanted of a member. */
interface Wanted {
  readonly type: Type;
  /** Of a number; of a text, the length. */
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly string[];
  readonly pattern?: string;
  readonly isDate?: true;
}

export interface Violation extends Wanted {
  readonly member: string;
  readonly rule: Rule;
  /** What was sent; absent where nothing was. */
  readonly value?: Json;
  readonly values: readonly string[];
}

/** There is always one at least. */
export type Violations = readonly [Violation, ...Violation[]];

export interface Framework {
  readonly name: string;
  /** Whether it refuses members that the form does not have. */
  readonly isClosed: boolean;
  /** Whether it tells of the first violation alone, however many there are. */
  readonly tellsFirst?: true;
  /** Members whose rule its words do not tell: its form does without them. */
  readonly without?: readonly string[];
  /** What the body of a refusal says. */
  readonly refusal: (violations: Violations) => Json;
}

const form: Readonly<Record<string, Wanted>> = {
  part: { type: "string", min: 10, max: 15 },
  quantity: { type: "integer", min: 2, max: 500 },
  urgency: { type: "string", values: ["normal", "urgent"] },
  due: { type: "string", isDate: true },
  serial: { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" },
  price: { type: "number", min: 0.5, max: 9999 },
  gift: { type: "boolean" },
};

/** Members of the form, as the framework checks it. */
export function membersOf({ without = [] }: Framework): readonly string[] {
  return Object.keys(form).filter((member) => !without.includes(member));
}

/** What of its form the framework finds violated: members of the form first, in their order. */
export function violationsOf(framework: Framework, data: JsonObject): readonly Violation[] {
  const members = membersOf(framework);
  const wrong = members.flatMap((member) => violationOf(member, data[member] ?? null) ?? []);
  const others = framework.isClosed ? Object.keys(data).filter((member) => !members.includes(member)) : [];
  return [...wrong, ...others.map((member) => unknownMember(member, data[member] ?? null))];
}

const unknownMember = (member: string, value: Json): Violation => ({
  member,
  rule: "unknown",
  value,
  type: "string",
  values: [],
});

function violationOf(member: string, value: Json): Violation | undefined {
  const wanted = form[member];
  const rule = wanted && ruleAgainst(wanted, value);
  if (!rule) return undefined;
  return { ...wanted, values: wanted.values ?? [], member, rule, ...(rule === "required" ? {} : { value }) };
}

/** The rule that the value breaks. */
function ruleAgainst({ type, values, pattern, isDate, min = -Infinity, max = Infinity }: Wanted, value: Json) {
  if (value === null) return "required";
  if (values) return values.includes(String(value)) ? undefined : "enum";
  if (isDate) return typeof value === "string" && isDay(value) ? undefined : "date";
  if (pattern !== undefined)
    return typeof value === "string" && new RegExp(pattern).test(value) ? undefined : "pattern";
  if (type === "integer" ? !Number.isInteger(value) : typeof value !== type) return "type";
  const size = typeof value === "string" ? value.length : Number(value);
  if (size < min) return type === "string" ? "minLength" : "min";
  if (size > max) return type === "string" ? "maxLength" : "max";
  return undefined;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

type Telling = (violation: Violation) => string;

/** What a framework says of the rules that it can tell. */
export type Words = Readonly<Partial<Record<Rule, string | Telling>>>;

/** What the framework says of the violation. */
export function told(words: Words, violation: Violation): string {
  const telling = words[violation.rule];
  if (telling === undefined) throw new Error(`There are no words for the rule ${violation.rule}.`);
  return typeof telling === "string" ? telling : telling(violation);
}

/** What the framework says of each member, as a list with one text. */
export function textsByMember(words: Words, violations: Violations): JsonObject {
  return Object.fromEntries(violations.map((violation) => [violation.member, [told(words, violation)]]));
}

/** How a framework calls the types. */
export type TypeNames = Readonly<Record<Type, string>>;

/** With a capital at its beginning. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The values of a list as most frameworks write them. */
export const listed = ({ values }: Violation): string => values.join(", ");
