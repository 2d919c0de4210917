import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { Draft } from "./define-script.ts";
import { alternating } from "./reads.ts";

/** A trace `$t` of so many links, written through both faces in turn; each link tells its number. */
export function longTrace(draft: Draft, links: number): readonly OperationStep[] {
  return Array.from({ length: links }, (_, index): OperationStep => {
    const data = draft.doc({ number: index, [`only${index}`]: `link ${index}` });
    const face = alternating(index);
    return index === 0 ? { op: "create", face, as: "t", data } : { op: "act", face, trace: "$t", data };
  });
}
