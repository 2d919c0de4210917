/** Judges somebody's own OpenAPI document against the interface. */
import { operations, type Face, type Operation, type OperationId } from "../../operations.ts";
import { specFile, specText } from "../spec-file.ts";
import { fileURLToPath } from "node:url";
import { compareRequestBody, compareResponse } from "./bodies.ts";
import { parseSource, readDocument } from "./document.ts";
import { Findings, type DescriptionFinding } from "./finding.ts";
import { describedPaths, type DescribedOperation, type DescribedPaths } from "./operations.ts";
import { compareParameters } from "./parameters.ts";
import { brokenPatterns, wantedPattern } from "./patterns.ts";
import { Documents, type SourcePlace } from "./place.ts";
import { compareSecurity } from "./security.ts";
import { versionOf } from "./version.ts";

export { DescriptionError } from "./document.ts";
export type { DescriptionFinding } from "./finding.ts";

export interface DescriptionReport {
  /** As it was named. */
  readonly file: string;
  /** Version of OpenAPI that the file says it is. */
  readonly openapi: string;
  readonly title?: string;
  /** In the order of the file. */
  readonly findings: readonly DescriptionFinding[];
  /** Operations of the interface that the file describes. */
  readonly described: readonly OperationId[];
  /** Operations of the file that the interface does not have; there may be any. */
  readonly additional: number;
}

interface CompareOptions {
  /** How findings name the file; default: its path. */
  readonly shown?: string;
  /** The one endpoint set that it is about; default: both. */
  readonly face?: Face;
}

/**
 * Compares an OpenAPI 3.0 or 3.1 document, YAML or JSON, with the interface. Members, operations and parameters beyond
 * the interface are fine as long as nobody has to send them.
 * @throws DescriptionError for a file that is no document of OpenAPI 3.0 or 3.1.
 */
export function compareDescription(path: string, { shown = path, face }: CompareOptions = {}): DescriptionReport {
  const documents = new Documents();
  const root = documents.open(readDocument(path, shown), path);
  const openapi = versionOf(root);
  const findings = new Findings();
  const theirs = describedPaths(root);
  const ours = interfacePaths();
  const judged = operations.filter((operation) => face === undefined || operation.face === face);
  for (const operation of judged) {
    const wanted = ours.found.get(operation.id);
    const described = theirs.found.get(operation.id);
    // A reference that leads nowhere is told once, as that.
    if (root.get("paths")?.isBroken || described?.item.isBroken || described?.method?.isBroken) continue;
    if (!described?.method) tellMissing(operation, described, root, findings);
    else if (wanted) compareOperation(wanted, described, root, findings);
  }
  const items = [...theirs.found.values()].filter(({ operation }) => judged.includes(operation));
  for (const { place, pattern, reason } of brokenPatterns(items.flatMap(({ item, method }) => [item, method ?? item])))
    findings.add("mismatch", place, {
      message: `the pattern is no regular expression: ${reason}`,
      wanted: wantedPattern,
      got: pattern,
    });
  for (const { place, reference, message } of documents.broken)
    findings.add("mismatch", place, {
      message,
      wanted: "a reference into this file, or into a file beside it",
      got: reference,
    });
  const title = root.get("info")?.get("title")?.value;
  return {
    file: shown,
    openapi,
    ...(typeof title === "string" ? { title } : {}),
    findings: findings.list.toSorted(byPlace),
    described: [...theirs.found.values()]
      .filter(({ method, operation }) => method && judged.includes(operation))
      .map(({ operation }) => operation.id),
    additional: theirs.additional,
  };
}

let known: DescribedPaths | undefined;

/** Our own description, read by the same code. */
function interfacePaths(): DescribedPaths {
  if (!known) {
    const path = fileURLToPath(specFile);
    known = describedPaths(new Documents().open(parseSource(specText, "openapi.yaml"), path));
  }
  return known;
}

function compareOperation(
  ours: DescribedOperation,
  theirs: DescribedOperation,
  root: SourcePlace,
  findings: Findings,
): void {
  compareParameters(ours, theirs, findings);
  compareRequestBody(ours, theirs, findings);
  compareResponse(ours, theirs, findings);
  compareSecurity(theirs, root, findings);
}

function tellMissing(
  operation: Operation,
  described: DescribedOperation | undefined,
  root: SourcePlace,
  findings: Findings,
): void {
  const { id, method, path } = operation;
  const item = described?.item.settled();
  const others = (item?.members() ?? []).map(([name]) => name).filter((name) => /^[a-z]+$/.test(name));
  findings.mismatch(described?.item ?? root.get("paths") ?? root, id, "response", {
    message: described ? `${path} has no ${method}` : `${method} ${path} is missing`,
    wanted: `${method} ${path}`,
    got: described ? others.filter((name) => name !== "parameters" && name !== "servers").join(", ") : "no such path",
  });
}

function byPlace(left: DescriptionFinding, right: DescriptionFinding): number {
  if (left.severity !== right.severity) return left.severity === "mismatch" ? -1 : 1;
  return left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1;
}
