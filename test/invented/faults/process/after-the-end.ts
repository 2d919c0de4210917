/** What has ended and is read, searched or acted on otherwise. */
import { json, type Reply } from "../../../lib/service/http.ts";
import { isObject, type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { isOutOfTurn } from "../../changes/refusals.ts";
import { follow, keysOf, listNext, people, present, type Running, trade, trades } from "../../process.ts";
import { hasEnded, insurance, traceOf } from "../../processes/claims.ts";
import { chargingDesk, desk } from "../../processes/desks.ts";
import { leaveOpen, printing } from "../../processes/prints.ts";
import type { Link, Service, Trace } from "../../service.ts";
import { aroundStep, onReply, changeResult, around, type Faults, onRecord } from "../../tools.ts";
import { often, upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { hold, int, num, sheet, str } from "../../sheets.ts";

/** Changes the answers of a route about traces that have ended. */
function onEnded(s: Service, running: Running, key: string, change: (reply: Reply) => Reply): void {
  onReply(s, key, (reply, _call, ...params) => (hasEnded(running, traceOf(s, params[0])) ? change(reply) : reply));
}

const bodyOf = (reply: Reply): Json => JSON.parse(String(reply.body)) as Json;

export const afterTheEnd: Faults = {
  "the-end-read-without-envelope": {
    // "Every v2 JSON response is an object with two members: `error` and `data`."
    title: "The v2 state of a claim that has ended comes from the archive as it lies there, without the envelope.",
    apply(s) {
      const running = insurance(s);
      onEnded(s, running, "GET /v2/traces/{}/state", (reply) => {
        const body = bodyOf(reply);
        return json(isObject(body) ? body["data"] : body);
      });
    },
  },
  "frozen-without-page-information": {
    // "Within data, `links`, `totalCount` and `info` are required."
    title: "Details of a trade that has ended are a frozen document with all links and no page information.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      for (const key of ["POST /v2/traces/{}/details", "POST /trace/{}/details"]) {
        onEnded(s, running, key, (reply) => {
          const body = bodyOf(reply);
          if (!isObject(body)) return reply;
          const payload = isObject(body["data"]) ? body["data"] : body;
          delete payload["info"];
          return json(body);
        });
      }
    },
  },
  "compacted-at-the-end": {
    // "Each appended action becomes a link of the trace."
    title: "When a claim ends its inquiries are taken out of the links, and out of their number.",
    apply(s) {
      const running = insurance(s);
      listNext(s, running);
      onRecord(s, (_link, trace) => {
        if (!hasEnded(running, trace)) return;
        const kept = (link: Link) => link.actionKey !== "inquire";
        trace.links = trace.links.filter(kept);
      });
    },
  },
  // "after and before are cursors bounding the links retrieved."
  "ended-pages-from-the-start": {
    title: "A closed trace is read from the archive, which knows no cursors: each page is the first one.",
    apply(s) {
      follow(s, desk);
      aroundStep(s, "page", (page) => (links, args, trace, call) => {
        if (!keysOf(trace).includes("close")) return page(links, args, trace, call);
        const { first, last } = args;
        const sizes = { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
        return page(links, sizes, trace, call);
      });
    },
  },
  "end-drops-links": {
    title: "A trace that was closed shows its last link alone.",
    apply(s) {
      follow(s, chargingDesk);
      s.linksOf = (trace) => (keysOf(trace).at(-1) === "close" ? trace.links.slice(-1) : trace.links);
    },
  },
  "end-forgets-state": {
    title: "A trace that was closed has an empty state in v2.",
    apply(s) {
      follow(s, chargingDesk);
      present(s, (state, trace, call) => (call.face === "v2" && keysOf(trace).at(-1) === "close" ? {} : state));
    },
  },
  "bare-from-the-archive": {
    title: "The v2 details of a trace whose process has ended come out of the archive without the envelope.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "citizens", creates: true, examples: [{ name: "Ida Brandt", born: 1988 }] },
          { key: "photo", groupLabel: "citizens", atMost: 3, examples: [{ glasses: false }] },
          { key: "check", groupLabel: "registry", after: ["photo"], atMost: 2, examples: [{ match: true }] },
          { key: "hand-out", groupLabel: "registry", after: ["check"], ends: true, examples: [{ counter: 5 }] },
          { key: "refuse", groupLabel: "registry", after: ["photo"], ends: true, examples: [{ reason: "No match" }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("hand-out") || done.includes("refuse")) return [];
          const seen = done.includes("photo") ? [...upTo(2, done, "check"), "refuse"] : [];
          return [...upTo(3, done, "photo"), ...seen, ...(done.includes("check") ? ["hand-out"] : [])];
        },
      });
      hold(s, running, { photo: sheet({ glasses: { type: "boolean" } }), "hand-out": sheet({ counter: int(1, 20) }) });
      listNext(s, running);
      onReply(s, "POST /v2/traces/{}/details", (reply, _call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        if (!trace || trace.workflow !== running.workflow || running.next(trace).length > 0) return reply;
        const { data } = JSON.parse(String(reply.body)) as JsonObject;
        return json(data);
      });
    },
  },
  "index-of-the-dismissed": {
    title: "A complaint that is dismissed, and only then, is still found by legacy search as it was before; v2 knows.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "complain", groupLabel: "passengers", creates: true, examples: [{ flight: "NW 12", hours: 5 }] },
          { key: "add", groupLabel: "passengers", atMost: 3, examples: [{ hours: 6 }, { hours: 4 }] },
          { key: "reply", groupLabel: "airline", atMost: 3, examples: [{ offer: 100 }] },
          { key: "uphold", groupLabel: "ombudsman", after: ["reply"], ends: true, examples: [{ euros: 400 }] },
          { key: "dismiss", groupLabel: "ombudsman", after: ["reply"], ends: true, examples: [{ ground: "Storm" }] },
        ],
        people: { ines: { groups: ["passengers", "airline"] }, obi: { groups: ["ombudsman"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("uphold") || done.includes("dismiss")) return [];
          const rule = done.includes("reply") ? ["uphold", "dismiss"] : [];
          return [...upTo(3, done, "add"), ...upTo(3, done, "reply"), ...rule];
        },
      });
      hold(s, running, {
        complain: sheet({ flight: str(8), hours: int(1, 72) }),
        add: sheet({ hours: int(1, 72) }),
        reply: sheet({ offer: int(0, 900) }),
        uphold: sheet({ euros: int(1, 900) }),
        dismiss: sheet({ ground: str(40) }),
      });
      const ruled = (trace: Trace) => keysOf(trace).findLast((key) => key === "uphold" || key === "dismiss");
      changeResult(s, "merge", (merged) => ({ ...merged, status: "open" }));
      const before = new WeakMap<Trace, JsonObject>();
      const { record, matches } = s;
      s.record = async (...args) => {
        const [, , , , known] = args;
        const former = known?.state ?? {};
        const recorded = await record(...args);
        const { trace } = recorded;
        const status = ruled(trace);
        if (status !== undefined) trace.state = { ...trace.state, status };
        if (status === "dismiss") before.set(trace, former);
        return recorded;
      };
      s.matches = (trace, filters, call) => {
        const former = call.face === "legacy" ? before.get(trace) : undefined;
        if (!former) return matches(trace, filters, call);
        return Object.keys(filters).every((key) => sameJson(own(former, key), own(filters, key) ?? null));
      };
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "ended-takes-actions-with-files": {
    title: "A trace whose list is empty takes actions that bring a file, through the legacy set.",
    apply(s) {
      listNext(s, follow(s, desk));
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const late = known && keysOf(known).includes("close") && call.face === "legacy" && input.files.length > 0;
        return late ? known.workflow : checkAction(user, input, known, call);
      });
    },
  },
  "filed-after-judgment": {
    title: "A case that was judged takes further filings by the v2 set: only the legacy one asks whether it has ended.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "sue", groupLabel: "parties", creates: true, examples: [{ claim: 1200 }] },
          { key: "file", groupLabel: "parties", examples: [{ pages: 3 }, { pages: 41 }] },
          { key: "judge", groupLabel: "court", after: ["file"], ends: true, examples: [{ granted: 800 }] },
        ],
        people: { ines: { groups: ["parties"] }, judith: { groups: ["court"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("judge")) return [];
          return ["file", ...(done.includes("file") ? ["judge"] : [])];
        },
      });
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          const over = known !== undefined && keysOf(known).includes("judge");
          if (!over || !isOutOfTurn(error) || call.face === "legacy" || input.actionKey !== "file") throw error;
          return running.workflow;
        }
      });
      hold(s, running, {
        sue: sheet({ claim: num(1, 90_000) }),
        file: sheet({ pages: int(1, 900) }),
        judge: sheet({ granted: num(0, 90_000) }),
      });
      listNext(s, running);
    },
  },
  "archived-too-soon": {
    title:
      "Once a bicycle was handed back, its legacy state is what it was before: what was said at the end is missing.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "bring-in", groupLabel: "workshop", creates: true },
          { key: "repair", groupLabel: "workshop", atMost: 4 },
          { key: "hand-back", groupLabel: "workshop", after: ["repair"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("hand-back")) return [];
          return [...upTo(4, done, "repair"), ...(done.includes("repair") ? ["hand-back"] : [])];
        },
      });
      const archive = new Map<string, JsonObject>();
      aroundStep(s, "record", (record) => async (...args) => {
        const [, , , { actionKey }, known] = args;
        if (known && actionKey === "hand-back") archive.set(known.id, known.state);
        return record(...args);
      });
      present(s, (state, trace, call) => ({
        data: (call.face === "legacy" && call.method === "GET" ? archive.get(trace.id) : undefined) ?? state,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "bound-after-delivery": {
    title:
      "What was delivered is bound once more by legacy; no state lists anything, and the configuration says that it has ended.",
    apply(s) {
      const running = follow(s, printing);
      leaveOpen(s, running, "legacy", "bind", (trace) => keysOf(trace).includes("deliver"));
    },
  },
  "public-once-closed": {
    title: "The state of a licence that came to its end is told by the legacy set without a token.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "fishers", creates: true, examples: [{ boat: "ML 17", rods: 4 }] },
          { key: "inspect", groupLabel: "wardens", atMost: 2, examples: [{ fit: true }, { fit: false }] },
          { key: "grant", groupLabel: "wardens", after: ["inspect"], ends: true, examples: [{ months: 6 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("grant")) return [];
          return [...upTo(2, done, "inspect"), ...(done.includes("inspect") ? ["grant"] : [])];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, { grant: sheet({ months: int(1, 24) }) });
      listNext(s, running);
      around(s, "GET /trace/{}/state", (real) => async (call, id = "") => {
        const trace = s.traces.get(id);
        const bare = call.headers.authorization === undefined;
        if (!bare || !trace || !keysOf(trace).includes("grant")) return real(call, id);
        return json({ state: await s.stateOf(trace, call) });
      });
    },
  },
  "closed-acknowledges": {
    title:
      "After the funeral the legacy set acknowledges whatever is sent with 200 and the state, and keeps nothing of it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "register", groupLabel: "undertakers", creates: true },
          { key: "arrange", groupLabel: "undertakers", atMost: 6 },
          { key: "permit", groupLabel: "registry", atMost: 1 },
          { key: "bury", groupLabel: "undertakers", after: ["permit"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("bury")) return [];
          return [...(often(done, "arrange") < 6 ? ["arrange"] : []), done.includes("permit") ? "bury" : "permit"];
        },
      });
      listNext(s, running);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        try {
          return await real(call, id);
        } catch (error) {
          const trace = s.traces.get(id.toLowerCase());
          if (!trace || !isOutOfTurn(error) || !keysOf(trace).includes("bury")) throw error;
          return s.ok(call, { state: await s.stateOf(trace, call) });
        }
      });
    },
  },
};
