/** Traces of a process that are brought to a place, and what is refused there. */
import type { JsonObject } from "../../../../spec/json.ts";
import { alternating, type Face } from "../../../../spec/operations.ts";
import type { ActStep, OperationStep, SearchStep } from "../../../../spec/vocabulary/script.ts";
import { faces } from "../../../../spec/operations.ts";
import type { Draft } from "../define-script.ts";
import { ownFiles } from "../inputs.ts";

interface Begun {
  readonly label?: string;
  /** True for an action that brings a file, that of `$<label><place in the sequence>`. */
  readonly withFiles?: (key: string) => boolean;
  /** Members of all data, by which other ones are chosen where an action takes certain data alone. */
  readonly more?: JsonObject;
}

/** The trace `$t`, with these actions, through the faces in turn. */
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

/** A search for what the last action brought, through both faces. */
export function searchesFor(steps: readonly OperationStep[]): readonly OperationStep[] {
  const last = steps.at(-1);
  return last?.op !== "act"
    ? []
    : faces.flatMap((face) => searchedIn(last, face).map((search) => ({ ...search, until: { includes: ["$t"] } })));
}

/** A search in its workflow for what an action brought; none where its data have no marker. */
function searchedIn({ workflow, data: { tcMark } }: ActStep, face: Face): readonly SearchStep[] {
  const where = workflow === undefined ? {} : { workflow };
  return tcMark === undefined ? [] : [{ op: "search", face, ...where, filters: { tcMark } }];
}

/** The same each time but for its marker: with other data it may be refused for these. */
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

/** Searches for what refused actions brought: they find nothing. */
export function refusedIn(refused: readonly ActStep[]): readonly OperationStep[] {
  return refused.flatMap((action, turn) => searchedIn(action, alternating(turn)));
}
