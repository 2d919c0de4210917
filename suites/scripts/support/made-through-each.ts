/** The same trace through one face and through the other, by turns: what the service computes of it is the same. */
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import { defineScript } from "./define-script.ts";
import type { Gated } from "./gated.ts";
import { ownFiles } from "./inputs.ts";
import { wayThrough } from "./ways.ts";

/** So many traces through each face: what they all agree on is no chance. */
const rounds = 3;
/** So many actions of each, the creation among them. */
const longest = 3;

/** With a file in each action, which both faces send in parts of their own. */
export function madeThroughEach(context: SuiteContext, area: string, { index, workflow }: Gated) {
  const { path, own = [] } = stateReadingOf(context.profile, workflow) ?? {};
  const isComputed = path === null || own.length > 0;
  const way = wayThrough(context.profile, workflow).slice(0, longest);
  if (context.depth === "quick" || !isComputed || way.length < 2) return [];
  const title = "What the service computes does not depend on the face that an action came through";
  return [
    defineScript(context, area, "made-through-each", title, (draft) => {
      const made = (face: Face, label: string): readonly OperationStep[] => [
        ...way.map((action, number): OperationStep => {
          // Alike but for markers: a process may refuse what it has already.
          const common = { face, workflow: index, action, data: draft.doc({ number }), files: ownFiles(draft, 1) };
          return number === 0 ? { op: "create", as: label, ...common } : { op: "act", trace: `$${label}`, ...common };
        }),
        { op: "state", face: "v2", trace: `$${label}` },
      ];
      return Array.from({ length: rounds }, (_, round) =>
        faces.flatMap((face) => made(face, `${face}${String(round)}`)),
      ).flat();
    }),
  ];
}
