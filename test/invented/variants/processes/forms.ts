/** What forms ask for, and how one learns of it. */
import type { Json, JsonObject } from "../../../lib/service/json.ts";
import { formOf, isFilled, toldForms } from "../../changes/forms.ts";
import { checkForms } from "../../duties.ts";
import { formsNotShown } from "../../left-open.ts";
import { closed, form, type Form, useForms, wrongWith } from "../../paper.ts";
import { actionsOf, follow, listNext, require } from "../../process.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onData, type Variants } from "../../tools.ts";
import { sheet } from "../../sheets.ts";

const unlessClosed = (done: readonly string[]): string[] => (done.includes("close") ? [] : ["note", "close"]);

const ticket = { subject: isFilled, severity: (value: Json) => ["low", "normal", "high"].includes(String(value)) };

export const forms: Variants = {
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
  "required-members-examples": {
    title:
      "A form wants a customer and an amount not below zero, and keeps whatever else comes; two examples are given.",
    why: formsNotShown,
    apply(s) {
      const [open, note] = deskActions as [(typeof deskActions)[0], (typeof deskActions)[0]];
      const examples: JsonObject[] = [
        { customer: "Baker", amount: 12 },
        { customer: "Miller and Sons", amount: 118.5, remark: "by post" },
      ];
      follow(s, { actions: [{ ...open, examples }, note] });
      require(s, {
        open: formOf({ customer: isFilled, amount: (value) => typeof value === "number" && value >= 0 }, false),
      });
    },
  },
  "rules-beyond-the-schema": {
    title:
      "A closed schema is given of a claim; the service also wants a loss of the past, a stay that ends after it begins, and a number with dangerous goods.",
    why: formsNotShown,
    apply(s) {
      const day: Form = { type: "string", format: "date" };
      const claim: Form = {
        type: "object",
        additionalProperties: false,
        required: ["vessel", "lost", "stay", "goods"],
        properties: {
          vessel: { type: "string", minLength: 2, maxLength: 60 },
          lost: day,
          stay: { type: "object", required: ["from", "to"], properties: { from: day, to: day } },
          goods: { type: "string", pattern: "^[0-9]{2} [0-9]{2}[*]?$" },
          number: { type: "string", pattern: "^UN[0-9]{4}$" },
        },
      };
      const [open, note] = deskActions as [(typeof deskActions)[0], (typeof deskActions)[0]];
      follow(s, { actions: [{ ...open, data: claim as JsonObject }, note] });
      require(s, {
        open(data) {
          const wrong = wrongWith(claim, data);
          if (wrong !== undefined) return wrong;
          const { lost, stay, goods, number } = data;
          const { from, to } = stay as JsonObject;
          if (String(lost) > new Date().toISOString()) return "the loss lies in the future";
          if (String(from) >= String(to)) return "the stay ends before it begins";
          return String(goods).endsWith("*") && number === undefined ? "dangerous goods need a number" : undefined;
        },
      });
    },
  },
  "closed-lists-examples": {
    title:
      "A closed form with a subject of 80 characters at most and one of three severities; three examples are given.",
    why: formsNotShown,
    apply(s) {
      const examples = [
        { subject: "Lamp is broken", severity: "low" },
        { subject: "No heating", severity: "high" },
        { subject: "Door squeaks", severity: "normal" },
      ];
      follow(s, { actions: deskActions.slice(0, 2).map((action) => ({ ...action, examples })) });
      const fits = formOf({ ...ticket, subject: (value) => isFilled(value) && value.length <= 80 }, true);
      require(s, { open: fits, note: fits });
    },
  },
  "dropped-beyond-the-form": {
    title: "A form knows a subject and a note, by its examples; both sets drop all other members of the data.",
    why: formsNotShown,
    apply(s) {
      const examples: JsonObject[] = [{ subject: "Lamp is broken" }, { subject: "No heating", note: "since monday" }];
      listNext(s, follow(s, { actions: deskActions.map((action) => ({ ...action, examples })), next: unlessClosed }));
      onData(s, (data) => {
        const known = Object.entries(data).filter(([name]) => ["subject", "note"].includes(name));
        return Object.fromEntries(known);
      });
    },
  },
  "closed-list-and-chain": {
    title: "A closed form with examples, and an order of steps that ends.",
    why: formsNotShown,
    apply(s) {
      const examples = [
        { subject: "Lamp is broken", severity: "low" },
        { subject: "No heating", severity: "high" },
      ];
      const [open, note, close] = deskActions as [
        (typeof deskActions)[0],
        (typeof deskActions)[0],
        (typeof deskActions)[0],
      ];
      follow(s, {
        actions: [{ ...open, examples }, note, close],
        next: (done) => (done.includes("close") ? [] : done.includes("note") ? ["note", "close"] : ["note"]),
      });
      require(s, { open: formOf(ticket, true) });
    },
  },
  "priorities-filled-in": {
    title: "What a form leaves out is filled with constants, in links, state and searches alike; the schema is told.",
    why: "Fields of a link are not shown; a form with defaults keeps what it understood.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("report of drivers", "quote of workshop", "repair of workshop"),
        next: (done) => (done.includes("repair") ? [] : ["quote", "repair"]),
      });
      listNext(s, running);
      useForms(s, running, {
        report: {
          ...form({ vehicle: { type: "string", minLength: 2, maxLength: 12 } }),
          properties: {
            vehicle: { type: "string", minLength: 2, maxLength: 12 },
            priority: { enum: ["low", "normal", "high"] },
          },
        },
      });
      onData(s, (data) => (Object.hasOwn(data, "vehicle") ? { priority: "normal", ...data } : data));
    },
  },
  "closed-forms-told": {
    title: "Each action has a closed form, with dates, ranges and lists; the tester has the schemas.",
    why: "Which data an action takes is not shown; a workflow has forms.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of citizens", "visit of inspectors", "decide of council"),
        next: (done) => (done.includes("decide") ? [] : ["visit", ...(done.includes("visit") ? ["decide"] : [])]),
      });
      checkForms(s, running, {
        apply: sheet({
          street: { type: "string", minLength: 3, maxLength: 60 },
          kind: { type: "string", enum: ["fence", "garage", "extension"] },
          area: { type: "number", minimum: 1, maximum: 400 },
          "protected?": { type: "boolean" },
        }),
        visit: sheet({ on: { type: "string", format: "date" }, finding: { type: "string", minLength: 1 } }),
        decide: sheet({ granted: { type: "boolean" }, "fee?": { type: "integer", minimum: 0, maximum: 5000 } }),
      });
    },
  },
  "forms-by-example": {
    title: "Forms with patterns that nobody guesses; the tester has an example or two of each, no schema.",
    why: "Which data an action takes is not shown; the schema need not be at hand.",
    apply(s) {
      const examples: Record<string, JsonObject[]> = {
        open: [
          { plate: "NW-482-KL", keeper: "A. Sand" },
          { plate: "SG-007-BB", keeper: "B. Moor" },
        ],
        tow: [
          { yard: "Y4", at: "06:45" },
          { yard: "Y1", at: "17:05" },
        ],
        release: [{ receipt: "R/2291" }, { receipt: "R/4017" }],
      };
      const running = follow(s, {
        actions: actionsOf("open of wardens", "tow of wardens", "release of cashiers"),
        next: (done) => (done.includes("release") ? [] : done.includes("tow") ? ["release"] : ["tow"]),
      });
      checkForms(
        s,
        running,
        {
          open: sheet({ plate: { type: "string", pattern: "^[A-Z]{2}-\\d{3}-[A-Z]{2}$" }, keeper: { type: "string" } }),
          tow: sheet({
            yard: { type: "string", pattern: "^Y[1-9]$" },
            at: { type: "string", pattern: "^\\d\\d:\\d\\d$" },
          }),
          release: sheet({ receipt: { type: "string", pattern: "^R/\\d{4}$" } }),
        },
        (_schema, key) => ({ examples: examples[key] ?? [] }),
      );
    },
  },
  "closed-forms": {
    title:
      "Forms are closed: an amount with two digits after the point, one of three currencies, a reason if it is high.",
    why: "Which data an action takes is the business of its form; the configuration tells the schema and examples.",
    apply(s) {
      const schema = {
        type: "object",
        additionalProperties: false,
        required: ["amount", "currency"],
        properties: {
          amount: { type: "number", minimum: 0.01, maximum: 5000, multipleOf: 0.01 },
          currency: { enum: ["EUR", "SEK", "CHF"] },
          reason: { type: "string", minLength: 3, maxLength: 80 },
        },
        if: { properties: { amount: { minimum: 1000 } } },
        then: { required: ["reason"] },
      };
      const examples: JsonObject[] = [
        { amount: 12.5, currency: "EUR" },
        { amount: 1200, currency: "SEK", reason: "late delivery" },
      ];
      follow(s, {
        actions: actionsOf("draft of buyers", "remark of buyers").map((one) => ({ ...one, data: schema, examples })),
      });
      const form = ({ amount, currency, reason, ...more }: JsonObject): string | undefined => {
        if (Object.keys(more).length > 0) return "there is a member that the form does not know";
        if (typeof amount !== "number" || amount < 0.01 || amount > 5000) return "the amount is out of range";
        if (Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6) return "the amount has too many digits";
        if (typeof currency !== "string" || !schema.properties.currency.enum.includes(currency)) return "the currency";
        if (reason === undefined) return amount < 1000 ? undefined : "a high amount needs a reason";
        const length = typeof reason === "string" ? Array.from(reason).length : 0;
        return length >= 3 && length <= 80 ? undefined : "the reason is too short or too long";
      };
      require(s, { draft: form, remark: form });
    },
  },
  "default-members": {
    title: "The workflow fills in what the form leaves out, a running number and a total, beside what was sent.",
    why: "The state is computed by the workflow's own code, with counters and derived members.",
    apply(s) {
      const running = follow(s, { actions: actionsOf("open of clerks", "note of clerks") });
      listNext(s, running);
      let number = 1000;
      const numbers = new WeakMap<Trace, number>();
      aroundStep(s, "stateOf", (stateOf) => async (trace, call) => {
        const state = (await stateOf(trace, call)) as Record<string, never>;
        if (!numbers.has(trace)) numbers.set(trace, (number += 1));
        return { ...state, number: numbers.get(trace) ?? 0, steps: trace.links.length, status: "open", vat: "19.00" };
      });
    },
  },
  "a-form-for-each-action": {
    title: "Each of three actions has a closed form of its own, that of the last has no members; the schemas are told.",
    why: formsNotShown,
    apply(s) {
      const actions = toldForms(s, deskActions);
      listNext(s, follow(s, { actions, next: untilClosed }));
    },
  },
};
