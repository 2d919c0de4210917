/** Whole institutions: services in which several habits of other variants come together. */
import { randomUUID } from "node:crypto";
import type { Call, Reply } from "../../lib/service/http.ts";
import type { Workflow } from "../../lib/service/domain.ts";
import { own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { bucket, defaultPages, indexLater, oneWriter, ownLink, rememberStates } from "../habits.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, refuse, require, trade, trades } from "../process.ts";
import type { Trace } from "../service.ts";
import { before, onRecord, pause, type Variants } from "../tools.ts";
import { handedOver, hide, mask, takesPart } from "./circles.ts";
import { essays, payments, screen, sentBack } from "./courses.ts";

const why = "Each of these is open by itself; houses choose several of them together.";

const page = (status: number, words: string): Reply => ({
  status,
  headers: { "Content-Type": "text/html; charset=utf-8" },
  body: `<!doctype html><title>${words}</title><h1>${words}</h1>`,
});

/** The text of a request as a firewall sees it. */
const textOf = (call: Call): string => call.body().toString("latin1");

const workshopForm: Record<string, readonly string[]> = {
  submit: ["title", "pages"],
  check: ["remark"],
  return: ["remark"],
  resubmit: ["title", "pages"],
  accept: ["remark"],
  "give-up": [],
};

export const institutions: Variants = {
  "credit-union": {
    title: "Amounts, a form, four eyes, payments unknown to groups before their turn, and searches 1.2 s behind.",
    why,
    apply(s) {
      const running = payments(s, {
        ines: { groups: ["staff", "cashiers"] },
        wim: { groups: ["leads"] },
        ada: { groups: ["directors"] },
      });
      listNext(s, running);
      indexLater(s, 1200);
      hide(s, running, takesPart(running));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const own = known?.links.some(({ actionKey, author }) => actionKey === "approve" && author === user.email);
        if (own && input.actionKey === "pay") throw new Refusal("foreign", "who approved does not pay");
        return workflow;
      };
    },
  },
  clinic: {
    title:
      "Groups see their own data, reads of the state may be 400 ms old (told), links newest first, a printed letter.",
    why,
    apply(s) {
      const running = handedOver(s);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "invoice") return;
        const data = Buffer.from(`Invoice of ${trace.id}\n`);
        const digest = s.digest(data);
        trace.files.set(digest, { digest, name: "invoice.txt", data, face: "v2" });
        link.files.push({ digest, name: "invoice.txt", part: "generated", size: data.length });
      });
      mask(s, running);
      rememberStates(s, 400);
      s.linksOf = (trace) => [...trace.links].reverse();
    },
  },
  "port-authority": {
    title: "A gateway takes 100 kB and 60 requests a second, a firewall answers HTML, so does the gate, with 409.",
    why,
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      bucket(s, 40, 60);
      before(s, (call) => {
        if (call.body().length > 100 * 1024) throw new Refusal("large", "Request Entity Too Large");
        if (/<script|' or '|union select|\.\.\//i.test(textOf(call))) throw new Refusal("foreign", "Request blocked");
      });
      const { refuse } = s;
      s.refuse = (call, error) => {
        if (error.kind === "large") return page(413, error.message);
        if (error.message === "Request blocked") return page(403, error.message);
        return error.message.startsWith("006") ? page(409, "Not at this stage") : refuse(call, error);
      };
    },
  },
  insurer: {
    title: "Each action is screened for 300 ms by a link of the system; a file only once in a trace; pages of five.",
    why,
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "screen")) });
      listNext(s, running);
      screen(s, 300);
      defaultPages(s, 5, 5);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(
          input.files.some(({ data }) => known?.files.has(s.digest(data))),
          "this file is in the trace already",
        );
        return workflow;
      };
      s.linkView = ({ data, actionKey, ...rest }) => ({ ...rest, step: actionKey, payload: data });
    },
  },
  "land-registry": {
    title:
      "The state counts entries and shows no data, links neither; searches know the counts, 1.5 s late; plain cursors.",
    why,
    apply(s) {
      follow(s, {
        actions: actionsOf("lodge of notaries", "query of registrars", "reply of notaries", "enter of registrars"),
        next: (done) => {
          if (done.includes("enter")) return [];
          return done.at(-1) === "query" ? ["reply"] : ["query", "enter"];
        },
      });
      compute(s, (trace) => ({ entries: trace.links.length, last: keysOf(trace).at(-1) ?? "", sealed: false }));
      onRecord(s, (link, trace) => {
        trace.state = { ...trace.state, sealed: link.actionKey === "enter" };
      });
      indexLater(s, 1500);
      s.linkView = ({ id, actionKey, files }) => ({ entry: id, kind: actionKey, attachments: files });
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link) + 1);
    },
  },
  workshop: {
    title:
      "One writer at a time (409), sent back in loops, default pages that differ, closed forms told by examples alone.",
    why,
    apply(s) {
      const example: Record<string, JsonObject[]> = {
        submit: [
          { title: "On harbours", pages: 12 },
          { title: "On tides", pages: 30 },
        ],
        check: [{ remark: "read" }, { remark: "read with care" }],
        return: [{ remark: "too long" }, { remark: "no sources given" }],
        resubmit: [
          { title: "On harbours, shorter", pages: 8 },
          { title: "On tides and moons", pages: 24 },
        ],
        accept: [{ remark: "good" }, { remark: "good, at last" }],
        "give-up": [{}, {}],
      };
      follow(s, {
        actions: essays.map((one) => ({ ...one, examples: example[one.key] ?? [] })),
        next: sentBack,
      });
      const check = (key: string) => (data: JsonObject) => {
        const known = workshopForm[key] ?? [];
        const other = Object.keys(data).find((name) => !known.includes(name));
        if (other !== undefined) return `unknown member ${other}`;
        const wrong = known.find((name) => typeof own(data, name) !== (name === "pages" ? "number" : "string"));
        return wrong === undefined ? undefined : `${wrong} is missing or of another type`;
      };
      require(s, Object.fromEntries(Object.keys(workshopForm).map((key) => [key, check(key)])));
      oneWriter(s);
      defaultPages(s, 7, 25);
    },
  },
  factory: {
    title: "Shipping begins a trace of a second workflow, which nobody else can begin and the warehouse signs once.",
    why: "One action may cause others on another trace; which actions begin one is a matter of the workflow.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const deliveries: Workflow = {
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a09",
        name: "Deliveries",
        organization: running.workflow.organization,
        actions: [
          { key: "sign", groupLabel: "warehouse" },
          { key: "complain", groupLabel: "sales" },
        ],
      };
      s.workflows.push(deliveries);
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const signed = known !== undefined && keysOf(known).includes("sign");
        refuse(workflow === deliveries && input.actionKey === "sign" && signed, "006 action not allowed now");
        return workflow;
      };
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "ship") return;
        const child: Trace = s.newTrace(deliveries);
        child.links.push(ownLink("deliver", { order: trace.id }));
        child.state = { order: trace.id };
        s.traces.set(child.id, child);
      });
    },
  },
  foundation: {
    title: "States count their readers and list what may come (told), tokens last 45 s, the first request is slow.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: trades,
        nextActions: { path: ["nextActions"], by: "group" },
        next: trade,
      });
      s.tokenSeconds = 45;
      let reads = 0;
      present(s, (data, trace) => ({
        data,
        receipt: randomUUID(),
        views: (reads += 1),
        nextActions: running.byGroup(trace),
      }));
      let started: Promise<void> | undefined;
      before(s, () => (started ??= pause(2500)));
    },
  },
};
