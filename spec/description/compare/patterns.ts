/** Patterns of schemas that are no regular expressions: nothing can be held against such a schema. */
import type { SourcePlace } from "./place.ts";

export interface BrokenPattern {
  readonly place: SourcePlace;
  readonly pattern: string;
  /** What is wrong with it, in the words of the engine. */
  readonly reason: string;
}

export const wantedPattern = "a regular expression of ECMA-262 (flag u), as JSON Schema has it";

/** Values that are no schemas, whatever their members are called. */
const noSchemas: ReadonlySet<string> = new Set(["example", "examples", "default", "const", "enum"]);

/** Those in these places and all that they hold and refer to, each once. */
export function brokenPatterns(starts: readonly SourcePlace[]): readonly BrokenPattern[] {
  const found: BrokenPattern[] = [];
  const seen = new Set<unknown>();
  const waiting = [...starts];
  const look = (place: SourcePlace | undefined, pattern: unknown): void => {
    if (!place || typeof pattern !== "string") return;
    const reason = whatIsWrong(pattern);
    if (reason !== undefined) found.push({ place, pattern, reason });
  };
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    if (typeof place.value !== "object" || seen.has(place.value)) continue;
    seen.add(place.value);
    look(place.get("pattern"), place.get("pattern")?.value);
    for (const [name, schema] of place.get("patternProperties")?.members() ?? []) look(schema, name);
    const members = place.members().filter(([name]) => !noSchemas.has(name) && !name.startsWith("x-"));
    waiting.push(...[place.target ?? [], place.elements(), members.map(([, member]) => member)].flat());
  }
  return found;
}

function whatIsWrong(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(`Invalid regular expression: /${pattern}/u: `, "");
  }
}
