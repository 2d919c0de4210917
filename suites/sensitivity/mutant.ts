/**
 * Mutants of a recorded history: the same requests, and the answers that a defective service would have given. The words
 * are those of mutation testing: an operator makes mutants, and a mutant is noticed when a rule rejects it.
 */
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Recorded } from "./recorded.ts";

/** What kind of thing the changed answers get wrong. */
export type MutantKind =
  | "form"
  | "identifiers"
  | "values"
  | "state"
  | "links"
  | "pages"
  | "files"
  | "search"
  | "lists"
  | "refusals"
  | "robustness"
  | "history"
  | "process";

/** A place where an operator may be applied. What comes of it is made only when it is asked for: there are many places. */
export interface Site {
  /** What is changed, in a few words, such as "a link is missing". */
  readonly what: string;
  /** The answers that stand in place of the recorded ones, the first one first; undefined where nothing can be changed. */
  readonly answers: () => readonly Exchange[] | undefined;
}

export interface Mutant {
  readonly operator: Operator;
  readonly what: string;
  /** The exchanges with changed answers, at least one, the first one first. */
  readonly changed: readonly [Exchange, ...Exchange[]];
  readonly history: History;
}

export interface Operator {
  /** In kebab-case; results, reports and docs name it so. */
  readonly id: string;
  readonly kind: MutantKind;
  /** One sentence: what a service with this defect does. */
  readonly title: string;
  /** Every place of a history where it makes a service that does not conform. */
  readonly sites: (recorded: Recorded) => Iterable<Site>;
}

/**
 * Makes operators of one kind. Each changes the same thing at all its sites, so that what it is stands there once, and the
 * sites are the answers alone.
 */
export function operatorOf(kind: MutantKind) {
  return (
    id: string,
    title: string,
    what: string,
    answersIn: (recorded: Recorded) => Iterable<Site["answers"]>,
  ): Operator => ({
    id,
    kind,
    title,
    *sites(recorded) {
      for (const answers of answersIn(recorded)) yield { what, answers };
    },
  });
}

/** The mutant at a site, or undefined where the operator can change nothing there. */
export function mutantAt(operator: Operator, { what, answers }: Site, { history }: Recorded): Mutant | undefined {
  const [first, ...others] = answers() ?? [];
  if (!first) return undefined;
  const byIndex = new Map([first, ...others].map((exchange) => [exchange.index, exchange]));
  const exchanges = history.exchanges.map((exchange) => byIndex.get(exchange.index) ?? exchange);
  return { operator, what, changed: [first, ...others], history: { ...history, exchanges } };
}
