/** Cursors that lead elsewhere: they count what changes, or are read otherwise than they were written. */
import { cut } from "../../../lib/service/domain.ts";
import type { JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { cursorAt, numberIn, placeIn, sizeOf, writtenCursor } from "../../changes/pages.ts";
import { checkForms } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { follow, keysOf, listNext, trade, trades } from "../../process.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults, onRecord } from "../../tools.ts";
import { often } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { sheet } from "../../sheets.ts";

const placeOf = (place: number): string => Buffer.from(`place:${String(place)}`).toString("base64url");

const cursorFor = (id: string, first: number): string =>
  Buffer.from(`link:${id}:${String(first)}`).toString("base64url");

/** What a cursor says: the link, and how many were asked for when it was given out. */
const readCursor = (cursor: string): { id?: string; first: number } => {
  const [, id, first] = Buffer.from(cursor, "base64url").toString().split(":");
  return { ...(id === undefined ? {} : { id }), first: Number(first) };
};

const decoded = (cursor: string): string => Buffer.from(cursor, "base64url").toString();

export const cursors: Faults = {
  "counted-from-newest": {
    title: "A cursor counts the links that are newer: with each new link it stands for the next one.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        cursorAt(trace.links.length - 1 - trace.links.findIndex(({ id }) => id === link.id));
      s.positionOf = (links, cursor) => {
        const newer = placeIn(cursor);
        if (newer >= links.length) throw new Refusal("invalid", "no such cursor");
        return links.length - 1 - newer;
      };
    },
  },
  // "after and before are cursors bounding the links retrieved"
  "cursors-by-page": {
    title: "A cursor is a page and a place on it: asked on with another number of links, it leads elsewhere.",
    apply(s) {
      const cursor = (index: number, size: number) =>
        Buffer.from(`p${String(Math.floor(index / size))}.${String(index % size)}`).toString("base64url");
      const indexOf = (text: string, size: number) => {
        const [, page, place] = /^p(\d+)\.(\d+)$/.exec(Buffer.from(text, "base64url").toString()) ?? [];
        if (page === undefined || place === undefined) throw new Refusal("invalid", "no such cursor");
        return Number(page) * size + Number(place);
      };
      s.page = (links, args) => {
        const size = sizeOf(args);
        const from = args.after === undefined ? 0 : indexOf(args.after, size) + 1;
        const to = args.before === undefined ? links.length : indexOf(args.before, size);
        const first = args.last === undefined ? size : args.first;
        return cut(links, from, to, first && Math.min(first, 50), args.last && Math.min(args.last, 50));
      };
      s.info = ({ items, hasNext, hasPrevious }, args, trace) => {
        const [head, tail] = [items[0], items.at(-1)];
        const place = (link: Link) => cursor(trace.links.indexOf(link), sizeOf(args));
        return { hasNext, hasPrevious, ...(head && tail ? { startCursor: place(head), endCursor: place(tail) } : {}) };
      };
    },
  },
  // "`after` … cursors bounding the links retrieved": the link that it was given for
  "cursor-counts-from-the-newest": {
    title: "Links come newest first, and a cursor is a position: who appends between two pages gets a link twice.",
    choice: "Each action moves all others; what a cursor from before then bounds is not shown.",
    apply(s) {
      s.linksOf = (trace) => [...trace.links].reverse();
      s.cursorOf = (link, trace) => String([...trace.links].reverse().indexOf(link));
    },
  },
  "legacy-cursors-swapped": {
    title: "In the legacy details, startCursor and endCursor are exchanged when `last` is given.",
    apply(s) {
      changeResult(s, "info", (found, _page, args, _trace, call) => {
        const { startCursor, endCursor } = found;
        if (call.face === "v2" || args.last === undefined) return found;
        if (startCursor === undefined || endCursor === undefined) return found;
        return { ...found, startCursor: endCursor, endCursor: startCursor };
      });
    },
  },
  "walk-starts-over": {
    title: "Asked for the links after the very last one, the service begins again with the first page.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const tail = links.at(-1);
        const past = tail !== undefined && args.after === s.cursorOf(tail, trace) && args.before === undefined;
        return page(links, past ? { ...args, after: undefined } : args, trace, call);
      });
    },
  },
  "cursors-count-from-end": {
    title: "A cursor says how many links follow, so that an appended action moves all the cursors given out before.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        Buffer.from(`rest:${String(trace.links.length - trace.links.indexOf(link))}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const rest = Number(/^rest:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString("latin1"))?.[1] ?? NaN);
        if (!(rest >= 1 && rest <= links.length)) throw new Refusal("invalid", "no such cursor");
        return links.length - rest;
      };
    },
  },
  "cursors-pass-over-the-system": {
    // "`after` and `before` are cursors bounding the links retrieved."
    title: "Each shipment adds a link by the system; cursors are written counting those and read not counting them.",
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "notify")) });
      listNext(s, running);
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") trace.links.push(ownLink("notify", { shipment: trace.links.length }));
      });
      s.cursorOf = (link, trace) => `n${String(trace.links.indexOf(link))}`;
      aroundStep(s, "positionOf", (positionOf) => (links, cursor, trace) => {
        positionOf(links, cursor, trace);
        const byPeople = links.filter(({ author }) => author !== "system");
        const meant = byPeople[Number(cursor.slice(1))];
        return meant ? links.indexOf(meant) : links.length - 1;
      });
    },
  },
  "newest-first-by-offset": {
    title: "Links come newest first and cursors are offsets: one added while paging shows another link a second time.",
    choice:
      "Where the newest comes first every new link moves the others, and what an older cursor bounds then is not shown.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      s.cursorOf = (link, trace) => writtenCursor(`n${String(trace.links.length - 1 - trace.links.indexOf(link))}`);
      s.positionOf = (_links, cursor) => numberIn(cursor);
    },
  },
  "cursor-to-page-number": {
    title:
      "A cursor is turned into the number of a page: followed with another `first` than before, links are skipped.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { after, before, first, last } = args;
        if (after === undefined || first === undefined || before !== undefined || last !== undefined) {
          return page(links, args, trace, call);
        }
        const size = Math.min(first, 50);
        const number = Math.ceil((s.positionOf(links, after, trace) + 1) / size);
        return cut(links, number * size, links.length, size);
      });
    },
  },
  "cursors-of-the-page": {
    title: "Cursors are places in their page but are read as places in the trace: the third page is the second again.",
    apply(s) {
      s.info = ({ items, hasNext, hasPrevious }) => {
        const cursors: JsonObject =
          items.length > 0 ? { startCursor: placeOf(0), endCursor: placeOf(items.length - 1) } : {};
        return { hasNext, hasPrevious, ...cursors };
      };
      s.positionOf = (links, cursor) => {
        const place = links.findIndex((_link, index) => placeOf(index) === cursor);
        if (place === -1) throw new Refusal("invalid", "no such cursor");
        return place;
      };
    },
  },
  "cursors-from-the-newest": {
    title: "Cursors count from the newest link, so that an action between two pages makes the second skip a link.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        Buffer.from(`back:${String(trace.links.length - trace.links.indexOf(link))}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const [, back] = /^back:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
        const position = links.length - Number(back);
        if (!(position >= 0)) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  // "`first` … the numbers of links to retrieve from the start …; `after` … cursors bounding the links retrieved"
  "cursor-is-a-page-number": {
    title:
      "A cursor is the number of the page: who asks for the next page in another size misses links, or gets some twice.",
    apply(s) {
      const { page, info } = s;
      const pages = new Map<string, number>();
      s.page = (links, args, trace, call) => {
        const number = pages.get(args.after ?? "");
        if (number === undefined || args.first === undefined || args.last !== undefined || args.before !== undefined) {
          return page(links, args, trace, call);
        }
        const size = Math.min(args.first, 50);
        return cut(links, number * size, links.length, size);
      };
      s.info = (found, args, trace, call) => {
        const tail = found.items.at(-1);
        if (tail) {
          const size = Math.min(args.first ?? 10, 50);
          pages.set(s.cursorOf(tail, trace), Math.ceil((trace.links.indexOf(tail) + 1) / size));
        }
        return info(found, args, trace, call);
      };
    },
  },
  "cursors-start-anew": {
    title: "Cursors count the links since the latest handover: after one, what comes after a cursor comes again.",
    apply(s) {
      const gates = ["submit", "accept"];
      const running = follow(s, {
        actions: [
          { key: "draft", groupLabel: "engineers", creates: true },
          { key: "measure", groupLabel: "engineers", atMost: 6 },
          { key: "submit", groupLabel: "engineers", atMost: 1 },
          { key: "comment", groupLabel: "examiners", after: ["submit"] },
          { key: "accept", groupLabel: "examiners", after: ["submit"], atMost: 1 },
          { key: "publish", groupLabel: "office", after: ["accept"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("publish")) return [];
          if (done.includes("accept")) return ["publish"];
          if (done.includes("submit")) return ["comment", "accept"];
          return [...(often(done, "measure") < 6 ? ["measure"] : []), "submit"];
        },
      });
      checkForms(s, running, { measure: sheet({ value: { type: "number", minimum: 0, maximum: 100 } }) });
      listNext(s, running);
      s.cursorOf = (link, trace) => {
        const at = trace.links.indexOf(link);
        const gate = keysOf(trace).findLastIndex((key, index) => index < at && gates.includes(key));
        return Buffer.from(`link:${String(at - gate)}`).toString("base64url");
      };
    },
  },
  // "`after` and `before` are cursors bounding the links retrieved."
  "cursors-from-the-end": {
    title: "Cursors count from the end of the trace: after an action between two pages, the second leaves out a link.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        Buffer.from(`-${String(trace.links.length - trace.links.indexOf(link))}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const [, count] = /^-(\d{1,6})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
        const at = links.length - Number(count ?? 0);
        if (at < 0 || at >= links.length) throw new Refusal("invalid", "no such cursor");
        return at;
      };
    },
  },
  "cursor-keeps-size": {
    title: "The page after a cursor is as long as the page that gave it out, whatever `first` says.",
    apply(s) {
      const { page, positionOf } = s;
      changeResult(s, "info", (said, cut, args) => {
        const tail = cut.items.at(-1);
        return tail && args.first !== undefined ? { ...said, endCursor: cursorFor(tail.id, args.first) } : said;
      });
      s.positionOf = (links, cursor, trace) => {
        const at = links.findIndex(({ id }) => id === readCursor(cursor).id);
        return at === -1 ? positionOf(links, cursor, trace) : at;
      };
      s.page = (links, args, trace, call) => {
        const { first } = readCursor(args.after ?? "");
        return page(
          links,
          Number.isInteger(first) && args.first !== undefined ? { ...args, first } : args,
          trace,
          call,
        );
      };
    },
  },
  "pages-by-number": {
    title: "A cursor holds the number of its page, and the next begins where one of the size asked for now would.",
    apply(s) {
      const sizeOf = (first: number | undefined) => Math.min(first ?? 10, 50);
      after(s, "info", (said, part, args, trace) => {
        for (const [name, link] of [
          ["startCursor", part.items[0]] as const,
          ["endCursor", part.items.at(-1)] as const,
        ]) {
          if (!link) continue;
          const number = Math.floor(trace.links.indexOf(link) / sizeOf(args.first));
          said[name] = writtenCursor(`${String(number)} ${s.cursorOf(link, trace)}`);
        }
      });
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const opened = { ...args };
        for (const name of ["after", "before"] as const) {
          const given = args[name];
          if (given !== undefined) opened[name] = decoded(given).split(" ")[1] ?? "";
        }
        if (args.after === undefined || args.last !== undefined) return page(links, opened, trace, call);
        s.positionOf(links, opened.after ?? "", trace);
        const size = sizeOf(args.first);
        const from = (Number(decoded(args.after).split(" ")[0]) + 1) * size;
        const to = opened.before === undefined ? links.length : s.positionOf(links, opened.before, trace);
        return cut(links, from, to, size);
      });
    },
  },
  "place-kept-by-service": {
    title: "The service remembers how far one has read in a trace, and goes on from there whatever the cursor was.",
    apply(s) {
      const places = new Map<string, { start: number; end: number }>();
      const cursorOf = (trace: Trace) => writtenCursor(`scroll:${trace.id}`);
      s.cursorOf = (_link, trace) => cursorOf(trace);
      s.page = (links, { first, last, after, before }, trace, call) => {
        if ([after, before].some((cursor) => cursor !== undefined && cursor !== cursorOf(trace))) {
          throw new Refusal("invalid", "no such cursor");
        }
        const key = `${trace.id} ${call.headers.authorization ?? ""}`;
        const place = places.get(key) ?? { start: 0, end: 0 };
        const from = after === undefined ? 0 : place.end;
        const to = before === undefined ? links.length : place.start;
        const part = cut(links, from, to, first === undefined && last === undefined ? 10 : first, last);
        const [head] = part.items;
        if (head) places.set(key, { start: links.indexOf(head), end: links.indexOf(head) + part.items.length });
        return part;
      };
    },
  },
};
