/** Gated services that go wrong where a trace passes from one group to the next, or is held back. */
import { json } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { checkForms, form, groupOf, listed, times } from "../duties.ts";
import { actionsOf, follow, keysOf, listNext, people } from "../process.ts";
import type { Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

export const milestones: Faults = {
  "plain-gate": {
    title: "A claim's step out of turn is refused by the engine itself, in v2 too without error and data around it.",
    choice: "The type and content of errors are not shown.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "handlers", creates: true },
          { key: "ask", groupLabel: "handlers", atMost: 2 },
          { key: "assess", groupLabel: "adjusters", atMost: 1 },
          { key: "settle", groupLabel: "handlers", after: ["assess"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("settle")) return [];
          return [...(times(done, "ask") < 2 ? ["ask"] : []), done.includes("assess") ? "settle" : "assess"];
        },
      });
      listNext(s, running);
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.message.startsWith("006")
          ? json({ code: "006", message: "action not allowed now" }, 400)
          : refuse(call, error);
    },
  },
  "kept-in-staging": {
    title: "Files of an action that is refused for its turn stay in staging, and go with the next action of the trace.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of families", "supplement of families", "offer of school", "accept of families"),
        nextActions: listed,
        next(done) {
          if (done.includes("accept")) return [];
          return ["supplement", done.includes("offer") ? "accept" : "offer"];
        },
      });
      listNext(s, running);
      const staged = new WeakMap<Trace, FilePart[]>();
      const { checkAction, record } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && error instanceof Refusal && error.message.startsWith("006")) {
            staged.set(known, [...(staged.get(known) ?? []), ...input.files]);
          }
          throw error;
        }
      };
      s.record = (call, user, workflow, input, known) => {
        const waiting = (known && staged.get(known)) ?? [];
        if (known) staged.delete(known);
        return record(call, user, workflow, { ...input, files: [...waiting, ...input.files] }, known);
      };
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
        nextActions: listed,
      });
      listNext(s, running);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const trace = s.traces.get(id.toLowerCase());
        const last = trace?.links.at(-1);
        const groups = trace ? Object.keys(running.byGroup(trace)) : [];
        if (!trace || !last || groups.length === 0 || groups.includes(groupOf(trace, last))) return reply;
        return json({ tasks: running.byGroup(trace) });
      });
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
  "cursors-start-anew": {
    title: "Cursors count the links since the latest handover: after one, what comes after a cursor comes again.",
    apply(s) {
      const gates = ["submit", "accept"];
      const running = follow(s, {
        actions: [
          { key: "draft", groupLabel: "engineers", creates: true },
          { key: "measure", groupLabel: "engineers", atMost: 6 },
          { key: "submit", groupLabel: "engineers", atMost: 1 },
          { key: "comment", groupLabel: "examiners", after: ["submit"] },
          { key: "accept", groupLabel: "examiners", after: ["submit"], atMost: 1 },
          { key: "publish", groupLabel: "office", after: ["accept"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("publish")) return [];
          if (done.includes("accept")) return ["publish"];
          if (done.includes("submit")) return ["comment", "accept"];
          return [...(times(done, "measure") < 6 ? ["measure"] : []), "submit"];
        },
      });
      checkForms(s, running, { measure: form({ value: { type: "number", minimum: 0, maximum: 100 } }) });
      listNext(s, running);
      s.cursorOf = (link, trace) => {
        const at = trace.links.indexOf(link);
        const gate = keysOf(trace).findLastIndex((key, index) => index < at && gates.includes(key));
        return Buffer.from(`link:${String(at - gate)}`).toString("base64url");
      };
    },
  },
};
