import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { Draft } from "./define-script.ts";
import { ownFiles } from "./inputs.ts";
import { alternating, faces } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { searchStep } from "./steps.ts";

/**
 * A trace `$t` with so many links, written through both faces in turn; each link has its number. Links at the places
 * `withFiles` have a file, `$fN.0`; that of the creation is `$t.0`.
 */
export function longTrace(draft: Draft, links: number, withFiles: readonly number[] = []): readonly OperationStep[] {
  return Array.from({ length: links }, (_, index): OperationStep => {
    const data = draft.doc({ number: index, [`only${index}`]: `link ${index}` });
    const face = alternating(index);
    const files = withFiles.includes(index) ? { files: ownFiles(draft, 1) } : {};
    if (index === 0) return { op: "create", face, as: "t", data, ...files };
    return { op: "act", face, trace: "$t", data, ...files, ...(withFiles.includes(index) ? { as: `f${index}` } : {}) };
  });
}

/** Links far down a trace must be found as well: an index may stop after some number of links. */
const telling = [11, 24];

/** Searches for a long trace by the data of its last action, and by those that this one replaced. */
export function foundToTheLast(trace: readonly OperationStep[]): readonly OperationStep[] {
  const written = trace.flatMap((step) => (step.op === "create" || step.op === "act" ? [step.data] : []));
  const [former, last] = written.slice(-2);
  if (!former || !last) return [];
  const byMark = ({ tcMark = "" }: JsonObject): JsonObject => ({ tcMark });
  const brought = [...telling, written.length - 1].filter((index) => index < written.length);
  const whole = Object.fromEntries(brought.map((index) => [`only${index}`, `link ${index}`]));
  return [
    ...faces.map((face) => searchStep(face, byMark(last), { includes: ["$t"] })),
    ...faces.map((face) => searchStep(face, byMark(former), { excludes: ["$t"] })),
    searchStep(alternating(written.length), { ...byMark(last), ...whole }, { includes: ["$t"] }),
  ];
}
