/** Creation: an id of its own for every trace, unknown workflows refused, broken JSON refused. */
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Case } from "./model/case.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, givesPayload, nameOf } from "./support/exchanges.ts";
import { isAction } from "../spec/readings/actions.ts";

export const creationRules: readonly Rule[] = [
  rule("CREATE-07", function* ({ world }) {
    for (const { id, first, second } of world.duplicates) {
      const message = "Two creations answer the same UUID";
      yield [second, { message, expected: "a UUID of its own for each trace", actual: id, with: [first] }];
    }
    const last = [...world.traces.values()].at(-1);
    if (last && world.traces.size > 1 && world.duplicates.length === 0) yield [last.created.exchange];
  }),

  rule("CREATE-09", function* (subject) {
    for (const { exchange, intent, defect } of subject.view(flawedWrites)) {
      if (intent.kind !== "create" || defect.where !== "field" || defect.what !== "replaced") continue;
      const { workflowId } = intent;
      if (defect.member !== "workflowId" || typeof workflowId !== "string" || workflowId.trim() === "") continue;
      if (subject.target.workflows.some(({ id, name }) => workflowId === id || workflowId === name)) continue;
      yield [
        exchange,
        givesPayload(exchange) && {
          message: `${nameOf(exchange)} creates a trace in a workflow that does not exist`,
          expected: "a refusal",
          actual: answerOf(exchange),
        },
      ];
    }
  }),

  refusesBrokenJson("CREATE-10", "create"),
  refusesBrokenJson("ACT-10", "act"),
];

function refusesBrokenJson(requirement: RequirementId, kind: "create" | "act"): Rule {
  return rule(requirement, function* (subject) {
    for (const { exchange, intent, defect } of subject.view(flawedWrites)) {
      if (intent.kind !== kind || defect.where !== "body" || defect.what !== "json-broken") continue;
      yield [
        exchange,
        givesPayload(exchange) && {
          message: `${nameOf(exchange)} accepts JSON that is cut in the middle`,
          expected: "a refusal",
          actual: answerOf(exchange),
        },
      ];
    }
  });
}

/** Answered creations and actions with exactly one defect. */
const flawedWrites = ({ exchanges }: Case) =>
  exchanges.flatMap((exchange) => {
    const { intent, response, defects } = exchange;
    const [defect, ...more] = defects;
    if (!isAction(intent) || !response || !defect || more.length > 0) return [];
    return [{ exchange, intent, defect }];
  });
