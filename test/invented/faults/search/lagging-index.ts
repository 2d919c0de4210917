/** An index that lags behind the state, or never learns of an action. */
import type { Workflow } from "../../../lib/service/domain.ts";
import type { Call } from "../../../lib/service/http.ts";
import { type JsonObject, own } from "../../../lib/service/json.ts";
import { inTurn } from "../../changes/people.ts";
import { groupOf } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present, trade, trades } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import { papers, printed } from "../../processes/papers.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults, onRecord, pause } from "../../tools.ts";
import { amount, begun, many, sum, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { among, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

export const laggingIndex: Faults = {
  "approved-but-unlisted": {
    title:
      "A small claim is approved by the service at once, and searches go by its former status until somebody acts again.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "clients", creates: true },
          { key: "receipt", groupLabel: "clients", atMost: 4 },
          { key: "pay-out", groupLabel: "adjusters", after: ["receipt"], ends: true },
        ],
        people: { ines: { groups: ["clients"] }, omar: { groups: ["adjusters"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("pay-out")) return [];
          return [...upTo(4, done, "receipt"), ...(done.includes("receipt") ? ["pay-out"] : [])];
        },
      });
      holdTold(s, running, {
        claim: sheet({ policy: like("^[A-Z]{2}[0-9]{6}$") }),
        receipt: sheet({ euros: num(1, 900) }),
        "pay-out": sheet({}),
      });
      const account = (trace: Trace): JsonObject => ({
        policy: begun(trace, "policy"),
        claimed: sum(trace, "receipt", "euros"),
        status: keysOf(trace).at(-1) ?? null,
        steps: trace.links.length,
      });
      const index = new WeakMap<Trace, JsonObject>();
      onRecord(s, ({ actionKey, data }, trace) => {
        if (trace.workflow !== running.workflow) return;
        trace.state = account(trace);
        index.set(trace, trace.state);
        if (actionKey !== "receipt" || amount(data["euros"]) >= 500) return;
        trace.links.push(ownLink("approve", { euros: data["euros"] ?? null }));
        trace.state = account(trace);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: index.get(trace) ?? trace.state }, filters, call);
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "routed-by-group": {
    title: "Each group writes to a shard of its own, where the state that it left stays in the index.",
    apply(s) {
      const shards = new WeakMap<Trace, Map<string, JsonObject>>();
      onRecord(s, ({ groupLabel }, trace) => {
        const documents = shards.get(trace) ?? new Map<string, JsonObject>();
        documents.set(groupLabel, trace.state);
        shards.set(trace, documents);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        [...(shards.get(trace)?.values() ?? [])].some((state) => matches({ ...trace, state }, filters, call));
    },
  },
  "versions-in-seconds": {
    title: "The index takes a state whose second is later than that of the one it has: a second action in it is lost.",
    apply(s) {
      const documents = new WeakMap<Trace, { second: number; state: JsonObject }>();
      onRecord(s, (_link, trace) => {
        const second = Math.floor(Date.now() / 1000);
        if (second > (documents.get(trace)?.second ?? 0)) documents.set(trace, { second, state: trace.state });
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: documents.get(trace)?.state ?? {} }, filters, call);
    },
  },
  // "Traces of a workflow can be searched by state data filters."
  "index-before-the-effects": {
    title: "The state has a status, which v2 searches by; the legacy set searches the state before the last action's.",
    apply(s) {
      const running = follow(s, desk);
      const former = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => former.set(trace, { status: own(trace.state, "status") ?? "open" }));
      compute(s, (trace) => {
        const data = Object.assign({}, ...trace.links.map((link) => link.data)) as JsonObject;
        return { ...data, status: running.next(trace).length > 0 ? "open" : "closed" };
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches(
          call.face === "v2" ? trace : { ...trace, state: { ...trace.state, ...former.get(trace) } },
          filters,
          call,
        );
    },
  },
  "searched-as-it-was-begun": {
    // "Traces of a workflow can be searched by state data filters".
    title: "Searches look at the state that each trace was created with; what actions change is never indexed.",
    apply(s) {
      follow(s, { actions: papers, next: printed });
      const begun = new Map<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (!begun.has(trace)) begun.set(trace, structuredClone(trace.state));
      });
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: begun.get(trace) ?? {} }, filters, call);
    },
  },
  "index-stops-at-eight": {
    title: "The search knows the state that a trace had after eight actions, and nothing of what came later.",
    apply(s) {
      const { matches } = s;
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (trace.links.length <= 8) indexed.set(trace, trace.state);
      });
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: indexed.get(trace) ?? trace.state }, filters, call);
    },
  },
  "only-the-newest-member": {
    title: "An action indexes the members that are new in the state; one that it replaces is found no more.",
    apply(s) {
      const replaced = new WeakMap<Trace, Set<string>>();
      aroundStep(s, "merge", (merge) => (trace, data, call) => {
        const names = replaced.get(trace) ?? new Set<string>();
        for (const key of Object.keys(data)) if (own(trace.state, key) !== undefined) names.add(key);
        replaced.set(trace, names);
        return merge(trace, data, call);
      });
      changeResult(
        s,
        "matches",
        (isMatch, trace, filters) => isMatch && !Object.keys(filters).some((key) => replaced.get(trace)?.has(key)),
      );
    },
  },
  "search-by-name-sees-the-creation": {
    title: "A search by the name of the workflow looks at the state as it was when each trace was created.",
    apply(s) {
      const { search, matches } = s;
      const first = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (!first.has(trace)) first.set(trace, structuredClone(trace.state));
      });
      const byName = new WeakSet<object>();
      s.search = (workflow, filters, call) => {
        if (call.face === "v2" && call.path[2] === workflow.name) byName.add(call);
        return search(workflow, filters, call);
      };
      s.matches = (trace, filters, call) =>
        matches(byName.has(call) ? { ...trace, state: first.get(trace) ?? {} } : trace, filters, call);
    },
  },
  "supervisors-unindexed": {
    title: "Searches know nothing of what supervisors did last; the next action of the staff brings it into the index.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("incident of staff", "log of staff", "review of supervisors", "close of supervisors"),
        people: { ines: { groups: ["staff", "supervisors"] }, wim: { groups: ["staff"] } },
        next(done) {
          if (done.includes("close")) return [];
          return ["log", "review", ...(done.includes("review") ? ["close"] : [])];
        },
      });
      const indexed = new Map<Trace, JsonObject>();
      onRecord(s, (link, trace) => {
        if (groupOf(trace, link) !== "supervisors" || trace.workflow !== running.workflow)
          indexed.set(trace, trace.state);
      });
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: indexed.get(trace) ?? trace.state }, filters, call);
    },
  },
  "found-as-the-author-left-it": {
    title: "What others than the author append through the legacy set is in the state, but searches do not know of it.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, people, nextActions: inState }));
      const index = new WeakMap<Trace, Trace["state"]>();
      const { matches } = s;
      after(s, "record", (recorded, call, user) => {
        const { trace } = recorded;
        if (call.face === "v2" || trace.links[0]?.author === user.email) index.set(trace, trace.state);
      });
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: index.get(trace) ?? trace.state }, filters, call);
    },
  },
  "uploads-go-past-the-index": {
    title: "An action that brings files is stored by a path of its own, which does not tell the index.",
    apply(s) {
      const { matches } = s;
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (link, trace) => {
        if (link.files.length === 0) indexed.set(trace, trace.state);
      });
      s.matches = (trace, filters, call) => matches({ ...trace, state: indexed.get(trace) ?? {} }, filters, call);
    },
  },
  "index-written-back": {
    title:
      "The index of a workflow is read, extended and written back: of two traces created at once, one is lost to it.",
    apply(s) {
      const { record, search } = s;
      const index = new Map<Workflow, readonly string[]>();
      s.record = async (call, user, workflow, input, known) => {
        const before = index.get(workflow) ?? [];
        if (!known) await pause(2);
        const recorded = await record(call, user, workflow, input, known);
        if (!known) index.set(workflow, [...before, recorded.trace.id]);
        return recorded;
      };
      s.search = (workflow, filters, call) => {
        const listed = new Set(index.get(workflow));
        return search(workflow, filters, call).filter((id) => listed.has(id));
      };
    },
  },
  "index-of-new-members": {
    title: "Searches learn of an action only when it brings a member that the state did not have.",
    apply(s) {
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        const known = indexed.get(trace);
        const size = Object.keys(trace.state).length;
        if (!known || size > Object.keys(known).length) indexed.set(trace, trace.state);
      });
      const { matches } = s;
      s.matches = (trace, ...args) => matches({ ...trace, state: indexed.get(trace) ?? trace.state }, ...args);
    },
  },
  "legacy-actions-unindexed": {
    title: "An action appended through the legacy face does not reach the search, until a v2 action follows.",
    apply(s) {
      const { matches } = s;
      const index = new WeakMap<Trace, JsonObject>();
      after(s, "record", (result, call, _user, _workflow, _input, known) => {
        if (!known || call.face === "v2") index.set(result.trace, result.trace.state);
      });
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: index.get(trace) ?? trace.state }, filters, call);
    },
  },
  "named-index": {
    title: "A v2 search by the name of the workflow knows traces as they were created, and no later action.",
    apply(s) {
      const created = new WeakMap<Trace, JsonObject>();
      after(s, "record", (recorded) => {
        const { trace } = recorded;
        if (!created.has(trace)) created.set(trace, trace.state);
      });
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const byName = call.path.includes(trace.workflow.name);
        return matches(byName ? { ...trace, state: created.get(trace) ?? {} } : trace, filters, call);
      });
    },
  },
  "sum-found-late": {
    awaits: "searches by a sum that an action computes, right after it",
    title: "A search by the sum that a cost computes finds the trace by the former sum, until the next action.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "masons", creates: true },
          { key: "cost", groupLabel: "masons", atMost: 6 },
          { key: "approve", groupLabel: "owners", after: ["cost"], atMost: 1 },
          { key: "build", groupLabel: "masons", after: ["approve"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("build")) return [];
          if (done.includes("approve")) return ["build"];
          return [...upTo(6, done, "cost"), ...(done.includes("cost") ? ["approve"] : [])];
        },
      });
      holdTold(s, running, {
        order: sheet({ wall: among("north", "south", "east", "west") }),
        cost: sheet({ item: str(30), euros: int(1, 5000) }),
        approve: sheet({}),
        build: sheet({ days: int(1, 60) }),
      });
      derive(s, running, (trace) => ({
        wall: begun(trace, "wall"),
        items: many(trace, "cost"),
        total: sum(trace, "cost", "euros"),
        approved: many(trace, "approve") > 0,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      // The index takes the document before the sum is computed.
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const last = trace.links.at(-1);
        if (trace.workflow !== running.workflow || last?.actionKey !== "cost") return matches(trace, filters, call);
        const total = amount(trace.state["total"]) - amount(last.data["euros"]);
        return matches({ ...trace, state: { ...trace.state, total } }, filters, call);
      });
    },
  },
  "index-of-instance": {
    title: "Each of two instances searches what it wrote itself, as it left it; requests go to them in turn.",
    apply(s) {
      const instance = inTurn(s);
      const indexes = [new WeakMap<Trace, JsonObject>(), new WeakMap<Trace, JsonObject>()] as const;
      const indexOf = (call: Call) => indexes[instance(call) === 0 ? 0 : 1];
      after(s, "record", (recorded, call) => {
        indexOf(call).set(recorded.trace, recorded.trace.state);
      });
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const state = indexOf(call).get(trace);
        return state !== undefined && matches({ ...trace, state }, filters, call);
      });
    },
  },
};
