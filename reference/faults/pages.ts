import type { Call } from "../core/call.ts";
import type { PageRequest } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult } from "../hooks/rewrite.ts";
import { unknownCursor } from "../policy/page.ts";
import type { Window } from "../storage/trace-store.ts";
import type { FaultEntries } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { inInfo, inPage, inPageAnswer, inRequest, inWindow } from "./support/paging.ts";
import { inFoundLinks } from "./support/places.ts";

const request = faultMaker(inRequest);
const window = faultMaker(inWindow);
const page = faultMaker(inPage);
const info = faultMaker(inInfo);
const answer = faultMaker(inPageAnswer);

/** Whether any page argument was given. */
const asked = (request: PageRequest): boolean => Object.values(request).some((argument) => argument !== undefined);

/** Adds the length of the trace to every cursor. @param used gets the lengths that came with the cursors of a request */
function markCursors(hooks: Hooks, used: (call: Call, lengths: number[]) => void): void {
  changeResult(hooks, "readPage", (request, call) => {
    const [after, before] = [request.after?.split("~"), request.before?.split("~")];
    used(
      call,
      [after, before].flatMap((parts) => (parts?.[1] === undefined ? [] : [Number(parts[1])])),
    );
    return { ...request, after: after?.[0], before: before?.[0] };
  });
  inInfo(hooks, ({ startCursor, endCursor, ...info }, { totalCount }) => ({
    ...info,
    ...(startCursor === undefined ? {} : { startCursor: `${startCursor}~${String(totalCount)}` }),
    ...(endCursor === undefined ? {} : { endCursor: `${endCursor}~${String(totalCount)}` }),
  }));
}

/** The bounds within which the links of each call were read. */
function rememberWindows(hooks: Hooks): (call: Call) => Window | undefined {
  const windows = new WeakMap<Call, Window>();
  hooks.around("links", (inner) => (call, traceId, window) => {
    windows.set(call, window);
    return inner(call, traceId, window);
  });
  return (call) => windows.get(call);
}

