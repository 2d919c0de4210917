import { isUuid, type Json } from "../../stand-ins/lib/json.ts";
import type { Trace } from "../service.ts";
import { around, type Invention } from "../tools.ts";

const walk = "A page walk gives every link once.";

export const details: Invention[] = [
  {
    id: "total-count-cached",
    lie: "totalCount, once asked for, stays the same for two seconds while links are appended.",
    sentence: "links, totalCount and info are required: the count belongs to the links of the same answer.",
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
  {
    id: "full-page-has-previous",
    lie: "With `last`, hasPrevious says whether the page is full, so also on a full page that begins at the first link.",
    sentence: "hasPrevious (boolean, required): whether there are links before the page.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => ({
        ...info(page, args, trace, call),
        ...(args.last === undefined ? {} : { hasPrevious: page.items.length === args.last || page.hasPrevious }),
      });
    },
  },
  {
    id: "legacy-cursors-swapped",
    lie: "In the legacy details, startCursor and endCursor are exchanged when `last` is given.",
    sentence: `startCursor and endCursor; before: cursors bounding the links retrieved. ${walk}`,
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
  {
    id: "last-before-bounds",
    lie: "With `before` and `last`, the last links of the whole trace are taken first and then bounded.",
    sentence: "first and last are the numbers of links to retrieve; after and before are cursors bounding the links.",
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
  {
    id: "links-by-action-key",
    lie: "Every link shows the data of the latest action with the same action key.",
    sentence: "Each appended action becomes a link of the trace: a link keeps what its own action gave.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        const latest = trace.links.findLast((one) => one.actionKey === link.actionKey);
        return linkView({ ...link, data: (latest ?? link).data }, trace, call);
      };
    },
  },
  {
    id: "sixteen-links-kept",
    lie: "A trace keeps only its latest sixteen links.",
    sentence: "Each appended action becomes a link of the trace.",
    apply(s) {
      const { record } = s;
      s.record = async (...args) => {
        const result = await record(...args);
        result.trace.links.splice(0, result.trace.links.length - 16);
        return result;
      };
    },
  },
  {
    id: "walk-starts-over",
    lie: "Asked for the links after the very last one, the service begins again with the first page.",
    sentence: `after: a cursor bounding the links retrieved. ${walk}`,
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const tail = links.at(-1);
        const past = tail !== undefined && args.after === s.cursorOf(tail, trace) && args.before === undefined;
        return page(links, past ? { ...args, after: undefined } : args, trace, call);
      };
    },
  },
  {
    id: "uuid-cast-fails",
    lie: "v2 details of a trace id that is no UUID are answered with 500.",
    sentence: "Path: traceId (string, UUID). Robustness: no 5xx on bad input.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => async (call, id = "") => {
        await s.authenticate(call);
        if (isUuid(id)) return real(call, id);
        const error = { message: "invalid input syntax for type uuid" };
        return { status: 500, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ error }) };
      });
    },
  },
];
