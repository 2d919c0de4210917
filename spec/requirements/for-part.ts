import type { OperationId } from "../operations.ts";
import type { DescribedPart } from "./define.ts";
import { requirements, type RequirementId } from "./index.ts";

/**
 * The requirement that asks for a part of an operation, such as `CREATE-01` for the response of `v2CreateTrace`; where
 * none does, the one that asks for its response, and so for the operation itself.
 */
export function requirementFor(part: DescribedPart, operation: OperationId): RequirementId {
  const found = asking(part).find(({ operations }) => operations.includes(operation));
  if (found) return found.id;
  if (part === "response") throw new RangeError(`no requirement asks for the response of ${operation}`);
  return requirementFor("response", operation);
}

/** What asks for digests to stand for files: one by one in a path, or as a list in a query. */
export function requirementForDigests(where: "path" | "query"): RequirementId {
  const [found] = asking(where === "path" ? "digest" : "digest-list");
  if (!found) throw new RangeError(`no requirement asks for digests in a ${where}`);
  return found.id;
}

function asking(part: DescribedPart): typeof requirements {
  return requirements.filter(({ describes }) => describes === part);
}
