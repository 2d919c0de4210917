/** Searches: hits and near misses of known data, changed values, several filters, other workflows, many matches. */
import { longText } from "../../../generators/index.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import { isWildcard } from "../../../spec/readings/path.ts";
import { stateReadingOf } from "../../../spec/readings/state-data.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { OperationStep, SearchStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth } from "../support/choose.ts";
import { searchesByChangedMembers } from "../support/searches/changed-members.ts";
import { searchesByOwnMembers, searchesByOwnNumbers } from "../support/searches/computed-searches.ts";
import { scriptsOf } from "../support/define-script.ts";
import { searchesByForms } from "../support/searches/form-searches.ts";
import { nearMissScripts, markerScript } from "../support/searches/near-misses.ts";
import {
  membersAt,
  nearMembers,
  nearTraits,
  nearValues,
  optionsAt,
  otherTypes,
  traitsOfOptions,
  traitsOfOtherTypes,
} from "../support/searches/near-values.ts";
import { otherAction } from "../support/other-action.ts";
import { inEachWorkflow, otherWorkflow } from "../support/searches/other-workflows.ts";
import { searchStep } from "../support/steps.ts";
import { unfilteredSearches } from "../support/searches/unfiltered-searches.ts";

const area = "search";
const script = scriptsOf(area);

function changedScript(context: SuiteContext, face: Face) {
  return script(
    context,
    `changed-${face}`,
    "A trace is found by its new value and no longer by the old one",
    (draft) => {
      const group = draft.marker().marker;
      // At depth quick each through one face; that both follow shows between.
      const either = context.depth === "quick" ? [otherFace(face)] : faces;
      // What another group does replaces the value as well.
      const other = otherAction(context)?.key;
      return [
        { op: "create", face, as: "t", data: draft.doc({ group, phase: "first", kept: "all along" }) },
        searchStep("v2", { group, phase: "first" }, { includes: ["$t"] }),
        {
          op: "act",
          face,
          trace: "$t",
          data: draft.doc({ group, phase: "second", kept: "all along" }),
          ...(other === undefined ? {} : { action: other }),
        },
        searchStep("v2", { group, phase: "second" }, { includes: ["$t"] }),
        ...faces.map((shown) => searchStep(shown, { group, phase: "first" }, { excludes: ["$t"] })),
        ...either.map((shown) => searchStep(shown, { group, kept: "all along" }, { includes: ["$t"] })),
        { op: "act", face: otherFace(face), trace: "$t", data: draft.doc({ group, phase: "first" }) },
        ...faces.map((shown) => searchStep(shown, { group, phase: "first" }, { includes: ["$t"] })),
        ...either.map((shown) => searchStep(shown, { group, phase: "second" }, { excludes: ["$t"] })),
      ];
    },
  );
}

function manyScript(context: SuiteContext) {
  // Usual first pages hold ten or fifteen.
  const count = byDepth(context, { quick: 0, standard: 17, deep: 120 });
  const options = optionsAt(context, 0);
  return script(context, "many", "All traces that match are found, each once", (draft) => {
    const group = draft.marker().marker;
    const labels = Array.from({ length: count }, (_, index) => `t${index}`);
    const refs = labels.map((label) => `$${label}`);
    const even = refs.filter((_, index) => index % 2 === 0);
    const odd = refs.filter((_, index) => index % 2 === 1);
    return [
      ...labels.map((as, index): OperationStep => {
        const side = index % 2 === 0 ? "even" : "odd";
        const data = draft.doc({ group, side, number: index, ...nearMembers(context, index) });
        const traits = nearTraits(context, index);
        return { op: "create", face: alternating(index), as, data, ...(traits.length > 0 ? { traits } : {}) };
      }),
      ...faces.map((face) => searchStep(face, { group }, { includes: refs })),
      ...faces.map((face) => searchStep(face, { group, side: "even" }, { includes: even, excludes: odd })),
      searchStep("v2", { group, number: 1 }, { includes: ["$t1"] }),
      ...nearValues(context).flatMap(({ name, wanted, traits }) =>
        faces.map((face) =>
          searchStep(face, { group, [name]: wanted }, { includes: ["$t0"], excludes: refs.slice(1) }, traits),
        ),
      ),
      ...(Object.keys(options).length > 0 ? faces : []).map((face) =>
        searchStep(face, { group, ...options }, { includes: ["$t0"], excludes: refs.slice(1) }, traitsOfOptions),
      ),
    ];
  });
}

