/** How Django REST framework, pydantic and marshmallow refuse data. */
import { listed, textsByMember, told, type Framework, type TypeNames, type Violation, type Words } from "./form.ts";

const djangoTypes: TypeNames = {
  string: "Not a valid string.",
  integer: "A valid integer is required.",
  number: "A valid number is required.",
  boolean: "Must be a valid boolean.",
};

const djangoWords: Words = {
  required: "This field is required.",
  type: ({ type }) => djangoTypes[type],
  enum: (violation) => `"${violation.value}" is not a valid choice. Choose one of: ${listed(violation)}.`,
  date: "Date has wrong format. Use one of these formats instead: YYYY-MM-DD.",
  pattern: ({ pattern }) => `This value does not match the required pattern ${pattern}.`,
  min: ({ min }) => `Ensure this value is greater than or equal to ${min}.`,
  max: ({ max }) => `Ensure this value is less than or equal to ${max}.`,
  minLength: ({ min }) => `Ensure this field has at least ${min} characters.`,
  maxLength: ({ max }) => `Ensure this field has no more than ${max} characters.`,
};

const django: Framework = {
  name: "Django REST framework",
  isClosed: false,
  refusal: (violations) => textsByMember(djangoWords, violations),
};

const pydanticWords: Words = {
  required: "Field required",
  unknown: "Extra inputs are not permitted",
  type: ({ type }) =>
    `Input should be a valid ${type}${type === "integer" ? ", unable to parse string as an integer" : ""}`,
  enum: ({ values }) => `Input should be ${values.map((value) => `'${value}'`).join(" or ")}`,
  date: "Input should be a valid date or datetime, input is too short",
  pattern: ({ pattern }) => `String should match pattern '${pattern}'`,
  min: ({ min }) => `Input should be greater than or equal to ${min}`,
  max: ({ max }) => `Input should be less than or equal to ${max}`,
  minLength: ({ min }) => `String should have at least ${min} characters`,
  maxLength: ({ max }) => `String should have at most ${max} characters`,
};

const pydanticTypes: Words = { required: "missing", unknown: "extra_forbidden", enum: "literal_error" };

const pydantic: Framework = {
  name: "pydantic",
  isClosed: true,
  refusal: (violations) => ({
    detail: violations.map((violation) => ({
      type: violation.rule in pydanticTypes ? told(pydanticTypes, violation) : `${violation.rule}_error`,
      loc: ["body", "traceInput", "data", violation.member],
      msg: told(pydanticWords, violation),
      input: violation.value ?? {},
    })),
  }),
};

const range = ({ min, max }: Violation): string =>
  `Must be greater than or equal to ${min} and less than or equal to ${max}.`;
const length = ({ min, max }: Violation): string => `Length must be between ${min} and ${max}.`;

const marshmallowWords: Words = {
  required: "Missing data for required field.",
  unknown: "Unknown field.",
  type: ({ type }) => `Not a valid ${type}.`,
  enum: (violation) => `Must be one of: ${listed(violation)}.`,
  date: "Not a valid date.",
  min: range,
  max: range,
  minLength: length,
  maxLength: length,
};

const marshmallow: Framework = {
  name: "marshmallow",
  isClosed: true,
  without: ["serial"],
  refusal: (violations) => ({
    code: 422,
    status: "Unprocessable Entity",
    errors: { json: textsByMember(marshmallowWords, violations) },
  }),
};

export const python: readonly Framework[] = [django, pydantic, marshmallow];
