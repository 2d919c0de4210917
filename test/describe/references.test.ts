/** A reference that leads nowhere is told as that, wherever it stands. */
import { expect, test } from "vitest";
import { findingsOf, ownChanged, type OwnDocument, type Part } from "./lib/own-document.ts";

const detailsOf = ({ paths }: OwnDocument): Part => paths["/v2/traces/{traceId}/details"]?.["post"] ?? {};
test.each<[string, (document: OwnDocument, reference: object) => void]>([
  ["all paths", (document, reference) => Object.assign(document, { paths: reference })],
  ["a path", ({ paths }, reference) => Object.assign(paths, { "/v2/traces": reference })],
  ["all responses", (document, reference) => Object.assign(detailsOf(document), { responses: reference })],
  ["a response", (document, reference) => Object.assign(detailsOf(document), { responses: { 200: reference } })],
  [
    "the content of a response",
    (document, reference) => Object.assign(detailsOf(document), { responses: { 200: { content: reference } } }),
  ],
  [
    "a media type",
    (document, reference) =>
      Object.assign(detailsOf(document), { responses: { 200: { content: { "application/json": reference } } } }),
  ],
  ["a request body", (document, reference) => Object.assign(detailsOf(document), { requestBody: reference })],
  [
    "a parameter",
    ({ paths }, reference) => Object.assign(paths["/v2/traces/{traceId}/details"] ?? {}, { parameters: [reference] }),
  ],
  [
    "a security scheme",
    ({ components }, reference) => Object.assign(components, { securitySchemes: { bearer: reference } }),
  ],
])("a reference in the place of %s that leads nowhere is told as that, and as nothing else", (_, change) => {
  const findingsWith = ($ref: string): readonly string[] =>
    findingsOf(
      ownChanged((document: OwnDocument) => {
        document.components["ring"] = {
          here: { $ref: "#/components/ring/there" },
          there: { $ref: "#/components/ring/here" },
        };
        change(document, { $ref });
      }),
    ).map(({ message }) => message);
  const nowhere = "the reference leads nowhere: ";
  expect(findingsWith("#/nope")).toEqual([`${nowhere}nothing stands there`]);
  expect(findingsWith("#/components/ring/here")).toEqual([`${nowhere}it comes back to itself`]);
  expect(findingsWith("http://127.0.0.1:9/a.yaml#/a")).toEqual([
    "the reference is not followed: addresses are not fetched; bundle the description into one file first",
  ]);
});
