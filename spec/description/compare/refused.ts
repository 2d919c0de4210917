/** Descriptions that no run can judge by, and why not. */
import { DescriptionError } from "./document.ts";
import { describedPaths } from "./operations.ts";
import { brokenPatterns, wantedPattern } from "./patterns.ts";
import type { SourcePlace } from "./place.ts";
import { endingSchema, refersToItself, ringIn } from "./rings.ts";
import { maxSchemaValues, sizesBy } from "./schema-size.ts";
import { successesIn } from "./successes.ts";

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

/** A validator would refuse the whole schema. */
export function refusePatterns(root: SourcePlace): void {
  const [first] = brokenPatterns(successesIn(root).flatMap(({ schema }) => schema ?? []));
  if (!first) return;
  const { place, pattern, reason } = first;
  throw new DescriptionError(
    `${place.file}:${String(place.line)}: the pattern at #${place.pointer} is no regular expression: ${reason}; wanted ${wantedPattern}; got ${pattern}`,
  );
}

/** The first reference, anywhere in the description, that leads nowhere, in one sentence. */
export function brokenIn(root: SourcePlace): string | undefined {
  const { broken } = root.documents;
  const seen = new Set<unknown>();
  const waiting = [root];
  for (let place = waiting.pop(); place && broken.length === 0; place = waiting.pop()) {
    if (seen.has(place.value)) continue;
    if (typeof place.value === "object") seen.add(place.value);
    waiting.push(...[place.target ?? [], place.held()].flat());
  }
  const [first] = broken;
  return first && `${first.place.file}:${String(first.place.line)}: ${first.message}; got ${first.reference}`;
}

export function refuseEndlessSchemas(root: SourcePlace): void {
  const sizeOf = sizesBy<SourcePlace>(
    ({ value }) => value,
    (place) => {
      const target = place.settled();
      return target && target.value !== place.value ? [target] : place.held();
    },
  );
  for (const [, place] of successesIn(root).flatMap(({ media }) => media))
    if (sizeOf(place) > maxSchemaValues)
      throw new DescriptionError(
        `${root.file}: the schema at #${place.pointer} holds more than ${maxSchemaValues.toLocaleString("en")} values, with all that it refers to`,
      );
}
