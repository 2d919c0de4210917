import { own, put, type JsonObject } from "../../lib/service/json.ts";
import { json } from "../../lib/service/http.ts";
import { ownLink, spawn } from "../habits.ts";
import {
  actionsOf,
  compute,
  follow,
  keysOf,
  listNext,
  people,
  present,
  require,
  trade,
  trades,
  type Process,
} from "../process.ts";
import type { Trace } from "../service.ts";
import { around, onData, onRecord, pause, type Faults } from "../tools.ts";

const desk: Process = {
  actions: actionsOf("open of desk", "note of desk", "close of desk"),
  next: (done) => (done.includes("close") ? [] : ["note", "close"]),
};

/** Gates, lists, forms and ends that contradict themselves. */
export const desks: Faults = {
  // Two endpoint sets of one service: what one refuses as not allowed, the other takes.
  "legacy-begins-with-anything": {
    title: "v2 refuses to begin a trace with an action that does not begin one; the legacy set takes it.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade }));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        if (known || call.face === "v2") return checkAction(user, input, known, call);
        const action = trades.find(({ key }) => key === input.actionKey);
        const { groupLabel = "", creates = false } = action ?? {};
        const stranger = action && !creates && (input.groupLabel ?? groupLabel) === groupLabel;
        return stranger ? s.findWorkflow(user, input.workflowId ?? "", call) : checkAction(user, input, known, call);
      };
    },
  },
  // "A trace has a state": one, whichever set reads it.
  "list-kept-in-legacy": {
    title: "The legacy state has the data of now, beside a list of what may come that is kept for two seconds.",
    apply(s) {
      const { byGroup } = follow(s, { actions: trades, next: trade });
      const kept = new WeakMap<Trace, { list: JsonObject; at: number }>();
      present(s, (data, trace, call) => {
        const known = kept.get(trace);
        if (call.face === "legacy" && known && known.at > Date.now() - 2000) return { data, nextActions: known.list };
        const list = structuredClone(byGroup(trace));
        kept.set(trace, { list, at: Date.now() });
        return { data, nextActions: list };
      });
    },
  },
  // The state says what may come next, and the service refuses it.
  "closed-in-v2-still-listed": {
    title: "A trace that was closed through v2 lists what came before for good; all of it is refused.",
    apply(s) {
      const faces = new WeakMap<Trace, string>();
      const { byGroup } = follow(s, desk);
      const { record } = s;
      s.record = async (call, ...args) => {
        const recorded = await record(call, ...args);
        if (recorded.link.actionKey === "close") faces.set(recorded.trace, call.face);
        return recorded;
      };
      present(s, (data, trace) => ({
        data,
        nextActions: faces.get(trace) === "v2" ? { desk: ["note", "close"] } : byGroup(trace),
      }));
    },
  },
  // What the state lists is refused because of another trace.
  "gate-of-another-trace": {
    title: "Whether an action may come is asked of the trace that was changed last; the list is of the right one.",
    apply(s) {
      let last: Trace | undefined;
      const running = follow(s, { ...desk, next: (done) => (done.includes("close") ? [] : ["note", "close"]) });
      listNext(s, running);
      onRecord(s, (_link, trace) => {
        last = trace;
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => checkAction(user, input, known && (last ?? known), call);
    },
  },
  // What the state does not list any more is taken.
  "quota-not-in-v2": {
    title: "The list names a note five times a trace; v2 takes more of them, the legacy set refuses.",
    apply(s) {
      const notes = (trace: Trace) => keysOf(trace).filter((key) => key === "note").length;
      const listed = (trace: Trace): string[] =>
        keysOf(trace).includes("close") ? [] : [...(notes(trace) < 5 ? ["note"] : []), "close"];
      follow(s, desk);
      present(s, (data, trace) => ({ data, nextActions: { desk: listed(trace) } }));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const full = known !== undefined && call.face === "legacy" && !listed(known).includes(input.actionKey ?? "");
        return checkAction(user, full ? { ...input, actionKey: "none" } : input, known, call);
      };
    },
  },
  // What the state does not list any more is taken, where two come at once.
  "fourth-shipment-at-once": {
    title: "Three shipments a trace, says the list; of several that come at once the legacy set takes all.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade }));
      const { record } = s;
      s.record = async (call, ...args) => {
        if (call.face === "legacy") await pause(8);
        return record(call, ...args);
      };
    },
  },
  // A user who may only read must not be able to write through one of the sets.
  "reader-writes-in-legacy": {
    title: "An auditor may read alone: v2 refuses what he sends, the legacy set takes his remarks.",
    apply(s) {
      const running = follow(s, {
        ...desk,
        people: { ines: { groups: ["desk"] }, ada: { groups: [], may: ["read", "search"] } },
      });
      listNext(s, running);
      const { groupsOf } = running;
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        running.groupsOf = (one) => (call.face === "legacy" && known ? ["desk"] : groupsOf(one));
        try {
          return checkAction(user, input, known, call);
        } finally {
          running.groupsOf = groupsOf;
        }
      };
    },
  },
  // The state says to a reader that he may do what is refused to him.
  "list-of-the-last-reader": {
    title: "The state lists what the reader may do, and is kept for a second for whoever reads the trace next.",
    apply(s) {
      const { byGroup, reader, groupsOf } = follow(s, { actions: trades, next: trade, people });
      const kept = new WeakMap<Trace, { todo: string[]; at: number; links: number }>();
      present(s, (data, trace, call) => {
        const known = kept.get(trace);
        const fresh = known && known.at > Date.now() - 1000 && known.links === trace.links.length;
        if (fresh) return { data, todo: known.todo };
        const user = reader(call);
        const todo = (user ? groupsOf(user) : []).flatMap((group) => byGroup(trace)[group] ?? []);
        kept.set(trace, { todo, at: Date.now(), links: trace.links.length });
        return { data, todo };
      });
    },
  },
  // "A trace has a state": reading does not change it.
  "redaction-sticks": {
    title: "A colleague sees the state without what ines brought; once he has read it, nobody sees it any more.",
    apply(s) {
      const { reader } = follow(s, {
        ...desk,
        people: { ines: { groups: ["desk"] }, wim: { groups: ["desk"], may: ["read", "search"] } },
      });
      present(s, (data, trace, call) => {
        if (call.method === "GET" && reader(call)?.email.startsWith("wim")) {
          for (const key of Object.keys(trace.state)) delete trace.state[key];
        }
        return data;
      });
    },
  },
  // traceInput and data are the data of the action: the sets keep the same of it.
  "form-strips-in-legacy": {
    title: "The form knows a subject and a note; the legacy set drops all other members of the data, v2 keeps them.",
    apply(s) {
      const examples: JsonObject[] = [{ subject: "Lamp is broken" }, { subject: "No heating", note: "since monday" }];
      follow(s, { ...desk, actions: desk.actions.map((action) => ({ ...action, examples })) });
      onData(s, (data, call) => {
        if (call.face === "v2") return data;
        const kept: JsonObject = {};
        for (const key of Object.keys(data)) if (["subject", "note"].includes(key)) put(kept, key, data[key] ?? null);
        return kept;
      });
    },
  },
  // traceInput and data are the data of the action: a value that was sent is not another.
  "default-for-zero-and-no": {
    title:
      "A form has defaults for a count and a yes-or-no; they also take the place of a 0 and a false that were sent.",
    apply(s) {
      const schema: JsonObject = {
        type: "object",
        properties: {
          subject: { type: "string", minLength: 1, maxLength: 80 },
          copies: { type: "integer", minimum: 0, maximum: 9, default: 1 },
          urgent: { type: "boolean", default: true },
        },
        required: ["subject"],
        additionalProperties: false,
      };
      const running = follow(s, { ...desk, actions: desk.actions.map((action) => ({ ...action, data: schema })) });
      listNext(s, running);
      const wants = (data: JsonObject): string | undefined => {
        const { subject, copies, urgent, ...more } = data;
        if (Object.keys(more).length > 0) return "a member that the form has not";
        if (typeof subject !== "string" || subject === "" || Array.from(subject).length > 80) return "subject";
        if (copies !== undefined && !(Number.isInteger(copies) && Number(copies) >= 0 && Number(copies) <= 9))
          return "copies";
        return urgent === undefined || typeof urgent === "boolean" ? undefined : "urgent";
      };
      require(s, { open: wants, note: wants, close: wants });
      onData(s, (data) => ({
        ...data,
        ...(own(data, "copies") === 0 ? { copies: 1 } : {}),
        ...(own(data, "urgent") === false ? { urgent: true } : {}),
      }));
    },
  },
  // The data of the action: a form of one action is no form of another.
  "form-of-the-creation": {
    title: "The data of later actions lose the members that the creation of their trace did not have.",
    apply(s) {
      listNext(s, follow(s, { actions: desk.actions.slice(0, 2) }));
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
        const form = known?.links[0]?.data;
        if (!form || !input.data || Object.keys(form).length === 0) return record(call, user, workflow, input, known);
        const kept: JsonObject = {};
        for (const key of Object.keys(input.data))
          if (Object.hasOwn(form, key)) put(kept, key, input.data[key] ?? null);
        return record(call, user, workflow, { ...input, data: kept }, known);
      };
    },
  },
  // The UUID is of the created trace.
  "creation-answers-with-the-child": {
    title: "For each order the service begins a delivery trace by its own hand, and v2 answers with the UUID of that.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: (done) => (done[0] === "deliver" ? [] : trade(done)) }));
      const { last } = spawn(s, ({ actionKey }) => actionKey === "order");
      const { ok } = s;
      s.ok = (call, data) => ok(call, call.path.join("/") === "v2/traces" ? (last()?.id ?? data) : data);
    },
  },
  // "after and before are cursors bounding the links retrieved."
  "ended-pages-from-the-start": {
    title: "A closed trace is read from the archive, which knows no cursors: each page is the first one.",
    apply(s) {
      follow(s, desk);
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (!keysOf(trace).includes("close")) return page(links, args, trace, call);
        const { first, last } = args;
        const sizes = { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
        return page(links, sizes, trace, call);
      };
    },
  },
  // "Response 200: a zip archive with the requested files."
  "ended-archive-is-empty": {
    title: "The legacy zip of the files of a closed trace has no entries.",
    apply(s) {
      listNext(s, follow(s, desk));
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const entries = zipEntries(trace, digests, call);
        return call.face === "legacy" && keysOf(trace).includes("close") ? [] : entries;
      };
    },
  },
  // "Response 200: a zip archive with the requested files."
  "archive-of-the-own-group": {
    title: "The zip leaves out the files that other groups attached; one by one they can be downloaded.",
    apply(s) {
      const { reader } = follow(s, { actions: trades, next: trade, people });
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const email = reader(call)?.email;
        const mine = trace.links.filter(({ author }) => author === email).flatMap(({ files }) => files);
        return zipEntries(
          trace,
          digests.filter((digest) => !trace.files.has(digest) || mine.some((file) => file["digest"] === digest)),
          call,
        );
      };
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
  // `links` and `totalCount` are of the same links.
  "own-links-hidden-from-pages": {
    title: "Links by the service's own hand are counted and take their place on pages, but are left out of them.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "label")) }));
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") trace.links.push(ownLink("label", { label: trace.links.length }));
      });
      const { page } = s;
      s.page = (...args) => {
        const found = page(...args);
        return { ...found, items: found.items.filter(({ author }) => author !== "system") };
      };
    },
  },
  // "Response 200: {state: object}, the state data of the trace after the action."
  "last-answer-is-empty": {
    title: "The legacy answer to the action that closes a trace is an empty state.",
    apply(s) {
      follow(s, desk);
      around(s, "POST /trace/{}/link", (real) => async (call, id = "") => {
        const reply = await real(call, id);
        const trace = s.traces.get(id);
        return trace && keysOf(trace).at(-1) === "close" ? json({ state: {} }) : reply;
      });
    },
  },
  // "Response 200: {error, data: string} where data is a UUID string."
  "last-answer-is-null": {
    title: "The v2 answer to the action that closes a trace has null as its data.",
    apply(s) {
      listNext(s, follow(s, desk));
      const { ok } = s;
      s.ok = (call, data) => {
        const trace = call.path.at(-1) === "action" ? s.traces.get(call.path.at(-2) ?? "") : undefined;
        return ok(call, trace && keysOf(trace).at(-1) === "close" ? null : data);
      };
    },
  },
};
