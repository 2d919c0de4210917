/** Pages of a long trace: every size, from every cursor, walks in both directions, while the trace grows. */
import { oddPages, tellingWalks, type WalkShape, walksOfEverySize } from "../../../generators/index.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, dealt, someFaces } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { foundToTheLast, longTrace } from "../support/long-trace.ts";
import { archives, singles } from "../support/steps.ts";

const area = "pages";
const script = scriptsOf(area);
/** More than ten, so that a page size of ten and an order by text both show. */
export const linksOfLongTrace = 12;

/** Sizes of pages and their cursors, through one face on one trace. */
function bounds(context: SuiteContext, face: Face) {
  const all = Array.from({ length: linksOfLongTrace + 2 }, (_, index) => index + 1);
  const sizes = byDepth(context, { quick: [1, 5, 12], standard: [1, 5, 11, 12, 13], deep: all });
  const bounding = byDepth(context, {
    quick: [5],
    standard: [1, 5, 11, 12],
    deep: all.filter((size) => size <= linksOfLongTrace),
  });
  return script(context, `bounds-${face}`, "Sizes and cursors bring the links that they say", (draft) => [
    ...longTrace(draft, linksOfLongTrace),
    { op: "details", face, trace: "$t" },
    ...sizes.flatMap((size): OperationStep[] => [
      { op: "details", face, trace: "$t", as: `f${size}`, page: { first: size } },
      { op: "details", face, trace: "$t", as: `l${size}`, page: { last: size } },
    ]),
    ...bounding.flatMap((end): OperationStep[] => [
      { op: "details", face, trace: "$t", page: { first: 3, after: `$f${end}.endCursor` } },
      { op: "details", face, trace: "$t", page: { last: 2, before: `$f${end}.endCursor` } },
      { op: "details", face, trace: "$t", page: { last: 3, before: `$l${end}.startCursor` } },
      { op: "details", face, trace: "$t", page: { first: 2, after: `$l${end}.startCursor` } },
    ]),
    { op: "details", face, trace: "$t" },
  ]);
}

/** What one face is not dealt where a trace stays as it is, it is dealt where one grows, for the sizes that both have. */
const topic = "walks";

/** Walks through both faces on one trace, and the same pages through both. */
function walks(context: SuiteContext) {
  const shapes: readonly WalkShape[] = byDepth(context, {
    quick: tellingWalks(linksOfLongTrace),
    standard: bothDirections(tellingSizes),
    deep: walksOfEverySize(linksOfLongTrace),
  });
  return script(context, "walks", "A walk gives every link once, in order, through either face", (draft) => [
    ...longTrace(draft, linksOfLongTrace),
    // Side by side, as nothing is written meanwhile: one after the other they would be the longest way of a run.
    {
      parallel: faces.map((face) =>
        dealt(context, shapes, { face, topic, upTo: "standard" }).map((shape): OperationStep => ({
          op: "walk",
          face,
          trace: "$t",
          ...shape,
        })),
      ),
    },
    ...[{ first: 5 }, { last: 5 }].flatMap((page) =>
      faces.map((face): OperationStep => ({ op: "details", face, trace: "$t", page })),
    ),
    // Each face with its own cursor: that one serves the other face too is not shown.
    ...faces.flatMap((face): OperationStep[] => [
      { op: "details", face, trace: "$t", as: `p-${face}`, page: { first: 4 } },
      { op: "details", face, trace: "$t", page: { first: 4, after: `$p-${face}.endCursor` } },
    ]),
  ]);
}

/** One by one, few, one short of all, all, one past all. */
const tellingSizes = [1, 2, 3, 5, linksOfLongTrace - 1, linksOfLongTrace, linksOfLongTrace + 1];

/** In turn, so that what is dealt between the faces brings either of them both directions. */
function bothDirections(sizes: readonly number[]): readonly WalkShape[] {
  const directions = ["forward", "backward"] as const;
  return sizes.flatMap((size, index) =>
    (index % 2 === 0 ? directions : directions.toReversed()).map((direction) => ({ size, direction })),
  );
}

