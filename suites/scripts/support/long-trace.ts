import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { Draft } from "./define-script.ts";
import { ownFiles } from "./inputs.ts";
import { alternating } from "./reads.ts";

/**
 * A trace `$t` of so many links, written through both faces in turn; each link tells its number. Those at the places
 * `withFiles` bring a file each, as `$fN.0`; the one of the creation is `$t.0`.
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
