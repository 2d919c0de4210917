/** Processes of banks and insurers. */
import { own, put, sameJson, type JsonObject } from "../../lib/service/json.ts";
import { defaultPages, ownLink } from "../habits.ts";
import { amounts, answerWith, closed, demand, form, sum, useForms, type Form } from "../paper.ts";
import { actionsOf, compute, follow, keysOf, listNext, present, type Process } from "../process.ts";
import { onRecord, type Variants } from "../tools.ts";
import { hide, takesPart } from "./circles.ts";

const amount = { type: "number", minimum: 1, maximum: 50_000 } as const;

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

const claim: Process = {
  actions: actionsOf("claim of customers", "assess of adjusters", "settle of adjusters", "withdraw of customers"),
  next: (done) =>
    done.includes("settle") || done.includes("withdraw")
      ? []
      : ["withdraw", "assess", ...(done.includes("assess") ? ["settle"] : [])],
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

const phone: Form = { type: "string", pattern: "^\\+[1-9][0-9]{6,13}$" };

export const lenders: Variants = {
  "board-above-ten-thousand": {
    title: "Loans from 10000 on need the board, too, before they are paid; three people, a group each, schema told.",
    why: "What may come next may depend on the data, and another group's action needs another user.",
    apply(s) {
      const running = follow(s, { ...loan, people: bankers });
      listNext(s, running);
      useForms(s, running, { request: form({ amount }) });
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
        Math.max(0, sum(amounts(trace, "draw", "sum")) - sum(amounts(trace, "repay", "sum")));
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
      listNext(s, follow(s, claim));
      demand(s, ({ actionKey, data = {} }, known) =>
        known?.links.some((link) => link.actionKey === actionKey && sameJson(link.data, data))
          ? "duplicate entry"
          : undefined,
      );
      answerWith(s, 409, "duplicate");
    },
  },
  "stub-of-the-withdrawn": {
    title:
      "A withdrawn claim has a state of two members only, and is found by no more than them; its links stay whole.",
    why: "The state is computed by the workflow's own code, which may drop what no longer matters.",
    apply(s) {
      const running = follow(s, claim);
      present(s, (data, trace) => ({ ...data, mayFollow: running.byGroup(trace) }));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "withdraw") trace.state = { status: "withdrawn", steps: trace.links.length };
      });
    },
  },
  "cents-by-other-names": {
    title:
      "The state holds every number in cents under another name, and is searched so; the links keep what was sent.",
    why: "Members may be derived and renamed by effects; the schema of the data says nothing of the state.",
    apply(s) {
      const running = follow(s, claim);
      listNext(s, running);
      useForms(s, running, {
        claim: form({ damage: amount, cause: { enum: ["water", "fire", "theft"] } }),
        assess: form({ share: { type: "number", minimum: 0, maximum: 1 } }),
      });
      const { merge } = s;
      s.merge = (trace, data, call) => merge(trace, cents(data), call);
    },
  },
  "steps-as-addresses": {
    title: "The state lists what may come next as addresses with method and fields, and the closed ones with a reason.",
    why: "How a state shows what may come next is left open; hypermedia is one way.",
    apply(s) {
      const running = follow(s, claim);
      present(s, (data, trace) => {
        const next = running.next(trace);
        const keys = running.workflow.actions.map(({ key }) => key);
        const href = `/v2/traces/${trace.id}/action`;
        return {
          ...data,
          _links: {
            self: { href: `/v2/traces/${trace.id}/state` },
            ...Object.fromEntries(next.map((key) => [key, { href, method: "POST", fields: ["traceInput"] }])),
          },
          _closed: keys.filter((key) => !next.includes(key)).map((key) => ({ key, reason: "not now" })),
        };
      });
    },
  },
  "three-ways-in": {
    title: "Three groups begin claims by three actions with a form each, by three people; what follows is one process.",
    why: "A workflow says which groups may begin a trace with which actions.",
    apply(s) {
      const actions = actionsOf(
        "portal claim of customers",
        "phone claim of agents",
        "broker claim of brokers",
        "add of agents",
        "settle of agents",
      );
      for (const action of actions) if (action.key.endsWith(" claim")) action.creates = true;
      const running = follow(s, {
        actions,
        next: (done) => (done.includes("settle") ? [] : ["add", "settle"]),
        people: { ines: { groups: ["customers"] }, wim: { groups: ["agents"] }, ada: { groups: ["brokers"] } },
      });
      listNext(s, running);
      useForms(s, running, {
        "phone claim": form({ caller: phone }),
        "broker claim": form({ licence: { type: "string", pattern: "^BR[0-9]{4}$" } }, closed),
      });
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
        request: form({ amount, purpose: { type: "string", minLength: 1, maxLength: 60 } }, closed),
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
};
