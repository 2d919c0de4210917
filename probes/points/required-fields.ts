/** Open point `required-fields`: which fields creation and action insist on, per operation. */
import { operationOf, type Face } from "../../spec/operations.ts";
import { refused, succeeded, createdTraceOf } from "../../spec/readings/outcome.ts";
import type { ActionField, ActStep, CreateStep } from "../../spec/vocabulary/script.ts";
import { actionData, fitting } from "../fixture/fixture-data.ts";
import { onePoint, unknown, type Question } from "../probe.ts";

const fields: readonly ActionField[] = ["data", "actionKey", "workflowId", "groupLabel"];

export const requiredFields = onePoint(
  "required-fields",
  { needs: [], writes: true },
  async ({ fixture, target, runId, run, ask }) => {
    const { workflow, createAction, appendAction } = fixture;
    const description = (key: string) => target.workflows[workflow]?.actions.find((action) => action.key === key);
    if (createAction === undefined) {
      const isConfigured = target.workflows.some(({ actions }) => actions.some(({ creates }) => creates));
      const why = isConfigured ? "No trace could be created." : "No action is configured that creates a trace.";
      return unknown(why);
    }
    const candidateFor = "required-fields";
    const create = (face: Face, index: number): CreateStep => ({
      op: "create",
      face,
      workflow,
      action: createAction,
      ...fitting(description(createAction), actionData(runId, "fields", index)),
    });
    // Actions without a field are sent to a separate trace, because some may be accepted.
    const [created] = appendAction === undefined ? [] : await run("a trace to leave fields out at", [create("v2", 0)]);
    const trace = created && createdTraceOf(created);
    const act = (face: Face, index: number): readonly ActStep[] =>
      trace === undefined || appendAction === undefined
        ? []
        : [
            {
              op: "act",
              face,
              trace,
              workflow,
              action: appendAction,
              ...fitting(description(appendAction), actionData(runId, "fields", index)),
            },
          ];
    const asked = fields.flatMap((field, index) =>
      (["v2", "legacy"] as const).flatMap((face) =>
        [create(face, index + 1), ...act(face, index + 1)].map((step) => ({
          field,
          operation: operationOf(step.op, face)?.id ?? step.op,
          question: { step: { ...step, omit: [field], candidateFor } } satisfies Question,
        })),
      ),
    );
    const answers = await ask(
      "a field left out",
      asked.map(({ question }) => question),
    );
    const value: { [operation: string]: { [field: string]: "required" | "optional" } } = {};
    asked.forEach(({ field, operation }, index) => {
      const answer = answers[index];
      if (!answer || !(succeeded(answer) || refused(answer))) return;
      (value[operation] ??= {})[field] = succeeded(answer) ? "optional" : "required";
    });
    const told = Object.entries(value).map(([operation, byField]) => {
      const needed = Object.keys(byField).filter((field) => byField[field] === "required");
      return `${operation} ${needed.length > 0 ? needed.join(", ") : "none"}`;
    });
    if (told.length === 0) return unknown("No request with a field left out was answered.");
    return { value, evidence: `Fields without which a request was refused: ${told.join("; ")}.` };
  },
);
