/** Requirements on the bearer header on each operation that requires it. */
import { operationById, type OperationId } from "../operations.ts";
import { bearerOperations, defineRequirements, kinds, type RequirementShape } from "./define.ts";

function notWithoutHeader(operation: OperationId, name: string): RequirementShape {
  return {
    level: "MUST",
    basis: "stated",
    statement: `The ${name} does not succeed without the bearer header.`,
    section: "Authentication",
    quote: "All other endpoints require the header.",
    furtherQuotes: [
      {
        section: "Conventions",
        quote: "Every endpoint requires the bearer header (see Authentication) except the login endpoints.",
      },
    ],
    describes: "security",
    ...ofOperation(operation),
  };
}

function notWithForeignToken(operation: OperationId, name: string): RequirementShape {
  return {
    level: "MUST",
    basis: "implied",
    statement: `The ${name} does not succeed with a token that the service did not issue (invented, cut, altered or unsigned).`,
    section: "Authentication",
    ...ofOperation(operation),
  };
}

function ofOperation(operation: OperationId): Pick<RequirementShape, "operations" | "needs" | "readings"> {
  const { kind, writes } = operationById(operation);
  return {
    operations: [operation],
    ...(writes ? { needs: ["write-access"] } : {}),
    ...(kind === "act" ? { needs: ["write-access", "append-action"] } : {}),
    ...(kind === "search" ? { needs: ["workflow"] } : {}),
    ...(kind === "workflows" ? { needs: ["organization"] } : {}),
    ...(kind === "file" || kind === "files" ? { needs: ["files-taken"] } : {}),
    readings: ["no-token"],
  };
}

export const authentication = defineRequirements({
  "AUTH-01": notWithoutHeader("v2CreateTrace", "v2 trace creation"),
  "AUTH-02": notWithoutHeader("v2AppendAction", "v2 append of an action"),
  "AUTH-03": notWithoutHeader("v2TraceDetails", "v2 trace details"),
  "AUTH-04": notWithoutHeader("v2TraceState", "v2 trace state"),
  "AUTH-05": notWithoutHeader("v2DownloadFiles", "v2 download of several files"),
  "AUTH-06": notWithoutHeader("v2DownloadFile", "download of one file"),
  "AUTH-07": notWithoutHeader("v2SearchTraces", "v2 search"),
  "AUTH-08": notWithoutHeader("v2ListWorkflows", "v2 workflow list"),
  "AUTH-09": notWithoutHeader("legacyCreateTrace", "legacy trace creation"),
  "AUTH-10": notWithoutHeader("legacyAppendAction", "legacy append of an action"),
  "AUTH-11": notWithoutHeader("legacyTraceDetails", "legacy trace details"),
  "AUTH-12": notWithoutHeader("legacyTraceState", "legacy trace state"),
  "AUTH-13": notWithoutHeader("legacyDownloadFiles", "legacy download of files"),
  "AUTH-14": notWithoutHeader("legacySearchTraces", "legacy search"),
  "AUTH-15": notWithoutHeader("legacyListWorkflows", "legacy workflow list"),
  "AUTH-16": notWithForeignToken("v2CreateTrace", "v2 trace creation"),
  "AUTH-17": notWithForeignToken("v2AppendAction", "v2 append of an action"),
  "AUTH-18": notWithForeignToken("v2TraceDetails", "v2 trace details"),
  "AUTH-19": notWithForeignToken("v2TraceState", "v2 trace state"),
  "AUTH-20": notWithForeignToken("v2DownloadFiles", "v2 download of several files"),
  "AUTH-21": notWithForeignToken("v2DownloadFile", "download of one file"),
  "AUTH-22": notWithForeignToken("v2SearchTraces", "v2 search"),
  "AUTH-23": notWithForeignToken("v2ListWorkflows", "v2 workflow list"),
  "AUTH-24": notWithForeignToken("legacyCreateTrace", "legacy trace creation"),
  "AUTH-25": notWithForeignToken("legacyAppendAction", "legacy append of an action"),
  "AUTH-26": notWithForeignToken("legacyTraceDetails", "legacy trace details"),
  "AUTH-27": notWithForeignToken("legacyTraceState", "legacy trace state"),
  "AUTH-28": notWithForeignToken("legacyDownloadFiles", "legacy download of files"),
  "AUTH-29": notWithForeignToken("legacySearchTraces", "legacy search"),
  "AUTH-30": notWithForeignToken("legacyListWorkflows", "legacy workflow list"),
  "AUTH-31": {
    level: "MUST",
    basis: "stated",
    statement: "A valid token opens the endpoints of both sets.",
    section: "Authentication",
    quote: "Scheme: HTTP bearer authentication, token format JWT.",
    furtherQuotes: [
      { section: "What the service does", quote: "Access is by bearer token (JWT)." },
      { section: "Authentication", quote: "Header: `Authorization: Bearer <ACCESS_TOKEN>`." },
    ],
    operations: bearerOperations,
  },
  "AUTH-32": {
    level: "MUST",
    basis: "implied",
    statement: "A write that was refused for its token leaves no mark.",
    section: "Authentication",
    operations: kinds("create", "act"),
    needs: ["write-access"],
    readings: ["own-links"],
  },
});
