/** A rule: what a requirement demands, as a function of a case. */
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import type { Judgement } from "../spec/requirements/judgement.ts";
import type { Case } from "./model/case.ts";
import { judged, type Finding } from "./judgements.ts";

export interface Rule {
  /** Names the rule where it crashes: the requirement it judges, or a name in kebab-case. */
  readonly id: string;
  /** Every requirement that it can judge. */
  readonly requirements: readonly RequirementId[];
  /** The file, or else the name, of the extension that brings it; absent for a rule of the suite. */
  readonly extension?: string;
  /** Pure: no I/O, no clock, no randomness, and nothing kept but in views of the case. */
  judge(subject: Case): Iterable<Judgement>;
}

/** An exchange that shows the requirement, and what is wrong there; without a finding it holds. */
export type Observed = readonly [exchange: Exchange, finding?: Finding | false];

/** A rule for one requirement. */
export function rule(requirement: RequirementId, look: (subject: Case) => Iterable<Observed>): Rule {
  return {
    id: requirement,
    requirements: [requirement],
    *judge(subject) {
      for (const [exchange, finding] of look(subject)) yield judged(requirement, exchange, finding || undefined);
    },
  };
}

/** Rules over what one view observed: each takes the exchanges that concern it. */
export function rulesOver(
  view: (subject: Case) => readonly Observed[],
  concerned: { readonly [id in RequirementId]?: (exchange: Exchange) => boolean },
): readonly Rule[] {
  return (Object.keys(concerned) as RequirementId[]).map((id) =>
    rule(id, (subject) => subject.view(view).filter(([exchange]) => concerned[id]?.(exchange))),
  );
}
