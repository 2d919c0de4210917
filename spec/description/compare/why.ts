/** Which requirement asks for a value, by its place. */
import { operationById, type OperationId } from "../../operations.ts";
import { requirementFor } from "../../requirements/for-part.ts";
import type { RequirementId } from "../../requirements/index.ts";

/** Names of the members from the document's root to a value; `[]` stands for the elements of an array. */
export type MemberPath = readonly string[];

const pageArguments = ["first", "last", "after", "before"] as const;

/** What asks for a value of the response. */
export function whyAnswer(operation: OperationId, path: MemberPath): RequirementId {
  const { kind, enveloped } = operationById(operation);
  const inner = enveloped ? path.slice(1) : path;
  if (enveloped && path.length === 1 && (path[0] === "error" || path[0] === "data"))
    return requirementFor("envelope", operation);
  if (kind === "details" && inner[0] === "info") {
    const isCursor = inner[1] === "startCursor" || inner[1] === "endCursor";
    return requirementFor(isCursor ? "cursors" : "page-info", operation);
  }
  return requirementFor(inner.at(-1) === "token" ? "token" : "response", operation);
}

/** What asks for a value of the request. */
export function whyRequest(operation: OperationId, path: MemberPath): RequirementId {
  const argument = pageArguments.find((name) => name === path.at(-1));
  if (argument && operationById(operation).kind === "details") return requirementFor(argument, operation);
  return requirementFor("request", operation);
}
