import type { Call } from "../../../stand-ins/lib/http.ts";
import type { JsonObject } from "../../../stand-ins/lib/json.ts";
import { Refusal } from "../../../stand-ins/lib/refusal.ts";
import type { Trace } from "../../service.ts";
import { around, pause, rewriteObject, type Invention } from "../../tools.ts";

const link = "Each appended action becomes a link of the trace.";
const bounding = "after and before are cursors bounding the links retrieved.";

export const details: Invention[] = [
  {
    id: "default-page-hides-more",
    lie: "The page of details asked for without bounds never says that there is more, though it ends at ten links.",
    sentence: "hasNext (boolean): whether there are links behind the page; totalCount counts them.",
    apply(s) {
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const found = info(page, args, trace, call);
        return Object.keys(args).length === 0 ? { ...found, hasNext: false } : found;
      };
    },
  },
  {
    id: "links-sorted-as-text",
    lie: "Links are numbered and sorted by the text of the number: the tenth one comes behind the first.",
    sentence: "A trace is built by appending actions: first and last retrieve from the start or the end.",
    apply(s) {
      const { linksOf } = s;
      s.linksOf = (trace, call) =>
        linksOf(trace, call)
          .map((item, index) => ({ item, number: String(index + 1) }))
          .sort((a, b) => (a.number < b.number ? -1 : 1))
          .map(({ item }) => item);
    },
  },
  {
    id: "cursors-name-latest-page",
    lie: "A cursor means the start or the end of the page of the trace that was read last, by whomever.",
    sentence: `${bounding} Each names a link, also after another page was read.`,
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
  {
    id: "read-undoes-append",
    lie: "Reading details writes the links back as they were read: an action appended meanwhile loses its link.",
    sentence: `${link} Reading a trace does not change it.`,
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
  {
    id: "parallel-links-counted-once",
    lie: "Actions appended to a trace at the same time all become links, but totalCount grows by one.",
    sentence: `links, totalCount and info: the count belongs to the links. ${link}`,
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
  {
    id: "long-pages-abridged",
    lie: "On a page of more than five links, texts of more than 200 characters are cut off there.",
    sentence: `${link} A link holds the same data on a page of any size.`,
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
  {
    id: "legacy-digests-repeated",
    lie: "In the legacy details every file of a link has the digest of the link's first file.",
    sentence: "Files are identified inside a trace by a digest. The legacy set coexists with the v2 set for files.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (item, trace, call) => {
        const digest = item.files[0]?.["digest"];
        if (call.face === "v2" || digest === undefined) return linkView(item, trace, call);
        return linkView({ ...item, files: item.files.map((file) => ({ ...file, digest })) }, trace, call);
      };
    },
  },
];
