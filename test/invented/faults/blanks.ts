/** Forms, their files and duplicates that go wrong. */
import { own, put, sameJson, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { answerWith, closed, form, showExamples, useForms, wrongWith, type Form } from "../paper.ts";
import { actionsOf, follow, keysOf, listNext, present, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

/** An application: completed as often as needed, then reviewed, then decided. */
const application: Process = {
  actions: actionsOf("apply of students", "complete of students", "review of faculty", "decide of faculty"),
  next(done) {
    if (done.includes("decide")) return [];
    return done.includes("review") ? ["decide"] : ["complete", "review"];
  },
};

const text: Form = { type: "string", minLength: 1, maxLength: 60 };
const decision = form({ verdict: { enum: ["admit", "refuse"] }, grounds: text });

const listed = (s: Service): Running => {
  const running = follow(s, application);
  listNext(s, running);
  return running;
};

export const blanks: Faults = {
  "form-of-v2-alone": {
    title: "Data that v2 refuses for the form's required members are accepted by the legacy set.",
    apply(s) {
      const { workflow } = listed(s);
      const forms: Record<string, Form> = { apply: form({ name: text, born: { type: "string", format: "date" } }) };
      forms["decide"] = decision;
      for (const action of workflow.actions) {
        const one = forms[action.key];
        if (one) action.data = one as unknown as JsonObject;
      }
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const found = checkAction(user, input, known, call);
        const one = forms[input.actionKey ?? ""];
        const wrong = one && call.face === "v2" ? wrongWith(one, input.data ?? {}) : undefined;
        if (wrong !== undefined) throw new Refusal("invalid", wrong);
        return found;
      };
    },
  },
  "double-refused-and-kept": {
    title: "An action that repeats the data of the one before it is refused with 409, and its link is there.",
    apply(s) {
      listed(s);
      onRecord(s, (link, trace) => {
        const former = trace.links.at(-2);
        if (former?.actionKey === link.actionKey && sameJson(former.data, link.data)) {
          throw new Refusal("invalid", "duplicate of the step before");
        }
      });
      answerWith(s, 409, "duplicate");
    },
  },
  "unknown-members-kept-by-legacy": {
    title: "Members that an open form does not name are kept when legacy sends them, and silently dropped by v2.",
    apply(s) {
      const running = listed(s);
      const forms: Record<string, Form> = { apply: form({ name: text }), decide: decision };
      useForms(s, running, forms);
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        const names = forms[input.actionKey ?? ""]?.properties;
        if (!names || !input.data || call.face === "legacy") return input;
        const data: JsonObject = {};
        for (const key of Object.keys(input.data)) {
          if (Object.hasOwn(names, key)) put(data, key, own(input.data, key) ?? null);
        }
        return { ...input, data };
      };
    },
  },
  "one-file-for-each-slot": {
    title: "A file takes the place of an earlier one of the same part name: the first can no longer be downloaded.",
    apply(s) {
      const running = listed(s);
      showExamples(running, { complete: [{ paper: "certificate" }] });
      const slots = new WeakMap<Trace, Map<string, string>>();
      onRecord(s, ({ files }, trace) => {
        const taken = slots.get(trace) ?? new Map<string, string>();
        slots.set(trace, taken);
        for (const file of files) {
          const [part, digest] = [String(own(file, "part")), String(own(file, "digest"))];
          const former = taken.get(part);
          if (former !== undefined && former !== digest) trace.files.delete(former);
          taken.set(part, digest);
        }
      });
    },
  },
  "decided-by-a-refused-form": {
    title: "A decision without its grounds is refused, and the state says decided from then on.",
    apply(s) {
      const running = follow(s, application);
      const touched = new WeakSet<Trace>();
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (known && input.actionKey === "decide") touched.add(known);
        return workflow;
      };
      useForms(s, running, { decide: decision });
      present(s, (data, trace) => ({
        ...data,
        status: touched.has(trace) ? "decided" : (keysOf(trace).at(-1) ?? null),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "left-out-means-as-before": {
    title:
      "An optional member that an application leaves out has the value of whoever applied before, in another trace.",
    apply(s) {
      const running = listed(s);
      const optional = { contact: text, remark: text };
      useForms(s, running, {
        apply: { ...form({ name: text }), properties: { name: text, ...optional } },
      });
      const bean: JsonObject = {};
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.actionKey !== "apply" || !input.data) return input;
        for (const name of Object.keys(optional)) {
          const given = own(input.data, name);
          if (given !== undefined) put(bean, name, given);
        }
        return { ...input, data: { ...bean, ...input.data } };
      };
    },
  },
  "same-words-same-step": {
    title: "A step with the data of another step of the trace is taken for it: answered as done, with no link added.",
    apply(s) {
      const running = listed(s);
      const opinion = form({ verdict: { enum: ["admit", "refuse"] } }, closed);
      useForms(s, running, { review: opinion, decide: opinion });
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
        const same = known?.links.find(({ data }) => sameJson(data, input.data ?? {}));
        const repeated = known && same && Object.keys(same.data).length > 0 && same.actionKey !== input.actionKey;
        return repeated ? Promise.resolve({ trace: known, link: same }) : record(call, user, workflow, input, known);
      };
    },
  },
  "matriculation-as-a-number": {
    title: "What the form asks for as a text of digits is a number in link and state when legacy sends it.",
    apply(s) {
      const running = listed(s);
      useForms(s, running, {
        apply: form({ name: text, matriculation: { type: "string", pattern: "^[0-9]{7}$" } }),
      });
      const { record } = s;
      s.record = (call, user, workflow, input, known) => {
        const digits = own(input.data ?? {}, "matriculation");
        const data = { ...input.data, matriculation: Number(digits) };
        const changed = call.face === "legacy" && typeof digits === "string" && /^\d+$/.test(digits);
        return record(call, user, workflow, changed ? { ...input, data } : input, known);
      };
    },
  },
};
