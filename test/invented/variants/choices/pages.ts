/** Sizes of pages, and which bounds go together. */
import { jsonBody } from "../../../lib/service/http.ts";
import { isObject, type JsonObject, mergePatch, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { sealedCursors, sizes } from "../../changes/cursors.ts";
import { filesInState } from "../../changes/links.ts";
import { pagesOpen } from "../../left-open.ts";
import { refuse } from "../../process.ts";
import type { Service } from "../../service.ts";
import { aroundStep, beforehand, around, type Variants } from "../../tools.ts";

/** Pages of two, at most three, from one end at a time. */
function tinyPages(s: Service): void {
  aroundStep(s, "page", (page) => (links, args, trace, call) => {
    if (args.first !== undefined && args.last !== undefined) throw new Refusal("invalid", "first or last, not both");
    if (args.after !== undefined && args.before !== undefined)
      throw new Refusal("invalid", "after or before, not both");
    const size = (given: number | undefined) => (given === undefined ? {} : { n: Math.min(given, 3) }).n;
    const fromEnd = args.last !== undefined || args.before !== undefined;
    const { first: _first, last: _last, ...cursors } = args;
    const sizes = fromEnd ? { last: size(args.last) ?? 2 } : { first: size(args.first) ?? 2 };
    return page(links, { ...cursors, ...sizes }, trace, call);
  });
}

export const pages: Variants = {
  "offsets-and-outer-cursors": {
    title:
      "Legacy details take { offset, limit } and no cursors; in v2 a cursor is told only where there is more, five links a page.",
    why: "The type of the legacy input, the default page and its bounds are not shown; cursors are not required.",
    apply(s) {
      const { page, info } = s;
      const asked = new WeakMap<object, { offset: number; limit: number }>();
      around(s, "POST /trace/{}/details", (real) => (call, ...params) => {
        const body = jsonBody(call);
        const input = isObject(body) ? (own(body, "input") ?? {}) : undefined;
        if (!isObject(input)) throw new Refusal("invalid", "input must hold offset and limit");
        const numbers = ["offset", "limit"].map((name, at) => {
          const given = own(input, name) ?? (at === 0 ? 0 : 100);
          if (typeof given !== "number" || !Number.isInteger(given) || given < at) {
            throw new Refusal("invalid", `${name} is no such number`);
          }
          return given;
        });
        const plain = { ...call, body: () => Buffer.from('{"input":{}}') };
        asked.set(plain, { offset: numbers[0] ?? 0, limit: Math.min(numbers[1] ?? 100, 100) });
        return real(plain, ...params);
      });
      s.page = (links, args, trace, call) => {
        const range = asked.get(call);
        if (range) {
          const end = range.offset + range.limit;
          const items = links.slice(range.offset, end);
          return { items, hasNext: end < links.length, hasPrevious: range.offset > 0 && links.length > 0 };
        }
        const most = (given: number | undefined) => Math.min(given ?? 5, 5);
        const { first, last } = args;
        const from = last === undefined || first !== undefined ? { ...args, first: most(first) } : args;
        return page(links, last === undefined ? from : { ...from, last: most(last) }, trace, call);
      };
      s.info = (cut, args, trace, call) => {
        const { hasNext, hasPrevious } = cut;
        const { startCursor, endCursor } = info(cut, args, trace, call);
        if (call.face === "legacy") return { hasNext, hasPrevious };
        return {
          hasNext,
          hasPrevious,
          ...(hasPrevious && startCursor !== undefined ? { startCursor } : {}),
          ...(hasNext && endCursor !== undefined ? { endCursor } : {}),
        };
      };
    },
  },
  "pages-of-ten-refused": {
    title: "A page has four links by default; more than ten are refused with 422; cursors are the ids of the links.",
    why: `${pagesOpen}; a clear refusal tells a client more than a page that is shorter than it asked for.`,
    apply(s) {
      s.statuses.invalid = 422;
      s.cursorOf = (link) => link.id;
      sizes(s, { first: 4 }, Infinity);
      beforehand(s, "page", (_links, args) => {
        refuse((args.first ?? 1) > 10 || (args.last ?? 1) > 10, "first and last are 10 at most");
      });
    },
  },
  "latest-page-by-default": {
    title: "Without first and last a page has the last three links, in the order of the trace, and others before it.",
    why: `${pagesOpen}; who opens a trace wants to see what happened last.`,
    apply(s) {
      sizes(s, { last: 3 }, 1000);
    },
  },
  "strict-combinations": {
    title:
      "after goes with first only and before with last only; first with last, after with before, a cursor without its " +
      "size and any crossed pair are refused with 422.",
    why: `${pagesOpen}; the pages of the Relay convention go either forwards or backwards.`,
    apply(s) {
      s.statuses.invalid = 422;
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { first, last, after, before } = args;
        refuse(first !== undefined && (last !== undefined || before !== undefined), "first goes with after alone");
        refuse(last !== undefined && after !== undefined, "last goes with before alone");
        refuse(after !== undefined && first === undefined, "after needs first");
        refuse(before !== undefined && last === undefined, "before needs last");
        return page(links, args, trace, call);
      });
    },
  },
  "newest-first-patch": {
    title: "Links come newest first, and a null in the data of an action deletes the member from the state (RFC 7396).",
    why: "Neither the order of links nor how actions make the state is shown; a log reads from the top, and a patch needs a way to delete.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      s.merge = (trace, data) => mergePatch(trace.state, data) as JsonObject;
    },
  },
  "legacy-shows-all": {
    title: "Legacy details look at nothing in input, and answer with all links of the trace.",
    why: "The input is of unspecified type, and bounds of a page are not shown; the paging came with v2.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) =>
        call.face === "legacy" ? { items: links, hasNext: false, hasPrevious: false } : page(links, args, trace, call);
    },
  },
  "newest-two": {
    title:
      "Details that name no number give two links, the newest unless there is `after`; `first` and `last` over five are refused.",
    why: "The default page and the bounds of pages are not shown; the console shows what happened last.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { first, last, after } = args;
        if (Math.max(first ?? 0, last ?? 0) > 5) throw new Refusal("invalid", "five links at most");
        const usual = after === undefined ? { ...args, last: 2 } : { ...args, first: 2 };
        return page(links, first === undefined && last === undefined ? usual : args, trace, call);
      });
    },
  },
  "tiny-pages": {
    title: "Two links by default, three at most; one size and one cursor at a time; before alone counts from the end.",
    why: "Rules for combining first, last, before and after, the default page size and bounds are not shown.",
    apply: tinyPages,
  },
  "sealed-and-tiny": {
    title: "Tiny pages with sealed cursors, and files that only the state shows.",
    why: "Each of them is left open; one service may choose all.",
    apply(s) {
      sealedCursors(s);
      tinyPages(s);
      filesInState(s);
    },
  },
  "relay-rules": {
    title: "`first` goes with `after` and `last` with `before`; all other combinations are refused. Pages are of four.",
    why: "The rules for combining the four, and the default page size, are not shown; the library for pages has these.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        Buffer.from(`arrayconnection:${String(trace.links.indexOf(link))}`).toString("base64");
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { first, last, after, before } = args;
        const mixed =
          (first !== undefined && (last !== undefined || before !== undefined)) ||
          (last !== undefined && after !== undefined) ||
          (after !== undefined && before !== undefined);
        if (mixed) throw new Refusal("invalid", "first goes with after, and last with before");
        if (first !== undefined || last !== undefined) return page(links, args, trace, call);
        return page(links, before === undefined ? { ...args, first: 4 } : { ...args, last: 4 }, trace, call);
      });
    },
  },
};