/** Members whose values are equal, and members named like what a service has of its own. */
function likeOthers(context: SuiteContext) {
  // One that exists: taken for the field of the form it would bring the trace there.
  const workflowId = context.target.workflows[1]?.id ?? "W-4";
  return script(context, "like-others", "A filter means the member that it names", (draft) => {
    const group = draft.marker().marker;
    const [same, other] = ["the same", "another"];
    const words: JsonObject = { id: "A-17", name: "Ada", workflowId, type: "amber", owner: "nobody" };
    const alike: JsonObject = { Unit: "kg", unit: "piece" };
    const own = { ...words, ...alike };
    const traits = [...Object.keys(words).map((word) => `data.top-word-${word.toLowerCase()}`), "data.top-case"];
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc({ group, left: same, right: same }) },
      { op: "create", face: "legacy", as: "l", data: draft.doc({ group, left: same, right: other }) },
      { op: "create", face: "v2", as: "r", data: draft.doc({ group, left: other, right: same }) },
      ...faces.map((face) =>
        searchStep(face, { group, left: same, right: same }, { includes: ["$t"], excludes: ["$l", "$r"] }),
      ),
      searchStep("legacy", { right: same, left: same, group }, { includes: ["$t"], excludes: ["$l", "$r"] }),
      { op: "create", face: "v2", as: "w", data: draft.doc({ group, ...own }), traits },
      ...faces.map((face) => searchStep(face, { group, ...own }, { includes: ["$w"] }, traits)),
    ];
  });
}

/** Where both the id and the name of a workflow are taken, the filters count under either, and for the state as it is. */
function otherKey(context: SuiteContext) {
  const [workflow] = context.target.workflows;
  const keys = readingOf(context.profile, "search-workflow-key");
  if (!workflow?.name || workflow.name === workflow.id || !keys) return [];
  const { id, name } = workflow;
  return [
    script(context, "other-key", "Filters count by whichever key a workflow is named", (draft) => {
      const group = draft.marker().marker;
      const byOther = (face: Face, side: string): OperationStep => ({
        ...searchStep(face, { group, side }, { excludes: ["$t"] }, ["search.other-key"]),
        workflow: keys[face] === "id" ? name : id,
      });
      return [
        { op: "create", face: "v2", as: "t", data: draft.doc({ group, side: "left" }) },
        { op: "act", face: "legacy", trace: "$t", data: draft.doc({ group, side: "right" }) },
        ...faces.map((face) => byOther(face, face === "v2" ? "left" : "neither")),
      ];
    }),
  ];
}

/**
 * Filters that must all hold: for values that look like nothing a trace that differs in it alone, for the others a search
 * of which it alone is wrong.
 */
function everyFilter(context: SuiteContext) {
  // Spaces at its ends belong to a text.
  const values: JsonObject = { first: "one", second: "two", third: " three ", fourth: "four", fifth: "five" };
  const telling: JsonObject = { off: false, none: 0, on: true, some: 7 };
  const others: JsonObject = { off: true, none: 1, on: false, some: 8 };
  return script(context, "every-filter", "Every one of several filters counts", (draft) => {
    const group = draft.marker().marker;
    const whole: JsonObject = { group, ...values, ...telling };
    const keys = Object.keys(whole);
    const siblings = ["$first", ...Object.keys(telling).map((key) => `$${key}`)];
    const sibling = (key: string): JsonObject => ({ ...whole, [key]: others[key] ?? `not ${String(values[key])}` });
    const turned = (names: readonly string[], by: number): JsonObject =>
      Object.fromEntries([...names.slice(by), ...names.slice(0, by)].map((key) => [key, whole[key] ?? null]));
    const texts = ["group", ...Object.keys(values)];
    return [
      { op: "create", face: "v2", as: "whole", data: draft.doc(whole) },
      ...["first", ...Object.keys(telling)].map((key, index): OperationStep => ({
        op: "create",
        face: alternating(index),
        as: key,
        data: draft.doc(sibling(key)),
      })),
      ...faces.flatMap((face, index) => [
        searchStep(face, turned(texts, 0), {
          includes: ["$whole", "$off", "$none", "$on", "$some"],
          excludes: ["$first"],
        }),
        searchStep(face, turned(keys, index * 4), { includes: ["$whole"], excludes: siblings }),
        ...Object.keys(telling).map((key) =>
          searchStep(face, { [key]: telling[key] ?? null, group }, { includes: ["$whole"], excludes: [`$${key}`] }),
        ),
      ]),
      ...Object.keys(values).map((key, index) =>
        searchStep(alternating(index), { ...turned(texts, index), [key]: `not ${String(values[key])}` }),
      ),
    ];
  });
}

