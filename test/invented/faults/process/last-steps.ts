/** Actions that end a trace, and are lost or answered otherwise than all others. */
import { json } from "../../../lib/service/http.ts";
import { isUuid, type Json, type JsonObject } from "../../../lib/service/json.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { permit } from "../../processes/applications.ts";
import { claimed, claims, hasEnded, insurance } from "../../processes/claims.ts";
import { desk } from "../../processes/desks.ts";
import { licence } from "../../processes/licences.ts";
import { followListed, inspection, isOver } from "../../processes/tenders.ts";
import type { StoredFile, Trace } from "../../service.ts";
import { aroundStep, onReply, after, type Faults, onRecord } from "../../tools.ts";
import { begun, linksBy, many, sum, upTo } from "../../counts.ts";
import { coded, derive, inState } from "../../rules.ts";
import { hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

export const lastSteps: Faults = {
  "no-id-for-the-last-step": {
    title: "The v2 answer to the action that ends a trace has null for its data: nothing is left to be named.",
    apply(s) {
      const running = followListed(s, inspection);
      onReply(s, "POST /v2/traces/{}/action", (reply, _call, id = "") => {
        const trace = isUuid(id) ? s.traces.get(id.toLowerCase()) : undefined;
        return trace && isOver(running, trace) ? json({ error: null, data: null }) : reply;
      });
    },
  },
  "papers-of-the-last-step-lost": {
    title: "Files of the action that ends a trace stand in its link and can be downloaded from nowhere.",
    apply(s) {
      const running = followListed(s, inspection);
      aroundStep(s, "record", (record) => async (...args) => {
        const earlier = new Map<string, StoredFile>(args[4]?.files);
        const recorded = await record(...args);
        if (isOver(running, recorded.trace)) recorded.trace.files = earlier;
        return recorded;
      });
    },
  },
  "nothing-kept-of-the-last": {
    // "Each appended action becomes a link of the trace."
    title: "What ends a claim is answered with 200 and ends it, and never becomes a link.",
    apply(s) {
      const ended = new WeakSet<Trace>();
      follow(s, { actions: claims, next: (done, trace) => (ended.has(trace) ? [] : claimed(done)) });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "settle" && link.actionKey !== "reject") return;
        ended.add(trace);
        trace.links.pop();
      });
    },
  },
  "the-last-step-is-not-indexed": {
    // "Traces of a workflow can be searched by state data filters; the result is a list of trace UUIDs."
    title: "What brings a claim to its end never comes into the index: it is searched by the state before that.",
    apply(s) {
      const running = insurance(s);
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (!hasEnded(running, trace)) indexed.set(trace, trace.state);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: indexed.get(trace) ?? {} }, filters, call);
    },
  },
  // "Response 200: {state: object}, the state data of the trace after the action."
  "last-answer-is-empty": {
    title: "The legacy answer to the action that closes a trace is an empty state.",
    apply(s) {
      follow(s, desk);
      onReply(s, "POST /trace/{}/link", (reply, _call, id = "") => {
        const trace = s.traces.get(id);
        return trace && keysOf(trace).at(-1) === "close" ? json({ state: {} }) : reply;
      });
    },
  },
  // "Response 200: {error, data: string} where data is a UUID string."
  "last-answer-is-null": {
    title: "The v2 answer to the action that closes a trace has null as its data.",
    apply(s) {
      listNext(s, follow(s, desk));
      aroundStep(s, "ok", (ok) => (call, data) => {
        const trace = call.path.at(-1) === "action" ? s.traces.get(call.path.at(-2) ?? "") : undefined;
        return ok(call, trace && keysOf(trace).at(-1) === "close" ? null : data);
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
  "last-files-lost": {
    title: "The action that ends a trace is taken, and its files are dropped.",
    apply(s) {
      permit(s);
      const { record } = s;
      s.record = (call, user, workflow, input, known) =>
        record(call, user, workflow, input.actionKey === "grant" ? { ...input, files: [] } : input, known);
    },
  },
  "one-answer-behind": {
    title: "The legacy answer to the action that ends a charter has the state from before it; all others are new.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("charter of brokers", "load of port", "sail of masters", "settle of brokers"),
        people: { ines: { groups: ["brokers", "port"] }, nils: { groups: ["masters"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("settle")) return [];
          if (done.includes("sail")) return ["settle"];
          return [...upTo(3, done, "load"), ...(done.includes("load") ? ["sail"] : [])];
        },
      });
      holdTold(s, running, {
        charter: sheet({ ship: str(30), capacity: int(100, 9000) }),
        load: sheet({ tonnes: num(1, 3000) }),
        sail: sheet({ "draught?": num(1, 15) }),
        settle: sheet({ euros: num(0, 90_000) }),
      });
      derive(s, running, (trace) => ({
        ship: begun(trace, "ship"),
        tonnes: sum(trace, "load", "tonnes"),
        euros: sum(trace, "settle", "euros"),
        settled: many(trace, "settle") > 0,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const earlier = new WeakMap<Trace, Json>();
      const { record, stateOf } = s;
      s.record = async (...args) => {
        const [call, , , input, known] = args;
        if (known && input.actionKey === "settle") earlier.set(known, await stateOf(known, call));
        return record(...args);
      };
      s.stateOf = (trace, call) => (call.method === "POST" ? earlier.get(trace) : undefined) ?? stateOf(trace, call);
    },
  },
  "done-for-an-id": {
    title: 'A v2 action that ends a repair answers "done" where the others answer a UUID.',
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "take-in", groupLabel: "counter", creates: true, examples: [{ watch: "Tissot", fault: "stands" }] },
          { key: "quote", groupLabel: "workbench", atMost: 2, examples: [{ euros: 80 }, { euros: 65 }] },
          { key: "agree", groupLabel: "counter", after: ["quote"], atMost: 1, examples: [{}] },
          { key: "repair", groupLabel: "workbench", after: ["agree"], atMost: 4, examples: [{ part: "spring" }] },
          { key: "hand-back", groupLabel: "counter", after: ["quote"], ends: true, examples: [{ paid: true }] },
        ],
        people: { ines: { groups: ["counter"] }, urs: { groups: ["workbench"] } },
        next(done) {
          if (done.includes("hand-back")) return [];
          if (done.includes("agree")) return [...upTo(4, done, "repair"), "hand-back"];
          return [...upTo(2, done, "quote"), ...(done.includes("quote") ? ["agree", "hand-back"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      hold(s, running, { quote: sheet({ euros: int(1, 900) }), repair: sheet({ part: str(30) }) });
      present(s, (data, trace) => ({
        data,
        tasks: Object.entries(running.byGroup(trace)).map(([who, what]) => ({ who, what })),
      }));
      const { actionAnswer } = s;
      s.actionAnswer = (trace, link) => (link.actionKey === "hand-back" ? "done" : actionAnswer(trace, link));
    },
  },
  // "The data of the action"; "Each appended action becomes a link of the trace."
  "renewals-are-the-first": {
    title: "A second renewal of a licence through legacy stands in its link with the data of the first.",
    apply(s) {
      licence(s);
      after(s, "record", (recorded, call) => {
        const [first] = linksBy(recorded.trace, "renew");
        if (call.face === "legacy" && recorded.link.actionKey === "renew" && first) recorded.link.data = first.data;
      });
    },
  },
};
