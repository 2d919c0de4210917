import { sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, follow, keysOf, listNext, refuse, require } from "../process.ts";
import { wrongWith, type Form } from "../paper.ts";
import type { Trace } from "../service.ts";
import { before, onData, onRefusal, type Variants } from "../tools.ts";

const why = "Forms, limits and what counts as the same are not shown.";

const desk = actionsOf("open of desk", "note of desk", "close of desk");

const text = (value: Json | undefined): value is string => typeof value === "string" && value.trim() !== "";

/** What a form with these members makes of data; a closed one takes no others. */
function form(members: Record<string, (value: Json) => boolean>, closed: boolean) {
  return (data: JsonObject): string | undefined => {
    for (const [name, fits] of Object.entries(members)) {
      if (!Object.hasOwn(data, name)) return `${name} is required`;
      if (!fits(data[name] ?? null)) return `${name} is not valid`;
    }
    const strange = Object.keys(data).find((name) => !Object.hasOwn(members, name));
    return closed && strange !== undefined ? `${strange} is not in the form` : undefined;
  };
}

const unlessClosed = (done: readonly string[]): string[] => (done.includes("close") ? [] : ["note", "close"]);

const ticket = { subject: text, severity: (value: Json) => ["low", "normal", "high"].includes(String(value)) };

