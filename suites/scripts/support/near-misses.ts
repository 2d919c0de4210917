/** Searches of which each is a hit or a near miss of what one trace holds. */
import { type FilterCase, filterCases } from "../../../generators/index.ts";
import { faces } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import { inPieces } from "./choose.ts";
import { defineScript } from "./define-script.ts";
import { alternating, searchStep } from "./reads.ts";

/** Of the numbers, one is large and one has late decimals, where the target takes such. */
function subjectFor({ refused }: SuiteContext): { readonly data: JsonObject; readonly traits: readonly string[] } {
  const [large, late] = ["data.int-15", "data.float-late"];
  const data = {
    word: "Amber",
    count: 17,
    open: true,
    closed: false,
    amount: refused.includes(late) ? 12.3 : 12.345_678_9,
    zero: 0,
    numeral: "42",
    inner: { city: "Lyon", floor: refused.includes(large) ? 3 : 123_456_789_012_345 },
  };
  return { data, traits: [large, late].filter((trait) => !refused.includes(trait)) };
}

export function nearMissScripts(context: SuiteContext, area: string) {
  const { data, traits } = subjectFor(context);
  const cases: readonly FilterCase[] = filterCases({ tcMark: "", ...data });
  const markerCases = filterCases({ tcMark: "mark" }).length;
  const names = cases.map(({ name }, index) => ({ name, index })).filter(({ index }) => index >= markerCases);
  return inPieces(names, 40).map((piece, part) =>
    defineScript(
      context,
      area,
      `near-misses-${part}`,
      "A trace is found by its data, and not by what is only near it",
      (draft) => {
        const own = draft.doc(data);
        const wanted = filterCases(own);
        const offset = wanted.length - cases.length;
        return [
          { op: "create", face: alternating(part), as: "t", data: own, traits },
          ...faces.map((face) => searchStep(face, { tcMark: own["tcMark"] ?? "" }, { includes: ["$t"] })),
          ...piece.flatMap(({ index }): OperationStep[] => {
            const filter = wanted[index + offset];
            if (!filter) return [];
            const until = filter.hit ? { includes: ["$t"] } : undefined;
            return [searchStep(alternating(index), filter.filters, until, filter.traits)];
          }),
        ];
      },
    ),
  );
}

export function markerScript(context: SuiteContext, area: string) {
  return defineScript(context, area, "mark", "A trace is found by its unique text alone", (draft) => {
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
