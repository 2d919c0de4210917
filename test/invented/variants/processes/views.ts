/** What is shown to some readers and kept from others. */
import type { Call } from "../../../lib/service/http.ts";
import { type JsonObject, own, put } from "../../../lib/service/json.ts";
import { hide, mask, takesPart, withhold } from "../../changes/visibility.ts";
import { groupOf, seenByGroup } from "../../duties.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present, trade, trades } from "../../process.ts";
import { analysis, untilApproved } from "../../processes/analyses.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import { handedOver } from "../../processes/orders.ts";
import { fromTheCounter, keep, keepInState, quoted, quoteSum, remarkText, repair } from "../../processes/quotes.ts";
import type { Service, Trace } from "../../service.ts";
import { aroundStep, rewriteObject, type Variants } from "../../tools.ts";
import { inState } from "../../rules.ts";

const groupsOpen = "One user may be in one group alone, and users may see only the traces their group takes part in.";

/** What the state makes of the numbers of an analysis: how many results there are, and how far it is. */
function count(s: Service): void {
  compute(s, (trace) => ({
    subject: trace.links[0]?.data["subject"] ?? null,
    results: keysOf(trace).filter((key) => key === "result").length,
    status: keysOf(trace).at(-1) ?? "",
  }));
}

const readersDiffer =
  "What is shown may differ from reader to reader; fields of a link, keys and values of the state are not shown.";

export const views: Variants = {
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
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const seen = view(trace, call);
        const stars = Object.keys(filters).some((key) => own(seen, key) === "***");
        return !stars && matches({ ...trace, state: seen }, filters, call);
      });
    },
  },
  "unknown-until-handed-over": {
    title: "A group can neither find nor read a trace before it is the group's turn; three people, a group each.",
    why: groupsOpen,
    apply(s) {
      const running = handedOver(s);
      listNext(s, running);
      hide(s, running, takesPart(running));
    },
  },
  "masked-for-other-groups": {
    title:
      "Each group sees the data of its own actions alone, in state, links and searches; links of others are masked.",
    why: "What the state shows may differ from reader to reader; fields of a link are not shown.",
    apply(s) {
      mask(s, handedOver(s));
    },
  },
  "results-until-approved": {
    title:
      "The ward sees that there are results, and what they are once a physician approved them: links are redacted.",
    why: "What is shown may differ from reader to reader; fields of a link are not shown.",
    apply(s) {
      const running = analysis(s);
      withhold(s, running, untilApproved(running));
    },
  },
  "counted-results": {
    title: "As results-until-approved, with a state that counts results and says how far it is.",
    why: "The state is computed by the workflow's own code.",
    apply(s) {
      const running = analysis(s);
      count(s);
      const isWithheld = untilApproved(running);
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        if (!isWithheld(link, trace, call)) return linkView(link, trace, call);
        return { id: link.id, actionKey: link.actionKey, groupLabel: link.groupLabel };
      });
    },
  },
  "for-those-who-take-part": {
    title:
      "A trace is known to those whose group has done something on it, or may do so next; to others it is missing.",
    why: "Who may read what is not shown.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people, nextActions: inState });
      listNext(s, running);
      seenByGroup(s, running);
    },
  },
  "each-sees-his-part": {
    title: "The state shows what the order was, and what the reader's own group has sent; the rest is only named.",
    why: "The keys and values of the state are not shown, nor that all readers see the same.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      present(s, (_data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const data: JsonObject = {};
        const withheld = new Set<string>();
        for (const [at, link] of trace.links.entries()) {
          const mine = at === 0 || groups.includes(groupOf(trace, link));
          for (const name of Object.keys(link.data)) {
            if (mine) put(data, name, own(link.data, name) ?? null);
            else withheld.add(name);
          }
        }
        return { data, withheld: [...withheld], nextActions: running.byGroup(trace) };
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
  "auditor-sees-little": {
    title: "Ines does everything; an auditor may read and search, and sees a status and a number of steps alone.",
    why: "What the state shows may differ from reader to reader; a reader need not be able to write.",
    apply(s) {
      const running = follow(s, {
        actions: deskActions,
        next: untilClosed,
        people: { ines: { groups: ["desk"] }, ada: { groups: [], may: ["read", "search"] } },
      });
      present(s, (data, trace, call) => {
        const status = running.next(trace).length > 0 ? "open" : "closed";
        const common = { status, steps: trace.links.length };
        return running.reader(call)?.email.startsWith("ada") ? common : { ...data, ...common };
      });
    },
  },
  "margin-for-the-workshop": {
    title: "Of a quote the counter is not shown the margin, neither in the link nor in the state; the workshop is.",
    why: readersDiffer,
    apply(s) {
      const running = repair(s, quoted);
      const isKept = fromTheCounter(running, "margin");
      keep(s, isKept);
      keepInState(s, running, isKept);
    },
  },
  "masked-for-the-counter": {
    title: "Of a quote the counter is shown null in place of margin and remark, in links alone; the state is computed.",
    why: readersDiffer,
    apply(s) {
      const running = repair(s, quoted);
      keep(s, fromTheCounter(running, "margin", "remark"), null);
      listNext(s, running);
      compute(s, (trace) => ({ step: keysOf(trace).at(-1) ?? "", steps: trace.links.length }));
    },
  },
  "remark-for-the-workshop": {
    title: "Of a quote the counter is not shown the remark, which is all of it that is a text; the state is computed.",
    why: readersDiffer,
    apply(s) {
      const running = repair(s, { cost: quoteSum, remark: remarkText });
      keep(s, fromTheCounter(running, "remark"));
      listNext(s, running);
      compute(s, (trace) => ({ step: keysOf(trace).at(-1) ?? "", steps: trace.links.length }));
    },
  },
};
