/** How Spring, JAX-RS and ASP.NET Core refuse data. */
import { capitalized, listed, told, type Framework, type TypeNames, type Violation, type Words } from "./form.ts";

const size = ({ min, max }: Violation): string => `size must be between ${min} and ${max}`;

const beanValidation = {
  required: "must not be null",
  pattern: ({ pattern }) => `must match "${pattern}"`,
  min: ({ min }) => `must be greater than or equal to ${min}`,
  max: ({ max }) => `must be less than or equal to ${max}`,
  minLength: size,
  maxLength: size,
} satisfies Words;

const notReadAs = ({ type, value }: Violation): string =>
  ({
    string: "java.lang.String` from Object value (token `JsonToken.START_OBJECT`)",
    integer: `int\` from String "${value}": not a valid \`int\` value`,
    number: `double\` from String "${value}": not a valid \`double\` value (as String to convert)`,
    boolean: `boolean\` from String "${value}": only "true" or "false" recognized`,
  })[type];

/** What stops Jackson, which reads the data before any of them are checked. */
const notRead: Words = {
  type: notReadAs,
  enum: (violation) =>
    `com.acme.Urgency\` from String "${violation.value}": not one of the values accepted for Enum class: [${listed(violation)}]`,
  date: ({ value }) =>
    `java.time.LocalDate\` from String "${value}": Failed to deserialize java.time.LocalDate: (java.time.format.DateTimeParseException) Text '${value}' could not be parsed at index 0`,
};

const spring: Framework = {
  name: "Spring",
  isClosed: false,
  refusal: (violations) => {
    const common = { timestamp: "2026-11-29T10:00:00.000+00:00", status: 400, error: "Bad Request" };
    const path = "/v2/traces";
    const unread = violations.find(({ rule }) => rule in notRead);
    if (unread) {
      const message = `JSON parse error: Cannot deserialize value of type \`${told(notRead, unread)}\n at [Source: (PushbackInputStream); line: 1, column: 10] (through reference chain: com.acme.OrderForm["${unread.member}"])`;
      return { ...common, message, path };
    }
    const errors = violations.map((violation) => ({
      codes: [`NotNull.orderForm.${violation.member}`, "NotNull"],
      objectName: "orderForm",
      field: violation.member,
      rejectedValue: violation.value ?? null,
      bindingFailure: false,
      code: "NotNull",
      defaultMessage: told(beanValidation, violation),
    }));
    const message = `Validation failed for object='orderForm'. Error count: ${violations.length}`;
    return { ...common, message, errors, path };
  },
};

const jaxRsWords: Words = {
  ...beanValidation,
  unknown: "unknown property",
  enum: (violation) => `must be any of ${listed(violation)}`,
  type: ({ type }) => `must be of type ${type}`,
  date: "must be an ISO date",
};

const jaxRs: Framework = {
  name: "JAX-RS",
  isClosed: true,
  refusal: (violations) => ({
    title: "Constraint Violation",
    status: 400,
    violations: violations.map((violation) => ({
      field: `append.arg1.data.${violation.member}`,
      in: "body",
      message: told(jaxRsWords, violation),
    })),
  }),
};

const dotnetTypes: TypeNames = { string: "String", integer: "Int32", number: "Decimal", boolean: "Boolean" };

const notConverted = (type: string, member: string): string =>
  `The JSON value could not be converted to System.${type}. Path: $.${member} | LineNumber: 0 | BytePositionInLine: 22.`;
const range = ({ member, min, max }: Violation): string =>
  `The field ${capitalized(member)} must be between ${min} and ${max}.`;
const length = ({ member, min, max }: Violation): string =>
  `The field ${capitalized(member)} must be a string with a minimum length of ${min} and a maximum length of ${max}.`;

const aspNetWords: Words = {
  required: ({ member }) => `The ${capitalized(member)} field is required.`,
  type: ({ type, member }) => notConverted(dotnetTypes[type], member),
  date: ({ member }) => notConverted("DateOnly", member),
  enum: (violation) => `The field ${capitalized(violation.member)} must be one of: ${listed(violation)}.`,
  pattern: ({ member, pattern }) => `The field ${capitalized(member)} must match the regular expression '${pattern}'.`,
  min: range,
  max: range,
  minLength: length,
  maxLength: length,
};

const aspNet: Framework = {
  name: "ASP.NET Core",
  isClosed: false,
  refusal: (violations) => ({
    type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
    title: "One or more validation errors occurred.",
    status: 400,
    errors: Object.fromEntries(
      violations.map((violation) => {
        const { member, rule } = violation;
        const key = rule === "type" || rule === "date" ? `$.${member}` : capitalized(member);
        return [key, [told(aspNetWords, violation)]];
      }),
    ),
    traceId: "00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00",
  }),
};

export const javaAndDotnet: readonly Framework[] = [spring, jaxRs, aspNet];
