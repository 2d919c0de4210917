/** `--description FILE`: the service's own OpenAPI document as two requirements beside those of the interface. */
import { basename } from "node:path";
import { describedResponses, type DescribedResponses } from "../../spec/description/compare/described-responses.ts";
import { operations } from "../../spec/operations.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import { judged, nameOf, type Rule } from "../../checks/index.ts";
import { defineExtension, defineRequirement, type Extension } from "./extension.ts";

const shape = "X-DESCRIPTION-01";
const contentType = "X-DESCRIPTION-02";

/** @throws DescriptionError for a file that is no document of OpenAPI 3.0 or 3.1, or by which nothing could be judged. */
export async function descriptionExtension(path: string): Promise<Extension> {
  const responses = await describedResponses(path);
  const section = `the service's own description, ${basename(path)}`;
  const described = operations.map(({ id }) => id).filter((id) => responses.describes(id));
  const demanded = [
    defineRequirement({
      id: shape,
      level: "MUST",
      statement: "A JSON response of status 200 fits the schema that the service's own description gives it.",
      section,
      operations: described.filter((id) => responses.hasSchema(id)),
    }),
    defineRequirement({
      id: contentType,
      level: "MUST",
      statement: "A response of status 200 comes under a content type that the service's own description names.",
      section,
      operations: described.filter((id) => responses.contentTypes(id).length > 0),
    }),
  ];
  // What the document says nothing of is not demanded.
  const requirements = demanded.filter((one) => one.operations.length > 0);
  const rule = ruleBy(
    responses,
    requirements.map(({ id }) => id),
  );
  return defineExtension({ name: "description", requirements, rules: [rule] });
}

function ruleBy(responses: DescribedResponses, requirements: Rule["requirements"]): Rule {
  return {
    id: "description",
    requirements,
    *judge({ history }) {
      for (const exchange of history.exchanges) {
        if (exchange.response?.status !== 200) continue;
        yield* judgeContentType(exchange, responses);
        yield* judgeShape(exchange, responses);
      }
    },
  };
}

function* judgeContentType(exchange: Exchange, responses: DescribedResponses): Iterable<Judgement> {
  const wanted = responses.contentTypes(exchange.operationId);
  if (wanted.length === 0) return;
  const sent = exchange.response?.headers["content-type"];
  const plain = (sent ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const fits = wanted.some(
    (type) => type === "*/*" || type === plain || (type.endsWith("/*") && plain.startsWith(type.slice(0, -1))),
  );
  yield judged(
    contentType,
    exchange,
    fits
      ? undefined
      : {
          message: `${nameOf(exchange)} answers under a content type that its description does not name`,
          expected: wanted.join(", "),
          actual: sent ?? "no content type",
        },
  );
}

function* judgeShape(exchange: Exchange, responses: DescribedResponses): Iterable<Judgement> {
  const json = exchange.response?.json;
  if (!json || !responses.hasSchema(exchange.operationId)) return;
  const [violation, ...more] = responses.violations(exchange.operationId, json.value);
  const further = more.length > 0 ? `, and ${more.length} more` : "";
  yield judged(
    shape,
    exchange,
    violation && {
      message: `${nameOf(exchange)} answers what its own description does not say: ${violation.message}${further}`,
      expected: violation.expected,
      actual: violation.actual,
    },
  );
}
