/** A login that is refused for its form says nothing of the credentials. */
import { expect, test } from "vitest";
import { deniesTheForm } from "../../driver/tokens/denied-form.ts";

const said = (message: string, status = 400): boolean =>
  deniesTheForm(status, new TextEncoder().encode(JSON.stringify({ error: { code: "bad-request", message } })));

test("a body in the documented form that is refused as none", () => {
  expect(said("wanted a JSON object; got object")).toBe(true);
  expect(said("not JSON: Unexpected token o")).toBe(true);
  expect(said("Unexpected end of input", 422)).toBe(true);
  expect(said("nested deeper than 64 levels")).toBe(true);
  expect(said("the body is not UTF-8")).toBe(true);
  expect(said("text must not contain half a surrogate pair")).toBe(true);
});

test("what may be said of wrong credentials", () => {
  expect(said("invalid credentials")).toBe(false);
  expect(said("bad request")).toBe(false);
  expect(said("no valid JSON web key; wanted PEM")).toBe(false);
  expect(said("not JSON: the login is unknown")).toBe(false);
  expect(said("wanted a JSON object", 401)).toBe(false);
  expect(said("wanted a JSON object", 404)).toBe(false);
  expect(said("wanted a JSON object", 500)).toBe(false);
});
