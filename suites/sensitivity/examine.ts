/** Judges the mutants of one history: which of them the rules would have noticed. */
import { Case, judge, type Judged, type Rule } from "../../checks/index.ts";
import type { OperationId } from "../../spec/operations.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import { ofLostRequests } from "../../spec/requirements/lost-requests.ts";
import type { JudgingContext } from "../../spec/requirements/judgement.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import { mutantAt, type Mutant, type Operator, type Site } from "./mutant.ts";
import { operators as allOperators } from "./operators/index.ts";
import { rankOf } from "./operators/pick.ts";
import { Recorded } from "./recorded.ts";

export interface Examined {
  readonly mutant: Mutant;
  readonly script: string;
  readonly operationId: OperationId;
  /** Requirements that reject the mutant; none: nobody would have noticed. */
  readonly noticedBy: readonly RequirementId[];
  /** Requirements that were judged on the changed answers and hold there. */
  readonly judgedThere: readonly RequirementId[];
}

export interface ExamineOptions extends JudgingContext {
  /** Requirements that count: those that the run judged and that passed. */
  readonly requirements: ReadonlySet<RequirementId>;
  readonly rules: readonly Rule[];
  /** How many mutants to judge, chosen by the script's name alone; absent: all. */
  readonly most?: number;
  /** What the rules say of the history itself, where that is known already. */
  readonly judged?: Judged;
  /** Absent: every operator. */
  readonly operators?: readonly Operator[];
}

/** The mutants of a history, judged. A history on which a rule found something is left out: it is no honest one. */
export function* examineHistory(history: History, options: ExamineOptions): Generator<Examined> {
  const { rules, most = Infinity, operators = allOperators } = options;
  // A single lost answer breaks nothing: how many there are is judged of a whole run.
  const requirements = new Set([...options.requirements].filter((id) => id !== ofLostRequests));
  const recorded = new Recorded(history, options);
  const { judgements } = options.judged ?? judge(recorded.subject, { only: requirements, rules });
  if (judgements.some(({ outcome }) => outcome === "failed")) return;
  const judgedAt = new Map<number, Set<RequirementId>>();
  for (const { requirement, exchanges } of judgements)
    for (const index of exchanges) {
      const known = judgedAt.get(index) ?? new Set();
      judgedAt.set(index, known.add(requirement));
    }
  let judged = 0;
  for (const { operator, site } of inTurns(recorded, operators)) {
    if (judged >= most) return;
    const mutant = mutantAt(operator, site, recorded);
    if (!mutant) continue;
    judged += 1;
    const after = judge(new Case(mutant.history, options), { only: requirements, rules });
    const failed = after.judgements.filter(({ outcome }) => outcome === "failed");
    yield {
      mutant,
      script: history.script.id,
      operationId: mutant.changed[0].operationId,
      noticedBy: [...new Set(failed.map(({ requirement }) => requirement))],
      judgedThere: [...new Set(mutant.changed.flatMap(({ index }) => [...(judgedAt.get(index) ?? [])]))],
    };
  }
}

/** All sites, first one of each operator: what has many places shall not crowd out what has few. */
function inTurns(recorded: Recorded, from: readonly Operator[]): readonly { operator: Operator; site: Site }[] {
  const { id: scriptId } = recorded.history.script;
  return from
    .flatMap((operator) =>
      [...operator.sites(recorded)]
        .map((site, place) => ({ operator, site, chance: rankOf(`${scriptId} ${operator.id} ${String(place)}`) }))
        .sort((a, b) => a.chance - b.chance)
        .map((one, turn) => ({ ...one, turn })),
    )
    .sort((a, b) => a.turn - b.turn || a.chance - b.chance);
}
