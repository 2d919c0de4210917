/** Processes of laboratories: samples, measurements, reports. */
import { type Json, type JsonObject, own, put } from "../../../lib/service/json.ts";
import { atLast, checkForms, declining, enclose } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { noTransitions, ofTheWorkflow } from "../../left-open.ts";
import { amounts, answerWith, closed, demand, form, showExamples, useForms } from "../../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, type Process } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { onRecord, rewriteObject, type Variants } from "../../tools.ts";
import { begun, linksBy, many, often, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

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

export const laboratories: Variants = {
  // "the same content twice refused as a duplicate"; "who did what before"; "sums ... generated documents".
  "lab-samples": {
    title: "A barcode comes once; who measured last does not validate; means are drawn; the report is a document.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "receive", groupLabel: "reception", creates: true },
          { key: "measure", groupLabel: "analysts", atMost: 4 },
          { key: "validate", groupLabel: "analysts", after: ["measure"] },
          { key: "report", groupLabel: "reception", after: ["validate"], ends: true },
          { key: "discard", groupLabel: "reception", ends: true },
        ],
        next(done, trace) {
          if (done.includes("report") || done.includes("discard")) return [];
          const last = trace.links.at(-1);
          if (last?.actionKey === "validate" && last.data["accepted"] === true) return ["report"];
          const measure = often(done, "measure") < 4 ? ["measure"] : [];
          return [...measure, ...(last?.actionKey === "measure" ? ["validate"] : []), "discard"];
        },
        people: {
          ines: { groups: ["reception", "analysts"] },
          nils: { groups: ["analysts"] },
          rosa: { groups: ["analysts"] },
        },
        nextActions: inState,
      });
      checkForms(s, running, {
        receive: sheet({
          barcode: { type: "string", pattern: "^[A-Z]{2}[0-9]{8}$" },
          material: among("blood", "urine"),
        }),
        measure: sheet({ value: { type: "number", minimum: 0, maximum: 500 } }),
        validate: sheet({ accepted: { type: "boolean" } }),
      });
      const barcodes = new Set<Json>();
      atLast(s, ({ key, data, author }, known) => {
        if (key === "receive" && barcodes.has(data["barcode"] ?? null)) decline(409, "000 this barcode is taken");
        if (key === "validate" && known?.links.at(-1)?.author === author) decline(403, "006 not by who measured");
      });
      compute(s, (trace) => {
        const count = often(keysOf(trace), "measure");
        const mean = count === 0 ? null : Math.round((sum(trace, "measure", "value") / count) * 1000) / 1000;
        return { ...trace.links[0]?.data, measurements: count, mean, updatedAt: new Date().toISOString() };
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey === "receive") barcodes.add(link.data["barcode"] ?? null);
        if (link.actionKey !== "report") return;
        const lines = [`Sample ${String(trace.state["barcode"])}`, `Mean ${String(trace.state["mean"])}`, trace.id];
        trace.state = { ...trace.state, document: enclose(s, trace, link, "report.txt", lines.join("\n")) };
      });
      listNext(s, running);
    },
  },
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
  // What may come next is what can still be paid for; the configuration is not told where the state shows it.
  "lab-credits": {
    title: "Tests cost credits of an order's ten: what is too dear is refused, and is possible again after a top-up.",
    why: noTransitions,
    apply(s) {
      const prices: Record<string, number> = { stain: 1, culture: 4, sequence: 7 };
      const left = (trace: Trace) =>
        keysOf(trace).reduce((all, key) => all - (prices[key] ?? 0), 10 + 5 * many(trace, "top-up"));
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "clinic", creates: true, examples: [{ specimen: "swab", urgent: true }] },
          { key: "stain", groupLabel: "laboratory", examples: [{ method: "gram", result: "positive" }] },
          { key: "culture", groupLabel: "laboratory", examples: [{ medium: "agar", hours: 48 }] },
          { key: "sequence", groupLabel: "laboratory", examples: [{ gene: "16S", reads: 12_000 }] },
          { key: "top-up", groupLabel: "clinic", atMost: 1, examples: [{ approvedBy: "Dr. Lund" }] },
          { key: "report", groupLabel: "laboratory", ends: true, examples: [{ germ: "E. coli" }] },
        ],
        next(done, trace) {
          if (done.includes("report")) return [];
          const tests = Object.keys(prices).filter((key) => (prices[key] ?? 0) <= left(trace));
          const some = done.some((key) => key in prices);
          return [...tests, ...upTo(1, done, "top-up"), ...(some ? ["report"] : [])];
        },
      });
      coded(s, { "006": 402, "021": 422 });
      hold(s, running, {
        order: sheet({ specimen: among("swab", "blood", "urine"), urgent: { type: "boolean" } }),
        stain: sheet({ method: str(20), result: among("positive", "negative") }),
        culture: sheet({ medium: str(20), hours: int(12, 96) }),
        sequence: sheet({ gene: str(12), reads: int(1, 1_000_000) }),
        "top-up": sheet({ approvedBy: str(40) }),
        report: sheet({ germ: str(40) }),
      });
      derive(s, running, (trace) => ({
        specimen: begun(trace, "specimen"),
        credits: left(trace),
        tests: Object.keys(prices).map((key) => [key, many(trace, key)]),
        reported: keysOf(trace).includes("report"),
      }));
      present(s, (state, trace) => ({
        ...state,
        menu: running.next(trace).map((key) => ({ key, label: `${key} (${String(prices[key] ?? 0)})` })),
      }));
    },
  },
  "a-passed-test-releases": {
    title: "A sample is tested three times at most; only after a test that says passed: true is it released.",
    why: `${ofTheWorkflow} A rule may look at the data.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("sample of lab", "test of lab", "release of leads", "reject of leads"),
        next: (done, trace) => {
          if (done.includes("release") || done.includes("reject")) return [];
          const tests = trace.links.filter(({ actionKey }) => actionKey === "test");
          const passed = own(tests.at(-1)?.data ?? {}, "passed") === true;
          return passed ? ["release", "reject"] : [...(tests.length < 3 ? ["test"] : []), "reject"];
        },
      });
      listNext(s, running);
    },
  },
  // Rules about two dates, of which one lies decades ago, while the same person is taken once.
  "subjects-enrolled-once": {
    title: "A subject of a study is of age and has consented; each code is enrolled once, and there are few of them.",
    why: noTransitions,
    apply(s) {
      const day: JsonObject = { type: "string", format: "date" };
      const running = follow(s, {
        actions: actionsOf("enrol of sites", "assess of sites", "visit of sites"),
        nextActions: inState,
        next(done, trace) {
          if (!done.includes("assess")) return ["assess"];
          return linksBy(trace, "assess")[0]?.data["fit"] === true ? upTo(20, done, "visit") : [];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422, "023": 409 });
      holdTold(s, running, {
        enrol: sheet({
          subject: like("^(0[1-9]|1[0-9]|20)-[0-9]{3}$"),
          born: day,
          consented: day,
          weight: num(30, 250),
        }),
        assess: sheet({ fit: { type: "boolean" } }),
        visit: sheet({ note: str(80) }),
      });
      const enrolled = new Set<Json | undefined>();
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "enrol") return;
        const age = new Date().getFullYear() - Number(String(data["born"]).slice(0, 4));
        deny(age < 18 || age > 80, "022 born: subjects are 18 to 80 years old");
        deny(String(data["consented"]) > new Date().toISOString().slice(0, 10), "022 consented: not in the future");
        deny(enrolled.has(data["subject"]), "023 the subject is enrolled");
        enrolled.add(data["subject"]);
      });
      present(s, (_, trace) => ({
        subject: begun(trace, "subject"),
        visits: many(trace, "visit"),
        nextActions: running.byGroup(trace),
      }));
    },
  },
};
