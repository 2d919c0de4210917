/** Processes of laboratories and hospitals. */
import { own, put, type JsonObject } from "../../lib/service/json.ts";
import { ownLink } from "../habits.ts";
import { amounts, answerWith, closed, demand, form, showExamples, useForms } from "../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, type Process } from "../process.ts";
import { onRecord, rewriteObject, type Variants } from "../tools.ts";

/** A sample: measured up to four times, then validated and reported. */
const sample: Process = {
  actions: actionsOf("accession of reception", "measure of bench", "validate of doctors", "report of doctors"),
  next(done) {
    if (done.includes("report")) return [];
    if (done.includes("validate")) return ["report"];
    const measured = done.filter((key) => key === "measure").length;
    return [...(measured < 4 ? ["measure"] : []), ...(measured > 0 ? ["validate"] : [])];
  },
};

const round = (value: number): number => (Math.abs(value) > 1e12 ? value : Math.round(value * 100) / 100);

export const clinics: Variants = {
  "barcodes-once": {
    title: "A sample needs a barcode of a told pattern, in a closed form, and no barcode is taken a second time.",
    why: "Duplicates may be refused; a form may be closed and ask for a format.",
    apply(s) {
      const running = follow(s, sample);
      listNext(s, running);
      useForms(s, running, { accession: form({ barcode: { type: "string", pattern: "^LB-[0-9]{8}$" } }, closed) });
      const used = new Set<string>();
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "accession") used.add(String(own(data, "barcode")));
      });
      demand(s, ({ data = {} }, known) =>
        !known && used.has(String(own(data, "barcode"))) ? "duplicate barcode" : undefined,
      );
      answerWith(s, 409, "duplicate");
    },
  },
  "report-as-one-pdf": {
    title: "The report must carry one file that begins as a PDF does, and validations carry none. Nothing tells of it.",
    why: "Files may be wanted by a form, and their type and number limited.",
    apply(s) {
      listNext(s, follow(s, sample));
      demand(s, ({ actionKey, files }) => {
        if (actionKey === "validate") return files.length > 0 ? "this form takes no files" : undefined;
        if (actionKey !== "report") return undefined;
        const [file] = files;
        return files.length !== 1 || !file?.data.subarray(0, 5).equals(Buffer.from("%PDF-"))
          ? "one PDF is required"
          : undefined;
      });
    },
  },
  "latest-of-each-stage": {
    title:
      "The state holds the data of each stage's latest action alone, under its name; former ones are in the links.",
    why: "The state is the workflow's own; what was replaced need not stay in it.",
    apply(s) {
      follow(s, sample);
      compute(s, (trace) => {
        const stages: JsonObject = {};
        for (const { actionKey, data } of trace.links) put(stages, actionKey, data);
        return { stage: keysOf(trace).at(-1) ?? null, stages };
      });
    },
  },
  "never-validated-by-the-same": {
    title: "Whoever measured last may not validate, though in the group of doctors; two doctors are told.",
    why: "The rules may depend on who did what before, and one user may be in several groups.",
    apply(s) {
      const both = { groups: ["bench", "doctors"] };
      const running = follow(s, {
        ...sample,
        people: { ines: { groups: ["reception", "bench", "doctors"] }, wim: both },
      });
      listNext(s, running);
      demand(
        s,
        ({ actionKey }, known, { email }) =>
          actionKey === "validate" && known?.links.at(-1)?.author === email ? "you measured this" : undefined,
        "foreign",
      );
    },
  },
  "critical-values-first": {
    title: "After a value above 80 nothing but an acknowledgement may follow; the list is plain, and its path is told.",
    why: "What may come next may depend on the data.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("admit of ward", "measure of ward", "acknowledge of ward", "discharge of ward"),
        nextActions: { path: ["chart", "next"], by: "all" },
        next(done, trace) {
          if (done.includes("discharge")) return [];
          if (done.at(-1) === "measure" && (amounts(trace, "measure", "value").at(-1) ?? 0) > 80)
            return ["acknowledge"];
          return ["measure", ...(done.includes("measure") ? ["discharge"] : [])];
        },
      });
      useForms(s, running, { measure: form({ value: { type: "number", minimum: 0, maximum: 100 } }) });
      present(s, (data, trace) => ({ chart: { values: data, next: [...running.next(trace)] } }));
    },
  },
  "worklist-of-the-reader": {
    title: "The state lists what the reader may do, and nothing of what others may; two readers see two lists.",
    why: "What the state shows may differ from reader to reader.",
    apply(s) {
      const running = follow(s, {
        ...sample,
        nextActions: { path: ["worklist"], by: "all" },
        people: { ines: { groups: ["reception", "bench"] }, wim: { groups: ["doctors"] } },
      });
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const worklist = Object.entries(running.byGroup(trace)).flatMap(([group, keys]) =>
          groups.includes(group) ? keys : [],
        );
        return { data, worklist };
      });
    },
  },
  "rounded-and-trimmed": {
    title: "The state rounds numbers to two decimals and trims texts, for searches too; the links keep what was sent.",
    why: "An effect may derive and rename members; the state's content is left open.",
    awaits: "values that a state changes only some of: so does an error; `computed` of `state-data` pins it",
    apply(s) {
      follow(s, sample);
      const { merge } = s;
      s.merge = (trace, data, call) =>
        merge(
          trace,
          rewriteObject(data, (value) => {
            if (typeof value === "string") return value.trim();
            return typeof value === "number" ? round(value) : value;
          }),
          call,
        );
    },
  },
  "transmission-that-fails": {
    title: "Every third transmission fails with 502 and nothing is added; after one that succeeds a receipt follows.",
    why: "An effect may call another system and fail; one action may cause another by the system's own hand.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("open of ward", "write of ward", "transmit of ward"),
        next: (done) => (done.filter((key) => key === "transmit").length > 2 ? [] : ["write", "transmit"]),
      });
      listNext(s, running);
      let tried = 0;
      demand(s, ({ actionKey }) => {
        if (actionKey !== "transmit") return undefined;
        tried += 1;
        return tried % 3 === 0 ? "effect failed: the other system does not answer" : undefined;
      });
      answerWith(s, 502, "effect failed");
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "transmit") trace.links.push(ownLink("receipt", { accepted: true, message: tried }));
      });
      showExamples(running, {
        write: [{ text: "seen in the morning" }, { text: "slept well" }],
        transmit: [{ to: "the north wing" }, { to: "the other clinic" }],
      });
    },
  },
  "notes-outside-the-list": {
    title:
      "The state lists the steps of the treatment alone; a note is taken at any time, also after the last of them.",
    why: "A list of what should be done next need not hold all that may be done; the interface knows no list at all.",
    apply(s) {
      const steps = actionsOf("admit of ward", "treat of doctors", "discharge of ward", "note of nurses");
      const running = follow(s, {
        actions: steps,
        next: (done) => {
          if (done.includes("discharge")) return ["note"];
          return [...(done.includes("treat") ? ["treat", "discharge"] : ["treat"]), "note"];
        },
      });
      present(s, (data, trace) => {
        const { nurses: _, ...listed } = running.byGroup(trace);
        return { data, nextActions: listed };
      });
    },
  },
};
