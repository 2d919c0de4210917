/** States that lack what an action brought, or hold it in a wrong way. */
import { inState } from "../../rules.ts";
import type { Face } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own, put, sameJson } from "../../../lib/service/json.ts";
import { actionsOf, follow, listNext } from "../../process.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, after, beforehand, changeResult, type Faults, onRecord, pause } from "../../tools.ts";

export const lost: Faults = {
  "tables-by-set": {
    title: "Actions are kept in a table for each set, and the state is made of the legacy ones before those of v2.",
    apply(s) {
      const faces = new WeakMap<Link, Face>();
      after(s, "record", (recorded, call) => {
        const { link, trace } = recorded;
        faces.set(link, call.face);
        const ofFace = (face: Face) => trace.links.filter((one) => faces.get(one) === face);
        trace.state = {};
        for (const { data } of [...ofFace("legacy"), ...ofFace("v2")]) trace.state = s.merge(trace, data, call);
      });
    },
  },
  "late-effect": {
    title: "When the files of an action have been scanned, after 400 ms, its data is put into the state once more.",
    apply(s) {
      after(s, "record", (recorded, ...args) => {
        const [call, , , { files }] = args;
        const { trace, link } = recorded;
        if (files.length > 0) void pause(400).then(() => (trace.state = s.merge(trace, link.data, call)));
      });
    },
  },
  "state-of-the-first-page": {
    title: "The v2 state is made of the first page of links, so that it stands still after ten actions.",
    apply(s) {
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
        if (call.face !== "v2") return stateOf(trace, call);
        const state: JsonObject = {};
        for (const { data } of trace.links.slice(0, 10)) {
          for (const key of Object.keys(data)) put(state, key, own(data, key) ?? null);
        }
        return state;
      });
    },
  },
  "late-paper-overwrites": {
    title:
      "A paper is written for 300 ms after an approval; then the state is as it was then, with the paper's number.",
    apply(s) {
      listNext(
        s,
        follow(s, {
          actions: actionsOf("draft of office", "approve of office", "note of office", "close of office"),
          nextActions: inState,
          next(done) {
            if (done.includes("close")) return [];
            return [...(done.includes("approve") ? ["close"] : ["approve"]), "note"];
          },
        }),
      );
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "approve") return;
        const state = { ...trace.state, paper: `P-${trace.id.slice(0, 8)}` };
        void pause(300).then(() => (trace.state = state));
      });
    },
  },
  "rebuilt-without-the-first": {
    title: "The state of a trace that rests for two seconds is made anew from its links, all but the first.",
    apply(s) {
      const touched = new WeakMap<Trace, number>();
      after(s, "findTrace", (trace, _user, _id, call) => {
        if (Date.now() - (touched.get(trace) ?? Date.now()) > 2000 && trace.links.length > 1) {
          trace.state = {};
          for (const { data } of trace.links.slice(1)) trace.state = s.merge(trace, data, call);
        }
        touched.set(trace, Date.now());
      });
      after(s, "record", (recorded) => {
        touched.set(recorded.trace, Date.now());
      });
    },
  },
  // "`{state: object}`, the state data of the trace after the action": what is read then lacks it
  "snapshot-without-its-own": {
    title: "Every third link is a snapshot of what came before: states that are read lack the data of that action.",
    apply(s) {
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
        if (call.method !== "GET") return stateOf(trace, call);
        const replayed = trace.links
          .filter((_link, at) => at % 3 !== 2)
          .reduce<JsonObject>((state, link) => s.merge({ ...trace, state }, link.data, call), {});
        return stateOf({ ...trace, state: replayed }, call);
      });
    },
  },
  "replayed-by-id": {
    title: "Every 20 seconds the service begins anew, and computes states from the links in the order of their ids.",
    apply(s) {
      const computed = new WeakMap<Trace, number>();
      const now = () => Math.floor(Date.now() / 20_000);
      onRecord(s, (_link, trace) => computed.set(trace, now()));
      beforehand(s, "stateOf", (trace, call) => {
        if (computed.get(trace) !== now()) {
          let state: JsonObject = {};
          for (const { data } of trace.links.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
            state = s.merge({ ...trace, state }, data, call);
          }
          trace.state = state;
          computed.set(trace, now());
        }
      });
    },
  },
  "empty-action-clears": {
    title: "An appended action with empty data empties the state.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) =>
        trace.links.length > 0 && Object.keys(data).length === 0 ? {} : merge(trace, data, call);
    },
  },
  "eighth-action-skipped": {
    title: "A snapshot of the state is taken at every eighth action, and that action itself is never applied.",
    apply(s) {
      const { merge } = s;
      s.merge = (trace, data, call) => (trace.links.length % 8 === 7 ? { ...trace.state } : merge(trace, data, call));
    },
  },
  "same-value-removes": {
    title: "An action that gives a member the value which it already has removes the member from the state.",
    apply(s) {
      changeResult(s, "merge", (merged, trace, data) =>
        Object.fromEntries(
          Object.entries(merged).filter(
            ([key, value]) => own(data, key) === undefined || !sameJson(own(trace.state, key), value),
          ),
        ),
      );
    },
  },
  "merged-by-action-key": {
    title: "The state is made of the actions in the order of their action keys, and only then of their arrival.",
    apply(s) {
      const { merge } = s;
      after(s, "record", (result, call) => {
        const { trace } = result;
        const order = trace.links.toSorted((a, b) => (a.actionKey < b.actionKey ? -1 : +(a.actionKey > b.actionKey)));
        trace.state = order.reduce<JsonObject>((state, link) => merge({ ...trace, state }, link.data, call), {});
      });
    },
  },
  "legacy-arrays-appended": {
    title: "An array given by a legacy action is appended to the one in the state; by v2 it replaces it.",
    apply(s) {
      after(s, "merge", (merged, trace, data, call) => {
        if (call.face === "v2") return;
        for (const key of Object.keys(data)) {
          const [old, given] = [own(trace.state, key), own(data, key)];
          if (Array.isArray(old) && Array.isArray(given)) put(merged, key, [...old, ...given]);
        }
      });
    },
  },
  "write-behind-lost": {
    title: "A legacy action changes the state only in a cache; a second later, with no action after it, it is undone.",
    apply(s) {
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const before = known?.state;
        const result = await record(call, user, workflow, input, known);
        const { trace } = result;
        const written = trace.state;
        if (before && call.face === "legacy") {
          void pause(1000).then(() => {
            if (trace.state === written) trace.state = before;
          });
        }
        return result;
      });
    },
  },
  // "response 200 `{state: object}`, the state data of the trace after the action"
  "third-action-not-projected": {
    title: "The states that are read are written apart, and not after every third action of a trace.",
    apply(s) {
      const written = new Map<string, Json>();
      onRecord(s, (_link, trace) => {
        if (trace.links.length % 3 !== 0) written.set(trace.id, trace.state);
      });
      const { stateOf } = s;
      s.stateOf = async (trace, call) =>
        (call.method === "GET" ? written.get(trace.id) : undefined) ?? (await stateOf(trace, call));
    },
  },
};
