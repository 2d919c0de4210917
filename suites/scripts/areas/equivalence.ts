/** One sequence of steps through v2 alone, legacy alone, and both in turn; each read through both faces. */
import { alternating, type Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { type Draft, scriptsOf } from "../support/define-script.ts";
import { freelyComputed } from "../support/processes/gated.ts";
import { madeThroughEach } from "../support/processes/made-through-each.ts";
import { combinedData, ownFiles } from "../support/inputs.ts";
import { allFilesOf, archives, reads, singles } from "../support/steps.ts";

const area = "equivalence";
const script = scriptsOf(area);

const routes: Readonly<Record<string, (index: number) => Face>> = {
  v2: () => "v2",
  legacy: () => "legacy",
  "v2-first": alternating,
  "legacy-first": (index) => alternating(index + 1),
};

/** The sequence on the trace `$<label>`; but for markers it is the same on every route. */
function sequence(
  context: SuiteContext,
  draft: Draft,
  label: string,
  faceOf: (index: number) => Face,
): readonly OperationStep[] {
  const trace = `$${label}`;
  const last = combinedData(context, draft);
  return [
    {
      op: "create",
      face: faceOf(0),
      as: label,
      data: draft.doc({ a: 1, nested: { x: 1 } }),
      files: ownFiles(draft, 1),
    },
    { op: "act", face: faceOf(1), trace, data: draft.doc({ b: "two", nested: { y: 2 } }) },
    { op: "act", face: faceOf(2), as: `${label}f`, trace, data: draft.doc({ a: 3 }), files: ownFiles(draft, 2) },
    { op: "act", face: faceOf(3), trace, data: last.data, traits: last.traits },
  ];
}

function readAll(draft: Draft, label: string): readonly OperationStep[] {
  const trace = `$${label}`;
  return [
    ...reads(trace),
    ...archives(trace, [`$${label}.0`, ...allFilesOf(`${label}f`)]),
    ...singles(trace, [`$${label}f.1`]),
    { op: "search", face: "v2", filters: { tcMark: `${draft.marker().marker}-of-none` } },
  ];
}

export const equivalence: ScriptArea = {
  id: area,
  title: "The same history looks the same through both faces",
  scripts: (context) => {
    const isQuick = context.depth === "quick";
    const names = isQuick ? ["v2", "legacy"] : Object.keys(routes);
    const written = (draft: Draft, name: string, index: number): readonly OperationStep[] =>
      sequence(context, draft, `r${index}`, routes[name] ?? alternating).slice(0, isQuick ? 2 : undefined);
    return [
      script(context, "routes", "The same steps through either face have the same effect", (draft) => [
        ...names.flatMap((name, index) => written(draft, name, index)),
        ...names.flatMap((_, index) => (isQuick ? reads(`$r${index}`) : readAll(draft, `r${index}`))),
      ]),
      ...madeThroughEach(context, script, freelyComputed(context)),
    ];
  },
};
