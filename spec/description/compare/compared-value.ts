/** A value of a request or a response that is compared: how findings name it, and which requirement asks for it. */
import { operationById, type OperationId } from "../../operations.ts";
import { requirementFor } from "../../requirements/for-part.ts";
import type { RequirementId } from "../../requirements/index.ts";
import type { Findings, FindingText } from "./finding.ts";
import type { SourcePlace } from "./place.ts";

export interface ComparedValue {
  readonly findings: Findings;
  readonly operation: OperationId;
  /** How messages begin: `response`, `request body`, `path parameter traceId`. */
  readonly part: string;
  /** Names of the members from the document's root; `[]` stands for the elements of an array. */
  readonly path: readonly string[];
  /** Instead of what the members' names suggest. */
  readonly requirement?: RequirementId;
}

/** The member of this name, or with `[]` the elements. */
export function inside<Value extends ComparedValue>(value: Value, name: string): Value {
  return { ...value, path: [...value.path, name] };
}

/** `data.links[].x`, as messages name it inside a JSON document; the whole document as the caller says. */
export function pathText({ path }: ComparedValue, whole = ""): string {
  return path.length === 0 ? whole : path.join(".").replaceAll(".[]", "[]");
}

/** Adds what is wrong with it to the findings. */
export function tell(
  value: ComparedValue,
  place: SourcePlace,
  text: FindingText,
  severity: "mismatch" | "remark" = "mismatch",
): void {
  const { findings, operation, part } = value;
  const requirement = value.requirement ?? (part === "response" ? whyAnswer(value) : whyRequest(value));
  findings.add(severity, place, { ...text, message: `${part}: ${text.message}` }, { operation, requirement });
}

function whyAnswer({ operation, path }: ComparedValue): RequirementId {
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

function whyRequest({ operation, path }: ComparedValue): RequirementId {
  const argument = (["first", "last", "after", "before"] as const).find((name) => name === path.at(-1));
  if (argument && operationById(operation).kind === "details") return requirementFor(argument, operation);
  return requirementFor("request", operation);
}
