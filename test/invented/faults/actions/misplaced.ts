/** Actions that go to another trace than the one in the path. */
import { ownLink } from "../../habits.ts";
import { actionsOf, follow, keysOf, listNext, trade, trades } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onReply, changeResult, around, type Faults } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { inState } from "../../rules.ts";

export const misplaced: Faults = {
  "put-on-the-trace-begun-last": {
    // "Append an action to a trace"; "traceId … identifies a trace".
    title:
      "What a user does for the second of his groups is put on the trace that he began last, whatever the path says.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: trade,
        people: { ines: { groups: ["sales", "warehouse"] }, ada: { groups: ["accounts"] } },
      });
      listNext(s, running);
      const last = new Map<string, Trace>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const elsewhere = known && input.actionKey === "ship" ? last.get(user.email) : undefined;
        const recorded = await record(call, user, workflow, input, elsewhere ?? known);
        if (!known) last.set(user.email, recorded.trace);
        return recorded;
      });
    },
  },
  "escalated-elsewhere": {
    title:
      "After an escalation, actions on the trace are answered as done and become links of the trace that it began.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("report of desk", "work of desk", "escalate of desk", "close of desk"),
        next: (done) => {
          if (done.includes("close")) return [];
          return ["work", "close", ...(done.includes("escalate") ? [] : ["escalate"])];
        },
      });
      listNext(s, running);
      const escalations = new WeakMap<Trace, Trace>();
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, (known && escalations.get(known)) ?? known);
        const { trace, link } = recorded;
        if (link.actionKey === "escalate") {
          const escalation = s.newTrace(workflow);
          escalation.links.push(ownLink("take over", { of: trace.id }));
          escalation.state = { ...trace.state, of: trace.id };
          s.traces.set(escalation.id, escalation);
          escalations.set(trace, escalation);
        }
        return recorded;
      });
    },
  },
  // "Each appended action becomes a **link** of the trace."
  "upper-case-id-is-another-trace": {
    title: "An action that is sent to the id in capitals is answered, and goes to a copy of the trace under that id.",
    apply(s) {
      changeResult(s, "findTrace", (trace, _user, id, call) => {
        const copy = s.traces.get(id) ?? trace;
        const appends = call.path.at(-1) === "action" || call.path.at(-1) === "link";
        if (copy.id === id || !appends) return copy;
        return { ...trace, id, links: [...trace.links], files: new Map(trace.files) };
      });
    },
  },
  "case-on-the-desk": {
    title:
      "What a clerk sends by the legacy set goes to the tax file whose state they read last, whatever the path says.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "file", groupLabel: "clerks", creates: true, examples: [{ year: 2025, income: 41_200 }] },
          { key: "receipt", groupLabel: "clerks", atMost: 8, examples: [{ amount: 19.9 }, { amount: 240 }] },
          { key: "assess", groupLabel: "assessors", atMost: 2, examples: [{ due: 312.4 }] },
          { key: "close", groupLabel: "assessors", after: ["assess"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["clerks", "assessors"] }, udo: { groups: ["assessors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          return [
            ...upTo(8, done, "receipt"),
            ...upTo(2, done, "assess"),
            ...(done.includes("assess") ? ["close"] : []),
          ];
        },
      });
      listNext(s, running);
      const desk = new Map<string, Trace>();
      for (const key of ["GET /trace/{}/state", "GET /v2/traces/{}/state"]) {
        onReply(s, key, (reply, call, id = "") => {
          const trace = s.traces.get(id.toLowerCase());
          if (trace?.workflow === running.workflow) desk.set(call.headers.authorization ?? "", trace);
          return reply;
        });
      }
      around(s, "POST /trace/{}/link", (real) => (call, id = "") => {
        const open = desk.get(call.headers.authorization ?? "");
        const live = open !== undefined && !keysOf(open).includes("close");
        return real(call, live && s.traces.has(id.toLowerCase()) ? open.id : id);
      });
    },
  },
};
