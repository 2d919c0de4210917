/** The state that a legacy action is answered with, which is not the one that a read shows. */
import { type Call, json } from "../../../lib/service/http.ts";
import { deepMerge, isObject, type Json, type JsonObject, own, put, sameJson } from "../../../lib/service/json.ts";
import { groupOf } from "../../duties.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present, trade, trades } from "../../process.ts";
import { chargingDesk } from "../../processes/desks.ts";
import { expenseAccount, linesOf, statusOf } from "../../processes/expenses.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, onReply, beforehand, changeResult, around, type Faults } from "../../tools.ts";
import { amount, begun, linksBy, many, sum, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, sheet, str } from "../../sheets.ts";

const counts = (trace: Trace): JsonObject => ({
  ...trace.state,
  counts: Object.fromEntries(
    [...new Set(keysOf(trace))].map((key) => [key, keysOf(trace).filter((one) => one === key).length]),
  ),
});

export const afterAnAction: Faults = {
  "next-as-it-was": {
    title: "A legacy action is answered with the new data, but with the actions that could follow before it.",
    apply(s) {
      const process = follow(s, {
        actions: trades,
        next: trade,
        people,
        nextActions: { path: ["nextActions"], by: "group" },
      });
      listNext(s, process);
      const before = new WeakMap<Call, JsonObject>();
      beforehand(s, "record", (call, _user, _workflow, _input, known) => {
        if (known) before.set(call, process.byGroup(known));
      });
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const state = (await stateOf(trace, call)) as JsonObject;
        const nextActions = before.get(call);
        return nextActions ? { ...state, nextActions } : state;
      });
    },
  },
  "answer-from-before": {
    title:
      "The legacy answer to an action that sends an order back to the drawing board holds the state from before it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "design", groupLabel: "studio", creates: true, examples: [{ model: "Chair 9", legs: 4 }] },
          { key: "prototype", groupLabel: "workshop", atMost: 5, examples: [{ wood: "ash" }, { wood: "oak" }] },
          { key: "reject", groupLabel: "studio", after: ["prototype"], atMost: 4, examples: [{ flaw: "It rocks" }] },
          { key: "produce", groupLabel: "workshop", after: ["prototype"], ends: true, examples: [{ pieces: 200 }] },
        ],
        people: { ines: { groups: ["studio", "workshop"] }, mio: { groups: ["workshop"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("produce")) return [];
          if (done.at(-1) === "prototype") return [...upTo(4, done, "reject"), "produce"];
          return upTo(5, done, "prototype");
        },
      });
      hold(s, running, {
        prototype: sheet({ wood: among("ash", "oak", "beech") }),
        reject: sheet({ flaw: str(60) }),
        produce: sheet({ pieces: int(1, 9000) }),
      });
      derive(s, running, (trace) => ({
        model: begun(trace, "model"),
        stage: keysOf(trace).at(-1) ?? null,
        flaws: linksBy(trace, "reject").map(({ data }) => data["flaw"] ?? null),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const before = new WeakMap<object, Awaited<ReturnType<typeof s.stateOf>>>();
      const { record, stateOf } = s;
      s.record = async (...args) => {
        const [call, , , input, known] = args;
        if (known && input.actionKey === "reject") before.set(call, await stateOf(known, call));
        return record(...args);
      };
      s.stateOf = (trace, call) => before.get(call) ?? stateOf(trace, call);
    },
  },
  // "response 200 `{state: object}`, the state data of the trace after the action"
  "append-answers-what-was-read": {
    title: "Whoever read the state and then appends through legacy gets the state that was read, without the action.",
    apply(s) {
      const read = new WeakMap<Trace, { state: Json; links: number }>();
      changeResult(s, "stateOf", (state, trace, call) => {
        const known = read.get(trace);
        if (call.method === "POST" && known?.links === trace.links.length - 1) return known.state;
        if (call.method === "GET") read.set(trace, { state: structuredClone(state), links: trace.links.length });
        return state;
      });
    },
  },
  "answer-without-effect": {
    title: "The legacy answer to an action shows the state before its effect, GET the one after it.",
    apply(s) {
      follow(s, chargingDesk);
      compute(s, counts);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const before = s.traces.get(id)?.state ?? {};
        const reply = await real(call, id);
        const { state } = JSON.parse(String(reply.body)) as { state: JsonObject };
        return { ...reply, body: JSON.stringify({ state: { ...state, counts: before["counts"] ?? {} } }) };
      });
    },
  },
  "answer-with-stale-next": {
    title: "The legacy answer to an action lists what might come before it.",
    apply(s) {
      const { byGroup } = follow(s, chargingDesk);
      present(s, (data, trace, call) => {
        const stale = call.path.at(-1) === "link";
        return { data, nextActions: byGroup(stale ? { ...trace, links: trace.links.slice(0, -1) } : trace) };
      });
    },
  },
  "the-step-before-in-the-answer": {
    // "POST /trace/{traceId}/link: … response 200 `{state: object}`, the state data of the trace after the action."
    title: "The legacy answer to an action of a group other than the one before shows the state before the action.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const earlier = new WeakMap<Call, Json>();
      const { record, stateOf } = s;
      s.record = async (call, user, workflow, input, known) => {
        const group = (link: Pick<Link, "actionKey"> | undefined) =>
          workflow.actions.find(({ key }) => key === link?.actionKey)?.groupLabel;
        if (known && group(known.links.at(-1)) !== group({ actionKey: input.actionKey ?? "" })) {
          earlier.set(call, structuredClone(await stateOf(known, call)));
        }
        return record(call, user, workflow, input, known);
      };
      s.stateOf = (trace, call) => earlier.get(call) ?? stateOf(trace, call);
    },
  },
  "state-before-the-files": {
    title: "The legacy action with files answers with the state from before it: the answer is made while they upload.",
    apply(s) {
      const former = new WeakMap<Call, Json>();
      beforehand(s, "record", (call, _user, _workflow, input, known) => {
        if (known && input.files.length > 0) former.set(call, { ...known.state });
      });
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => former.get(call) ?? stateOf(trace, call));
    },
  },
  "answers-what-changed": {
    title: "The legacy answer to an action holds the members of the state that it changed, not the state.",
    apply(s) {
      const running = expenseAccount(s);
      compute(s, (trace) => ({ ...trace.state, status: statusOf(trace), lines: linesOf(trace) }));
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const former = s.traces.get(id.toLowerCase())?.state ?? {};
        const reply = await real(call, id);
        const { state } = JSON.parse(String(reply.body)) as { state: JsonObject };
        const changed: JsonObject = {};
        for (const key of Object.keys(state)) {
          const value = own(state, key) ?? null;
          if (!sameJson(own(former, key), value)) put(changed, key, value);
        }
        return json({ state: changed });
      });
    },
  },
  "blanks-left-out": {
    title: "The state that a legacy action is answered with lacks the members that are false, 0, null or empty text.",
    apply(s) {
      changeResult(s, "stateOf", (state, _trace, call) => {
        if (call.path.at(-1) !== "link") return state;
        return Object.fromEntries(Object.entries(state ?? {}).filter(([, value]) => Boolean(value)));
      });
    },
  },
  "tasks-instead": {
    title: "Where an order passes to another group, the legacy set answers with that group's tasks, and no state.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "order of sales",
          "amend of sales",
          "confirm of sales",
          "ship of warehouse",
          "invoice of accounts",
          "pay of accounts",
        ),
        next(done) {
          const at = ["confirm", "ship", "invoice", "pay"].findLastIndex((key) => done.includes(key));
          return [["amend", "confirm"], ["ship"], ["invoice"], ["pay"], []][at + 1] ?? [];
        },
        people,
        nextActions: inState,
      });
      listNext(s, running);
      onReply(s, "POST /trace/{}/link", (reply, _call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        const last = trace?.links.at(-1);
        const groups = trace ? Object.keys(running.byGroup(trace)) : [];
        if (!trace || !last || groups.length === 0 || groups.includes(groupOf(trace, last))) return reply;
        return json({ tasks: running.byGroup(trace) });
      });
    },
  },
  "answer-of-before": {
    title: "What the legacy set answers to an action is the state before the sums are drawn; to read it is right.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, nextActions: inState }));
      const sums = (trace: Trace): JsonObject => {
        const numbers = trace.links.flatMap(({ data }) => Object.values(data).filter((one) => typeof one === "number"));
        return { count: trace.links.length, sum: numbers.reduce((sum, one) => sum + one, 0) };
      };
      compute(s, sums);
      const { stateOf } = s;
      s.stateOf = (trace, call) =>
        call.method === "GET"
          ? stateOf(trace, call)
          : stateOf({ ...trace, state: sums({ ...trace, links: trace.links.slice(0, -1) }) }, call);
    },
  },
  "sale-rung-twice": {
    title: "The legacy answer to a sale shows takings that hold it twice; whoever reads the state sees it once.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open-till", groupLabel: "cashiers", creates: true },
          { key: "sale", groupLabel: "cashiers", atMost: 6 },
          { key: "cash-up", groupLabel: "managers", after: ["sale"], ends: true },
        ],
        people: { ines: { groups: ["cashiers"] }, dora: { groups: ["managers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("cash-up")) return [];
          return [...upTo(6, done, "sale"), ...(done.includes("sale") ? ["cash-up"] : [])];
        },
      });
      holdTold(s, running, {
        "open-till": sheet({ float: int(50, 500) }),
        sale: sheet({ cents: int(10, 90_000), "card?": { type: "boolean" } }),
        "cash-up": sheet({ counted: int(0, 900_000) }),
      });
      derive(s, running, (trace) => ({
        float: begun(trace, "float"),
        sales: many(trace, "sale"),
        takings: sum(trace, "sale", "cents"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      changeResult(s, "stateOf", (state, trace, call) => {
        const last = trace.links.at(-1);
        if (call.method !== "POST" || last?.actionKey !== "sale" || !isObject(state)) return state;
        return { ...state, takings: amount(state["takings"]) + amount(last.data["cents"]) };
      });
    },
  },
  "state-before-files": {
    title: "A legacy action that brings files is answered with the state before it; what is read afterwards is right.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, id = "", ...params) => {
        const trace = s.traces.get(id.toLowerCase());
        const before = structuredClone(trace?.state);
        const reply = await real(call, id, ...params);
        if (reply.status !== 200 || (trace?.links.at(-1)?.files.length ?? 0) === 0) return reply;
        return { ...reply, body: JSON.stringify({ state: before ?? {} }) };
      });
    },
  },
  "answer-without-nulls": {
    title:
      "The state in the answer to a legacy action lacks what is null or an empty list; the state read later has it.",
    apply(s) {
      onReply(s, "POST /trace/{}/link", (reply) => {
        const { state } = JSON.parse(String(reply.body)) as { state: JsonObject };
        const shown: JsonObject = {};
        for (const key of Object.keys(state)) {
          const value = own(state, key) ?? null;
          if (value !== null && !(Array.isArray(value) && value.length === 0)) put(shown, key, value);
        }
        return json({ state: shown });
      });
    },
  },
  "link-answer-merges-deeply": {
    title: "The legacy action answers with nested objects merged, while every later read shows them replaced.",
    apply(s) {
      const before = new WeakMap<Trace, JsonObject>();
      const { stateOf } = s;
      beforehand(s, "merge", (trace, data) => {
        before.set(trace, deepMerge(trace.state, data) as JsonObject);
      });
      s.stateOf = (trace, call) =>
        call.path.at(-1) === "link" ? (before.get(trace) ?? trace.state) : stateOf(trace, call);
    },
  },
  "link-answer-before-files": {
    title: "A legacy action with files is answered with the state that the trace had before it.",
    apply(s) {
      const before = new WeakMap<Trace, JsonObject>();
      beforehand(s, "merge", (trace) => {
        before.set(trace, trace.state);
      });
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
        const files = trace.links.at(-1)?.files ?? [];
        const early = call.path.at(-1) === "link" && files.length > 0 ? before.get(trace) : undefined;
        return early ?? stateOf(trace, call);
      });
    },
  },
  "link-answer-knows-own-face": {
    title: "The answer to a legacy action has only those members of the state that came through the legacy face.",
    apply(s) {
      const written = new Map<string, Set<string>>();
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        const names = written.get(trace.id) ?? new Set();
        if (call.face === "legacy") for (const name of Object.keys(data)) names.add(name);
        written.set(trace.id, names);
        return merge(trace, data, call);
      });
      changeResult(s, "stateOf", (state, trace, call) => {
        if (call.path.at(-1) !== "link" || !isObject(state)) return state;
        return Object.fromEntries(Object.entries(state).filter(([name]) => written.get(trace.id)?.has(name)));
      });
    },
  },
  "answered-before-scan": {
    title:
      "A legacy action with a file is answered with the state from before it: the answer does not wait for the scan.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "notify", groupLabel: "builders", creates: true, examples: [{ site: "Dock 9", metres: 18 }] },
          { key: "photo", groupLabel: "builders", atMost: 6, examples: [{ level: 1 }, { level: 2 }] },
          { key: "tag", groupLabel: "inspectors", after: ["photo"], atMost: 2, examples: [{ colour: "green" }] },
          { key: "strike", groupLabel: "builders", after: ["tag"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("strike")) return [];
          const tag = done.includes("photo") ? upTo(2, done, "tag") : [];
          return [...upTo(6, done, "photo"), ...tag, ...(done.includes("tag") ? ["strike"] : [])];
        },
      });
      hold(s, running, { notify: sheet({ site: str(30), metres: int(2, 90) }), photo: sheet({ level: int(1, 30) }) });
      listNext(s, running);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        const state: Json = trace ? structuredClone(await s.stateOf(trace, call)) : null;
        const reply = await real(call, id);
        return trace?.links.at(-1)?.files.length ? s.ok(call, { state }) : reply;
      });
    },
  },
};
