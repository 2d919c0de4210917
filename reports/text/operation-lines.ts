/** Where each operation stands in the OpenAPI description, for formats that point into files. */
import { readFileSync } from "node:fs";
import type { OperationId } from "../../spec/operations.ts";

/** The description, as a path in the repository. */
export const openApiFile = "spec/openapi.yaml";

let lines: ReadonlyMap<string, number> | undefined;

/** Line (from 1) of the operation in `spec/openapi.yaml`; 1 when it is not found there. */
export function operationLine(operation: OperationId): number {
  lines ??= readLines();
  return lines.get(operation) ?? 1;
}

function readLines(): ReadonlyMap<string, number> {
  const text = readFirst([
    new URL("../../spec/openapi.yaml", import.meta.url),
    new URL("../../../spec/openapi.yaml", import.meta.url),
  ]);
  const found = new Map<string, number>();
  text.split("\n").forEach((line, at) => {
    const name = /^\s*operationId:\s*["']?(\w+)/.exec(line)?.[1];
    if (name) found.set(name, at + 1);
  });
  return found;
}

/** Compiled, this module stands one folder deeper; the description may or may not be copied along. */
function readFirst(places: readonly URL[]): string {
  for (const place of places) {
    try {
      return readFileSync(place, "utf8");
    } catch {
      continue;
    }
  }
  return "";
}
