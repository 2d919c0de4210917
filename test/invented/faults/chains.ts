import { createHash } from "node:crypto";
import { cut, type Cut, type PageArgs } from "../../lib/service/domain.ts";
import { isUuid, own, put, sameJson, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Link } from "../service.ts";
import { around, onRecord, rewriteObject, type Faults } from "../tools.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** How many links a request asks for. */
const sizeOf = ({ first, last }: PageArgs): number => Math.min(first ?? last ?? 10, 50);

/** How traces grow, and how their links and state are read. */
export const chains: Faults = {
  // "hasNext: boolean, required", "hasPrevious: boolean, required"
  "false-is-left-out": {
    title: "The v2 page information leaves out hasNext and hasPrevious where they are false.",
    apply(s) {
      const { info } = s;
      s.info = (found, args, trace, call) => {
        const told = info(found, args, trace, call);
        if (call.face === "legacy") return told;
        return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== false));
      };
    },
  },
  // "Response 200: {error, data: {state: object}}"
  "pairs-for-state": {
    title: "The v2 state is written as a list of pairs of key and value.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = (await stateOf(trace, call)) as JsonObject;
        return call.face === "v2" ? Object.entries(state).map(([key, value]) => ({ key, value })) : state;
      };
    },
  },
  // "Each appended action becomes a link of the trace"
  "one-link-for-each-key": {
    title: "Links are stored by trace and action key: the same action again takes the place of the former.",
    apply(s) {
      onRecord(s, (link, trace) => {
        const former = trace.links.findIndex((one) => one !== link && one.actionKey === link.actionKey);
        if (former !== -1) trace.links.splice(former, 1);
      });
    },
  },
  // "links: array of objects"
  "links-by-reference": {
    title: "The v2 details give the ids of the links instead of the links.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (link, trace, call) => (call.face === "v2" ? link.id : linkView(link, trace, call));
    },
  },
  // "Response 200: {error, data: string} where data is a UUID string"
  "global-ids": {
    title: 'The v2 creation answers a global id, the base64 of "Trace:" and the UUID, which is taken in every path.',
    apply(s) {
      around(s, "POST /v2/traces", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const { data } = JSON.parse(String(reply.body)) as { data: string };
        return {
          ...reply,
          body: JSON.stringify({ error: null, data: Buffer.from(`Trace:${data}`).toString("base64") }),
        };
      });
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        const inside = Buffer.from(id, "base64")
          .toString()
          .replace(/^Trace:/, "");
        return findTrace(user, isUuid(inside) ? inside : id, call);
      };
    },
  },
  // "Each appended action becomes a link of the trace": one
  "retried-when-large": {
    title: "What takes the gateway long it sends again: an action of more than 512 KiB becomes two links.",
    apply(s) {
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        if (known && call.body().length > 512 * 1024) await record(call, user, workflow, input, known);
        return recorded;
      };
    },
  },
  // "after and before are cursors bounding the links retrieved"
  "cursors-by-the-second": {
    title: "What comes after a cursor are the links of a later second: others of the same second are skipped.",
    apply(s) {
      const seconds = new WeakMap<Link, number>();
      const second = (link: Link | undefined) => (link && seconds.get(link)) ?? 0;
      onRecord(s, (link) => seconds.set(link, Math.floor(Date.now() / 1000)));
      const { positionOf, page } = s;
      s.page = (links, args, trace, call) => {
        if (args.after === undefined) return page(links, args, trace, call);
        const from = second(links[positionOf(links, args.after, trace)]);
        const later = links.findIndex((link) => second(link) > from);
        const to = args.before === undefined ? links.length : positionOf(links, args.before, trace);
        return cut(links, later === -1 ? links.length : later, to, args.last ? args.first : sizeOf(args), args.last);
      };
    },
  },
  // "optional … after (string cursor), before (string cursor)": those that the page information gives
  "plus-in-cursors": {
    title: "Cursors are plain base64, and read as from an address: those with a plus sign are not known again.",
    apply(s) {
      s.cursorOf = (link) => createHash("sha256").update(link.id).digest().subarray(0, 24).toString("base64");
      const { positionOf } = s;
      s.positionOf = (links, cursor, trace) => positionOf(links, cursor.replaceAll("+", " "), trace);
    },
  },
  // "data: the data of the action", and of no other
  "staged-and-kept": {
    title: "The data of a refused action stays staged for the trace, and goes into the next one.",
    apply(s) {
      const staged = new Map<string, JsonObject>();
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        if (!known) return checkAction(user, input, known, call);
        const stage: JsonObject = { ...staged.get(known.id) };
        const data = input.data ?? {};
        for (const key of Object.keys(data)) put(stage, key, own(data, key) ?? null);
        staged.set(known.id, stage);
        const workflow = checkAction(user, input, known, call);
        staged.delete(known.id);
        input.data = stage;
        return workflow;
      };
    },
  },
  // "Each appended action becomes a link of the trace"
  "double-click-guard": {
    title: "The same action with the same data within two seconds of the last is answered as that one, without a link.",
    apply(s) {
      const times = new WeakMap<Link, number>();
      onRecord(s, (link) => times.set(link, Date.now()));
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const same =
          last?.actionKey === input.actionKey && input.files.length === 0 && sameJson(last?.data, input.data ?? {});
        if (!known || !last || !same || Date.now() - (times.get(last) ?? 0) > 2000) {
          return record(call, user, workflow, input, known);
        }
        return { trace: known, link: last };
      };
    },
  },
  // "A trace has a state": the same in both sets
  "escaped-in-legacy": {
    title: "The legacy state is made safe for pages: &, <, > and quotes in texts become entities.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = (await stateOf(trace, call)) as JsonObject;
        if (call.face === "v2" || call.method === "POST") return state;
        return rewriteObject(state, (value) =>
          typeof value === "string" ? value.replace(/[&<>"']/g, (char) => entities[char] ?? char) : value,
        );
      };
    },
  },
  // "first and last are the numbers of links to retrieve from the start or the end"
  "pages-by-values": {
    title: "v2 pages are kept until the next link by the values that were asked, not their names: first 2 is last 2.",
    apply(s) {
      const kept = new Map<string, Cut<Link>>();
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (call.face === "legacy") return page(links, args, trace, call);
        const values = [args.first, args.last, args.after, args.before].filter((value) => value !== undefined);
        const key = [trace.id, links.length, ...values].join("|");
        const found = kept.get(key) ?? page(links, args, trace, call);
        kept.set(key, found);
        return found;
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
  // "A trace is a record identified by a UUID"
  "ids-by-the-clock": {
    title: "The UUID of a trace is made from the millisecond alone: of two begun in the same one, the first is lost.",
    apply(s) {
      const { newTrace } = s;
      s.newTrace = (workflow) => {
        const sum = createHash("sha256").update(String(Date.now())).digest("hex");
        const id = sum.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
        return { ...newTrace(workflow), id };
      };
    },
  },
};
