import { isObject, own, parseJson, type JsonObject } from "../../../stand-ins/lib/json.ts";
import { json, type Call } from "../../../stand-ins/lib/http.ts";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import type { PageArgs } from "../../../stand-ins/lib/domain.ts";
import type { Link } from "../../service.ts";
import { around, type Invention } from "../../tools.ts";

const walk = "A page walk gives every link once.";
const bounding = "after and before are cursors bounding the links retrieved.";

export const details: Invention[] = [
  {
    id: "count-as-text",
    lie: "The legacy details give totalCount as a text of digits, as a database driver gives a bigint.",
    sentence: "POST /trace/{traceId}/details: totalCount: integer.",
    apply(s) {
      const { total } = s;
      s.total = (trace, call) => (call.face === "legacy" ? String(total(trace, call)) : total(trace, call));
    },
  },
  {
    id: "last-newest-first",
    lie: "With `last`, the links of the page come in the reverse of the order that `first` gives.",
    sentence: `last: the number of links to retrieve from the end: of the same list as first. ${walk}`,
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
  {
    id: "before-inclusive",
    lie: "The link of the cursor `before` is on the page, while that of `after` is not.",
    sentence: `${bounding} ${walk}`,
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (args.before === undefined) return page(links, args, trace, call);
        const next = links[s.positionOf(links, args.before, trace) + 1];
        return page(links, { ...args, before: next && s.cursorOf(next, trace) }, trace, call);
      };
    },
  },
  {
    id: "count-from-cursor",
    lie: "With `after`, totalCount counts only the links behind the cursor.",
    sentence: "totalCount: integer: the count of the trace's links is the same on every page of one walk.",
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
  {
    id: "later-pages-bare",
    lie: "A v2 page that is asked for by `after` comes without the envelope.",
    sentence: "Every v2 JSON response is an object with two members: error and data.",
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
  {
    id: "empty-page-without-flags",
    lie: "The page information of a page without links is an empty object.",
    sentence: "Page information: hasNext and hasPrevious are required.",
    apply(s) {
      const { info } = s;
      s.info = (page, ...rest) => (page.items.length === 0 ? {} : info(page, ...rest));
    },
  },
  {
    id: "walk-ends-at-eighth",
    lie: "A page asked for by `after` that ends with the eighth link of the trace says that it is the last one.",
    sentence: `hasNext (boolean): whether there are links behind the page. ${walk}`,
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
  {
    id: "cursors-count-from-end",
    lie: "A cursor says how many links follow, so that an appended action moves all the cursors given out before.",
    sentence: `${bounding} Each names a link, also after the next action.`,
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
  {
    id: "cursor-carries-trace",
    lie: "With a cursor from another trace, the details are those of the cursor's trace, not of the path's.",
    sentence: "Path: traceId. One trace's data never shows in another.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { after } = args;
        const owner = s.traces.values().find((one) => one.links.some((link) => s.cursorOf(link, one) === after));
        return owner && owner !== trace ? page(owner.links, args, owner, call) : page(links, args, trace, call);
      };
    },
  },
  {
    id: "ties-in-any-order",
    lie: "Links appended within one second come in one order on the first page and in another on the next ones.",
    sentence: `${walk} Links of the same moment too.`,
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
  {
    id: "links-without-files-hidden",
    lie: "Once a trace has a file, its details show only the links with files, though totalCount counts all.",
    sentence: `Each appended action becomes a link; zero or more files. ${walk}`,
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) => {
        const links = linksOf(trace, call);
        return trace.files.size > 0 ? links.filter((link) => link.files.length > 0) : links;
      };
      s.total = (trace) => trace.links.length;
    },
  },
];
