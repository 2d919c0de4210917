/** Processes of public offices. */
import type { Call } from "../../lib/service/http.ts";
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { answerWith, closed, demand, form, useForms } from "../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, type Process } from "../process.ts";
import type { Trace } from "../service.ts";
import { rewriteObject, type Variants } from "../tools.ts";

/** A permit: papers may be asked for at any time before the decision, which may be appealed against once. */
const permit: Process = {
  actions: actionsOf(
    "apply of applicants",
    "examine of office",
    "ask for papers of office",
    "supply of applicants",
    "hear of neighbours",
    "decide of office",
    "appeal of applicants",
  ),
  next(done) {
    if (done.includes("appeal")) return [];
    if (done.includes("decide")) return ["appeal"];
    if (done.at(-1) === "ask for papers") return ["supply"];
    return ["ask for papers", ...(done.includes("examine") ? ["hear", "decide"] : ["examine"])];
  },
};

const typeName = (value: Json): string => {
  if (value === null) return "Null";
  if (Array.isArray(value)) return "Json";
  return { string: "String", number: "Double", boolean: "Boolean" }[typeof value as string] ?? "Json";
};

export const bureaus: Variants = {
  "open-steps-as-records": {
    title: "A permit whose state lists the open steps as records of step, office and days left, beside the facts.",
    why: "The keys and values of the state are not shown; many engines list tasks, not keys of actions.",
    apply(s) {
      const running = follow(s, permit);
      present(s, (facts, trace) => ({
        case: {
          facts,
          openSteps: Object.entries(running.byGroup(trace)).flatMap(([office, steps]) =>
            steps.map((step) => ({ step, office, daysLeft: 14 })),
          ),
        },
      }));
    },
  },
  "variables-and-activities": {
    title: "The state is an engine's: variables with type and value, and all activities, each enabled or not.",
    why: "The state's content is left open; an engine shows its own model, also the steps that cannot be done now.",
    apply(s) {
      const running = follow(s, permit);
      present(s, (data, trace) => ({
        variables: Object.entries(data).map(([name, value]) => ({ name, type: typeName(value), value })),
        activities: Object.fromEntries(
          running.workflow.actions.map(({ key, groupLabel }) => [
            key,
            { enabled: running.next(trace).includes(key), candidateGroups: [groupLabel] },
          ]),
        ),
      }));
    },
  },
  "ground-of-appeals-only": {
    title: "A closed form, told by its schema: a kind, a subject, a date; appeals must give their ground, too.",
    why: "Members may depend on others; what an action takes is the workflow's own affair.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("file of intake", "comment of intake", "answer of intake"),
        next: (done) => (done.includes("answer") ? [] : ["comment", "answer"]),
      });
      listNext(s, running);
      const text = { type: "string", minLength: 3, maxLength: 80 } as const;
      useForms(s, running, {
        file: {
          ...form({ kind: { enum: ["complaint", "enquiry", "appeal"] }, subject: text }, closed),
          properties: {
            kind: { enum: ["complaint", "enquiry", "appeal"] },
            subject: text,
            received: { type: "string", format: "date" },
            ground: text,
          },
          if: form({ kind: { const: "appeal" } }),
          then: { required: ["ground"] },
        },
        answer: form({ outcome: { enum: ["upheld", "partly", "dismissed"] } }, closed),
      });
    },
  },
  "two-officers-sign": {
    title: "A deed is issued when two of three officers have signed it, each once; the state names who has.",
    why: "The rules may depend on who did what before.",
    apply(s) {
      const officer = { groups: ["officers"] };
      const running = follow(s, {
        actions: actionsOf("draft of officers", "note of officers", "sign of officers", "issue of officers"),
        next(done) {
          if (done.includes("issue")) return [];
          return done.filter((key) => key === "sign").length > 1 ? ["issue"] : ["note", "sign"];
        },
        people: { ines: officer, wim: officer, ada: officer },
      });
      const signers = (trace: Trace) =>
        trace.links.filter(({ actionKey }) => actionKey === "sign").map(({ author }) => author);
      demand(
        s,
        ({ actionKey }, known, { email }) =>
          actionKey === "sign" && known && signers(known).includes(email) ? "you have signed already" : undefined,
        "foreign",
      );
      present(s, (data, trace) => ({ data, signedBy: signers(trace), nextActions: running.byGroup(trace) }));
    },
  },
  "gone-when-closed": {
    title: "A closed file answers each of its actions with 410 from then on; the end is told, and nothing is listed.",
    why: "Error status codes are not shown; a trace may come to its end.",
    apply(s) {
      const { workflow } = follow(s, {
        actions: actionsOf("open of registry", "enter of registry", "close of registry"),
      });
      for (const action of workflow.actions) if (action.key === "close") action.ends = true;
      demand(s, (_input, known) => (known && keysOf(known).includes("close") ? "the file is closed" : undefined));
      answerWith(s, 410, "the file is closed");
    },
  },
  "numbered-files-with-a-journal": {
    title: "The state is a file number, a status, and a journal with the data of each step; none of it is merged.",
    why: "The state is computed by the workflow's own code.",
    apply(s) {
      const running = follow(s, permit);
      const numbers = new WeakMap<Trace, string>();
      let issued = 4711;
      compute(s, (trace) => {
        const fileNumber = numbers.get(trace) ?? `A-${String((issued += 1)).padStart(7, "0")}/26`;
        numbers.set(trace, fileNumber);
        const status = running.next(trace).length === 0 ? "closed" : (keysOf(trace).at(-1) ?? "");
        const journal = trace.links.map(({ actionKey, data }, at) => ({ no: at + 1, step: actionKey, entry: data }));
        return { fileNumber, status, journal };
      });
    },
  },
  "names-as-stars": {
    title: "Inspectors see stars instead of every text of the state that the registry sees, and cannot search for it.",
    why: "What the state shows may differ from reader to reader.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("register of registry", "correct of registry", "inspect of inspectors", "seal of registry"),
        next: (done) => {
          if (done.includes("seal")) return [];
          return ["correct", "inspect", ...(done.includes("inspect") ? ["seal"] : [])];
        },
        people: { ines: { groups: ["registry"] }, wim: { groups: ["inspectors"] } },
      });
      const view = (trace: Trace, call: Call): JsonObject => {
        const user = running.reader(call);
        if (user && running.groupsOf(user).includes("registry")) return trace.state;
        return rewriteObject(trace.state, (value) => (typeof value === "string" ? "***" : value));
      };
      s.stateOf = (trace, call) => ({ person: view(trace, call), nextActions: running.byGroup(trace) });
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const seen = view(trace, call);
        const stars = Object.keys(filters).some((key) => own(seen, key) === "***");
        return !stars && matches({ ...trace, state: seen }, filters, call);
      };
    },
  },
  "one-open-case-for-a-reference": {
    title: "A reference is required, and refused with 409 while a case with the same reference is open.",
    why: "The same content twice may be refused as a duplicate; the schema tells of the member alone.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("notify of callers", "add of callers", "resolve of staff"),
        next: (done) => (done.includes("resolve") ? [] : ["add", "resolve"]),
      });
      listNext(s, running);
      useForms(s, running, { notify: form({ reference: { type: "string", minLength: 4, maxLength: 40 } }) });
      const references = new WeakMap<Trace, Json>();
      const { record } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        if (!args[4]) references.set(recorded.trace, own(recorded.link.data, "reference") ?? null);
        return recorded;
      };
      demand(s, ({ data = {} }, known) => {
        const taken = [...s.traces.values()].some(
          (trace) => references.get(trace) === own(data, "reference") && running.next(trace).length > 0,
        );
        return !known && taken ? "duplicate: there is an open case" : undefined;
      });
      answerWith(s, 409, "duplicate");
    },
  },
  "statements-in-any-order": {
    title: "Three offices state at once, in any order; one no ends the trace. The state is a tree of nodes and leaves.",
    why: "Processes have branches that run beside each other; what may come next may depend on the data.",
    apply(s) {
      const offices = ["roads", "water", "fire"];
      const running = follow(s, {
        actions: actionsOf(
          "submit of builders",
          ...offices.map((office) => `${office} of ${office}`),
          "grant of mayor",
        ),
        next(done, trace) {
          const refused = trace.links.some(({ data }) => own(data, "consent") === false);
          if (refused || done.includes("grant")) return [];
          const waiting = offices.filter((office) => !done.includes(office));
          return waiting.length > 0 ? waiting : ["grant"];
        },
      });
      present(s, (data, trace) => {
        const leaf = (name: string) => ({
          name,
          status: keysOf(trace).includes(name) ? "done" : running.next(trace).includes(name) ? "ready" : "waiting",
        });
        const all = { name: "statements", kind: "parallel", nodes: offices.map(leaf) };
        return { facts: data, process: { kind: "sequence", nodes: [leaf("submit"), all, leaf("grant")] } };
      });
    },
  },
};
