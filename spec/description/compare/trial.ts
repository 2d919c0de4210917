/** Whether anything can follow a schema of a description: examples are made by it and tried. */
import type { ValidateFunction } from "ajv";
import { createAjv } from "../ajv.ts";
import { toViolations } from "../violation.ts";
import { tell, type ComparedValue } from "./compared-value.ts";
import { exampleOf } from "./example.ts";
import type { SourcePlace } from "./place.ts";
import { impossibleText, shown } from "./impossible-text.ts";
import { endingSchema, refersToItself, ringIn } from "./rings.ts";
import { standalone } from "./standalone.ts";

const turns = 12;

/** Tells a schema that no value can be held against. @returns true where it did, and nothing else can be said of it */
export function tellRing(value: ComparedValue, schema: SourcePlace): boolean {
  const ring = ringIn(schema);
  if (!ring) return false;
  tell(value, ring, { message: `the schema ${refersToItself}`, wanted: endingSchema, got: shown(ring) });
  return true;
}

/** Tells an answer's schema that no answer of the interface can follow, where nothing else was found wrong with it. */
export function tryAnswers(value: ComparedValue, wanted: SourcePlace, schema: SourcePlace): void {
  const { impossible } = exampleOf(schema, wanted);
  if (impossible) {
    tell(value, impossible.place, impossibleText(impossible, "", "an answer"));
    return;
  }
  const refused = refusal(wanted, schema);
  if (!refused) return;
  const text = {
    message: "no example of an answer could be made that follows this schema",
    wanted: "a schema that an answer of the interface can follow",
    got: refused.message,
  };
  tell(value, schema, text, refused.severity);
}

interface Refusal {
  readonly message: string;
  /** Of alternatives of which an example fits several, another might fit one alone. */
  readonly severity: "mismatch" | "remark";
}

/** What the most fitting example breaks; undefined where one fits, or what it breaks may be the example's own fault. */
function refusal(wanted: SourcePlace, schema: SourcePlace): Refusal | undefined {
  const validate = compiled(schema);
  if (!validate) return undefined;
  let nearest: ValidateFunction["errors"];
  for (let turn = 0; turn < turns; turn++) {
    const { value } = exampleOf(schema, wanted, turn);
    if (value === undefined) continue;
    if (validate(value)) return undefined;
    if (!nearest || (validate.errors?.length ?? 0) < nearest.length) nearest = validate.errors;
  }
  if (!nearest || nearest.some(({ keyword }) => beyondExamples.has(keyword))) return undefined;
  const severity = nearest.some(({ keyword }) => keyword === "oneOf") ? "remark" : "mismatch";
  return { message: toViolations(nearest)[0]?.message ?? "", severity };
}

/** For what these say, examples are not made. */
const beyondExamples = new Set([
  "pattern",
  "format",
  "multipleOf",
  "minLength",
  "maxLength",
  "minProperties",
  "uniqueItems",
  "contains",
  "if",
  "dependentRequired",
  "dependentSchemas",
]);

let ajv: ReturnType<typeof createAjv> | undefined;

/** Undefined for what is no schema that can be validated by. */
function compiled(schema: SourcePlace): ValidateFunction | undefined {
  try {
    const whole = standalone(schema);
    return whole && (ajv ??= createAjv()).compile(whole);
  } catch {
    return undefined;
  }
}
