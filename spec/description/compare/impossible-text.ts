/** What a reader is told of a schema that nothing fits. */
import type { FindingText } from "./finding.ts";
import type { Impossible } from "./own-view.ts";
import type { SourcePlace } from "./place.ts";

const maxShown = 100;

/** @param where how the message begins; @param what who cannot follow it: `an answer`, `a request` */
export function impossibleText({ place, reason }: Impossible, where: string, what: string): FindingText {
  return {
    message: `${where}nothing can follow this schema: ${reason}`,
    wanted: `a schema that ${what} of the interface can follow`,
    got: shown(place),
  };
}

/** What stands at a place, as JSON, cut. */
export function shown({ value }: SourcePlace): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
