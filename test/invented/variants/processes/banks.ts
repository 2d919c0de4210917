/** Processes of banks and cashiers: loans, payments, accounts. */
import { type JsonObject, own, put, sameJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { money } from "../../changes/forms.ts";
import { hourly, oncePerContent } from "../../changes/limits.ts";
import { hide, takesPart } from "../../changes/visibility.ts";
import { checkForms, groupOf } from "../../duties.ts";
import { bucket, defaultPages, indexLater, oneWriter, ownLink } from "../../habits.ts";
import { noTransitions, ofTheDeployment, openByItself } from "../../left-open.ts";
import { amounts, answerWith, closed, demand, form, useForms } from "../../paper.ts";
import {
  actionsOf,
  compute,
  follow,
  keysOf,
  listNext,
  people,
  present,
  type Process,
  trade,
  trades,
} from "../../process.ts";
import { customerClaim } from "../../processes/customer-claims.ts";
import { payments } from "../../processes/payments.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, after, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, many, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { hold, int, num, sheet, str } from "../../sheets.ts";

const loanAmount = { type: "number", minimum: 1, maximum: 50_000 } as const;

/** A loan: large ones need the board, too. */
const loan: Process = {
  actions: actionsOf("request of branch", "remark of branch", "approve of credit", "confirm of board", "pay of branch"),
  next(done, trace) {
    if (done.includes("pay")) return [];
    const large = (amounts(trace, "request", "amount").at(-1) ?? 0) >= 10_000;
    if (!done.includes("approve")) return ["remark", "approve"];
    return large && !done.includes("confirm") ? ["remark", "confirm"] : ["remark", "pay"];
  },
};

const bankers = {
  ines: { groups: ["branch"] },
  wim: { groups: ["credit"] },
  ada: { groups: ["board"] },
};

const cents = (data: JsonObject): JsonObject => {
  const named: JsonObject = {};
  for (const key of Object.keys(data)) {
    const value = own(data, key) ?? null;
    if (typeof value === "number" && Math.abs(value) < 1e12) put(named, `${key}Cents`, Math.round(value * 100));
    else put(named, key, value);
  }
  return named;
};

export const banks: Variants = {
  "savings-bank": {
    title: "The state is sums and counts, creations are taken once per content, a user acts twelve times on a trace.",
    why: ofTheDeployment,
    apply(s) {
      follow(s, { actions: actionsOf("open of desk", "deposit of desk", "draw of desk") });
      const sum = (trace: Trace, key: string): number =>
        trace.links
          .filter(({ actionKey }) => actionKey === key)
          .map(({ data }) => own(data, "amount"))
          .reduce((total: number, amount) => total + (typeof amount === "number" ? amount : 0), 0);
      compute(s, (trace) => ({
        ...trace.links[0]?.data,
        balance: sum(trace, "deposit") - sum(trace, "draw"),
        movements: trace.links.length - 1,
      }));
      oncePerContent(s);
      hourly(s, 12);
    },
  },
  "credit-union": {
    title: "Amounts, a form, four eyes, payments unknown to groups before their turn, and searches 1.2 s behind.",
    why: openByItself,
    apply(s) {
      const running = payments(s, {
        ines: { groups: ["staff", "cashiers"] },
        wim: { groups: ["leads"] },
        ada: { groups: ["directors"] },
      });
      listNext(s, running);
      indexLater(s, 1200);
      hide(s, running, takesPart(running));
      after(s, "checkAction", (_workflow, user, input, known) => {
        const own = known?.links.some(({ actionKey, author }) => actionKey === "approve" && author === user.email);
        if (own && input.actionKey === "pay") throw new Refusal("foreign", "who approved does not pay");
      });
    },
  },
  "board-above-ten-thousand": {
    title: "Loans from 10000 on need the board, too, before they are paid; three people, a group each, schema told.",
    why: "What may come next may depend on the data, and another group's action needs another user.",
    apply(s) {
      const running = follow(s, { ...loan, people: bankers });
      listNext(s, running);
      useForms(s, running, { request: form({ amount: loanAmount }) });
    },
  },
  "drawn-and-repaid": {
    title: "A line of credit is drawn up to 1000 and repaid; drawing more is refused with 409 until enough is repaid.",
    why: "A quota may be of what the data add up to, and come back; the schemas are told, the line is not.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("open of clients", "draw of clients", "repay of clients", "close of clients"),
        next: (done) => (done.includes("close") ? [] : ["draw", "repay", "close"]),
      });
      const money = form({ sum: { type: "integer", minimum: 1, maximum: 600 } }, closed);
      useForms(s, running, { draw: money, repay: money });
      const drawn = (trace: Parameters<typeof amounts>[0]) =>
        Math.max(0, sum(trace, "draw", "sum") - sum(trace, "repay", "sum"));
      demand(s, ({ actionKey, data = {} }, known) =>
        actionKey === "draw" && known && drawn(known) + Number(own(data, "sum")) > 1000
          ? "quota: the line is exhausted"
          : undefined,
      );
      answerWith(s, 409, "quota");
      compute(s, (trace) => ({ drawn: drawn(trace) }));
      present(s, (data, trace) => ({ ...data, nextActions: running.byGroup(trace) }));
    },
  },
  "same-entry-once-a-trace": {
    title: "An action with the data of an earlier action of the same key in the trace is refused with 409.",
    why: "The same content twice may be refused as a duplicate. Nothing tells of it.",
    apply(s) {
      listNext(s, follow(s, customerClaim));
      demand(s, ({ actionKey, data = {} }, known) =>
        known?.links.some((link) => link.actionKey === actionKey && sameJson(link.data, data))
          ? "duplicate entry"
          : undefined,
      );
      answerWith(s, 409, "duplicate");
    },
  },
  "cents-by-other-names": {
    title:
      "The state holds every number in cents under another name, and is searched so; the links keep what was sent.",
    why: "Members may be derived and renamed by effects; the schema of the data says nothing of the state.",
    apply(s) {
      const running = follow(s, customerClaim);
      listNext(s, running);
      useForms(s, running, {
        claim: form({ damage: loanAmount, cause: { enum: ["water", "fire", "theft"] } }),
        assess: form({ share: { type: "number", minimum: 0, maximum: 1 } }),
      });
      aroundStep(s, "merge", (merge) => (trace, data, call) => merge(trace, cents(data), call));
    },
  },
  "a-whole-bank": {
    title:
      "Loans unknown to a group before its turn, forms and people told, a link of the service's own, other pages for each set.",
    why: "Each of these traits is a usual one, and none of them comes alone.",
    apply(s) {
      const running = follow(s, { ...loan, people: bankers });
      listNext(s, running);
      hide(s, running, takesPart(running));
      useForms(s, running, {
        request: form({ amount: loanAmount, purpose: { type: "string", minLength: 1, maxLength: 60 } }, closed),
        pay: form({ account: { type: "string", pattern: "^[A-Z]{2}[0-9]{8}$" } }),
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "approve") return;
        trace.links.push(ownLink("score", { points: 600 + keysOf(trace).length }));
        trace.state = { ...trace.state, scored: true };
      });
      defaultPages(s, 5, 25);
    },
  },
  // How many hands an offer needs depends on its sum; news of a debt takes an offer back, by a link of the service's own.
  "loan-files": {
    title: "A loan is offered while income bears it; a new debt lapses the offer, and above 10 000 two more must sign.",
    why: noTransitions,
    apply(s) {
      const bears = (trace: Trace) =>
        sum(trace, "income", "monthly") - sum(trace, "debt", "monthly") >= amount(begun(trace, "amount")) / 100;
      const offer = (trace: Trace): { by?: string; approved: Link[] } => {
        const at = trace.links.findLastIndex(({ actionKey }) => ["offer", "offer-lapsed"].includes(actionKey));
        const link = trace.links[at];
        if (link?.actionKey !== "offer") return { approved: [] };
        return {
          by: link.author,
          approved: trace.links.slice(at).filter(({ actionKey }) => actionKey === "approve"),
        };
      };
      const wanted = (trace: Trace) => (amount(begun(trace, "amount")) >= 10_000 ? 2 : 1);
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "borrowers", creates: true, examples: [{ amount: 9000 }, { amount: 24_000 }] },
          { key: "income", groupLabel: "borrowers", atMost: 5, examples: [{ monthly: 900, source: "Wages" }] },
          { key: "debt", groupLabel: "borrowers", atMost: 5, examples: [{ monthly: 60 }, { monthly: 180 }] },
          { key: "offer", groupLabel: "lenders", after: ["income"], examples: [{ percent: 4.2, months: 48 }] },
          { key: "approve", groupLabel: "lenders", after: ["offer"], examples: [{}] },
          { key: "sign", groupLabel: "borrowers", after: ["approve"], ends: true, examples: [{}] },
        ],
        people: {
          ines: { groups: ["borrowers", "lenders"] },
          kai: { groups: ["lenders"] },
          lou: { groups: ["lenders"] },
        },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("sign")) return [];
          const { by, approved } = offer(trace);
          if (by !== undefined && approved.length >= wanted(trace)) return ["sign"];
          const move = by !== undefined ? ["approve"] : bears(trace) ? ["offer"] : [];
          return [...upTo(5, done, "income"), ...upTo(5, done, "debt"), ...move];
        },
      });
      coded(s, { "006": 409, "021": 400, "079": 403 });
      hold(s, running, {
        apply: sheet({ amount: int(500, 60_000) }),
        income: sheet({ monthly: num(1, 20_000), source: str(30) }),
        debt: sheet({ monthly: num(1, 20_000) }),
        offer: sheet({ percent: num(0.5, 19), months: int(6, 240) }),
        approve: sheet({}),
        sign: sheet({}),
      });
      checks(s, running, ({ actionKey }, known, user) => {
        if (actionKey !== "approve" || !known) return;
        const { by, approved } = offer(known);
        deny([by, ...approved.map(({ author }) => author)].includes(user.email), "079 somebody else has to approve");
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (trace.workflow !== running.workflow || actionKey !== "debt" || bears(trace)) return;
        if (offer(trace).by !== undefined) trace.links.push(ownLink("offer-lapsed", { because: "debt" }));
      });
      derive(s, running, (trace) => ({
        amount: begun(trace, "amount"),
        free: sum(trace, "income", "monthly") - sum(trace, "debt", "monthly"),
        offers: many(trace, "offer"),
        approvals: offer(trace).approved.length,
      }));
      present(s, (state, trace) => ({
        ...state,
        approvalsWanted: wanted(trace),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  exchange: {
    title:
      "Searches lag by 400 ms, tokens live for two minutes, three users, the state lists what may come, and counts.",
    why: `${noTransitions} Nor is the lifetime of tokens, or how soon a search knows of a change.`,
    apply(s) {
      s.tokenSeconds = 120;
      const running = follow(s, { actions: trades, next: trade, people, nextActions: inState });
      indexLater(s, 400);
      present(s, (data, trace) => ({
        data,
        steps: trace.links.length,
        lastBy: groupOf(trace, trace.links.at(-1) ?? { actionKey: "" }),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  bank: {
    title: "60 requests at once and 40 a second, one writer a trace, else 429; closed forms, three users.",
    why: `${noTransitions} Limits are not shown.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("request of advisers", "document of advisers", "rate of risk", "grant of board"),
        next(done) {
          if (done.includes("grant")) return [];
          return ["document", done.includes("rate") ? "grant" : "rate"];
        },
        people: { ines: { groups: ["advisers"] }, wim: { groups: ["risk"] }, ada: { groups: ["board", "risk"] } },
      });
      checkForms(s, running, {
        request: sheet({ sum: money, purpose: str(120) }),
        rate: sheet({ grade: { type: "string", enum: ["A", "B", "C"] } }),
      });
      oneWriter(s);
      s.statuses.busy = 429;
      bucket(s, 60, 40);
    },
  },
};
