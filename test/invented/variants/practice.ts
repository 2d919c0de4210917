import { createHash, randomUUID } from "node:crypto";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { zip, distinctNames, entryName } from "../../lib/service/zip.ts";
import { actionsOf, follow, listNext, present, require } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRecord, pause, type Variants } from "../tools.ts";

/** Content that a trace has is refused when it comes again, and after fifteen links nothing may come. */
function onceAndFifteen(s: Service): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    const workflow = checkAction(user, input, known, call);
    if (known && known.links.length >= 15) throw new Refusal("invalid", "the trace is full");
    for (const { data } of input.files) {
      if (known?.files.has(s.digest(data))) throw new Refusal("invalid", "this document is attached already");
    }
    const sums = input.files.map(({ data }) => createHash("sha1").update(data).digest("hex"));
    if (new Set(sums).size < sums.length) throw new Refusal("invalid", "the same document twice");
    return workflow;
  };
}

/** Each file in a folder, the folders listed too, sizes after the data, and a comment. */
function folders(s: Service): void {
  s.pack = (entries) =>
    zip(
      distinctNames(entries).flatMap(({ name, data }, at) => {
        const folder = `export/${String(at + 1).padStart(3, "0")}/`;
        return [
          { name: folder, data: Buffer.alloc(0) },
          { name: `${folder}${entryName(name)}`, data },
        ];
      }),
      { deflate: false, descriptors: true, comment: "made by order of the auditor" },
    );
}

/** What workflows do: rules, forms, and what they do by their own hand. */
export const practice: Variants = {
  "once-and-fifteen": {
    title:
      "A document that the trace has is refused when it comes again, in one action too; a trace has fifteen links at most.",
    why: "Limits are not shown; duplicates refused and bounded links are usual.",
    apply: onceAndFifteen,
  },
  "rooms-of-inspection": {
    title:
      "A claim is looked at and looked at again in turns, no action twice in a row; the state lists the keys for all.",
    why: "Transitions are not shown: the workflow decides what may come next, and the state shows it in its own way.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("file of desk", "inspect of field", "assess of office", "query of office"),
        nextActions: { path: ["now", "possible"], by: "all" },
        next: (done) => ["inspect", "assess", "query"].filter((key) => key !== done.at(-1)),
      });
      present(s, (data, trace) => ({ form: data, now: { possible: [...running.next(trace)] } }));
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
  "system-answers": {
    title: "A moment after every remark the system itself adds a receipt to the trace.",
    why: "One action may cause others by the system's own hand.",
    apply(s) {
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "remark") return;
        void pause(40).then(() => {
          trace.links.push({ ...link, id: randomUUID(), actionKey: "receipt", author: "system", data: {}, files: [] });
        });
      });
    },
  },
  "state-by-reader": {
    title: "Each reader sees what his groups may do next, and only his own notices; the rest is the same for all.",
    why: "What the state shows may differ from reader to reader.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("order of sales", "ship of warehouse", "remark of sales"),
        nextActions: { path: ["nextActions"], by: "group" },
        people: { ines: { groups: ["sales"] }, wim: { groups: ["warehouse"] } },
        next: (done) => (done.includes("ship") ? ["remark"] : ["ship", "remark"]),
      });
      present(s, (data, trace, call) => {
        const reader = running.reader(call);
        const groups = reader ? running.groupsOf(reader) : [];
        const mine = Object.entries(running.byGroup(trace)).filter(([group]) => groups.includes(group));
        return { data, nextActions: Object.fromEntries(mine), you: reader?.email ?? null };
      });
    },
  },
  "archive-of-folders": {
    title: "An archive has a folder for each file, folders as entries, sizes behind the data, and a comment.",
    why: "The archive is a zip with the requested files; how its entries are called is not shown.",
    apply: folders,
  },
  "default-members": {
    title: "The workflow fills in what the form leaves out, a running number and a total, beside what was sent.",
    why: "The state is computed by the workflow's own code, with counters and derived members.",
    apply(s) {
      const running = follow(s, { actions: actionsOf("open of clerks", "note of clerks") });
      listNext(s, running);
      let number = 1000;
      const numbers = new WeakMap<Trace, number>();
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = (await stateOf(trace, call)) as Record<string, never>;
        if (!numbers.has(trace)) numbers.set(trace, (number += 1));
        return { ...state, number: numbers.get(trace) ?? 0, steps: trace.links.length, status: "open", vat: "19.00" };
      };
    },
  },
  "folders-once": {
    title: "Documents once in a trace of fifteen links at most, and archives of folders.",
    why: "Each of them is allowed; an archive keeper would choose both.",
    apply(s) {
      onceAndFifteen(s);
      folders(s);
    },
  },
};
