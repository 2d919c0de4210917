import { cut } from "../../lib/service/domain.ts";
import type { Face } from "../../lib/service/http.ts";
import { own, sameJson, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

const coded = (number: number): string => Buffer.from(`at:${String(number)}`).toString("base64url");

/** The number that a cursor holds. @throws Refusal */
function decoded(cursor: string): number {
  const digits = /^at:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  if (digits === undefined) throw new Refusal("invalid", "no such cursor");
  return Number(digits);
}

export const cabinets: Faults = {
  "cursor-of-the-second": {
    title: "A cursor is the second in which the link was made: what was made in the same second is passed over.",
    apply(s) {
      const made = new WeakMap<Link, number>();
      const secondOf = (link: Link) => made.get(link) ?? 0;
      onRecord(s, (link) => made.set(link, Math.floor(Date.now() / 1000)));
      s.cursorOf = (link) => coded(secondOf(link));
      s.page = (links, { first, last, after, before }) => {
        const indexFrom = (when: (second: number) => boolean) => {
          const at = links.findIndex((link) => when(secondOf(link)));
          return at === -1 ? links.length : at;
        };
        const [low, high] = [after, before].map((cursor) => (cursor === undefined ? undefined : decoded(cursor)));
        const from = low === undefined ? 0 : indexFrom((second) => second > low);
        const to = high === undefined ? links.length : indexFrom((second) => second >= high);
        return cut(links, from, to, first === undefined && last === undefined ? 10 : first, last);
      };
    },
  },
  "counted-from-newest": {
    title: "A cursor counts the links that are newer: with each new link it stands for the next one.",
    apply(s) {
      s.cursorOf = (link, trace) => coded(trace.links.length - 1 - trace.links.findIndex(({ id }) => id === link.id));
      s.positionOf = (links, cursor) => {
        const newer = decoded(cursor);
        if (newer >= links.length) throw new Refusal("invalid", "no such cursor");
        return links.length - 1 - newer;
      };
    },
  },
  "pages-by-bytes": {
    title: "A page ends before the link that would make it longer than 16 KiB, and says as if it held them all.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const { items, ...said } = page(links, args, trace, call);
        let bytes = 0;
        const over = items.findIndex((link, at) => {
          bytes += Buffer.byteLength(JSON.stringify(s.linkView(link, trace, call)));
          return at > 0 && bytes > 16 * 1024;
        });
        return { ...said, items: over === -1 ? items : items.slice(0, over) };
      };
    },
  },
  "tables-by-set": {
    title: "Actions are kept in a table for each set, and the state is made of the legacy ones before those of v2.",
    apply(s) {
      const faces = new WeakMap<Link, Face>();
      const { record } = s;
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        const { link, trace } = recorded;
        faces.set(link, call.face);
        const ofFace = (face: Face) => trace.links.filter((one) => faces.get(one) === face);
        trace.state = {};
        for (const { data } of [...ofFace("legacy"), ...ofFace("v2")]) trace.state = s.merge(trace, data, call);
        return recorded;
      };
    },
  },
  "half-created": {
    title:
      "A creation refused for its action leaves an entry in the search index: the id of a trace that is not there.",
    apply(s) {
      const halves = new Set<string>();
      const { checkAction, findTrace } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const workflow = s.workflows.find(({ id }) => id === input.workflowId);
          if (!known && workflow?.organization === user.organization) {
            const half = { ...s.newTrace(workflow), state: input.data ?? {} };
            halves.add(half.id);
            s.traces.set(half.id, half);
          }
          throw error;
        }
      };
      s.findTrace = (user, id, call) => {
        if (halves.has(id.toLowerCase())) throw new Refusal("missing", "no such trace");
        return findTrace(user, id, call);
      };
    },
  },
  "archive-of-ten": {
    title: "An archive holds the first ten of the files that were asked for.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => zipEntries(trace, digests, call).slice(0, 10);
    },
  },
  "copied-by-size": {
    title: "Files are copied before they are packed, but not where one of the same name and size lies there already.",
    apply(s) {
      const folders = new WeakMap<Trace, Map<string, Buffer>>();
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const folder = folders.get(trace) ?? new Map<string, Buffer>();
        folders.set(trace, folder);
        return zipEntries(trace, digests, call).map(({ name, data }) => {
          const copy = `${String(data.length)} ${name}`;
          const there = folder.get(copy) ?? data;
          folder.set(copy, there);
          return { name, data: there };
        });
      };
    },
  },
  "numbers-in-six-digits": {
    title: "Search compares numbers as they are written in six significant digits.",
    apply(s) {
      const matches = (state: JsonObject, filters: JsonObject, key: string): boolean => {
        const [held, wanted] = [own(state, key), own(filters, key) ?? null];
        if (typeof held !== "number" || typeof wanted !== "number") return sameJson(held, wanted);
        return held.toPrecision(6) === wanted.toPrecision(6);
      };
      s.matches = ({ state }, filters) => Object.keys(filters).every((key) => matches(state, filters, key));
    },
  },
  "joined-with-traces": {
    title: "The workflows of an organization are joined with their traces: one that has none yet is not listed.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) => {
        const used = new Set(Array.from(s.traces.values(), ({ workflow }) => workflow.id));
        return listing(organization, call).filter(({ workflowId }) => used.has(String(workflowId)));
      };
    },
  },
  "results-by-filters": {
    title: "What a search found is kept for three seconds by its filters, and not by its workflow.",
    apply(s) {
      const kept = new Map<string, { found: string[]; until: number }>();
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const key = JSON.stringify(filters);
        const known = kept.get(key);
        if (known && known.until > Date.now()) return known.found;
        const found = search(workflow, filters, call);
        kept.set(key, { found, until: Date.now() + 3000 });
        return found;
      };
    },
  },
};
