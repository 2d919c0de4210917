/** Steps that bring a trace of a process to a place, and that send what is refused there. */
import type { JsonObject } from "../../../../spec/json.ts";
import { alternating, type Face } from "../../../../spec/operations.ts";
import type { ActStep, OperationStep, SearchStep } from "../../../../spec/vocabulary/script.ts";
import { faces } from "../../../../spec/operations.ts";
import type { Draft } from "../define-script.ts";
import { ownFiles } from "../inputs.ts";

interface Begun {
  readonly label?: string;
  /** True for an action that sends a file, `$<label><place in the sequence>`. */
  readonly withFiles?: (key: string) => boolean;
  /** Members of all data; where an action takes fixed data only, they decide which. */
  readonly more?: JsonObject;
}

/** The trace `$t` with these actions, through both faces in turn. */
export function begun(
  draft: Draft,
  workflow: number,
  done: readonly string[],
  first: Face,
  { label = "t", withFiles = () => false, more = {} }: Begun = {},
): OperationStep[] {
  return done.map((action, index): OperationStep => {
    const face = alternating(index + (first === "v2" ? 0 : 1));
    const files = withFiles(action) ? { files: ownFiles(draft, 1) } : {};
    const common = { face, workflow, action, data: draft.doc({ number: index, ...more }), ...files };
    if (index === 0) return { op: "create", as: label, ...common };
    return { op: "act", trace: `$${label}`, ...("files" in files ? { as: `${label}${index}` } : {}), ...common };
  });
}

/** Searches for the data of the last action, through both faces. */
export function searchesFor(steps: readonly OperationStep[]): readonly OperationStep[] {
  const last = steps.at(-1);
  return last?.op !== "act"
    ? []
    : faces.flatMap((face) => searchedIn(last, face).map((search) => ({ ...search, until: { includes: ["$t"] } })));
}

/** A search for the marker of an action; none where it has no marker. */
function searchedIn({ workflow, data: { tcMark } }: ActStep, face: Face): readonly SearchStep[] {
  const where = workflow === undefined ? {} : { workflow };
  return tcMark === undefined ? [] : [{ op: "search", face, ...where, filters: { tcMark } }];
}

/**
 * Sends an action that may not come here. Its data only differ in the marker, as other data may be refused for
 * themselves.
 */
export function refusedAction(draft: Draft, workflow: number, action: string, face: Face, as: string): ActStep {
  const files = ownFiles(draft, 1);
  return {
    op: "act",
    face,
    as,
    trace: "$t",
    workflow,
    action,
    data: draft.doc({ refused: action }),
    files,
    outOfOrder: true,
  };
}

/** Searches for the data of refused actions, which must find nothing. */
export function refusedIn(refused: readonly ActStep[]): readonly OperationStep[] {
  return refused.flatMap((action, turn) => searchedIn(action, alternating(turn)));
}
