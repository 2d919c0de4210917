import fc from "fast-check";
import type { BodyDefect } from "../../spec/vocabulary/script.ts";
import { jsonBodyDefects, multipartBodyDefects } from "./body-defects.ts";

/** A wrong body for an operation that takes JSON or a multipart form. Shrinks towards broken JSON. */
export function bodyDefect(request: "json" | "multipart"): fc.Arbitrary<BodyDefect> {
  return fc.constantFrom(...(request === "json" ? jsonBodyDefects : multipartBodyDefects));
}
