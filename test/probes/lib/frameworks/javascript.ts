/** How Joi, Zod, Ajv and NestJS refuse data. */
import type { Json } from "../../../../spec/json.ts";
import { listed, told, type Framework, type TypeNames, type Violation, type Words } from "./form.ts";

const joiWords: Words = {
  required: ({ member }) => `"${member}" is required`,
  unknown: ({ member }) => `"${member}" is not allowed`,
  type: ({ member, type }) => `"${member}" must be a ${type === "integer" ? "number" : type}`,
  enum: (violation) => `"${violation.member}" must be one of [${listed(violation)}]`,
  date: ({ member }) => `"${member}" must be in ISO 8601 date format`,
  pattern: ({ member, value, pattern }) =>
    `"${member}" with value "${value}" fails to match the required pattern: /${pattern}/`,
  min: ({ member, min }) => `"${member}" must be greater than or equal to ${min}`,
  max: ({ member, max }) => `"${member}" must be less than or equal to ${max}`,
  minLength: ({ member, min }) => `"${member}" length must be at least ${min} characters long`,
  maxLength: ({ member, max }) => `"${member}" length must be less than or equal to ${max} characters long`,
};

const joi: Framework = {
  name: "Joi",
  isClosed: true,
  tellsFirst: true,
  refusal: ([violation]) => {
    const { member, rule } = violation;
    const message = told(joiWords, violation);
    const detail = { message, path: [member], type: `any.${rule}`, context: { label: member, key: member } };
    return {
      statusCode: 400,
      error: "Bad Request",
      message: "Invalid request payload input",
      details: [detail],
    };
  },
};

const zodWords: Words = {
  required: ({ type }) => `Invalid input: expected ${type}, received undefined`,
  unknown: ({ member }) => `Unrecognized key: "${member}"`,
  type: ({ type, value }) => `Invalid input: expected ${type}, received ${typeof value}`,
  enum: ({ values }) => `Invalid option: expected one of ${values.map((value) => `"${value}"`).join("|")}`,
  date: "Invalid ISO date",
  pattern: ({ pattern }) => `Invalid string: must match pattern /${pattern}/`,
  min: ({ min }) => `Too small: expected number to be >=${min}`,
  max: ({ max }) => `Too big: expected number to be <=${max}`,
  minLength: ({ min }) => `Too small: expected string to have >=${min} characters`,
  maxLength: ({ max }) => `Too big: expected string to have <=${max} characters`,
};

function zodIssue(violation: Violation): Json {
  const { member, rule, type, values } = violation;
  const message = told(zodWords, violation);
  const path = ["data", member];
  switch (rule) {
    case "unknown":
      return { code: "unrecognized_keys", keys: [member], path: [], message };
    case "enum":
      return { code: "invalid_value", values, path, message };
    default:
      return { code: "invalid_type", expected: type === "integer" ? "int" : type, path, message };
  }
}

const zod: Framework = {
  name: "Zod",
  isClosed: true,
  refusal: (violations) => ({ success: false, error: { issues: violations.map(zodIssue) } }),
};

const ajvWords: Words = {
  required: ({ member }) => `must have required property '${member}'`,
  unknown: "must NOT have additional properties",
  type: ({ type }) => `must be ${type}`,
  enum: "must be equal to one of the allowed values",
  date: 'must match format "date"',
  pattern: ({ pattern }) => `must match pattern "${pattern}"`,
  min: ({ min }) => `must be >= ${min}`,
  max: ({ max }) => `must be <= ${max}`,
  minLength: ({ min }) => `must NOT have fewer than ${min} characters`,
  maxLength: ({ max }) => `must NOT have more than ${max} characters`,
};

function ajvError(violation: Violation): Json {
  const { member, rule, values, min } = violation;
  const message = told(ajvWords, violation);
  const ofWhole = (keyword: string, params: Json): Json => {
    return { instancePath: "", schemaPath: `#/${keyword}`, keyword, params, message };
  };
  if (rule === "required") return ofWhole(rule, { missingProperty: member });
  if (rule === "unknown") return ofWhole("additionalProperties", { additionalProperty: member });
  const limit: Json = min === undefined ? {} : { limit: min };
  const params = rule === "enum" ? { allowedValues: values } : limit;
  return {
    instancePath: `/${member}`,
    schemaPath: `#/properties/${member}/${rule}`,
    keyword: rule,
    params,
    message,
  };
}

const ajv: Framework = {
  name: "Ajv",
  isClosed: true,
  refusal: (violations) => ({ errors: violations.map(ajvError) }),
};

const nestTypes: TypeNames = {
  string: "a string",
  integer: "an integer number",
  number: "a number conforming to the specified constraints",
  boolean: "a boolean value",
};

const notOfType = ({ member, type }: Violation): string => `${member} must be ${nestTypes[type]}`;
const notListed = (violation: Violation): string =>
  `${violation.member} must be one of the following values: ${listed(violation)}`;
const noDate = ({ member }: Violation): string => `${member} must be a valid ISO 8601 date string`;

/** Each check sees for itself that the member is missing. */
function nestMissing(violation: Violation): string {
  if (violation.member === "part") return "part should not be empty";
  if (violation.values.length > 0) return notListed(violation);
  return violation.isDate ? noDate(violation) : notOfType(violation);
}

const nestWords: Words = {
  required: nestMissing,
  unknown: ({ member }) => `property ${member} should not exist`,
  type: notOfType,
  enum: notListed,
  date: noDate,
  pattern: ({ member, pattern }) => `${member} must match /${pattern}/ regular expression`,
  min: ({ member, min }) => `${member} must not be less than ${min}`,
  max: ({ member, max }) => `${member} must not be greater than ${max}`,
  minLength: ({ member, min }) => `${member} must be longer than or equal to ${min} characters`,
  maxLength: ({ member, max }) => `${member} must be shorter than or equal to ${max} characters`,
};

const nest: Framework = {
  name: "NestJS",
  isClosed: true,
  refusal: (violations) => ({
    statusCode: 400,
    error: "Bad Request",
    message: violations.map((violation) => told(nestWords, violation)),
  }),
};

export const javascript: readonly Framework[] = [joi, zod, ajv, nest];