/**
 * Found by letters of any script, at any length of the trace, by values that an index may hold only in part, and as often
 * as it is asked for.
 */
function everyLength(context: SuiteContext) {
  const whole = 4_294_967_297;
  const long = longText(300);
  const like = `${long.slice(0, -1)}!`;
  const odd: Readonly<Record<number, { readonly value: Json; readonly trait?: string }>> = {
    3: { value: whole, trait: "data.int-32" },
    // Through each face one with a fraction.
    4: { value: 4.25 },
    5: { value: long, trait: "data.long-256" },
    6: { value: long, trait: "data.long-256" },
    7: { value: 7.5 },
  };
  // Once through each face.
  const escaped: readonly number[] = [4, 7];
  return script(context, "every-length", "A trace is found at any length, and again", (draft) => {
    const group = draft.marker().marker;
    const town = "Zürich 漢字 😀";
    const traits = ["data.latin", "data.cjk", "data.emoji"];
    return [
      // That nothing was found before must not be kept.
      ...faces.map((face) => searchStep(face, { group, town }, undefined, traits)),
      { op: "create", face: "v2", as: "t", data: draft.doc({ group, town }), traits },
      ...faces.map((face) => searchStep(face, { group, town }, { includes: ["$t"] }, traits)),
      ...[2, 3, 4, 5, 6, 7].flatMap((length): OperationStep[] => {
        const { value, trait } = odd[length] ?? { value: length };
        const isEscaped = escaped.includes(length);
        const own = isEscaped ? traits : trait === undefined ? [] : [trait];
        const filters = { group, ...(isEscaped ? { town } : {}), [`link${length}`]: value };
        const spelled: Pick<SearchStep, "spelling"> =
          length === 2 ? { spelling: "lines" } : isEscaped ? { spelling: "escaped" } : {};
        return [
          { op: "act", face: alternating(length), trace: "$t", data: draft.doc(filters), traits: own, ...spelled },
          ...faces.map((face, index) =>
            value === long && index === length % 2
              ? searchStep(face, { group, [`link${length}`]: like }, undefined, own)
              : {
                  ...searchStep(face, filters, { includes: ["$t"] }, own),
                  // Escaped through one face, as it is through the other: both mean the same.
                  ...(isEscaped && index === length % 2 ? {} : spelled),
                },
          ),
        ];
      }),
      ...faces.flatMap((face): OperationStep[] => [
        searchStep(face, { group }),
        { ...searchStep(face, { group }), chunked: true },
        searchStep(face, { group }),
        // Alike in their lowest 32 bits.
        { ...searchStep(face, { group, link3: whole - 2 ** 32 }, undefined, ["data.int-32"]) },
      ]),
      // Where the target computes the state, whether it shows what was sought.
      { op: "state", face: "v2", trace: "$t" },
    ];
  });
}

