/** Pages of a long trace: every size, from every cursor, walks in both directions, while the trace grows. */
import { oddPages, pagesOfEverySize, tellingWalks, walksOfEverySize } from "../../../generators/index.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth, chosen, someFaces } from "../support/choose.ts";
import { defineScript } from "../support/define-script.ts";
import { otherFace } from "../support/reads.ts";
import { longTrace } from "../support/long-trace.ts";

const area = "pages";
/** More than ten, so that a page size of ten and an order by text both show. */
export const linksOfLongTrace = 12;

function sizes(context: SuiteContext, face: Face) {
  const pages = chosen(context, pagesOfEverySize(linksOfLongTrace), {
    count: byDepth(context, { quick: 8, standard: 99, deep: 99 }),
    sure: 4,
    topic: "page-sizes",
  });
  return defineScript(context, area, `sizes-${face}`, "first and last bring the links they say", (draft) => [
    ...longTrace(draft, linksOfLongTrace),
    { op: "details", face, trace: "$t" },
    ...pages.map(({ page }): OperationStep => ({ op: "details", face, trace: "$t", page })),
    { op: "details", face, trace: "$t" },
  ]);
}

function cursors(context: SuiteContext, face: Face) {
  const all = Array.from({ length: linksOfLongTrace }, (_, index) => index + 1);
  const ends = byDepth(context, { quick: [1, 5, 12], standard: all, deep: all });
  return defineScript(context, area, `cursors-${face}`, "after and before bound the links", (draft) => [
    ...longTrace(draft, linksOfLongTrace),
    ...ends.flatMap((end): OperationStep[] => [
      { op: "details", face, trace: "$t", as: `f${end}`, page: { first: end } },
      { op: "details", face, trace: "$t", page: { first: 3, after: `$f${end}.endCursor` } },
      { op: "details", face, trace: "$t", page: { last: 2, before: `$f${end}.endCursor` } },
      { op: "details", face, trace: "$t", as: `l${end}`, page: { last: end } },
      { op: "details", face, trace: "$t", page: { last: 3, before: `$l${end}.startCursor` } },
      { op: "details", face, trace: "$t", page: { first: 2, after: `$l${end}.startCursor` } },
    ]),
  ]);
}

function crossFace(context: SuiteContext) {
  return defineScript(
    context,
    area,
    "same-arguments",
    "The same arguments bring the same page through both faces",
    (draft) => [
      ...longTrace(draft, linksOfLongTrace),
      ...[{ first: 5 }, { last: 5 }, { first: 1 }, { last: 12 }].flatMap((page) =>
        faces.map((face): OperationStep => ({ op: "details", face, trace: "$t", page })),
      ),
      { op: "details", face: "v2", trace: "$t", as: "p", page: { first: 4 } },
      ...faces.map((face): OperationStep => ({
        op: "details",
        face,
        trace: "$t",
        page: { first: 4, after: "$p.endCursor" },
      })),
    ],
  );
}

function walks(context: SuiteContext, face: Face) {
  const shapes = byDepth(context, {
    quick: chosen(context, tellingWalks(linksOfLongTrace), { count: 3, sure: 2, topic: "walks" }),
    standard: walksOfEverySize(linksOfLongTrace),
    deep: walksOfEverySize(linksOfLongTrace),
  });
  return defineScript(context, area, `walks-${face}`, "A walk gives every link once, in order", (draft) => [
    ...longTrace(draft, linksOfLongTrace),
    ...shapes.map((shape): OperationStep => ({ op: "walk", face, trace: "$t", ...shape })),
  ]);
}

function growing(context: SuiteContext, face: Face) {
  const pageSizes = byDepth(context, { quick: [3], standard: [1, 2, 5], deep: [1, 2, 3, 4, 5, 6] });
  return defineScript(context, area, `growing-${face}`, "Cursors keep their place while the trace grows", (draft) => [
    ...longTrace(draft, 6),
    ...pageSizes.flatMap((size) =>
      (["forward", "backward"] as const).map((direction): OperationStep => ({
        op: "walk",
        face,
        trace: "$t",
        size,
        direction,
        actAfterFirstPage: { data: draft.doc({ grown: size }) },
      })),
    ),
    { op: "details", face, trace: "$t", as: "end", page: { last: 1 } },
    { op: "details", face, trace: "$t", page: { first: 5, after: "$end.endCursor" } },
    { op: "act", face, trace: "$t", data: draft.doc({ grown: "at the end" }) },
    { op: "details", face, trace: "$t", page: { first: 5, after: "$end.endCursor" } },
  ]);
}

function odd(context: SuiteContext, face: Face) {
  const pages = oddPages("$p.endCursor").filter(({ traits }) => !traits.some((f) => context.refused.includes(f)));
  const some = chosen(context, pages, {
    count: byDepth(context, { quick: 4, standard: 99, deep: 99 }),
    sure: 1,
    topic: "odd",
  });
  return defineScript(
    context,
    area,
    `odd-${face}`,
    "Odd page arguments are refused or answered in good manners",
    (draft) => [
      ...longTrace(draft, 5),
      { op: "details", face, trace: "$t", as: "p", page: { first: 2 } },
      ...some.map(({ page, traits }): OperationStep => ({ op: "details", face, trace: "$t", page, traits })),
      { op: "details", face, trace: "$t" },
    ],
  );
}

/** A cursor says nothing of another trace: it may be refused, or taken for a place in the trace that is asked for. */
function foreignCursors(context: SuiteContext, face: Face) {
  const traits = ["page.cursor-foreign"];
  return defineScript(
    context,
    area,
    `foreign-cursors-${face}`,
    "A cursor of another trace brings nothing of that trace",
    (draft) => [
      ...longTrace(draft, 5),
      { op: "create", face, as: "u", data: draft.doc({ of: "another trace" }) },
      ...[1, 2].map((n): OperationStep => ({ op: "act", face, trace: "$u", data: draft.doc({ [`another${n}`]: n }) })),
      { op: "details", face, trace: "$t", as: "p", page: { first: 2 } },
      { op: "details", face, trace: "$t", as: "q", page: { last: 2 } },
      { op: "details", face, trace: "$u", page: { first: 2, after: "$p.endCursor" }, traits },
      { op: "details", face, trace: "$u", page: { last: 2, before: "$q.startCursor" }, traits },
      { op: "details", face, trace: "$u" },
    ],
  );
}

/** More links than usual page sizes: what one page cannot hold must still be walked whole. */
function veryLong(context: SuiteContext) {
  const links = byDepth(context, { quick: 0, standard: 60, deep: 230 });
  if (links === 0) return [];
  return [
    defineScript(context, area, "very-long", "A trace longer than one page is walked whole", (draft) => [
      ...longTrace(draft, links),
      ...faces.flatMap((face): OperationStep[] => [
        { op: "details", face, trace: "$t" },
        { op: "walk", face, trace: "$t", size: 25, direction: "forward" },
        { op: "walk", face, trace: "$t", size: 50, direction: "backward" },
      ]),
    ]),
  ];
}

export const pages: ScriptArea = {
  id: area,
  title: "The links of a trace come in pages",
  scripts: (context) => {
    if (context.depth === "quick")
      return someFaces(context, area).flatMap((face) => [growing(context, otherFace(face))]);
    return [
      crossFace(context),
      ...faces.flatMap((face) => [
        sizes(context, face),
        cursors(context, face),
        walks(context, face),
        growing(context, face),
        odd(context, face),
        foreignCursors(context, face),
      ]),
      ...veryLong(context),
    ];
  },
};
