/** Descriptions that no run can judge by, and why not. */
import { DescriptionError } from "./document.ts";
import { describedPaths } from "./operations.ts";
import { referenceIn, type SourcePlace } from "./place.ts";
import { endingSchema, refersToItself, ringIn } from "./rings.ts";
import { successesIn } from "./successes.ts";

/** With what is referred to counted wherever it is. */
const maxSchemaValues = 50_000;
const maxDepth = 500;

/** Before anything is sent: of a description that says nothing of an answer, a run could judge nothing. */
export function refuseNothing(root: SourcePlace): void {
  const say = (what: string): DescriptionError =>
    new DescriptionError(
      brokenIn(root) ??
        `${root.file}: it describes ${what}, so that no answer can be held against it; "trace-conformance describe" says what is missing`,
    );
  if (![...describedPaths(root).found.values()].some(({ method }) => method))
    throw say("no operation of the interface");
  const successes = successesIn(root);
  if (successes.length === 0) throw say("no response of status 200 of an operation of the interface");
  const json = successes.filter(({ operation }) => operation.response === "json");
  if (json.length > 0 ? !json.some(({ schema }) => schema) : !successes.some(({ media }) => media.length > 0))
    throw say(
      json.length > 0 ? "no schema of a JSON response of status 200" : "no content of a response of status 200",
    );
}

/** A validator would call such a schema without end. */
export function refuseRings(root: SourcePlace): void {
  for (const { schema } of successesIn(root)) {
    const ring = schema && ringIn(schema);
    if (ring)
      throw new DescriptionError(
        `${ring.file}:${String(ring.line)}: the schema at #${ring.pointer} ${refersToItself}; wanted ${endingSchema}`,
      );
  }
}

/** The first reference, anywhere in the description, that leads nowhere, in one sentence. */
export function brokenIn(root: SourcePlace): string | undefined {
  const { broken } = root.documents;
  const seen = new Set<unknown>();
  const waiting = [root];
  for (let place = waiting.pop(); place && broken.length === 0; place = waiting.pop()) {
    if (seen.has(place.value)) continue;
    if (typeof place.value === "object") seen.add(place.value);
    const reference = referenceIn(place.value);
    const target = reference === undefined ? undefined : place.documents.follow(place, reference);
    waiting.push(...(target ? [target] : []), ...place.elements(), ...place.members().map(([, member]) => member));
  }
  const [first] = broken;
  return first && `${first.place.file}:${String(first.place.line)}: ${first.message}; got ${first.reference}`;
}

/** A validator calls what a schema refers to each time, so what doubles with each level would never end. */
export function refuseEndlessSchemas(root: SourcePlace): void {
  const sizes = new Map<unknown, number>();
  const sizeOf = (place: SourcePlace, depth = 0): number => {
    const { value } = place;
    if (typeof value !== "object" || value === null) return 0;
    if (depth > maxDepth) return Number.MAX_SAFE_INTEGER;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    // What holds itself is counted once.
    sizes.set(value, 1);
    const target = referenceIn(value) === undefined ? undefined : place.settled();
    const parts =
      target && target.value !== value ? [target] : [...place.elements(), ...place.members().map(([, one]) => one)];
    const size = parts.reduce((sum, part) => Math.min(sum + sizeOf(part, depth + 1), Number.MAX_SAFE_INTEGER), 1);
    sizes.set(value, size);
    return size;
  };
  for (const [, place] of successesIn(root).flatMap(({ media }) => media))
    if (sizeOf(place) > maxSchemaValues)
      throw new DescriptionError(
        `${root.file}: the schema at #${place.pointer} holds more than ${maxSchemaValues.toLocaleString("en")} values, with all that it refers to`,
      );
}