/** Members that no trace had before: the type of their first value must not rule those that follow. */
function newMembers(context: SuiteContext) {
  return script(context, "new-members", "A member may be text in one trace and number in another", (draft) => {
    const { run, marker: group } = draft.marker();
    const ofRun = run.replace(/[^A-Za-z0-9]/g, "");
    const [one, two] = [`numberFirst${ofRun}`, `textFirst${ofRun}`];
    const labels = ["t", "u", "v", "w"];
    const own = (index: number): JsonObject => ({ group, ...membersAt(otherTypes, index) });
    const other = ["data.type-of-another"];
    return [
      { op: "create", face: "v2", as: "t", data: draft.doc({ [one]: 17, [two]: "amber", ...own(0) }) },
      searchStep("v2", { [one]: 17 }, { includes: ["$t"] }),
      ...[1, 2, 3].map((index): OperationStep => ({
        op: "create",
        face: alternating(index),
        as: labels[index] ?? "",
        data: draft.doc({ ...(index === 1 ? { [one]: "amber", [two]: 17 } : {}), ...own(index) }),
        traits: traitsOfOtherTypes[index] ?? [],
      })),
      ...faces.flatMap((face) => [
        searchStep(face, { [one]: "amber" }, { includes: ["$u"] }),
        searchStep(face, { [two]: "amber" }, { includes: ["$t"] }),
        searchStep(face, { [two]: 17 }, { includes: ["$u"] }),
      ]),
      ...otherTypes.flatMap(({ name, wanted }) =>
        faces.map((face) =>
          searchStep(face, { group, [name]: wanted }, { includes: ["$t"], excludes: ["$u", "$v", "$w"] }),
        ),
      ),
      // No filter is none at all: a trace without the member has no such value, an empty one neither.
      ...faces.map((face) => searchStep(face, { group, gone: "" }, undefined, ["search.odd-value"])),
      // What a member was, when it had another type, is not found any more.
      { op: "act", face: "v2", trace: "$t", data: draft.doc({ [one]: "now text" }), traits: other },
      ...faces.map((face) => searchStep(face, { [one]: 17 }, { excludes: ["$t"] })),
    ];
  });
}

function oddScript(context: SuiteContext) {
  return script(context, "odd", "Odd filters are refused or answered in good manners", (draft) => {
    const { marker } = draft.marker();
    const odd = (filters: SearchStep["filters"]) =>
      faces.map((face): OperationStep => ({ op: "search", face, filters, traits: ["search.odd-filters"] }));
    return [
      ...odd({ tcMark: marker, "a.b.c": 1 }),
      ...odd({ tcMark: marker, $where: "1==1" }),
      ...odd({ tcMark: { $ne: null } }),
      ...odd({ tcMark: [marker] }),
      ...odd({ tcMark: "' OR '1'='1" }),
      ...odd([]),
      ...odd("text"),
    ];
  });
}

/** Where no probe found anything: every form of a filter that anybody would think of, under either key. */
function everyForm(context: SuiteContext) {
  const { profile, target } = context;
  const [workflow] = target.workflows;
  const path = stateReadingOf(profile, workflow)?.path;
  // How a filter reaches into a list, or below the name of an action, has no usual form.
  if (readingOf(profile, "search-keys") || !path || path.some(isWildcard) || !workflow) return [];
  const keys = [...new Set([workflow.id, workflow.name ?? workflow.id])];
  return [
    script(context, "every-form", "A trace is found by its data in some form", (draft) => {
      const data = draft.doc();
      const mark = data["tcMark"] ?? "";
      const places = [[], path, ["data"], ["state", ...path]];
      const forms = places.flatMap((place): JsonObject[] => [
        { [[...place, "tcMark"].join(".")]: mark },
        place.reduceRight<JsonObject>((inside, step) => ({ [step]: inside }), { tcMark: mark }),
      ]);
      const asked = new Map(forms.map((filters) => [JSON.stringify(filters), filters]));
      return [
        { op: "create", face: "v2", as: "t", data },
        { op: "state", face: "v2", trace: "$t" },
        {
          parallel: faces.flatMap((face) =>
            keys.flatMap((key) =>
              [...asked.values()].map((filters): OperationStep[] => [
                {
                  ...searchStep(face, filters, { includes: ["$t"] }),
                  workflow: key,
                  candidateFor: "search-keys",
                },
              ]),
            ),
          ),
        },
      ];
    }),
  ];
}

export const search: ScriptArea = {
  id: area,
  title: "Traces are found by their state data",
  scripts: (context) => [
    ...(context.depth === "quick" ? [] : [markerScript(context, script)]),
    ...(context.depth === "deep" ? faces : (["v2"] as const)).map((face) => changedScript(context, face)),
    otherWorkflow(context, script),
    ...everyForm(context),
    ...(context.depth === "quick"
      ? []
      : [
          ...nearMissScripts(context, script),
          ...otherKey(context),
          manyScript(context),
          everyFilter(context),
          likeOthers(context),
          everyLength(context),
          newMembers(context),
          ...searchesByChangedMembers(context, script),
          ...searchesByOwnMembers(context, script),
          ...searchesByOwnNumbers(context, script),
          ...searchesByForms(context, script),
          ...inEachWorkflow(context, script),
          ...unfilteredSearches(context, script),
          oddScript(context),
        ]),
  ],
};
