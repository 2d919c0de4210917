import { type Face, type OperationKind } from "../../spec/operations.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { BodyDefect, OperationStep } from "../../spec/vocabulary/script.ts";
import { jsonBodyDefects, multipartBodyDefects } from "./body-defects.ts";
import { credentialDefects } from "./credential-defect.ts";
import { fieldDefects } from "./field-defects.ts";
import { malformedTraceIds, oddDigests, oddOrganizations, oddWorkflows, unknownTraceIds } from "./path-values.ts";

/** What malformed requests are made around. */
export interface MalformedOptions {
  readonly face: Face;
  /** An existing trace, as `$label`, on which the request would act were it well-formed. */
  readonly trace: string;
  /** The data that must never be seen again, with a marker. */
  readonly data: JsonObject;
}

const wrongTraces = [...unknownTraceIds, ...malformedTraceIds];
const oddFilters: readonly Json[] = [[], "text", 1, null, true, [{ a: 1 }]];

/** Every malformed request of one operation, the plainest first. None of them may succeed in writing anything. */
export function malformedSteps(kind: OperationKind, options: MalformedOptions): readonly OperationStep[] {
  const { face, trace, data } = options;
  const marker = String(data["tcMark"] ?? "");
  const bodied = <Step extends OperationStep>(step: Step, defects: readonly BodyDefect[]) =>
    defects.map((body): OperationStep => ({ ...step, body }));

  switch (kind) {
    case "create":
      return [
        ...bodied({ op: "create", face, data }, multipartBodyDefects),
        ...fieldDefects(marker).map(({ omit, replace }) => withFields({ op: "create", face, data }, omit, replace)),
      ];
    case "act":
      return [
        ...bodied({ op: "act", face, trace, data }, multipartBodyDefects),
        ...fieldDefects(marker).map(({ omit, replace }) => withFields({ op: "act", face, trace, data }, omit, replace)),
        ...wrongTraces.map((wrong): OperationStep => ({ op: "act", face, trace: wrong, data })),
      ];
    case "details":
      return [
        ...bodied({ op: "details", face, trace }, jsonBodyDefects),
        ...wrongTraces.map((wrong): OperationStep => ({ op: "details", face, trace: wrong })),
      ];
    case "state":
      return wrongTraces.map((wrong): OperationStep => ({ op: "state", face, trace: wrong }));
    case "files":
      return [
        ...oddDigests.map((digest): OperationStep => ({ op: "files", face, trace, digests: [digest] })),
        { op: "files", face, trace, digests: [] },
        ...wrongTraces.map((wrong): OperationStep => ({ op: "files", face, trace: wrong, digests: ["0".repeat(64)] })),
      ];
    case "file":
      if (face === "legacy") return [];
      return [
        ...oddDigests.map((digest): OperationStep => ({ op: "file", face, trace, digest })),
        ...wrongTraces.map((wrong): OperationStep => ({ op: "file", face, trace: wrong, digest: "0".repeat(64) })),
      ];
    case "search":
      return [
        ...bodied({ op: "search", face, filters: { tcMark: marker } }, jsonBodyDefects),
        ...oddFilters.map((filters): OperationStep => ({
          op: "search",
          face,
          filters,
          traits: ["search.odd-filters"],
        })),
        ...oddWorkflows.map((workflow): OperationStep => ({
          op: "search",
          face,
          workflow,
          filters: { tcMark: marker },
        })),
      ];
    case "workflows":
      return oddOrganizations.map((organization): OperationStep => ({ op: "workflows", face, organization }));
    case "login-credential":
      return [...bodied({ op: "login", face, method: "credential" }, jsonBodyDefects), ...logins(face, "credential")];
    case "login-private-key":
      if (face === "legacy") return [];
      return [...bodied({ op: "login", face, method: "private-key" }, jsonBodyDefects), ...logins(face, "private-key")];
  }
}

function withFields(
  step: OperationStep & { op: "create" | "act" },
  omit: OperationStepFields["omit"],
  replace: OperationStepFields["replace"],
): OperationStep {
  return { ...step, ...(omit ? { omit } : {}), ...(replace ? { replace } : {}) };
}

type OperationStepFields = Extract<OperationStep, { op: "create" }>;

function logins(face: Face, method: "credential" | "private-key"): readonly OperationStep[] {
  return credentialDefects
    .filter((defect) => defect.method === method)
    .map(({ replace, omit }) => ({
      op: "login",
      face,
      method,
      ...(replace ? { replace } : {}),
      ...(omit ? { omit } : {}),
    }));
}
