import type { PageArgs } from "../../lib/service/domain.ts";
import { json, type Call } from "../../lib/service/http.ts";
import { isUuid, isObject, own, parseJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Trace, Link } from "../service.ts";
import { around, pause, rewriteObject, type Faults } from "../tools.ts";

export const details: Faults = {
  "total-count-cached": {
    title: "totalCount, once asked for, stays the same for two seconds while links are appended.",
    apply(s) {
      const { total } = s;
      const cache = new WeakMap<Trace, { value: Json; until: number }>();
      s.total = (trace, call) => {
        const known = cache.get(trace);
        if (known && known.until > Date.now()) return known.value;
        const value = total(trace, call);
        cache.set(trace, { value, until: Date.now() + 2000 });
        return value;
      };
    },
  },
  "full-page-has-previous": {
    title:
      "With `last`, hasPrevious says whether the page is full, so also on a full page that begins at the first link.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => ({
        ...info(page, args, trace, call),
        ...(args.last === undefined ? {} : { hasPrevious: page.items.length === args.last || page.hasPrevious }),
      });
    },
  },
  "legacy-cursors-swapped": {
    title: "In the legacy details, startCursor and endCursor are exchanged when `last` is given.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const found = info(page, args, trace, call);
        const { startCursor, endCursor } = found;
        if (call.face === "v2" || args.last === undefined) return found;
        if (startCursor === undefined || endCursor === undefined) return found;
        return { ...found, startCursor: endCursor, endCursor: startCursor };
      };
    },
  },
  "last-before-bounds": {
    title: "With `before` and `last`, the last links of the whole trace are taken first and then bounded.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { last, before } = args;
        if (last === undefined || before === undefined) return page(links, args, trace, call);
        const end = s.positionOf(links, before, trace);
        const start = Math.min(end, Math.max(0, links.length - last));
        return { items: links.slice(start, end), hasNext: true, hasPrevious: start > 0 };
      };
    },
  },
  "links-by-action-key": {
    title: "Every link shows the data of the latest action with the same action key.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        const latest = trace.links.findLast((one) => one.actionKey === link.actionKey);
        return linkView({ ...link, data: (latest ?? link).data }, trace, call);
      };
    },
  },
  "sixteen-links-kept": {
    title: "A trace keeps only its latest sixteen links.",
    apply(s) {
      const { record } = s;
      s.record = async (...args) => {
        const result = await record(...args);
        result.trace.links.splice(0, result.trace.links.length - 16);
        return result;
      };
    },
  },
  "walk-starts-over": {
    title: "Asked for the links after the very last one, the service begins again with the first page.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const tail = links.at(-1);
        const past = tail !== undefined && args.after === s.cursorOf(tail, trace) && args.before === undefined;
        return page(links, past ? { ...args, after: undefined } : args, trace, call);
      };
    },
  },
  "uuid-cast-fails": {
    title: "v2 details of a trace id that is no UUID are answered with 500.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => async (call, id = "") => {
        await s.authenticate(call);
        if (isUuid(id)) return real(call, id);
        const error = { message: "invalid input syntax for type uuid" };
        return { status: 500, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ error }) };
      });
    },
  },
  "count-as-text": {
    title: "The legacy details give totalCount as a text of digits, as a database driver gives a bigint.",
    apply(s) {
      const { total } = s;
      s.total = (trace, call) => (call.face === "legacy" ? String(total(trace, call)) : total(trace, call));
    },
  },
  "last-newest-first": {
    title: "With `last`, the links of the page come in the reverse of the order that `first` gives.",
    apply(s) {
      const { page, info } = s;
      const turned = new WeakSet<object>();
      s.page = (links, args, trace, call) => {
        const found = page(links, args, trace, call);
        if (args.last === undefined || args.first !== undefined) return found;
        const reversed = { ...found, items: found.items.toReversed() };
        turned.add(reversed);
        return reversed;
      };
      s.info = (found, args, trace, call) =>
        info(turned.has(found) ? { ...found, items: found.items.toReversed() } : found, args, trace, call);
    },
  },
  "before-inclusive": {
    title: "The link of the cursor `before` is on the page, while that of `after` is not.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (args.before === undefined) return page(links, args, trace, call);
        const next = links[s.positionOf(links, args.before, trace) + 1];
        return page(links, { ...args, before: next && s.cursorOf(next, trace) }, trace, call);
      };
    },
  },
  "count-from-cursor": {
    title: "With `after`, totalCount counts only the links behind the cursor.",
    apply(s) {
      const { page, total } = s;
      const skipped = new WeakMap<Call, number>();
      s.page = (links, args, trace, call) => {
        if (args.after !== undefined) skipped.set(call, s.positionOf(links, args.after, trace) + 1);
        return page(links, args, trace, call);
      };
      s.total = (trace, call) => Number(total(trace, call)) - (skipped.get(call) ?? 0);
    },
  },
  "later-pages-bare": {
    title: "A v2 page that is asked for by `after` comes without the envelope.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const body = parseJson(call.body());
        const asked = isObject(body) ? own(body, "data") : undefined;
        if (!isObject(asked) || asked["after"] === undefined) return reply;
        return json((JSON.parse(String(reply.body)) as JsonObject)["data"]);
      });
    },
  },
  "empty-page-without-flags": {
    title: "The page information of a page without links is an empty object.",
    apply(s) {
      const { info } = s;
      s.info = (page, ...rest) => (page.items.length === 0 ? {} : info(page, ...rest));
    },
  },
  "walk-ends-at-eighth": {
    title: "A page asked for by `after` that ends with the eighth link of the trace says that it is the last one.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const found = page(links, args, trace, call);
        const tail = found.items.at(-1);
        return args.after !== undefined && tail !== undefined && tail === links[7]
          ? { ...found, hasNext: false }
          : found;
      };
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
  "cursor-carries-trace": {
    title: "With a cursor from another trace, the details are those of the cursor's trace, not of the path's.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { after } = args;
        const owner = s.traces.values().find((one) => one.links.some((link) => s.cursorOf(link, one) === after));
        return owner && owner !== trace ? page(owner.links, args, owner, call) : page(links, args, trace, call);
      };
    },
  },
  "ties-in-any-order": {
    title: "Links appended within one second come in one order on the first page and in another on the next ones.",
    apply(s) {
      const { page, record } = s;
      const seconds = new WeakMap<Link, number>();
      const secondOf = (link: Link) => seconds.get(link) ?? 0;
      s.record = async (...args) => {
        const result = await record(...args);
        seconds.set(result.link, Math.floor(Date.now() / 1000));
        return result;
      };
      s.page = (links, args: PageArgs, trace, call) => {
        if (args.after === undefined) return page(links, args, trace, call);
        return page(
          links.toReversed().sort((a, b) => secondOf(a) - secondOf(b)),
          args,
          trace,
          call,
        );
      };
    },
  },
  "links-without-files-hidden": {
    title: "Once a trace has a file, its details show only the links with files, though totalCount counts all.",
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) => {
        const links = linksOf(trace, call);
        return trace.files.size > 0 ? links.filter((link) => link.files.length > 0) : links;
      };
      s.total = (trace) => trace.links.length;
    },
  },
  "default-page-hides-more": {
    title: "The page of details asked for without bounds never says that there is more, though it ends at ten links.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const found = info(page, args, trace, call);
        return Object.keys(args).length === 0 ? { ...found, hasNext: false } : found;
      };
    },
  },
  "links-sorted-as-text": {
    title: "Links are numbered and sorted by the text of the number: the tenth one comes behind the first.",
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) =>
        linksOf(trace, call)
          .map((item, index) => ({ item, number: String(index + 1) }))
          .sort((a, b) => (a.number < b.number ? -1 : 1))
          .map(({ item }) => item);
    },
  },
  "cursors-name-latest-page": {
    title: "A cursor means the start or the end of the page of the trace that was read last, by whomever.",
    apply(s) {
      const latest = new WeakMap<Trace, { start: string; end: string; turn: number }>();
      const cursor = (side: string, turn: number) => Buffer.from(`${side}:${String(turn)}`).toString("base64url");
      s.info = ({ items, hasNext, hasPrevious }, _args, trace) => {
        const [head, tail] = [items[0], items.at(-1)];
        const turn = (latest.get(trace)?.turn ?? 0) + 1;
        if (head && tail) latest.set(trace, { start: head.id, end: tail.id, turn });
        const cursors: JsonObject =
          items.length > 0 ? { startCursor: cursor("start", turn), endCursor: cursor("end", turn) } : {};
        return { hasNext, hasPrevious, ...cursors };
      };
      s.positionOf = (links, given, trace) => {
        const side = /^(start|end):\d+$/.exec(Buffer.from(given, "base64url").toString("latin1"))?.[1];
        const id = latest.get(trace)?.[side === "start" ? "start" : "end"];
        const position = links.findIndex((item) => side !== undefined && item.id === id);
        if (position === -1) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "read-undoes-append": {
    title: "Reading details writes the links back as they were read: an action appended meanwhile loses its link.",
    apply(s) {
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        around(s, key, (real) => async (call, id = "") => {
          const reply = await real(call, id);
          const trace = s.traces.get(id.toLowerCase());
          const read = trace?.links.slice();
          await pause(5);
          if (trace && read) trace.links = read;
          return reply;
        });
      }
    },
  },
  "parallel-links-counted-once": {
    title: "Actions appended to a trace at the same time all become links, but totalCount grows by one.",
    apply(s) {
      const { record } = s;
      const counts = new WeakMap<Trace, number>();
      s.record = async (call, user, workflow, input, known) => {
        const before = (known && counts.get(known)) ?? 0;
        if (known) await pause(4);
        const result = await record(call, user, workflow, input, known);
        counts.set(result.trace, before + 1);
        return result;
      };
      s.total = (trace) => counts.get(trace) ?? trace.links.length;
    },
  },
  "long-pages-abridged": {
    title: "On a page of more than five links, texts of more than 200 characters are cut off there.",
    apply(s) {
      const { page, linkView } = s;
      const sizes = new WeakMap<Call, number>();
      s.page = (links, args, trace, call) => {
        const found = page(links, args, trace, call);
        sizes.set(call, found.items.length);
        return found;
      };
      s.linkView = (item, trace, call) => {
        if ((sizes.get(call) ?? 0) <= 5) return linkView(item, trace, call);
        const data = rewriteObject(item.data, (value) => (typeof value === "string" ? value.slice(0, 200) : value));
        return linkView({ ...item, data }, trace, call);
      };
    },
  },
  "legacy-digests-repeated": {
    title: "In the legacy details every file of a link has the digest of the link's first file.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (item, trace, call) => {
        const digest = item.files[0]?.["digest"];
        if (call.face === "v2" || digest === undefined) return linkView(item, trace, call);
        return linkView({ ...item, files: item.files.map((file) => ({ ...file, digest })) }, trace, call);
      };
    },
  },
};
