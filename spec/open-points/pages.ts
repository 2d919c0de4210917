/** What is open about pages of links. */
import { defineOpenPoints } from "./define.ts";
import { anything, count, flag, oneOf, orNull, record, someOf } from "./value-schemas.ts";

const bound = { cap: orNull(count), beyondCap: oneOf("clamped", "refused", "none-seen") };

export const pagesOpenPoints = defineOpenPoints({
  "page-size": {
    question: "How many links does a page have when no number is asked for, and how many at most?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote: "Rules for combining `first`, `last`, `before` and `after`, and the default page size: not shown.",
      },
      {
        section: "Limits",
        quote:
          "Limits: not shown. No rate limits, page size bounds, file size limits or request size limits are given.",
      },
    ],
    readings: [
      { name: "clamped", description: "a number beyond the cap is answered with as many links as the cap" },
      { name: "refused", description: "a number beyond the cap is refused" },
      { name: "none-seen", description: "no cap was met" },
    ],
    example: { default: 50, cap: 100, beyondCap: "clamped" },
    /** `cap`: the largest page seen, or the largest that was not refused. `legacy`: where that set has a bound of its own. */
    valueSchema: record({ default: orNull(count), ...bound }, { legacy: record(bound) }),
  },
  "page-combinations": {
    question: "Which combinations of first, last, after and before are accepted, and are they honoured?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote: "Rules for combining `first`, `last`, `before` and `after`, and the default page size: not shown.",
      },
      {
        section: "v2 endpoints",
        quote: "with optional `first` (number), `last` (number), `after` (string cursor), `before` (string cursor)",
      },
    ],
    readings: [
      { name: "honoured", description: "the answer is what the arguments say" },
      { name: "ignored", description: "accepted, but some argument has no effect" },
      { name: "refused", description: "answered with a 4xx" },
    ],
    example: { "first-last": "refused" },
    valueSchema: someOf(
      oneOf(
        "none",
        "first",
        "last",
        "first-after",
        "last-before",
        "after",
        "before",
        "first-before",
        "last-after",
        "first-last",
        "after-before",
      ),
      oneOf("honoured", "ignored", "refused"),
    ),
  },
  "page-cursors": {
    question: "Do pages carry cursors?",
    section: "Page information (trace details)",
    quotes: [
      { section: "Page information (trace details)", quote: "| startCursor | string | no |" },
      { section: "Page information (trace details)", quote: "| endCursor | string | no |" },
    ],
    readings: [
      { name: "both", description: "pages carry `startCursor` and `endCursor`" },
      { name: "one", description: "pages carry one of the two" },
      { name: "none", description: "pages carry no cursor, and a trace cannot be walked by cursors" },
    ],
    example: { start: true, end: true },
    valueSchema: record({ start: flag, end: flag }),
  },
  "legacy-details-input": {
    question: "How are page arguments written into the member `input` of the legacy details request?",
    section: "Legacy endpoints",
    quotes: [
      { section: "Legacy endpoints", quote: "the input used to retrieve the links of the trace (type unspecified)" },
    ],
    readings: [
      { name: "arguments", description: '`{"input": {"first": 2}}`' },
      { name: "data", description: '`{"input": {"data": {"first": 2}}}`' },
      { name: "envelope", description: '`{"input": {"error": null, "data": {"first": 2}}}`' },
      { name: "page", description: '`{"input": {"page": {"first": 2}}}`' },
      { name: "pagination", description: '`{"input": {"pagination": {"first": 2}}}`' },
      { name: "text", description: '`{"input": "{\\"first\\": 2}"}`' },
      { name: "ignored", description: "no form has an effect; `neutral` is sent" },
    ],
    example: { form: "arguments", neutral: {} },
    /** `neutral`: the `input` sent when no page arguments are asked for. */
    valueSchema: record({
      form: oneOf("arguments", "data", "envelope", "page", "pagination", "text", "ignored"),
      neutral: anything,
    }),
  },
  "details-error-member": {
    question: "Which value does the v2 details request take in its member `error`?",
    section: "Open points of the endpoints",
    quotes: [
      {
        section: "Open points of the endpoints",
        quote: "Type and meaning of the request member `error` on the v2 details endpoint: not shown.",
      },
      { section: "v2 endpoints", quote: "`error` (required member, type unspecified)" },
    ],
    readings: [
      { name: "null", description: "null" },
      { name: "empty", description: "an empty text or object" },
      { name: "another", description: "a boolean, a number, or any value at all" },
    ],
    example: { value: null },
    valueSchema: record({ value: anything }),
  },
});
