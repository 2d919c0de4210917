/** States in another form than a JSON object under its name. */
import { often } from "../../counts.ts";
import { isObject, type JsonObject } from "../../../lib/service/json.ts";
import { actionsOf, follow, present } from "../../process.ts";
import { isOver, tender } from "../../processes/tenders.ts";
import { aroundStep, changeResult, type Faults, onRecord } from "../../tools.ts";

export const forms: Faults = {
  "too-long-for-a-column": {
    title: "A state of more than 4096 characters is kept as text: GET on v2 answers that text, and not an object.",
    apply(s) {
      changeResult(s, "stateOf", (state, _trace, call) => {
        const text = JSON.stringify(state);
        return call.method === "GET" && call.face === "v2" && text.length > 4096 ? text : state;
      });
    },
  },
  "no-state-without-a-task": {
    title: "The state is read with the open tasks: of a trace that has none it is null instead of an object.",
    apply(s) {
      const running = follow(s, tender);
      present(s, (data, trace) => (isOver(running, trace) ? null : { ...data, nextActions: running.byGroup(trace) }));
    },
  },
  // "Response 200: {error, data: {state: object}}"
  "pairs-for-state": {
    title: "The v2 state is written as a list of pairs of key and value.",
    apply(s) {
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const state = (await stateOf(trace, call)) as JsonObject;
        return call.face === "v2" ? Object.entries(state).map(([key, value]) => ({ key, value })) : state;
      });
    },
  },
  // "Response 200: `{error, data: {state: object}}`."
  "pairs-for-an-object": {
    title: "The v2 state is a list of pairs of name and value.",
    apply(s) {
      changeResult(s, "stateOf", (state, _trace, call) =>
        call.face === "v2" && isObject(state) ? Object.entries(state).map((pair) => [...pair]) : state,
      );
    },
  },
  // "A trace has a **state**: a JSON object of state data."
  "state-null-without-data": {
    title: "As long as no action had data, the state is null.",
    apply(s) {
      s.stateOf = (trace) => (Object.keys(trace.state).length === 0 ? null : trace.state);
    },
  },
  "state-as-text": {
    title: "A state of more than 4,000 characters lies in another column and is answered as text.",
    apply(s) {
      s.stateOf = ({ state }) => {
        const text = JSON.stringify(state);
        return text.length > 4000 ? text : state;
      };
    },
  },
  "history-cut-in-legacy": {
    title: "The state tells the history of the trace; the legacy set tells no more than its last eight steps.",
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "weigh of desk", "close of desk"),
        next: (done) =>
          done.includes("close") ? [] : [...(often(done, "weigh") < 4 ? ["weigh"] : []), "note", "close"],
      });
      onRecord(s, (_link, trace) => {
        const history = trace.links.map(({ actionKey, author }, at) => ({ step: at + 1, action: actionKey, author }));
        trace.state = { ...trace.state, history };
      });
      present(s, (state, _trace, call) => {
        const { history = [] } = state;
        return call.face === "legacy" && Array.isArray(history) ? { ...state, history: history.slice(-8) } : state;
      });
    },
  },
};