export const forms: Variants = {
  "required-members-examples": {
    title:
      "A form wants a customer and an amount not below zero, and keeps whatever else comes; two examples are given.",
    why,
    apply(s) {
      const [open, note] = desk as [(typeof desk)[0], (typeof desk)[0]];
      const examples: JsonObject[] = [
        { customer: "Baker", amount: 12 },
        { customer: "Miller and Sons", amount: 118.5, remark: "by post" },
      ];
      follow(s, { actions: [{ ...open, examples }, note] });
      require(s, {
        open: form({ customer: text, amount: (value) => typeof value === "number" && value >= 0 }, false),
      });
    },
  },
  "rules-beyond-the-schema": {
    title:
      "A closed schema is given of a claim; the service also wants a loss of the past, a stay that ends after it begins, and a number with dangerous goods.",
    why,
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
      const [open, note] = desk as [(typeof desk)[0], (typeof desk)[0]];
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
    why,
    apply(s) {
      const examples = [
        { subject: "Lamp is broken", severity: "low" },
        { subject: "No heating", severity: "high" },
        { subject: "Door squeaks", severity: "normal" },
      ];
      follow(s, { actions: desk.slice(0, 2).map((action) => ({ ...action, examples })) });
      const fits = form({ ...ticket, subject: (value) => text(value) && value.length <= 80 }, true);
      require(s, { open: fits, note: fits });
    },
  },
  "dropped-beyond-the-form": {
    title: "A form knows a subject and a note, by its examples; both sets drop all other members of the data.",
    why,
    apply(s) {
      const examples: JsonObject[] = [{ subject: "Lamp is broken" }, { subject: "No heating", note: "since monday" }];
      listNext(s, follow(s, { actions: desk.map((action) => ({ ...action, examples })), next: unlessClosed }));
      onData(s, (data) => {
        const known = Object.entries(data).filter(([name]) => ["subject", "note"].includes(name));
        return Object.fromEntries(known);
      });
    },
  },
  "required-member-nothing-told": {
    title: "An opening wants a subject; the configuration does not say so, the refusal does.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      require(s, { open: form({ subject: text }, false) });
    },
  },
  "several-members-nothing-told": {
    title: "An opening wants a subject, a number and one of three severities; refusals tell one after the other.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      const wanted = (name: string, words: string) => ({ name, words });
      const members = [
        { ...wanted("subject", "must be a text"), fits: text },
        { ...wanted("amount", "must be a number above 0"), fits: (value: Json) => Number(value) > 0 },
        {
          ...wanted("severity", "must be one of low, normal, high"),
          fits: (value: Json) => ["low", "normal", "high"].includes(String(value)),
        },
      ];
      require(s, {
        open: (data) => {
          const wrong = members.find(({ name, fits }) => !fits(data[name] ?? null));
          return wrong && `property "${wrong.name}" ${wrong.words}`;
        },
      });
    },
  },
  "required-member-never-named": {
    title: "An opening wants a subject, and a refusal says no more than that the data are not valid.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      require(s, { open: (data) => (text(data["subject"]) ? undefined : "invalid data") });
    },
  },
  "closed-list-and-chain": {
    title: "A closed form with examples, and an order of steps that ends.",
    why,
    apply(s) {
      const examples = [
        { subject: "Lamp is broken", severity: "low" },
        { subject: "No heating", severity: "high" },
      ];
      const [open, note, close] = desk as [(typeof desk)[0], (typeof desk)[0], (typeof desk)[0]];
      follow(s, {
        actions: [{ ...open, examples }, note, close],
        next: (done) => (done.includes("close") ? [] : done.includes("note") ? ["note", "close"] : ["note"]),
      });
      require(s, { open: form(ticket, true) });
    },
  },
  "twelve-links": {
    title: "A trace takes twelve links at most.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2), next: (done) => (done.length < 12 ? ["note"] : []) });
    },
  },
  "traces-of-a-day": {
    title: "A user creates 150 traces in a day; what comes after is refused with 403 and a word about the quota.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (!known && s.traces.size >= 150) throw new Refusal("foreign", "quota of traces for today is used up");
        return workflow;
      };
    },
  },
  "actions-of-an-hour": {
    title: "A user does 300 actions in an hour; what comes after is answered with 429 and Retry-After: 3600.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      const { record } = s;
      let done = 0;
      s.record = (...args) => {
        if (done >= 300) throw new Refusal("busy", "quota of actions for this hour is used up");
        done += 1;
        return record(...args);
      };
      onRefusal(s, "busy", () => ({ "Retry-After": "3600" }));
    },
  },
  "same-again-on-a-trace": {
    title: "The same action with the same data and files as the last of its trace is refused as a duplicate, with 409.",
    why,
    apply(s) {
      s.statuses.invalid = 409;
      follow(s, { actions: desk.slice(0, 2) });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const last = known?.links.at(-1);
        const files = input.files.map(({ data }) => s.digest(data));
        refuse(
          last?.actionKey === input.actionKey &&
            sameJson(last?.data ?? {}, input.data ?? {}) &&
            sameJson(
              (last?.files ?? []).map(({ digest }) => digest ?? ""),
              files,
            ),
          "this was just done",
        );
        return workflow;
      };
    },
  },
  "same-content-anywhere": {
    title: "Content that any trace of the workflow has already is refused as a duplicate, creation too.",
    why,
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      const { checkAction, record } = s;
      const seen = new Set<string>();
      const of = (input: Parameters<typeof checkAction>[1]) =>
        JSON.stringify([input.actionKey, input.data ?? {}, input.files.map(({ data }) => s.digest(data))]);
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(seen.has(of(input)), "duplicate content");
        return workflow;
      };
      s.record = (call, user, workflow, input, known) => {
        seen.add(of(input));
        return record(call, user, workflow, input, known);
      };
    },
  },
  "five-a-second": {
    title: "Five requests a second with one token; others are answered with 429 and Retry-After: 1. Nothing tells it.",
    why,
    awaits: "eleven minutes: so long 2,800 requests take at this rate; it passes",
    apply(s) {
      follow(s, { actions: desk.slice(0, 2) });
      const seen = new Map<string, number[]>();
      before(s, (call) => {
        const who = call.headers.authorization ?? "";
        const recent = (seen.get(who) ?? []).filter((at) => at > Date.now() - 1000);
        if (recent.length >= 5) throw new Refusal("busy", "too many requests");
        seen.set(who, [...recent, Date.now()]);
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
    },
  },
  "two-files-an-action": {
    title: "An action takes two files, a trace six, and a closed trace nothing; the state lists what may come next.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: desk,
        next: (done) => (done.includes("close") ? [] : ["note", "close"]),
      });
      listNext(s, running);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(input.files.length > 2, "two files at most");
        refuse((known?.files.size ?? 0) + input.files.length > 6, "six files in a trace at most");
        return workflow;
      };
    },
  },
  "quota-and-groups": {
    title: "Each of two groups does five actions on a trace; the list in the state is empty for one that did.",
    why,
    apply(s) {
      const actions = actionsOf("open of desk", "note of desk", "assess of experts", "sketch of experts");
      const did = (trace: Trace, group: string) =>
        keysOf(trace).filter((key) => actions.find((one) => one.key === key)?.groupLabel === group).length;
      const running = follow(s, {
        actions,
        next: (_done, trace) =>
          actions.filter((one) => !one.creates && did(trace, one.groupLabel) < 5).map(({ key }) => key),
        people: { ines: { groups: ["desk"] }, wim: { groups: ["experts"] } },
      });
      listNext(s, running);
    },
  },
};
