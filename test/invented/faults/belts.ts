import { randomBytes, randomUUID } from "node:crypto";
import type { Call } from "../../lib/service/http.ts";
import { isUuid, own, type JsonObject } from "../../lib/service/json.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { follow, listNext, people, trade, trades } from "../process.ts";
import { around, pause, type Faults } from "../tools.ts";

const appends = ["POST /v2/traces/{}/action", "POST /trace/{}/link"] as const;
const states = ["GET /v2/traces/{}/state", "GET /trace/{}/state"] as const;

export const belts: Faults = {
  "zeros-left-off": {
    title: "The numbers of which a trace id is made are written without leading zeros: one in eight is too short.",
    apply(s) {
      const hex = (bytes: number) => randomBytes(bytes).readUIntBE(0, bytes).toString(16);
      const { findTrace, newTrace } = s;
      s.newTrace = (workflow) => {
        const id = [hex(4), ...randomUUID().split("-").slice(1, 4), hex(6)].join("-");
        return { ...newTrace(workflow), id };
      };
      s.findTrace = (user, id, call) => {
        const short = isUuid(id) ? undefined : s.traces.get(id);
        return short?.workflow.organization === user.organization ? short : findTrace(user, id, call);
      };
    },
  },
  "rolled-back-together": {
    title: "A refused action puts its trace back to what it was before: what others did meanwhile is gone as well.",
    apply(s) {
      for (const key of appends) {
        around(s, key, (real) => async (call, id = "") => {
          const trace = s.traces.get(id.toLowerCase());
          const former = trace && { links: [...trace.links], state: trace.state, files: new Map(trace.files) };
          await pause(5);
          try {
            return await real(call, id);
          } catch (error) {
            await pause(5);
            if (trace) Object.assign(trace, former);
            throw error;
          }
        });
      }
    },
  },
  "left-on-the-table": {
    title: "The files of a refused action lie about until the next one on that trace, which takes them along.",
    apply(s) {
      const lying = new Map<string, FilePart[]>();
      const { readInput, record } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const last = call.path.at(-1);
        if (last !== "action" && last !== "link") return input;
        const id = call.path.at(-2)?.toLowerCase() ?? "";
        const files = [...(lying.get(id) ?? []), ...input.files];
        lying.set(id, files);
        return { ...input, files };
      };
      s.record = async (...args) => {
        const recorded = await record(...args);
        lying.delete(recorded.trace.id);
        return recorded;
      };
    },
  },
  "data-over-fields": {
    title:
      "The data of a v2 action is laid over the fields of its form: a member actionKey or groupLabel replaces them.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = { ...(await readInput(call)) };
        if (call.face !== "v2") return input;
        for (const name of ["actionKey", "workflowId", "groupLabel"] as const) {
          const over = own(input.data ?? {}, name);
          if (typeof over === "string") input[name] = over;
        }
        return input;
      };
    },
  },
  "on-one-line": {
    title:
      "What is no single line from brace to brace is not taken for JSON: v2 refuses data that is written in lines.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.dataText !== undefined && !/^\{.*\}$/.test(input.dataText)) {
          throw new Refusal("invalid", "traceInput is not a JSON object");
        }
        return input;
      };
    },
  },
  "keys-that-count": {
    title: "A state whose members are called 0, 1, 2 and so on is answered as a list.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = (trace, call) => {
        const keys = Object.keys(trace.state);
        const counts = keys.length > 0 && keys.every((key, at) => key === String(at));
        return counts ? Object.values(trace.state) : stateOf(trace, call);
      };
    },
  },
  "batch-out-of-order": {
    title: "States that are read at one time are fetched together, come in the order of the ids, and are mixed up.",
    apply(s) {
      for (const key of states) {
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
  "too-long-for-a-column": {
    title: "A state of more than 4096 characters is kept as text: GET on v2 answers that text, and not an object.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        const text = JSON.stringify(state);
        return call.method === "GET" && call.face === "v2" && text.length > 4096 ? text : state;
      };
    },
  },
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
      const { record, stateOf } = s;
      s.record = async (call, user, workflow, input, known) => {
        if (known) before.set(call, process.byGroup(known));
        return record(call, user, workflow, input, known);
      };
      s.stateOf = async (trace, call) => {
        const state = (await stateOf(trace, call)) as JsonObject;
        const nextActions = before.get(call);
        return nextActions ? { ...state, nextActions } : state;
      };
    },
  },
  "labels-in-latin-1": {
    title: "The group label of a v2 form is read as Latin-1: one with an umlaut is unknown.",
    apply(s) {
      for (const action of s.workflows[0]?.actions ?? []) {
        if (action.groupLabel === "buyers") action.groupLabel = "Einkäufer";
      }
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (call.face !== "v2" || input.groupLabel === undefined) return input;
        return { ...input, groupLabel: Buffer.from(input.groupLabel, "utf8").toString("latin1") };
      };
    },
  },
  "found-by-the-last-hand": {
    title: "A search finds the traces on which one did the latest action; what a colleague went on with is gone.",
    apply(s) {
      const process = follow(s, {
        actions: trades,
        next: trade,
        people,
        nextActions: { path: ["nextActions"], by: "group" },
      });
      listNext(s, process);
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        trace.links.at(-1)?.author === process.reader(call)?.email && matches(trace, filters, call);
    },
  },
};
