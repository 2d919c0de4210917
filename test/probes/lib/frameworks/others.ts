/** How Rails, Laravel and the validator of Go refuse data, and APIs that follow JSON:API or the style of Google. */
import { capitalized, listed, textsByMember, told } from "./form.ts";
import type { Framework, TypeNames, Violation, Words } from "./form.ts";

const railsWords: Words = {
  required: "can't be blank",
  type: ({ type }) => (type === "boolean" ? "is not included in the list" : "is not a number"),
  date: "is not a valid date",
  min: ({ min }) => `must be greater than or equal to ${min}`,
  max: ({ max }) => `must be less than or equal to ${max}`,
  minLength: ({ min }) => `is too short (minimum is ${min} characters)`,
  maxLength: ({ max }) => `is too long (maximum is ${max} characters)`,
};

const rails: Framework = {
  name: "Rails",
  isClosed: false,
  without: ["urgency", "serial"],
  refusal: (violations) => ({ errors: textsByMember(railsWords, violations) }),
};

const laravelTypes: TypeNames = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
};

const laravelWords: Words = {
  required: ({ member }) => `The ${member} field is required.`,
  type: ({ member, type }) => `The ${member} field must be ${laravelTypes[type]}.`,
  date: ({ member }) => `The ${member} field must match the format Y-m-d.`,
  min: ({ member, min }) => `The ${member} field must be at least ${min}.`,
  max: ({ member, max }) => `The ${member} field must not be greater than ${max}.`,
  minLength: ({ member, min }) => `The ${member} field must be at least ${min} characters.`,
  maxLength: ({ member, max }) => `The ${member} field must not be greater than ${max} characters.`,
};

const laravel: Framework = {
  name: "Laravel",
  isClosed: false,
  without: ["urgency", "serial"],
  refusal: (violations) => {
    const [first, ...others] = violations;
    const more = others.length > 0 ? ` (and ${others.length} more errors)` : "";
    return { message: told(laravelWords, first) + more, errors: textsByMember(laravelWords, violations) };
  },
};

const goTypes: TypeNames = { string: "string", integer: "int", number: "float64", boolean: "bool" };

const goTags: Words = { required: "required", min: "min", max: "max", minLength: "min", maxLength: "max" };

function goLine(violation: Violation): string {
  const name = capitalized(violation.member);
  return `Key: 'Order.${name}' Error:Field validation for '${name}' failed on the '${told(goTags, violation)}' tag`;
}

/** A value of another type stops the reading of the data, before any of them are checked. */
const goValidator: Framework = {
  name: "Go validator",
  isClosed: false,
  without: ["urgency", "serial", "due"],
  refusal: (violations) => {
    const unread = violations.find(({ rule }) => rule === "type");
    if (!unread) return violations.map(goLine).join("\n");
    const { member, type } = unread;
    return `json: cannot unmarshal string into Go struct field Order.${member} of type ${goTypes[type]}`;
  },
};

const between = ({ member, min, max }: Violation): string => `${member} must be between ${min} and ${max}`;
const lengthBetween = (violation: Violation): string => `${between(violation)} characters`;

const jsonApiWords: Words = {
  required: ({ member }) => `${capitalized(member)} is missing`,
  unknown: ({ member }) => `${member} is not a permitted attribute`,
  type: ({ member, type }) => `${member} must be of type ${type}`,
  enum: (violation) => `${violation.member} must be one of ${listed(violation)}`,
  date: ({ member }) => `${member} must be a date (YYYY-MM-DD)`,
  pattern: ({ member, pattern }) => `${member} must match ${pattern}`,
  min: between,
  max: between,
  minLength: lengthBetween,
  maxLength: lengthBetween,
};

const jsonApi: Framework = {
  name: "JSON:API",
  isClosed: true,
  refusal: (violations) => ({
    errors: violations.map((violation) => ({
      status: "422",
      code: "VALIDATION",
      title: "Invalid Attribute",
      source: { pointer: `/data/attributes/${violation.member}` },
      detail: told(jsonApiWords, violation),
    })),
  }),
};

const protobufTypes: TypeNames = {
  string: "TYPE_STRING",
  integer: "TYPE_INT32",
  number: "TYPE_DOUBLE",
  boolean: "TYPE_BOOL",
};

const googleWords: Words = {
  required: "Field is required and must be set.",
  unknown: ({ member }) => `Invalid JSON payload received. Unknown name "${member}": Cannot find field.`,
  type: ({ type, value }) => `Invalid value (${protobufTypes[type]}), ${JSON.stringify(value)}`,
  enum: (violation) => `Invalid value "${violation.value}". Accepted values: ${listed(violation)}`,
  date: ({ value }) => `Invalid date "${value}", want YYYY-MM-DD`,
  pattern: ({ pattern }) => `Must match ${pattern}`,
  min: ({ min }) => `Must be at least ${min}`,
  max: ({ max }) => `Must be at most ${max}`,
  minLength: ({ min }) => `Must have at least ${min} characters`,
  maxLength: ({ max }) => `Must have at most ${max} characters`,
};

const google: Framework = {
  name: "Google APIs",
  isClosed: true,
  refusal: (violations) => {
    const fieldViolations = violations.map((violation) => ({
      field: `data.${violation.member}`,
      description: told(googleWords, violation),
    }));
    const message = "Request contains an invalid argument.";
    const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations }];
    return { error: { code: 400, message, status: "INVALID_ARGUMENT", details } };
  },
};

export const others: readonly Framework[] = [rails, laravel, goValidator, jsonApi, google];
