/** What a team adds to the suite, as plain values. Part of the public API. */
import type { Basis, Level, Need, OwnRequirementId } from "../../spec/requirements/index.ts";
import type { OperationId } from "../../spec/operations.ts";
import type { Rule } from "../../checks/index.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../scripts/index.ts";

/** A requirement of one's own. Its id begins with `X-` and ends with a number, such as `X-ACME-01`. */
export interface OwnRequirement {
  readonly id: OwnRequirementId;
  /** A broken MUST makes a run red, a broken SHOULD a warning. */
  readonly level: Level;
  /** Default: stated. */
  readonly basis?: Basis;
  /** One sentence, in the present tense, that a service either fulfils or not. */
  readonly statement: string;
  /** Where it comes from: a document and its heading, a ticket, an agreement. */
  readonly section: string;
  /** The words there that say it. */
  readonly quote?: string;
  /** The operations it is about; `--only` chooses scripts by them. */
  readonly operations: readonly OperationId[];
  /** What must be configured or known before it can be judged; without it the requirement is skipped or inconclusive. */
  readonly needs?: readonly Need[];
}

/** Scripts for a target. The same context must give the same scripts: no clock, no randomness but from `seed`. */
export type OwnScripts = (context: SuiteContext) => readonly Script[];

export interface Extension {
  /** Kebab-case; the common beginning of its scripts' ids. */
  readonly name: string;
  readonly requirements?: readonly OwnRequirement[];
  /** Each judges requirements of this extension, and sees every history of the run, the suite's own scripts included. */
  readonly rules?: readonly Rule[];
  readonly scripts?: OwnScripts;
}

/** An extension; the default export of a module that `extend:` names. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}

/** A requirement of one's own, checked by the compiler. */
export function defineRequirement<const Shape extends OwnRequirement>(requirement: Shape): Shape {
  return requirement;
}

/** A rule: a pure function of a case. */
export function defineRule(rule: Rule): Rule {
  return rule;
}

/** Scripts that are run beside the suite's own. */
export function defineScripts(scripts: OwnScripts): OwnScripts {
  return scripts;
}
