/** Requests at the same time that get each other's answers. */
import type { Reply } from "../../../lib/service/http.ts";
import { detailRoutes, stateRoutes } from "../../changes/answers.ts";
import { follow, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, after, beforehand, around, type Faults, pause } from "../../tools.ts";
import { begun, linksBy, many, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { hold, int, sheet } from "../../sheets.ts";

export const mixedAnswers: Faults = {
  "batch-out-of-order": {
    title: "States that are read at one time are fetched together, come in the order of the ids, and are mixed up.",
    apply(s) {
      for (const key of stateRoutes) {
        let batch: string[] = [];
        around(s, key, (real) => async (call, id = "") => {
          const mine = batch;
          const place = mine.push(id) - 1;
          await pause(4);
          if (batch === mine) batch = [];
          return real(call, [...mine].sort()[place] ?? id);
        });
      }
    },
  },
  "answer-of-the-neighbour": {
    title: "Two weighings at once on two traces, by the legacy set: both answers have the state of the later trace.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "arrive", groupLabel: "gate", creates: true, examples: [{ plate: "HX 204" }, { plate: "BR 77" }] },
          { key: "weigh", groupLabel: "scales", atMost: 6, examples: [{ kg: 18_400 }, { kg: 7600 }] },
          { key: "dump", groupLabel: "scales", after: ["weigh"], atMost: 2, examples: [{ bay: 3 }] },
          { key: "leave", groupLabel: "gate", after: ["weigh"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("leave")) return [];
          const weighed = done.includes("weigh");
          return [...upTo(6, done, "weigh"), ...(weighed ? [...upTo(2, done, "dump"), "leave"] : [])];
        },
      });
      hold(s, running, { weigh: sheet({ kg: int(100, 60_000) }), dump: sheet({ bay: int(1, 9) }) });
      derive(s, running, (trace) => ({
        plate: begun(trace, "plate"),
        kg: linksBy(trace, "weigh").at(-1)?.data["kg"] ?? null,
        weighings: many(trace, "weigh"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      // One variable holds the truck on the scales, and the scales take their time.
      let onScales: Trace | undefined;
      after(s, "record", async (recorded, ...args) => {
        if (args[4] && recorded.link.actionKey === "weigh") {
          onScales = recorded.trace;
          await pause(15);
        }
      });
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
        const weighed = call.method === "POST" && trace.links.at(-1)?.actionKey === "weigh";
        return stateOf(weighed ? (onScales ?? trace) : trace, call);
      });
    },
  },
  "absent-while-written": {
    title: "While an action with files is being recorded, its trace is not found.",
    apply(s) {
      beforehand(s, "record", async (_call, _user, _workflow, input, known) => {
        if (known && input.files.length > 0) {
          s.traces.delete(known.id);
          await pause(25);
        }
      });
    },
  },
  // "A trace has a state: a JSON object of state data."; "Retrieve trace state"
  "state-while-it-is-made": {
    title: "While an action is being stored, the v2 state of the trace is empty.",
    apply(s) {
      const { record, stateOf } = s;
      const busy = new Set<Trace>();
      s.record = async (...args) => {
        const known = args[4];
        if (!known) return record(...args);
        busy.add(known);
        await pause(5);
        busy.delete(known);
        return record(...args);
      };
      s.stateOf = (trace, call) =>
        busy.has(trace) && call.face === "v2" && call.method === "GET" ? {} : stateOf(trace, call);
    },
  },
  // "response 200 `{state: object}`, the state data of the trace after the action"
  "answer-of-the-other": {
    title: "Of legacy actions on two traces that are in the works together, both are answered with the state of one.",
    apply(s) {
      const { stateOf } = s;
      let current: Trace | undefined;
      after(s, "record", async (recorded, ...args) => {
        if (args[4]) current = recorded.trace;
        await pause(2);
      });
      s.stateOf = (trace, call) =>
        stateOf(call.face === "legacy" && call.method === "POST" ? (current ?? trace) : trace, call);
    },
  },
  "state-of-the-latest": {
    title: "Where two actions on different traces are done at once, the legacy one is answered with the other's state.",
    apply(s) {
      let latest: Trace | undefined;
      const { stateOf } = s;
      after(s, "record", async (recorded) => {
        latest = recorded.trace;
        await pause(6);
      });
      s.stateOf = (trace, call) => stateOf(call.method === "POST" ? (latest ?? trace) : trace, call);
    },
  },
  // "`first` and `last` are the numbers of links to retrieve"; "`after` and `before` are cursors bounding the links"
  "pages-in-flight-shared": {
    title: "Who asks for details of a trace while the same user's other request for them is under way gets its page.",
    apply(s) {
      const open = new Map<string, Promise<Reply>>();
      for (const key of detailRoutes) {
        around(s, key, (real) => (call, id = "") => {
          const place = [key, id, call.headers.authorization].join(" ");
          const known = open.get(place);
          if (known) return known;
          const made = new Promise<void>((resolve) => setTimeout(resolve, 4))
            .then(() => real(call, id))
            .finally(() => open.delete(place));
          open.set(place, made);
          return made;
        });
      }
    },
  },
  "parallel-reads-mixed": {
    title: "Parallel v2 reads of the states of two traces may both answer with the state of the later one.",
    apply(s) {
      let current: Trace | undefined;
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        current = trace;
        await pause(3);
        return stateOf(current, call);
      });
    },
  },
};
