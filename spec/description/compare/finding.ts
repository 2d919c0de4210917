/** What a comparison says. */
import type { OperationId } from "../../operations.ts";
import type { DescribedPart } from "../../requirements/define.ts";
import { requirementFor } from "../../requirements/for-part.ts";
import type { RequirementId } from "../../requirements/index.ts";
import type { SourcePlace } from "./place.ts";

export interface DescriptionFinding {
  /** mismatch: a client of the interface would break. remark: worth knowing, breaks nobody. */
  readonly severity: "mismatch" | "remark";
  /** Absent for what concerns the whole document. */
  readonly operation?: OperationId;
  /** The requirement that asks for it. Absent where only OpenAPI does. */
  readonly requirement?: RequirementId;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly wanted: string;
  readonly got: string;
}

export interface FindingText {
  readonly message: string;
  readonly wanted: string;
  readonly got: string;
}

/** Gathers findings; the same one met on several ways is told once. */
export class Findings {
  readonly list: DescriptionFinding[] = [];

  add(
    severity: DescriptionFinding["severity"],
    place: SourcePlace,
    text: FindingText,
    source: { readonly operation?: OperationId | undefined; readonly requirement?: RequirementId | undefined } = {},
  ): void {
    const { operation, requirement } = source;
    const finding: DescriptionFinding = {
      severity,
      ...(operation === undefined ? {} : { operation }),
      ...(requirement === undefined ? {} : { requirement }),
      file: place.file,
      line: place.line,
      pointer: place.pointer,
      ...text,
    };
    const key = JSON.stringify(finding);
    if (!this.list.some((known) => JSON.stringify(known) === key)) this.list.push(finding);
  }

  /** A mismatch in a part of an operation, for which a requirement asks. */
  mismatch(place: SourcePlace, operation: OperationId, part: DescribedPart, text: FindingText): void {
    this.add("mismatch", place, text, { operation, requirement: requirementFor(part, operation) });
  }

  get mismatches(): number {
    return this.list.filter(({ severity }) => severity === "mismatch").length;
  }
}