/** Faults in paging through the links of a trace. */
export const pages: FaultEntries<"pages"> = {
  "pages/after-includes-its-own-link": window(
    "The page after a cursor begins with the link of the cursor.",
    ["PAGE-03", "PAGE-05"],
    (window) => ({ ...window, after: window.after === null ? null : window.after - 1 }),
  ),
  "pages/after-is-ignored": window("`after` is ignored.", ["PAGE-03", "PAGE-05"], (window) => ({
    ...window,
    after: null,
  })),
  "pages/after-skips-a-link": window(
    "The page after a cursor leaves out the link that follows the cursor.",
    ["PAGE-03", "PAGE-05"],
    (window) => ({ ...window, after: window.after === null ? null : window.after + 1 }),
  ),
  "pages/backward-seams-repeat-a-link": window(
    "A backward walk meets the link at each seam twice.",
    ["PAGE-06", "PAGE-04"],
    (window) => (window.before !== null && window.last !== null ? { ...window, before: window.before + 1 } : window),
  ),
  "pages/backward-seams-skip-a-link": window(
    "A backward walk loses a link at each seam.",
    ["PAGE-06", "PAGE-04"],
    (window) => (window.before !== null && window.last !== null ? { ...window, before: window.before - 1 } : window),
  ),
  "pages/before-includes-its-own-link": window(
    "The page before a cursor ends with the link of the cursor.",
    ["PAGE-04", "PAGE-06"],
    (window) => ({ ...window, before: window.before === null ? null : window.before + 1 }),
  ),
  "pages/before-is-ignored": window("`before` is ignored.", ["PAGE-04", "PAGE-06"], (window) => ({
    ...window,
    before: null,
  })),
  "pages/cursors-count-from-the-end": fault(
    "A cursor stands for a distance from the newest link, so it moves as the trace grows.",
    "PAGE-11",
    (hooks) => {
      const growth = new WeakMap<Call, number>();
      markCursors(hooks, (call, [length = Number.NaN]) => void growth.set(call, length));
      hooks.around("links", (inner) => async (call, traceId, window) => {
        const then = growth.get(call) ?? Number.NaN;
        const now = (await hooks.store.trace(traceId))?.linkCount ?? then;
        const moved = (position: number | null): number | null =>
          position === null || Number.isNaN(then) ? position : position + now - then;
        return inner(call, traceId, { ...window, after: moved(window.after), before: moved(window.before) });
      });
    },
  ),
  "pages/cursors-die-when-the-trace-grows": fault(
    "A cursor is refused once another link was appended.",
    ["PAGE-11", "REFUSE-03"],
    (hooks) => {
      const given = new WeakMap<Call, readonly number[]>();
      markCursors(hooks, (call, lengths) => void given.set(call, lengths));
      hooks.around("links", (inner) => async (call, traceId, window) => {
        const found = await inner(call, traceId, window);
        if (given.get(call)?.some((then) => then !== found?.trace.linkCount)) throw unknownCursor();
        return found;
      });
    },
  ),
  "pages/default-page-comes-from-the-middle": page(
    "Without page arguments the first and the last link of a trace of four or more are left out.",
    "PAGE-12",
    (page, request) => (asked(request) || page.links.length < 4 ? page : { ...page, links: page.links.slice(1, -1) }),
  ),
  "pages/default-page-leaves-out-the-middle": page(
    "Without page arguments a trace of four links or more shows its first two and its last.",
    "PAGE-12",
    (page, request) =>
      asked(request) || page.links.length < 4
        ? page
        : { ...page, links: page.links.toSpliced(2, page.links.length - 3) },
  ),
  "pages/end-cursor-is-a-number": answer("`endCursor` is a number.", "PAGE-13", (page, info) => ({
    ...page,
    info: { ...info, endCursor: Number(page["totalCount"]) },
  })),
  "pages/end-cursor-names-the-first-link": info(
    "`endCursor` is the cursor of the first link on the page.",
    ["PAGE-03", "PAGE-05"],
    (info) => (info.startCursor === undefined ? info : { ...info, endCursor: info.startCursor }),
  ),
  "pages/first-beyond-three-gives-one-less": request(
    "When `first` asks for more than three links, there is one less.",
    ["PAGE-01", "PAGE-10"],
    (request) => ((request.first ?? 0) > 3 ? { ...request, first: Number(request.first) - 1 } : request),
  ),
  "pages/first-gives-one-more": request("A page holds one link more than `first` asks for.", "PAGE-01", (request) =>
    request.first === undefined ? request : { ...request, first: request.first + 1 },
  ),
  "pages/first-of-one-gives-two": request("A page of one link holds two.", "PAGE-01", (request) =>
    request.first === 1 ? { ...request, first: 2 } : request,
  ),
  "pages/full-page-always-has-next": info(
    "A page that is as long as asked says that another one follows, also where the trace ends with it.",
    "PAGE-07",
    (info, { links }, { first }) => (links.length === first ? { ...info, hasNext: true } : info),
  ),
  "pages/has-next-forgets-the-cursor": info(
    "`hasNext` compares the length of the page with that of the trace, whatever came before the cursor.",
    "PAGE-07",
    (info, { links, totalCount }) => ({ ...info, hasNext: links.length < totalCount }),
  ),
  "pages/has-next-is-false-for-single-links": info(
    "A page asked for by `first: 1` says that nothing follows.",
    ["PAGE-07", "PAGE-05"],
    (info, _page, { first }) => (first === 1 ? { ...info, hasNext: false } : info),
  ),
  "pages/has-next-on-the-last-page": info(
    "The last page says that another one follows.",
    "PAGE-07",
    (info, { links }) => (links.length === 0 ? info : { ...info, hasNext: true }),
  ),
  "pages/has-previous-is-always-false": info("`hasPrevious` is false on every page.", "PAGE-08", (info) => ({
    ...info,
    hasPrevious: false,
  })),
  "pages/has-previous-on-the-first-page": info(
    "`hasPrevious` is true on the first page of a longer trace.",
    "PAGE-08",
    (info) => ({ ...info, hasPrevious: info.hasPrevious || info.hasNext }),
  ),
  "pages/has-previous-only-behind-a-cursor": info(
    "`hasPrevious` says whether `after` was given, so it is false for the last links of a trace.",
    "PAGE-08",
    (info, _page, { after }) => ({ ...info, hasPrevious: after !== undefined && info.hasPrevious }),
  ),
  "pages/last-before-comes-in-reverse": page(
    "A page of the last links before a cursor lists its links the other way round.",
    ["PAGE-02", "PAGE-04", "DETAILS-08", "PAGE-06"],
    (page, { last, before }) =>
      last === undefined || before === undefined ? page : { ...page, links: page.links.toReversed() },
  ),
  "pages/last-beyond-the-trace-gives-nothing": page(
    "When `last` asks for more links than there are, the page is empty.",
    "PAGE-02",
    (page, { last = 0 }) =>
      last > page.totalCount ? { ...page, links: [], info: { hasNext: false, hasPrevious: false } } : page,
  ),
  "pages/last-comes-in-reverse": page(
    "A page asked for by `last` lists its links the other way round.",
    ["PAGE-02", "DETAILS-08", "PAGE-06"],
    (page, { last }) => (last === undefined ? page : { ...page, links: page.links.toReversed() }),
  ),
  "pages/last-counts-from-the-start": window("`last` retrieves links from the start.", "PAGE-02", (window) =>
    window.last === null ? window : { ...window, first: window.last, last: null },
  ),
  "pages/last-gives-one-less": request(
    "When `last` asks for two links or more, there is one less.",
    ["PAGE-02", "PAGE-10"],
    (request) => ((request.last ?? 0) > 1 ? { ...request, last: Number(request.last) - 1 } : request),
  ),
  "pages/last-is-ignored": request("`last` is ignored.", "PAGE-02", ({ last: _last, ...rest }) => rest),
  "pages/legacy-after-is-ignored": fault(
    "The legacy details ignore `after`.",
    ["EQUIV-09", "PAGE-03", "PAGE-05"],
    (hooks) => inWindow(hooks, (window) => ({ ...window, after: null }), { face: "legacy" }),
  ),
  "pages/legacy-comes-newest-first": fault(
    "The legacy details list the links newest first, v2 oldest first.",
    ["EQUIV-02", "EQUIV-09", "DETAILS-08"],
    (hooks) => inFoundLinks(hooks, (links) => links.toReversed(), { face: "legacy" }),
  ),
  "pages/order-turns-behind-a-cursor": page(
    "Behind a cursor the links of a page come in reverse.",
    ["PAGE-05", "DETAILS-08", "PAGE-03"],
    (page, { after }) => (after === undefined ? page : { ...page, links: page.links.toReversed() }),
  ),
  "pages/pages-behind-a-cursor-hold-two-links": window(
    "A page behind a cursor holds two links at most, though the first page may hold more.",
    ["PAGE-10", "PAGE-03"],
    (window) =>
      window.after !== null && window.first !== null ? { ...window, first: Math.min(window.first, 2) } : window,
  ),
  "pages/seams-repeat-a-link": window(
    "Pages of three links or more begin with the last link of the page before.",
    ["PAGE-05", "PAGE-03"],
    (window) => (window.after !== null && (window.first ?? 0) >= 3 ? { ...window, after: window.after - 1 } : window),
  ),
  "pages/second-seam-skips-a-link": window(
    "A walk loses a link at its second seam and at each one that follows.",
    ["PAGE-05", "PAGE-03"],
    (window) =>
      window.after !== null && window.first !== null && window.after >= 2 * window.first
        ? { ...window, after: window.after + 1 }
        : window,
  ),
  "pages/start-cursor-is-an-object": answer(
    "`startCursor` is an object with the cursor in it.",
    "PAGE-13",
    (page, info) => ({ ...page, info: { ...info, startCursor: { cursor: info["startCursor"] ?? null } } }),
  ),
  "pages/start-cursor-names-the-last-link": info(
    "`startCursor` is the cursor of the last link on the page.",
    ["PAGE-04", "PAGE-06"],
    (info) => (info.endCursor === undefined ? info : { ...info, startCursor: info.endCursor }),
  ),
  "pages/total-count-of-the-page": page(
    "`totalCount` is the number of links on the page.",
    ["PAGE-09", "DETAILS-06"],
    (page) => ({ ...page, totalCount: page.links.length }),
  ),
  "pages/total-count-of-what-is-left": fault(
    "Behind a cursor `totalCount` counts the links from there on.",
    ["PAGE-09", "DETAILS-06"],
    (hooks) => {
      const windowOf = rememberWindows(hooks);
      changeResult(hooks, "page", (page, call) => ({
        ...page,
        totalCount: page.totalCount - (windowOf(call)?.after ?? 0),
      }));
    },
  ),
  "pages/v2-first-is-ignored": fault("The v2 details ignore `first`.", ["PAGE-01", "EQUIV-09"], (hooks) =>
    inRequest(hooks, ({ first: _first, ...rest }) => rest, { face: "v2" }),
  ),
  "pages/walk-ends-behind-the-fourth-link": fault(
    "No page behind the fourth link says that another one follows.",
    ["PAGE-07", "PAGE-05"],
    (hooks) => {
      const windowOf = rememberWindows(hooks);
      changeResult(hooks, "page", (page, call) =>
        (windowOf(call)?.after ?? 0) >= 4 ? { ...page, info: { ...page.info, hasNext: false } } : page,
      );
    },
  ),
};
