/** Refused creations and actions that searches find. */
import { isObject, type JsonObject } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { atTheGate, isOutOfTurn, onNotAllowed, workflowNamed } from "../../changes/refusals.ts";
import { checkForms } from "../../duties.ts";
import { actionsOf, follow, listNext } from "../../process.ts";
import { honestTrade } from "../../processes/trade.ts";
import type { Trace } from "../../service.ts";
import { whenRefused, beforehand, changeResult, type Faults, onRecord } from "../../tools.ts";
import { often, upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { among, holdTold, int, sheet, str } from "../../sheets.ts";

export const found: Faults = {
  "refused-creation-found": {
    title: "A creation refused for its action key leaves a trace that search finds.",
    apply(s) {
      whenRefused(s, "checkAction", (_error, user, input, known) => {
        const workflow = s.workflows.find((one) => one.id === input.workflowId);
        if (!known && workflow?.organization === user.organization) {
          const trace = { ...s.newTrace(workflow), state: isObject(input.data) ? input.data : {} };
          s.traces.set(trace.id, trace);
        }
      });
    },
  },
  "half-created": {
    title:
      "A creation refused for its action leaves an entry in the search index: the id of a trace that is not there.",
    apply(s) {
      const halves = new Set<string>();
      whenRefused(s, "checkAction", (_error, user, input, known) => {
        const workflow = s.workflows.find(({ id }) => id === input.workflowId);
        if (!known && workflow?.organization === user.organization) {
          const half = { ...s.newTrace(workflow), state: input.data ?? {} };
          halves.add(half.id);
          s.traces.set(half.id, half);
        }
      });
      beforehand(s, "findTrace", (_user, id) => {
        if (halves.has(id.toLowerCase())) throw new Refusal("missing", "no such trace");
      });
    },
  },
  "refused-is-found": {
    title: "The data of an action that may not come now are found by search, though the state does not show them.",
    apply(s) {
      honestTrade(s);
      const { matches } = s;
      const marks = new WeakMap<Trace, JsonObject>();
      atTheGate(s, (refusal, _call, trace, data) => {
        marks.set(trace, { ...marks.get(trace), ...data });
        throw refusal;
      });
      s.matches = (trace, filters, call) =>
        matches(trace, filters, call) ||
        matches({ ...trace, state: { ...trace.state, ...marks.get(trace) } }, filters, call);
    },
  },
  "found-though-refused": {
    title: "Searches find a trace whose creation was refused for its action or group, though there is none.",
    apply(s) {
      const indexed: Trace[] = [];
      onNotAllowed(s, (_kind, user, input, known, call) => {
        const workflow = known ? undefined : workflowNamed(s, user.organization, input.workflowId);
        if (!workflow) return;
        const trace = s.newTrace(workflow);
        indexed.push({ ...trace, state: s.merge(trace, input.data ?? {}, call) });
      });
      changeResult(s, "search", (found, workflow, filters, call) => [
        ...found,
        ...indexed
          .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
          .map(({ id }) => id),
      ]);
    },
  },
  "report-in-spite": {
    title:
      "A report whose number of hurt people is out of range is refused, and is a trace without links all the same.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("report of guards", "inquire of safety", "measure of safety", "close of safety"),
        people: { ines: { groups: ["guards"] }, saul: { groups: ["safety"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          return [...upTo(3, done, "inquire"), ...(done.includes("inquire") ? ["measure", "close"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      holdTold(s, running, {
        report: sheet({ place: str(120), hurt: int(0, 20), kind: among("fall", "fire", "theft") }),
        inquire: sheet({ witness: str(80) }),
      });
      whenRefused(s, "checkAction", (error, _user, input, known) => {
        if (!known && error instanceof Refusal && error.message === "021 hurt is out of range") {
          const trace = s.newTrace(running.workflow);
          trace.state = { ...input.data };
          s.traces.set(trace.id, trace);
        }
      });
      listNext(s, running);
    },
  },
  "refused-beginning-is-found": {
    title: "An application that breaks the form is refused, and an empty trace stays, which searches find.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of office", "note of office", "decide of council"),
        next: (done) => (done.includes("decide") ? [] : ["note", "decide"]),
      });
      const kind = { type: "string", enum: ["fence", "garage"] };
      checkForms(s, running, { apply: sheet({ kind, street: { type: "string", minLength: 3, maxLength: 60 } }) });
      whenRefused(s, "checkAction", (error, _user, input, known, call) => {
        if (!known && error instanceof Refusal && error.message.startsWith("data")) {
          const trace = s.newTrace(running.workflow);
          trace.state = s.merge(trace, input.data ?? {}, call);
          s.traces.set(trace.id, trace);
        }
      });
    },
  },
  "refused-but-begun": {
    title: "A fishing permit whose form is wrong is refused by the v2 set after it was begun: searches find it, empty.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "anglers", creates: true },
          { key: "catch", groupLabel: "anglers", after: ["issue"], atMost: 3 },
          { key: "issue", groupLabel: "wardens", atMost: 1 },
          { key: "hand-in", groupLabel: "wardens", after: ["issue"], ends: true },
        ],
        people: { ines: { groups: ["anglers"] }, tove: { groups: ["wardens"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-in")) return [];
          return done.includes("issue") ? [...upTo(3, done, "catch"), "hand-in"] : ["issue"];
        },
      });
      holdTold(s, running, {
        apply: sheet({ river: str(20), rods: int(1, 3) }),
        catch: sheet({ fish: among("trout", "pike", "perch"), centimetres: int(10, 130) }),
      });
      whenRefused(s, "checkAction", (error, _user, input, known, call) => {
        const form = error instanceof Refusal && error.message.startsWith("021");
        if (form && !known && call.face === "v2") {
          const trace = s.newTrace(running.workflow);
          trace.state = { ...input.data };
          s.traces.set(trace.id, trace);
        }
      });
      listNext(s, running);
    },
  },
  "quota-in-index": {
    title:
      "A fourth extraction from a quarry is refused, but searches find the trace by what it said, until the next action.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "license", groupLabel: "operators", creates: true },
          { key: "extract", groupLabel: "operators", atMost: 3 },
          { key: "survey", groupLabel: "geologists" },
          { key: "restore", groupLabel: "operators", after: ["extract"], ends: true },
        ],
        next(done) {
          if (done.includes("restore")) return [];
          const extracted = often(done, "extract");
          return ["survey", ...(extracted < 3 ? ["extract"] : []), ...(extracted > 0 ? ["restore"] : [])];
        },
      });
      listNext(s, running);
      const indexed = new WeakMap<Trace, JsonObject>();
      const { matches } = s;
      whenRefused(s, "checkAction", (error, _user, input, known, call) => {
        if (known && input.actionKey === "extract" && isOutOfTurn(error)) {
          indexed.set(known, s.merge(known, input.data ?? {}, call));
        }
      });
      onRecord(s, (_link, trace) => indexed.delete(trace));
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: indexed.get(trace) ?? trace.state }, filters, call);
    },
  },
};
