/** Pages of a wrong size or place: what first, last, after and before ask for. */
import type { Cut, PageArgs } from "../../../lib/service/domain.ts";
import { type Call, json, jsonBody, type Reply } from "../../../lib/service/http.ts";
import { isObject, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { detailRoutes } from "../../changes/answers.ts";
import { groupOf } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { actionsOf, follow, listNext, present, trade, trades } from "../../process.ts";
import type { Link } from "../../service.ts";
import { aroundStep, onReply, changeResult, after, around, type Faults, onAnswer, onRecord } from "../../tools.ts";
import { begun, many, sum, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { holdTold, int, num, sheet, str } from "../../sheets.ts";

type Details = { links: unknown[] | null; totalCount: number; info: JsonObject };

const pages = (answer: unknown): Details => answer as Details;

export const bounds: Faults = {
  "one-left-comes-too": {
    title: "Where just one link would be left after the page, the page has it too: one more than `first` says.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        if (args.first === undefined) return page(links, args, trace, call);
        const more = page(links, { ...args, first: args.first + 1 }, trace, call);
        return more.hasNext ? page(links, args, trace, call) : more;
      });
    },
  },
  "pages-by-bytes": {
    title: "A page ends before the link that would make it longer than 16 KiB, and says as if it held them all.",
    apply(s) {
      changeResult(s, "page", ({ items, ...said }, _links, _args, trace, call) => {
        let bytes = 0;
        const over = items.findIndex((link, at) => {
          bytes += Buffer.byteLength(JSON.stringify(s.linkView(link, trace, call)));
          return at > 0 && bytes > 16 * 1024;
        });
        return { ...said, items: over === -1 ? items : items.slice(0, over) };
      });
    },
  },
  // "`first` and `last` are the numbers of links to retrieve from the start or the end"
  "first-and-last-share-an-entry": {
    title: "Pages are kept by trace, size and cursors: the first three links are also given for the last three.",
    apply(s) {
      const kept = new Map<string, Cut<Link>>();
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { first, last, after, before } = args;
        if ((first === undefined) === (last === undefined)) return page(links, args, trace, call);
        const key = JSON.stringify([trace.id, links.length, first ?? last, after, before]);
        const known = kept.get(key) ?? page(links, args, trace, call);
        kept.set(key, known);
        return known;
      });
    },
  },
  // "first and last are the numbers of links to retrieve from the start or the end"
  "pages-by-values": {
    title: "v2 pages are kept until the next link by the values that were asked, not their names: first 2 is last 2.",
    apply(s) {
      const kept = new Map<string, Cut<Link>>();
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        if (call.face === "legacy") return page(links, args, trace, call);
        const values = [args.first, args.last, args.after, args.before].filter((value) => value !== undefined);
        const key = [trace.id, links.length, ...values].join("|");
        const found = kept.get(key) ?? page(links, args, trace, call);
        kept.set(key, found);
        return found;
      });
    },
  },
  // "Each appended action becomes a link": in the order of one list, whatever page is asked
  "page-of-one-is-the-newest": {
    title: "A page of one link from the start, without a cursor, is answered by the shortcut for the newest link.",
    apply(s) {
      const { page } = s;
      s.page = (links: Link[], args, trace, call) =>
        args.first === 1 && args.after === undefined && args.before === undefined && args.last === undefined
          ? { ...page(links, args, trace, call), items: links.slice(-1) }
          : page(links, args, trace, call);
    },
  },
  "last-before-bounds": {
    title: "With `before` and `last`, the last links of the whole trace are taken first and then bounded.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { last, before } = args;
        if (last === undefined || before === undefined) return page(links, args, trace, call);
        const end = s.positionOf(links, before, trace);
        const start = Math.min(end, Math.max(0, links.length - last));
        return { items: links.slice(start, end), hasNext: true, hasPrevious: start > 0 };
      });
    },
  },
  "before-inclusive": {
    title: "The link of the cursor `before` is on the page, while that of `after` is not.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        if (args.before === undefined) return page(links, args, trace, call);
        const next = links[s.positionOf(links, args.before, trace) + 1];
        return page(links, { ...args, before: next && s.cursorOf(next, trace) }, trace, call);
      });
    },
  },
  "last-of-ones-own": {
    title: "The last links of a trace come without those among them that other groups than the reader's made.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("request of crew", "lift of cranes", "note of crew", "release of cranes"),
        people: { ines: { groups: ["crew"] }, petra: { groups: ["cranes"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("release")) return [];
          return [...upTo(4, done, "lift"), ...upTo(4, done, "note"), ...(done.includes("lift") ? ["release"] : [])];
        },
      });
      holdTold(s, running, {
        request: sheet({ deck: int(1, 9) }),
        lift: sheet({ tonnes: num(0.1, 60) }),
        note: sheet({ text: str(80) }),
        release: sheet({}),
      });
      derive(s, running, (trace) => ({
        deck: begun(trace, "deck"),
        lifted: sum(trace, "lift", "tonnes"),
        notes: many(trace, "note"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      changeResult(s, "page", (cut, _links, args, trace, call) => {
        const user = running.reader(call);
        if (args.last === undefined || !user || trace.workflow !== running.workflow) return cut;
        return { ...cut, items: cut.items.filter((link) => running.groupsOf(user).includes(groupOf(trace, link))) };
      });
    },
  },
  "last-from-the-start": {
    title: "In the v2 details, `last` without `first` takes so many links from the start.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { last, ...others } = args;
        const swapped = call.face === "v2" && last !== undefined && args.first === undefined;
        return page(links, swapped ? { ...others, first: last } : args, trace, call);
      });
    },
  },
  "nothing-after-the-end": {
    title: "A page without links, such as the one after the last endCursor, is an internal error.",
    apply(s) {
      onAnswer(s, (reply, call) =>
        call.path.at(-1) === "details" && String(reply.body).includes('"links":[],')
          ? json({ error: "Cannot read properties of undefined (reading 'id')", data: null }, 500)
          : reply,
      );
    },
  },
  "pages-by-cursor": {
    title: "A page is kept for two seconds by its trace and cursors, and not by how many links were asked for.",
    apply(s) {
      const kept = new Map<string, { cut: Cut<Link>; until: number }>();
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const key = JSON.stringify([trace.id, links.length, args.after, args.before]);
        const known = kept.get(key);
        if (known && known.until > Date.now()) return known.cut;
        const cut = page(links, args, trace, call);
        kept.set(key, { cut, until: Date.now() + 2000 });
        return cut;
      });
    },
  },
  // "`after` and `before` are cursors bounding the links retrieved."
  "zero-is-falsy": {
    title: "The cursor of the first link as before bounds nothing, for its position is zero.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        if (args.before === undefined || s.positionOf(links, args.before, trace) !== 0) {
          return page(links, args, trace, call);
        }
        const unbounded: PageArgs = { ...args };
        delete unbounded.before;
        return page(links, unbounded, trace, call);
      });
    },
  },
  // "response 200 `{links: array of objects, …}`"
  "holes-for-former-pages": {
    title: "In legacy pages that begin later in the trace, null stands for every link before them.",
    apply(s) {
      const starts = new WeakMap<Call, number>();
      after(s, "page", (cut, links, _args, _trace, call) => {
        const [head] = cut.items;
        starts.set(call, head ? links.indexOf(head) : 0);
      });
      aroundStep(s, "ok", (ok) => (call, data) => {
        const links = isObject(data) ? own(data, "links") : undefined;
        if (call.face !== "legacy" || !isObject(data) || !Array.isArray(links)) return ok(call, data);
        const holes = new Array<null>(starts.get(call) ?? 0).fill(null);
        return ok(call, { ...data, links: [...holes, ...links] });
      });
    },
  },
  // "`first` and `last` are the numbers of links to retrieve from the start or the end"
  "last-of-more-than-there-are": {
    title: "Asked for more of the last links than there are, the service answers with none: its offset is negative.",
    apply(s) {
      changeResult(s, "page", (cut, links, args) =>
        args.last !== undefined && args.last > links.length ? { ...cut, items: [] } : cut,
      );
    },
  },
  "last-of-twenty": {
    title: "In a trace of more than twenty links, `last` alone gives the last ones of the first twenty.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const alone = Object.keys(args).join() === "last";
        return page(alone ? links.slice(0, 20) : links, args, trace, call);
      });
    },
  },
  "cursor-alone": {
    title: "A cursor counts only beside `first` or `last`: alone it is passed over.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) =>
        page(links, args.first === undefined && args.last === undefined ? {} : args, trace, call);
    },
  },
  "first-with-a-point": {
    title: "The v2 details take a `first` or `last` that is written as 2.0 or 2e0 for absent, and give a default page.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => (call, ...params) => {
        const body = jsonBody(call);
        const data = isObject(body) ? own(body, "data") : undefined;
        if (!isObject(body) || !isObject(data)) return real(call, ...params);
        const text = call.body().toString();
        const kept: JsonObject = {};
        for (const key of Object.keys(data)) {
          const odd = new RegExp(`"${key.replace(/\W/g, "")}"\\s*:\\s*-?\\d+[.eE]`).test(text);
          if (!odd || (key !== "first" && key !== "last")) put(kept, key, own(data, key) ?? null);
        }
        const rest = Buffer.from(JSON.stringify({ ...body, data: kept }));
        return real({ ...call, body: () => rest }, ...params);
      });
    },
  },
  // "`first` and `last` are the numbers of links to retrieve from the start or the end"
  "last-is-first": {
    title: "v2 takes `last`, given alone, for `first`.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const alone = args.last !== undefined && Object.keys(args).length === 1;
        return page(links, call.face === "v2" && alone ? { first: args.last ?? 0 } : args, trace, call);
      });
    },
  },
  // "`last`: the number of links to retrieve from the end"
  "start-below-zero": {
    title:
      "The last links are cut off at length less `last`: below zero that counts from the end, and links are missing.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const alone = args.last !== undefined && Object.keys(args).length === 1;
        if (!alone || (args.last ?? 0) <= links.length) return page(links, args, trace, call);
        return { items: links.slice(links.length - (args.last ?? 0)), hasNext: false, hasPrevious: false };
      });
    },
  },
  "pages-count-users-alone": {
    title:
      "After each shipment the service appends a label; first and last count the links of users, labels come on top.",
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: trades,
          nextActions: inState,
          next: (done) => trade(done.filter((key) => key !== "label")),
        }),
      );
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "ship") trace.links.push(ownLink("label", { label: `${trace.id.slice(0, 8)}` }));
      });
      const grown = (links: Link[], size: number) => {
        let users = 0;
        const end = links.findIndex(({ author }) => author !== "system" && (users += 1) > size);
        return end === -1 ? Math.max(size, links.length) : end;
      };
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const from = args.after === undefined ? 0 : s.positionOf(links, args.after, trace) + 1;
        const to = args.before === undefined ? links.length : s.positionOf(links, args.before, trace);
        const given = { ...args };
        if (args.first !== undefined) given.first = grown(links.slice(from, to), args.first);
        else if (args.last !== undefined) given.last = grown(links.slice(from, to).reverse(), args.last);
        return page(links, given, trace, call);
      });
    },
  },
  "nothing-is-null": {
    title: "A legacy page without links has null for the list.",
    apply(s) {
      onReply(s, "POST /trace/{}/details", (reply) => {
        const answer = pages(JSON.parse(String(reply.body)));
        if (answer.links?.length === 0) answer.links = null;
        return { ...reply, body: JSON.stringify(answer) };
      });
    },
  },
  "one-more": {
    title: "To know whether more follows a legacy page reads one link more; after a cursor it is handed out as well.",
    apply(s) {
      changeResult(s, "page", (cut, links, args, _trace, call) => {
        if (call.face === "v2" || args.first === undefined || args.after === undefined || !cut.hasNext) return cut;
        const at = links.findIndex((link) => link === cut.items[0]);
        return { ...cut, items: links.slice(at, at + cut.items.length + 1) };
      });
    },
  },
  "before-alone": {
    awaits: "what a cursor does without a number is left open: it is observed",
    title: "A v2 page that names `before` and no number is the page that one gets without it.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const alone = args.first === undefined && args.last === undefined && args.after === undefined;
        return page(links, call.face === "v2" && alone ? {} : args, trace, call);
      });
    },
  },
  // "`after` and `before` are cursors bounding the links retrieved."
  "page-cache-by-length": {
    title: "Pages are kept by the trace, the number of its links and the length of the request.",
    apply(s) {
      const kept = new Map<string, Reply>();
      for (const key of detailRoutes) {
        onReply(s, key, (reply, call, id = "") => {
          const links = s.traces.get(id.toLowerCase())?.links.length ?? 0;
          const place = [key, id, links, call.body().length].join(" ");
          const known = kept.get(place) ?? reply;
          kept.set(place, known);
          return known;
        });
      }
    },
  },
  "last-past-the-start": {
    title: "Asked for the last five of three links it gives the last two: a start below zero is counted from the end.",
    apply(s) {
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        const { first, last, after, before } = args;
        if (last === undefined || first !== undefined || after !== undefined) return page(links, args, trace, call);
        const to = before === undefined ? links.length : s.positionOf(links, before, trace);
        const items = links.slice(0, to).slice(to - last);
        return { items, hasNext: to < links.length, hasPrevious: items.length < to };
      });
    },
  },
};