function growing(context: SuiteContext, through: readonly Face[]) {
  const shapes = bothDirections(byDepth(context, { quick: [3], standard: [2, 1, 5], deep: [1, 2, 3, 4, 5, 6] }));
  return script(context, "growing", "Cursors keep their place while the trace grows", (draft) => [
    ...longTrace(draft, byDepth(context, { quick: 4, standard: 6, deep: 6 })),
    ...through.flatMap((face): OperationStep[] => [
      ...(through.length === 1 ? shapes : dealt(context, shapes, { face, topic, upTo: "standard" })).map(
        (shape): OperationStep => ({
          op: "walk",
          face,
          trace: "$t",
          ...shape,
          actAfterFirstPage: { data: draft.doc({ grown: shape.size }) },
        }),
      ),
      { op: "details", face, trace: "$t", as: `end-${face}`, page: { last: 1 } },
      { op: "details", face, trace: "$t", page: { first: 5, after: `$end-${face}.endCursor` } },
      { op: "act", face, trace: "$t", data: draft.doc({ grown: "at the end" }) },
      { op: "details", face, trace: "$t", page: { first: 5, after: `$end-${face}.endCursor` } },
    ]),
  ]);
}

/**
 * Odd sizes and cursors, and a cursor of another trace: it says nothing of this one, so it may be refused, or taken for a
 * place in the trace that is asked for.
 */
function odd(context: SuiteContext) {
  const pages = (face: Face) =>
    oddPages(`$p-${face}.endCursor`).filter(({ traits }) => !traits.some((f) => context.refused.includes(f)));
  const foreign = ["page.cursor-foreign"];
  return script(context, "odd", "Odd page arguments are refused or answered in good manners", (draft) => [
    ...longTrace(draft, 5),
    { op: "create", face: "v2", as: "u", data: draft.doc({ of: "another trace" }) },
    ...faces.map((face): OperationStep => ({
      op: "act",
      face,
      trace: "$u",
      data: draft.doc({ [`another-${face}`]: true }),
    })),
    {
      parallel: faces.map((face): OperationStep[] => [
        { op: "details", face, trace: "$t", as: `p-${face}`, page: { first: 2 } },
        { op: "details", face, trace: "$t", as: `q-${face}`, page: { last: 2 } },
        ...pages(face).map(({ page, traits }): OperationStep => ({ op: "details", face, trace: "$t", page, traits })),
        // A number is the same with a fraction of zero; who wants it plain may refuse it.
        {
          op: "details",
          face,
          trace: "$t",
          page: { first: 4 },
          spelling: "fractions",
          traits: ["page.fraction-of-zero"],
        },
        { op: "details", face, trace: "$u", page: { first: 2, after: `$p-${face}.endCursor` }, traits: foreign },
        { op: "details", face, trace: "$u", page: { last: 2, before: `$q-${face}.startCursor` }, traits: foreign },
        { op: "details", face, trace: "$u", page: { first: 2 }, chunked: true },
      ]),
    },
  ]);
}

/**
 * More links than usual page sizes: what one page cannot hold must still be walked whole, and the files of links behind
 * the first page are files of the trace too.
 */
function veryLong(context: SuiteContext) {
  const links = byDepth(context, { quick: 0, standard: 52, deep: 230 });
  if (links === 0) return [];
  const behindPages = [10, 20, 50, 100, 200].filter((place) => place < links - 1);
  const places = [0, ...behindPages, links - 1];
  const filesOfAll = places.map((place) => (place === 0 ? "$t.0" : `$f${place}.0`));
  return [
    script(context, "very-long", "A trace longer than one page is walked whole, and found", (draft) => {
      const trace = longTrace(draft, links, places);
      return [
        ...trace,
        // Nothing is written any more, so that one walk need not wait for another: this is a long script.
        {
          parallel: [
            foundToTheLast(trace),
            ...faces.map((face): readonly OperationStep[] => [
              { op: "details", face, trace: "$t" },
              ...longWalks
                // Where pages must be short a walk takes many requests: then each face goes one way.
                .filter((_, index) => askable(context.profile, face, 10) === 10 || index === faces.indexOf(face))
                .map((shape): OperationStep => ({ op: "walk", face, trace: "$t", ...shape })),
            ]),
            [...archives("$t", filesOfAll), ...singles("$t", filesOfAll.slice(-1))],
          ].filter((steps) => steps.length > 0),
        },
      ];
    }),
  ];
}

const longWalks: readonly WalkShape[] = [
  { size: 25, direction: "forward" },
  { size: 50, direction: "backward" },
];

export const pages: ScriptArea = {
  id: area,
  title: "The links of a trace come in pages",
  scripts: (context) => {
    if (context.depth === "quick") return [growing(context, someFaces(context, area))];
    return [
      ...faces.map((face) => bounds(context, face)),
      growing(context, faces),
      odd(context),
      walks(context),
      ...veryLong(context),
    ];
  },
};
