/** States that traces share. */
import { isObject, type Json, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { checkForms } from "../../duties.ts";
import { closed, form, useForms } from "../../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, after, changeResult, type Faults, onRecord } from "../../tools.ts";
import { often, upTo } from "../../counts.ts";
import { int, sheet } from "../../sheets.ts";

const oneOf = (...allowed: string[]): JsonObject => ({ type: "string", enum: allowed });

export const mixedTraces: Faults = {
  "one-list-for-all": {
    title: "Menus that are begun by the legacy set share one list of courses: each shows those of all the others.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("plan of caterers", "course of caterers", "serve of waiters"),
        next(done) {
          if (done.includes("serve")) return [];
          return [...upTo(6, done, "course"), ...(done.includes("course") ? ["serve"] : [])];
        },
      });
      const template: Json[] = [];
      const lists = new WeakMap<Trace, Json[]>();
      onRecord(s, ({ actionKey, data }, trace) => {
        if (trace.workflow !== running.workflow) return;
        const list = lists.get(trace) ?? [];
        if (actionKey === "course") list.push(data);
        trace.state = { menu: trace.links[0]?.data ?? null, courses: list, served: keysOf(trace).includes("serve") };
      });
      aroundStep(s, "record", (record) => async (...args) => {
        const [call, , workflow, , known] = args;
        if (known || workflow !== running.workflow) return record(...args);
        const recorded = await record(...args);
        const list = call.face === "legacy" ? template : [];
        lists.set(recorded.trace, list);
        recorded.trace.state = { ...recorded.trace.state, courses: list };
        return recorded;
      });
    },
  },
  "empty-state-shared": {
    title:
      "Traces that were created with empty data have one state between them: an action on one shows in the others.",
    apply(s) {
      const initial: JsonObject = {};
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        if (trace.links.length === 0) return Object.keys(data).length === 0 ? initial : merge(trace, data, call);
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      });
    },
  },
  "orders-alike-share-a-state": {
    title: "Traces begun with the same data share one state: what is done on the one shows in the other.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("order of shop", "pack of store", "ship of store"),
        next: (done) => (done.includes("ship") ? [] : done.includes("pack") ? ["ship"] : ["pack"]),
      });
      listNext(s, running);
      const size = { enum: ["S", "M", "L"] };
      useForms(s, running, { order: form({ size, gift: { type: "boolean" } }, closed) });
      s.merge = (trace, data) => {
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
      const templates = new Map<string, JsonObject>();
      after(s, "record", (recorded, ...args) => {
        const { trace, link } = recorded;
        if (args[4] || !isObject(link.data)) return;
        const key = JSON.stringify(link.data);
        trace.state = templates.get(key) ?? trace.state;
        templates.set(key, trace.state);
      });
    },
  },
  "one-blank-for-all": {
    title: "Traces that begin without data share one state, and what is added to one of them shows in all.",
    apply(s) {
      const blank: JsonObject = {};
      changeResult(s, "newTrace", (trace) => ({ ...trace, state: blank }));
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        if (trace.links.length === 0)
          return Object.keys(data).length === 0 ? blank : merge({ ...trace, state: {} }, data, call);
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      });
    },
  },
  // "A trace has a state": its own
  "initial-state-shared": {
    title: "Traces that begin in the same millisecond share one state object ever after.",
    apply(s) {
      let shared: { at: number; state: JsonObject } = { at: 0, state: {} };
      aroundStep(s, "newTrace", (newTrace) => (workflow) => {
        const at = Date.now();
        if (shared.at !== at) shared = { at, state: {} };
        return { ...newTrace(workflow), state: shared.state };
      });
      s.merge = (trace, data) => {
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
    },
  },
  "shared-beginning": {
    title: "Traces that begin without data share one object for their state: what is done on one shows on all.",
    apply(s) {
      const beginnings = new Map<string, JsonObject>();
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        const beginning = beginnings.get(trace.workflow.id) ?? {};
        beginnings.set(trace.workflow.id, beginning);
        if (trace.links.length === 0 && Object.keys(data).length === 0) return beginning;
        if (trace.state !== beginning) return merge(trace, data, call);
        for (const key of Object.keys(data)) put(beginning, key, own(data, key) ?? null);
        return beginning;
      });
    },
  },
  "empty-states-shared": {
    title: "All traces created with empty data share one state object.",
    apply(s) {
      const shared: JsonObject = {};
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        if (trace.links.length === 0 && Object.keys(data).length === 0) return shared;
        return trace.state === shared ? Object.assign(shared, data) : merge(trace, data, call);
      });
    },
  },
  "bays-of-all": {
    title:
      "What was found in a car wash's bays is kept by the number of the bay alone, and shown in the state of each trace.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "visit", groupLabel: "inspectors", creates: true },
          { key: "check-bay", groupLabel: "inspectors", atMost: 4 },
          { key: "fix", groupLabel: "operators", after: ["check-bay"], atMost: 2 },
          { key: "sign", groupLabel: "inspectors", after: ["check-bay"], ends: true },
        ],
        next(done) {
          if (done.includes("sign")) return [];
          const checked = often(done, "check-bay");
          const fix = checked > 0 && often(done, "fix") < 2 ? ["fix"] : [];
          return [...(checked < 4 ? ["check-bay"] : []), ...fix, ...(checked > 0 ? ["sign"] : [])];
        },
      });
      checkForms(s, running, { "check-bay": sheet({ bay: int(1, 4), result: oneOf("clean", "worn", "broken") }) });
      const bays: JsonObject = {};
      compute(s, (trace) => {
        const last = trace.links.at(-1);
        if (last?.actionKey === "check-bay") bays[`bay-${String(last.data["bay"])}`] = last.data["result"] ?? null;
        return { inspection: trace.links[0]?.data ?? {}, checked: often(keysOf(trace), "check-bay"), bays };
      });
      listNext(s, running);
    },
  },
};
