/** The state after every step of sequences that overwrite, nest, empty and change types. */
import { alternating, type Face, faces } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { someFaces } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { actionAt, archives, states } from "../support/steps.ts";

const area = "state";
const script = scriptsOf(area);

interface Change {
  readonly data: JsonObject;
  readonly trait?: string;
}

/** Each change meets what an earlier one left, so that every way to combine data gives another state. */
const sequences: Readonly<Record<string, readonly Change[]>> = {
  overwrite: [
    { data: { a: 1, b: "x", c: true } },
    { data: { a: 2 } },
    { data: { b: "y", d: 4 } },
    { data: { a: 1 } },
    { data: { c: false, d: 0 } },
  ],
  nested: [
    { data: { nested: { x: 1, y: { z: 1, w: 2 } }, beside: 1 } },
    { data: { nested: { x: 2 } } },
    // What follows is as long as this.
    { data: { nested: { y: { z: 345 } } } },
    { data: { nested: { extra: "new" }, beside: 2 } },
  ],
  arrays: [
    { data: { list: [1, 2, 3], records: [{ id: 1 }, { id: 2 }] } },
    { data: { list: [9] } },
    { data: { records: [{ id: 2, more: true }] } },
    { data: { list: [] }, trait: "data.array-empty" },
    { data: { list: [3, 2, 1] } },
  ],
  nulls: [
    { data: { kept: 1, gone: "soon", nested: { kept: 1, gone: 2 } } },
    { data: { gone: null }, trait: "data.null" },
    { data: { nested: { gone: null } }, trait: "data.null-nested" },
    { data: { gone: "back" } },
  ],
  types: [
    { data: { value: 1, other: { deep: 1 } } },
    { data: { value: "1" } },
    { data: { value: { now: "object" } } },
    { data: { value: ["now", "list"] } },
    { data: { other: "now text" } },
    { data: { value: {} }, trait: "data.object-empty" },
    { data: { value: true } },
  ],
};

/** In turn, each through either face: plain data may be written on several lines. */
const spellings = ["lines", "tabs", undefined] as const;

function changesOf(context: SuiteContext, names: readonly string[]): readonly Change[] {
  return names
    .flatMap((name) => sequences[name] ?? [])
    .filter(({ trait }) => !trait || !context.refused.includes(trait));
}

/** Sequences on one trace, one behind the other: what an earlier one left must stay, too. */
function sequenceScript(
  context: SuiteContext,
  names: readonly string[],
  name: string,
  faceOf: (index: number) => Face,
) {
  return script(context, name, `The state follows its actions: ${names.join(", ")}`, (draft) =>
    changesOf(context, names).flatMap(({ data, trait }, index): OperationStep[] => {
      const spelling = spellings[index % spellings.length];
      const common = {
        face: faceOf(index),
        data: draft.doc(data),
        ...(spelling ? { spelling } : {}),
        ...(trait ? { traits: [trait] } : {}),
      };
      const write = actionAt(index, "t", common);
      // A legacy action answers with the state itself.
      // By its ETag each read asks whether anything has changed: not all changes change the length.
      const shown = faces
        .filter((face) => face === "v2" || write.op === "create" || write.face === "v2")
        .map((face): OperationStep => ({ op: "state", face, trace: "$t", revalidate: true }));
      // Where one face takes all, the mixed scripts show every state through both.
      if (faceOf(0) === faceOf(1)) return [write, shown[index % shown.length] ?? shown].flat();
      return [write, ...shown];
    }),
  );
}

function twice(context: SuiteContext) {
  return script(context, "twice", "The state changes through actions alone", (draft) => [
    { op: "create", face: "v2", as: "t", data: draft.doc({ a: 1 }), files: ownFiles(draft, 1) },
    { op: "create", face: "legacy", as: "u", data: draft.doc({ a: "another trace" }) },
    ...states("$t"),
    { op: "details", face: "v2", trace: "$t" },
    { op: "act", face: "legacy", trace: "$u", data: draft.doc({ b: "not of the first" }), chunked: true },
    { op: "search", face: "v2", filters: { tcMark: draft.marker().marker } },
    // Behind what services keep at hand for a moment, and what is done on many other traces.
    ...states("$t")
      .slice(0, 1)
      .map((step): OperationStep => ({ ...step, restMs: 4_000, afterOthers: true })),
    { parallel: [states("$t").slice(1), states("$u"), archives("$t", ["$t.0"])] },
  ]);
}

/** Traces whose creation carried nothing at all must not share what comes later. */
function empty(context: SuiteContext) {
  return script(context, "empty", "Traces created with empty data stay apart", (draft) => [
    { op: "create", face: "v2", as: "t", data: {}, traits: ["data.document-empty"] },
    { op: "create", face: "legacy", as: "u", data: {}, traits: ["data.document-empty"] },
    ...states("$t"),
    { op: "act", face: "v2", trace: "$t", data: draft.doc({ only: "of the first" }) },
    ...states("$u"),
    ...states("$t"),
    { op: "act", face: "legacy", trace: "$u", data: {}, traits: ["data.document-empty"] },
    ...states("$u"),
    // With nothing beside them they look like places of a list.
    { op: "act", face: "v2", trace: "$u", data: { 0: "first", 1: "second" }, traits: ["data.top-digits"] },
    ...states("$u"),
    // With nothing beside it, it looks like what wraps the data in a request.
    ...faces.map((face): OperationStep => ({
      op: "act",
      face,
      trace: "$u",
      data: { data: { own: face } },
      traits: ["data.top-word-data"],
    })),
    { op: "state", face: "v2", trace: "$u" },
    // Each of all these is a link.
    { op: "details", face: "legacy", trace: "$u" },
  ]);
}

/** An action without data changes nothing, and takes nothing over from elsewhere; the files that it brings are kept. */
function nothing(context: SuiteContext) {
  return script(context, "nothing", "An action with empty data leaves the state as it was", (draft) => [
    { op: "create", face: "v2", as: "t", data: draft.doc({ kept: "whole", nested: { kept: 1 } }) },
    { op: "create", face: "legacy", as: "u", data: draft.doc({ of: "another trace", byCreation: true }) },
    ...(["v2", "legacy"] as const).flatMap((face): OperationStep[] => [
      { op: "act", face, trace: "$u", data: draft.doc({ more: "of another trace", [`by${face}`]: true }) },
      {
        op: "act",
        face,
        as: `empty-${face}`,
        trace: "$t",
        data: {},
        files: ownFiles(draft, 1),
        traits: ["data.document-empty"],
      },
      ...states("$t"),
      { op: "details", face, trace: "$t" },
      { op: "act", face, trace: "$t", data: draft.doc({ kept: `after ${face}` }) },
      ...states("$t"),
    ]),
    { op: "files", face: "v2", trace: "$t", digests: ["$empty-v2.0", "$empty-legacy.0"] },
  ]);
}

export const state: ScriptArea = {
  id: area,
  title: "The state shows the data of the actions",
  scripts: (context) => {
    const names = Object.keys(sequences);
    const others = [twice(context), empty(context), nothing(context)];
    if (context.depth === "quick") return [sequenceScript(context, ["nested"], "nested-mixed", alternating)];
    return [
      // Begun by turns, so that either face shows a change right after the creation.
      ...names.map((name, turn) =>
        sequenceScript(context, [name], `${name}-mixed`, (index) => alternating(index + turn + 1)),
      ),
      ...someFaces(context, area).map((face) => sequenceScript(context, names, `all-${face}`, () => face)),
      ...others,
    ];
  },
};
