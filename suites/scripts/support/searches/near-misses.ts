/** Searches that each are a hit or a near miss of what one trace holds. */
import { type FilterCase, filterCases } from "../../../../generators/index.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import type { JsonObject } from "../../../../spec/json.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { inPieces } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { searchStep } from "../steps.ts";

/** Other scripts compare more numbers and texts. */
const subject = { word: "Amber", count: 17, open: true, closed: false };

/** Members of an object are compared like top-level ones, so only reaching them is tried. */
const ofInner = ["hit inner.city", "extended", "prefix", "shifted"];

function casesOf(context: SuiteContext, own: JsonObject): readonly FilterCase[] {
  const reached = (readingOf(context.profile, "search-keys")?.inner ?? "dotted") !== "none";
  return filterCases(own).filter(({ name, filters }) => {
    const isInner = Object.keys(filters).some((key) => key.startsWith("inner"));
    return !isInner || (reached && ofInner.includes(name));
  });
}

export function nearMissScripts(context: SuiteContext, script: MakeScript) {
  const data: JsonObject = { ...subject, inner: { city: "Lyon" } };
  const cases = casesOf(context, { tcMark: "", ...data });
  const markerCases = filterCases({ tcMark: "mark" }).length;
  const names = cases.map(({ name }, index) => ({ name, index })).filter(({ index }) => index >= markerCases);
  return inPieces(names, 40).map((piece, part) =>
    script(context, `near-misses-${part}`, "A trace is found by its data, and not by what is only near it", (draft) => {
      const own = draft.doc(data);
      const wanted = casesOf(context, own);
      const offset = wanted.length - cases.length;
      return [
        { op: "create", face: alternating(part), as: "t", data: own },
        ...faces.map((face) => searchStep(face, { tcMark: own["tcMark"] ?? "" }, { includes: ["$t"] })),
        ...piece.flatMap(({ index }): OperationStep[] => {
          const filter = wanted[index + offset];
          if (!filter) return [];
          const until = filter.hit ? { includes: ["$t"] } : undefined;
          return [searchStep(alternating(index), filter.filters, until, filter.traits)];
        }),
      ];
    }),
  );
}

export function markerScript(context: SuiteContext, script: MakeScript) {
  return script(context, "mark", "A trace is found by its unique text alone", (draft) => {
    const own = draft.doc({ note: "one" });
    const other = draft.doc({ note: "one" });
    const cases = filterCases({ tcRun: own["tcRun"] ?? "", tcMark: own["tcMark"] ?? "" });
    return [
      { op: "create", face: "v2", as: "t", data: own },
      { op: "create", face: "legacy", as: "u", data: other },
      ...faces.flatMap((face): OperationStep[] => [
        searchStep(face, { tcMark: own["tcMark"] ?? "" }, { includes: ["$t"], excludes: ["$u"] }),
        searchStep(face, { tcMark: other["tcMark"] ?? "" }, { includes: ["$u"], excludes: ["$t"] }),
        searchStep(face, { tcMark: own["tcMark"] ?? "", note: "one" }, { includes: ["$t"] }),
      ]),
      ...cases
        .filter(({ hit }) => !hit)
        .map((miss, index) => searchStep(alternating(index), miss.filters, undefined, miss.traits)),
    ];
  });
}
