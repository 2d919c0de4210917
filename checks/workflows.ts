/** The workflows of an organization. */
import { payloadOf, succeeded } from "../spec/readings/outcome.ts";
import { sameJson } from "../spec/readings/equal.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/vocabulary/json.ts";
import type { Check, Judgement, JudgingContext } from "../spec/vocabulary/judgement.ts";
import { answerOf, isProbing, nameOf } from "./support/exchanges.ts";
import { judged } from "./support/judging.ts";

interface Listed {
  readonly workflowId: string;
  readonly workflowName: string;
}

export const workflows: Check = {
  id: "workflows",
  requirements: ["FLOW-03", "FLOW-04", "FLOW-05", "FLOW-06", "EQUIV-05"],
  *judge(history, context) {
    const latest = new Map<string, { exchange: Exchange; list: readonly Listed[] }>();
    for (const exchange of history.exchanges) {
      if (
        exchange.intent.kind !== "workflows" ||
        isProbing(exchange) ||
        exchange.defects.some(({ where }) => where === "token")
      )
        continue;
      const list = succeeded(exchange) ? listOf(exchange) : undefined;
      if (exchange.intent.organization !== context.target.organization) {
        // Without a configured organization nobody knows which names are unknown.
        const unknown = exchange.defects.some(({ where }) => where === "path");
        if (unknown && !isVariantName(exchange.intent.organization, context) && exchange.response)
          yield* judgeUnknown(exchange, list);
        continue;
      }
      if (!list || exchange.actor === "second") continue;
      yield* judgeList(exchange, list, context);
      for (const face of ["v2", "legacy"] as const) {
        const earlier = latest.get(face);
        if (!earlier) continue;
        const same = sameJson(inOrder(earlier.list), inOrder(list));
        yield judged(
          face === exchange.face ? "FLOW-06" : "EQUIV-05",
          exchange,
          same
            ? undefined
            : {
                message: `${nameOf(exchange)} lists other workflows than ${nameOf(earlier.exchange)}`,
                expected: earlier.list,
                actual: list,
                with: [earlier.exchange],
              },
        );
      }
      latest.set(exchange.face, { exchange, list });
    }
  },
};

/** A name that differs in case or outer space alone may well be the same organization. */
function isVariantName(name: string, context: JudgingContext): boolean {
  const folded = (text: string | undefined) => text?.trim().toLowerCase();
  return folded(name) === folded(context.target.organization) || name.trim() === "";
}

function listOf(exchange: Exchange): readonly Listed[] | undefined {
  const payload = payloadOf(exchange);
  if (!Array.isArray(payload)) return undefined;
  return (payload as readonly Json[]).flatMap((item) =>
    isJsonObject(item) && typeof item["workflowId"] === "string" && typeof item["workflowName"] === "string"
      ? [{ workflowId: item["workflowId"], workflowName: item["workflowName"] }]
      : [],
  );
}

function inOrder(list: readonly Listed[]): Json {
  return list.map(({ workflowId, workflowName }) => `${workflowId}\n${workflowName}`).sort();
}

function* judgeList(exchange: Exchange, list: readonly Listed[], context: JudgingContext): Iterable<Judgement> {
  const missing = context.target.workflows.find(
    ({ id, name }) =>
      !list.some((listed) => listed.workflowId === id && (name === undefined || listed.workflowName === name)),
  );
  if (context.target.workflows.length > 0) {
    yield judged(
      "FLOW-03",
      exchange,
      missing && {
        message: `${nameOf(exchange)} does not list the workflow ${missing.id}${missing.name === undefined ? "" : ` (${missing.name})`}`,
        expected: { workflowId: missing.id, workflowName: missing.name },
        actual: list,
      },
    );
  }
  const ids = list.map(({ workflowId }) => workflowId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  yield judged(
    "FLOW-04",
    exchange,
    twice === undefined
      ? undefined
      : {
          message: `${nameOf(exchange)} lists the workflow ${twice} more than once`,
          expected: "each workflow once",
          actual: ids,
        },
  );
}

function* judgeUnknown(exchange: Exchange, list: readonly Listed[] | undefined): Iterable<Judgement> {
  yield judged(
    "FLOW-05",
    exchange,
    list && list.length > 0
      ? {
          message: `${nameOf(exchange)} lists workflows for an organization that does not exist: ${answerOf(exchange)}`,
          expected: "a refusal, or an empty list",
          actual: list,
        }
      : undefined,
  );
}
