import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { oneWriter, ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, refuse, trade, trades, type Process } from "../process.ts";
import type { Service, StoredFile, Trace } from "../service.ts";
import { around, onRecord, type Faults } from "../tools.ts";

const desk: Process = {
  actions: actionsOf("open of desk", "note of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["note", "close"]),
};

/** Does something with the trace of an action that is refused. */
function onRefused(s: Service, act: (trace: Trace, error: Refusal) => void): void {
  for (const key of ["POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
    around(s, key, (real) => async (call, id = "") => {
      try {
        return await real(call, id);
      } catch (error) {
        const trace = s.traces.get(id.toLowerCase());
        if (trace && error instanceof Refusal && ["invalid", "foreign"].includes(error.kind)) act(trace, error);
        throw error;
      }
    });
  }
}

/** What was refused must not have happened, and what was answered with 200 must have. */
export const marks: Faults = {
  // The state data of the trace: what earlier actions brought is still of it.
  "rollback-to-the-creation": {
    title: "An action that is refused takes the state back to what it was after the creation.",
    apply(s) {
      const begun = new WeakMap<Trace, JsonObject>();
      listNext(s, follow(s, desk));
      onRecord(s, (_link, trace) => begun.set(trace, begun.get(trace) ?? trace.state));
      onRefused(s, (trace) => {
        trace.state = begun.get(trace) ?? trace.state;
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "rollback-of-the-one-before": {
    title: "An action that comes after the end is refused, and the rollback removes the link of the one before it.",
    apply(s) {
      follow(s, desk);
      onRefused(s, (trace, error) => {
        if (error.message.startsWith("006") && trace.links.length > 1) trace.links.pop();
      });
    },
  },
  // A refused action is no action: no link follows from it.
  "label-for-the-refused": {
    title: "A shipment that may not come now is refused, but its label becomes a link by the service's own hand.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "label")) }));
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") trace.links.push(ownLink("label", { label: trace.links.length }));
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known && input.actionKey === "ship") known.links.push(ownLink("label", { label: known.links.length }));
          throw error;
        }
      };
    },
  },
  // A refused action is no action: it becomes no link.
  "full-trace-keeps-what-it-refuses": {
    title: "A trace has twelve links; the thirteenth action is refused after it was stored, and is a link.",
    apply(s) {
      follow(s, { actions: desk.actions.slice(0, 2) });
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        refuse(recorded.trace.links.length > 12, "the trace is full");
        return recorded;
      };
    },
  },
  // Files are attached to an action; without one they do not belong to the trace.
  "too-many-files-keeps-some": {
    title: "An action takes two files; one with more is refused, and its first two can be downloaded.",
    apply(s) {
      listNext(s, follow(s, desk));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (known && input.files.length > 2) void s.keepFiles(known, input.files.slice(0, 2), call);
        refuse(input.files.length > 2, "two files at most");
        return workflow;
      };
    },
  },
  // Files are attached to an action; without one they do not belong to the trace.
  "locked-out-leaves-files": {
    title: "An action that meets another on its trace is refused with 409, but its files are kept.",
    apply(s) {
      listNext(s, follow(s, desk));
      oneWriter(s);
      for (const key of ["POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
        around(s, key, (real) => async (call, id = "") => {
          try {
            return await real(call, id);
          } catch (error) {
            const trace = s.traces.get(id);
            if (trace && error instanceof Refusal && error.kind === "busy") {
              void s.keepFiles(trace, (await s.readInput(call)).files, call);
            }
            throw error;
          }
        });
      }
    },
  },
  // 429 says that the request was not served; here it was, and becomes a link.
  "too-many-but-done": {
    title: "Of more than thirty actions a second the others are answered with 429 and Retry-After: 1, and done.",
    apply(s) {
      follow(s, desk);
      const times: number[] = [];
      const { record, refuse: usual } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        while ((times[0] ?? Date.now()) < Date.now() - 1000) times.shift();
        if (args[4] && times.length >= 30) throw new Refusal("busy", "too many requests");
        times.push(Date.now());
        return recorded;
      };
      s.refuse = (call, error) => {
        const reply = usual(call, error);
        return error.kind === "busy" ? { ...reply, headers: { ...reply.headers, "Retry-After": "1" } } : reply;
      };
    },
  },
  // "Each appended action becomes a link of the trace."
  "ninth-is-dropped": {
    title: "A trace has eight links: the ninth action is refused by the legacy set, and answered by v2 but dropped.",
    apply(s) {
      follow(s, { actions: desk.actions.slice(0, 2) });
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const full = known !== undefined && known.links.length >= 8;
        refuse(full && call.face === "legacy", "the trace is full");
        if (!full) return record(call, user, workflow, input, known);
        const spare = { ...known, links: [...known.links], files: new Map<string, StoredFile>() };
        const recorded = await record(call, user, workflow, input, spare);
        s.traces.set(known.id, known);
        return recorded;
      };
    },
  },
  // "Response 200: data is a UUID string", the UUID of the created trace.
  "sixty-first-is-not-kept": {
    title: "After sixty creations of a user the others are answered with a UUID, and no trace is there.",
    apply(s) {
      listNext(s, follow(s, desk));
      let created = 0;
      onRecord(s, (_link, trace) => {
        if (trace.links.length === 1 && (created += 1) > 60) s.traces.delete(trace.id);
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "same-content-of-another-trace": {
    title:
      "An action with the data of the last one of another trace is taken for the same: answered, and not appended.",
    apply(s) {
      listNext(s, follow(s, desk));
      let last: { text: string; trace: Trace } | undefined;
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const text = JSON.stringify([input.actionKey, input.data ?? {}]);
        const link = last?.trace.links.at(-1);
        if (known && link && last?.text === text && last.trace !== known) return { trace: known, link };
        const recorded = await record(call, user, workflow, input, known);
        last = known ? { text, trace: known } : undefined;
        return recorded;
      };
    },
  },
  // POST /v2/traces creates a trace; the UUID is of the trace that it created.
  "creation-replayed": {
    title: "A creation with the data of the one before is answered with the UUID of that, and makes no trace.",
    apply(s) {
      follow(s, desk);
      let last: { text: string; trace: Trace } | undefined;
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const text = JSON.stringify([user.email, input.actionKey, input.data ?? {}, input.files.length]);
        const link = last?.trace.links[0];
        if (!known && last?.text === text && link) return { trace: last.trace, link };
        const recorded = await record(call, user, workflow, input, known);
        if (!known) last = { text, trace: recorded.trace };
        return recorded;
      };
    },
  },
  // "Each appended action becomes a link of the trace."
  "in-the-works-at-the-end": {
    title: "An action that is in the works while the trace is closed is answered with 200, and does not become a link.",
    apply(s) {
      follow(s, desk);
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        await new Promise((resolve) => setTimeout(resolve, input.actionKey === "close" ? 0 : 6));
        if (!known || !keysOf(known).includes("close")) return record(call, user, workflow, input, known);
        const spare = { ...known, links: [...known.links] };
        const recorded = await record(call, user, workflow, input, spare);
        s.traces.set(known.id, known);
        return recorded;
      };
    },
  },
};
