/** Gated services that go wrong at the end of a process, or for those who came to it late. */
import { json } from "../../lib/service/http.ts";
import { own, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import type { Trace } from "../service.ts";
import { around, type Faults } from "../tools.ts";
import {
  among,
  begun,
  coded,
  derive,
  hold,
  holdTold,
  inState,
  int,
  linksBy,
  many,
  num,
  sheet,
  str,
  upTo,
} from "../works.ts";

export const endings: Faults = {
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
      around(s, "POST /v2/traces/{}/details", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const trace = s.traces.get(id.toLowerCase());
        if (!trace || trace.workflow !== running.workflow || running.next(trace).length > 0) return reply;
        const { data } = JSON.parse(String(reply.body)) as JsonObject;
        return json(data);
      });
    },
  },
  "number-of-the-certificate": {
    title: "The v2 answer to the action that ends a survey of a lift is the number of its certificate, no UUID.",
    apply(s) {
      let number = 2207;
      const running = follow(s, {
        actions: [
          { key: "order-survey", groupLabel: "owners", creates: true },
          { key: "measure", groupLabel: "surveyors", atMost: 6 },
          { key: "defect", groupLabel: "surveyors", after: ["measure"], atMost: 4 },
          { key: "certify", groupLabel: "surveyors", after: ["measure"], ends: true },
        ],
        people: { ines: { groups: ["owners", "surveyors"] }, pia: { groups: ["surveyors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("certify")) return [];
          const rest = done.includes("measure") ? [...upTo(4, done, "defect"), "certify"] : [];
          return [...upTo(6, done, "measure"), ...rest];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      holdTold(s, running, {
        "order-survey": sheet({ lift: str(12), floors: int(2, 60) }),
        measure: sheet({ rope: num(4, 20) }),
        defect: sheet({ part: str(30), grave: { type: "boolean" } }),
        certify: sheet({ months: int(6, 24) }),
      });
      const { actionAnswer } = s;
      s.actionAnswer = (trace, link) =>
        link.actionKey === "certify" ? `CERT-2026-${String(number++)}` : actionAnswer(trace, link);
      derive(s, running, (trace) => ({
        lift: begun(trace, "lift"),
        rope: linksBy(trace, "measure").at(-1)?.data["rope"] ?? null,
        defects: many(trace, "defect"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
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
      const { merge } = s;
      s.merge = (trace, data, call) => ({ ...merge(trace, data, call), status: "open" });
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
  "count-of-ones-own": {
    title:
      "Who joined a trace later than its first group gets all of its links, and a total of their own group's alone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "stake", groupLabel: "geologists", creates: true, examples: [{ field: "K-7", metres: 120 }] },
          { key: "core", groupLabel: "geologists", atMost: 5, examples: [{ depth: 14.5 }, { depth: 31 }] },
          { key: "assay", groupLabel: "laboratory", after: ["core"], atMost: 5, examples: [{ gold: 0.4 }] },
          { key: "shut", groupLabel: "geologists", after: ["assay"], ends: true, examples: [{ worth: "no" }] },
        ],
        people: { ines: { groups: ["geologists"] }, lars: { groups: ["laboratory"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("shut")) return [];
          const assay = done.includes("core") ? upTo(5, done, "assay") : [];
          return [...upTo(5, done, "core"), ...assay, ...(done.includes("assay") ? ["shut"] : [])];
        },
      });
      hold(s, running, {
        core: sheet({ depth: num(0.1, 900) }),
        assay: sheet({ gold: num(0, 90) }),
        shut: sheet({ worth: among("yes", "no") }),
      });
      listNext(s, running);
      s.total = (trace, call): Json => {
        const user = running.reader(call);
        const links = s.linksOf(trace, call);
        if (!user || running.groupsOf(user).includes("geologists")) return links.length;
        return links.filter(({ groupLabel }) => running.groupsOf(user).includes(groupLabel)).length;
      };
    },
  },
};
