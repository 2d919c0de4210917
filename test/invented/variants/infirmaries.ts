/** Processes whose links stand there for all, while what is in them is for some. */
import type { Call } from "../../lib/service/http.ts";
import { actionsOf, compute, follow, keysOf, listNext, type Running } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import type { Variants } from "../tools.ts";

const analyses = actionsOf("order of ward", "sample of ward", "result of lab", "approve of physician");

const analysed = (done: readonly string[]): string[] => {
  if (done.includes("approve")) return [];
  if (!done.includes("sample")) return ["sample"];
  const results = done.filter((key) => key === "result").length;
  return [...(results < 3 ? ["result"] : []), ...(results > 0 ? ["approve"] : [])];
};

/** An analysis that the ward orders, the laboratory does and a physician approves. */
export function analysis(s: Service): Running {
  const running = follow(s, {
    actions: analyses,
    next: analysed,
    people: { ines: { groups: ["ward"] }, wim: { groups: ["lab"] }, ada: { groups: ["physician"] } },
  });
  listNext(s, running);
  return running;
}

/** True where who asks may not see what is in a link. */
export type Withheld = (link: Link, trace: Trace, call: Call) => boolean;

/** Results are for the laboratory and the physician until they are approved. */
export const untilApproved =
  ({ reader, groupsOf }: Running): Withheld =>
  ({ actionKey }, trace, call) => {
    const user = reader(call);
    const isOfWard = user !== undefined && groupsOf(user).includes("ward");
    return actionKey === "result" && isOfWard && !keysOf(trace).includes("approve");
  };

/** Links and the state without what is withheld, which nobody finds either. */
export function withhold(s: Service, running: Running, isWithheld: Withheld, blank: object = { redacted: true }): void {
  const view = (trace: Trace, call: Call) => {
    const open = trace.links.filter((link) => !isWithheld(link, trace, call));
    return open.reduce((all, { data }) => ({ ...all, ...data }), {});
  };
  const { linkView, matches } = s;
  s.stateOf = (trace, call) => ({ data: view(trace, call), nextActions: running.byGroup(trace) });
  s.matches = (trace, filters, call) => matches({ ...trace, state: view(trace, call) }, filters, call);
  s.linkView = (link, trace, call) => {
    const whole = linkView(link, trace, call);
    if (!isWithheld(link, trace, call)) return whole;
    const { id, actionKey, groupLabel } = link;
    return { id, actionKey, groupLabel, ...blank };
  };
}

/** What the state makes of the numbers of an analysis: how many results there are, and how far it is. */
export function count(s: Service): void {
  compute(s, (trace) => ({
    subject: trace.links[0]?.data["subject"] ?? null,
    results: keysOf(trace).filter((key) => key === "result").length,
    status: keysOf(trace).at(-1) ?? "",
  }));
}

export const infirmaries: Variants = {
  "results-until-approved": {
    title:
      "The ward sees that there are results, and what they are once a physician approved them: links are redacted.",
    why: "What is shown may differ from reader to reader; fields of a link are not shown.",
    apply(s) {
      const running = analysis(s);
      withhold(s, running, untilApproved(running));
    },
  },
  "sealed-bids": {
    title: "Of bids nobody sees more than that they are there, but who made them, until the tender is opened: null.",
    why: "Bids are sealed; each is a link all the same.",
    apply(s) {
      const supplier = { groups: ["suppliers"] };
      const running = follow(s, {
        actions: actionsOf("publish of buyers", "clarify of buyers", "bid of suppliers", "open of buyers"),
        next: (done) => {
          if (done.includes("open")) return [];
          const [bids, notes] = ["bid", "clarify"].map((key) => done.filter((one) => one === key).length);
          return [...(notes === 0 ? ["clarify"] : []), ...((bids ?? 0) < 3 ? ["bid"] : []), ...(bids ? ["open"] : [])];
        },
        people: { ines: { groups: ["buyers"] }, wim: supplier, ada: supplier },
      });
      const isSealed: Withheld = ({ actionKey, author }, trace, call) =>
        actionKey === "bid" && running.reader(call)?.email !== author && !keysOf(trace).includes("open");
      withhold(s, running, isSealed, { data: null });
    },
  },
  "counted-results": {
    title: "As results-until-approved, with a state that counts results and says how far it is.",
    why: "The state is computed by the workflow's own code.",
    apply(s) {
      const running = analysis(s);
      count(s);
      const isWithheld = untilApproved(running);
      const { linkView } = s;
      s.linkView = (link, trace, call) => {
        if (!isWithheld(link, trace, call)) return linkView(link, trace, call);
        return { id: link.id, actionKey: link.actionKey, groupLabel: link.groupLabel };
      };
    },
  },
};
