/** Forms that are not kept to, or change the data. */
import { isObject, type Json, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { type Form, form, useForms, wrongWith } from "../../paper.ts";
import { formOf, isFilled } from "../../changes/forms.ts";
import { actionsOf, follow, listNext, present, require } from "../../process.ts";
import { decision, followApplication, shortText } from "../../processes/applications.ts";
import { chargingDesk, desk } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import { after, aroundStep, changeResult, type Faults, onData, onRecord } from "../../tools.ts";
import { amount, begun, linksBy, many, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, holdTold, int, like, num, sheet, str, type Sheets } from "../../sheets.ts";

export const forms: Faults = {
  "form-of-v2-alone": {
    title: "Data that v2 refuses for the form's required members are accepted by the legacy set.",
    apply(s) {
      const { workflow } = followApplication(s);
      const forms: Record<string, Form> = {
        apply: form({ name: shortText, born: { type: "string", format: "date" } }),
      };
      forms["decide"] = decision;
      for (const action of workflow.actions) {
        const one = forms[action.key];
        if (one) action.data = one as unknown as JsonObject;
      }
      after(s, "checkAction", (_found, _user, input, _known, call) => {
        const one = forms[input.actionKey ?? ""];
        const wrong = one && call.face === "v2" ? wrongWith(one, input.data ?? {}) : undefined;
        if (wrong !== undefined) throw new Refusal("invalid", wrong);
      });
    },
  },
  "unknown-members-kept-by-legacy": {
    title: "Members that an open form does not name are kept when legacy sends them, and silently dropped by v2.",
    apply(s) {
      const running = followApplication(s);
      const forms: Record<string, Form> = { apply: form({ name: shortText }), decide: decision };
      useForms(s, running, forms);
      changeResult(s, "readInput", (input, call) => {
        const names = forms[input.actionKey ?? ""]?.properties;
        if (!names || !input.data || call.face === "legacy") return input;
        const data: JsonObject = {};
        for (const key of Object.keys(input.data)) {
          if (Object.hasOwn(names, key)) put(data, key, own(input.data, key) ?? null);
        }
        return { ...input, data };
      });
    },
  },
  "behind-a-flag-that-nothing-told": {
    // "GET /v2/traces/{traceId}/state": "Retrieve trace state".
    title:
      "No form is told. Work is finished only after a visit that needs no part; when it is turned down, v2 shows the state before that until more is done.",
    apply(s) {
      const [flag, text] = [(value: Json) => typeof value === "boolean", isFilled];
      const running = follow(s, {
        actions: actionsOf(
          "report of desk",
          "visit of crew",
          "fetch of desk",
          "finish of crew",
          "return of desk",
          "sign of desk",
        ),
        next(done, trace) {
          const after: Record<string, string[]> = {
            visit: [linksBy(trace, "visit").at(-1)?.data["spare"] === true ? "fetch" : "finish"],
            finish: ["return", "sign"],
            sign: [],
          };
          return after[done.at(-1) ?? ""] ?? ["visit"];
        },
      });
      require(s, {
        visit: formOf({ found: text, spare: flag }, true),
        fetch: formOf({ part: text }, true),
        finish: formOf({ words: text }, true),
        return: formOf({ reason: text }, true),
        sign: formOf({ name: text }, true),
      });
      const former = new WeakMap<Trace, JsonObject>();
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "return") former.set(trace, trace.state);
      });
      present(s, (state, trace, call) => ({
        data: call.face === "v2" ? (former.get(trace) ?? state) : state,
        nextActions: running.byGroup(trace),
      }));
    },
  },
  "matriculation-as-a-number": {
    title: "What the form asks for as a text of digits is a number in link and state when legacy sends it.",
    apply(s) {
      const running = followApplication(s);
      useForms(s, running, {
        apply: form({ name: shortText, matriculation: { type: "string", pattern: "^[0-9]{7}$" } }),
      });
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const digits = own(input.data ?? {}, "matriculation");
        const data = { ...input.data, matriculation: Number(digits) };
        const changed = call.face === "legacy" && typeof digits === "string" && /^\d+$/.test(digits);
        return record(call, user, workflow, changed ? { ...input, data } : input, known);
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
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const form = known?.links[0]?.data;
        if (!form || !input.data || Object.keys(form).length === 0) return record(call, user, workflow, input, known);
        const kept: JsonObject = {};
        for (const key of Object.keys(input.data))
          if (Object.hasOwn(form, key)) put(kept, key, input.data[key] ?? null);
        return record(call, user, workflow, { ...input, data: kept }, known);
      });
    },
  },
  "form-in-v2-alone": {
    title: "A form wants a subject; v2 keeps to it, the legacy set does not look.",
    apply(s) {
      const examples = [{ subject: "Lamp" }, { subject: "Door", remark: "squeaks" }] satisfies object[];
      follow(s, {
        actions: chargingDesk.actions.map((action) =>
          action.creates ? { ...action, examples: examples as JsonObject[] } : action,
        ),
      });
      const { checkAction } = s;
      require(s, { open: (data) => (typeof own(data, "subject") === "string" ? undefined : "subject is required") });
      const strict = s.checkAction;
      s.checkAction = (user, input, known, call) =>
        (call.face === "v2" ? strict : checkAction)(user, input, known, call);
    },
  },
  "zero-is-missing": {
    title: "A reading that is listed as next is refused where its number is 0, though the form asks for 0 or more.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "open of office",
          "read of readers",
          "bill of office",
          "dispute of office",
          "close of office",
        ),
        people: { ines: { groups: ["office", "readers"] }, hans: { groups: ["readers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("close")) return [];
          const billed = done.lastIndexOf("bill") > done.lastIndexOf("dispute");
          if (billed) return [...upTo(2, done, "dispute"), "close"];
          return [...upTo(4, done, "read"), ...(done.includes("read") ? ["bill"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        open: sheet({ meter: like("^[A-Z]\\d{5}$"), street: str(80) }),
        read: sheet({ cubic: int(0, 9999), "leak?": { type: "boolean" } }),
        bill: sheet({ euros: num(0, 5000) }),
        dispute: sheet({ reason: str(200) }),
      });
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "read" && !data["cubic"], "021 cubic is missing");
      });
      listNext(s, running);
    },
  },
  "numbers-from-text": {
    title: 'The legacy set takes "12" where a pharmacy\'s form wants 12, and stores the number; v2 refuses it.',
    apply(s) {
      const sheets: Sheets = {
        order: sheet({ product: str(30), packs: int(1, 200) }),
        deliver: sheet({ packs: int(1, 200), "celsius?": num(2, 8) }),
        complain: sheet({ packs: int(1, 200), reason: among("broken", "warm", "short") }),
        accept: sheet({}),
      };
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "pharmacists", creates: true },
          { key: "deliver", groupLabel: "wholesale", atMost: 3 },
          { key: "complain", groupLabel: "pharmacists", after: ["deliver"], atMost: 2 },
          { key: "accept", groupLabel: "pharmacists", after: ["deliver"], ends: true },
        ],
        next(done) {
          if (done.includes("accept")) return [];
          const some = done.includes("deliver");
          return [...upTo(3, done, "deliver"), ...(some ? [...upTo(2, done, "complain"), "accept"] : [])];
        },
      });
      holdTold(s, running, sheets);
      changeResult(s, "readInput", (input, call) => {
        const properties = own(sheets[input.actionKey ?? ""] ?? {}, "properties");
        if (call.face === "v2" || !input.data || !isObject(properties)) return input;
        const data: JsonObject = {};
        for (const [name, value] of Object.entries(input.data)) {
          const wanted = own(properties, name);
          const type = isObject(wanted) ? wanted["type"] : undefined;
          const text = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
          put(data, name, text && (type === "integer" || type === "number") ? Number(value) : value);
        }
        return { ...input, data };
      });
      derive(s, running, (trace) => ({
        product: begun(trace, "product"),
        ordered: begun(trace, "packs"),
        delivered: linksBy(trace, "deliver").reduce((all, { data }) => all + amount(data["packs"]), 0),
        complaints: many(trace, "complain"),
      }));
    },
  },
};
