import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present, refuse, trade, trades } from "../process.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

const why = "What may come next is a matter of the workflow; the interface names no transitions.";

const chain = (keys: readonly string[], done: readonly string[]): string[] => keys.slice(done.length, done.length + 1);

/** Amend until shipped, ship three times at most, invoice once, and pay. */
const amounts = (trace: Trace, key?: string): number =>
  trace.links
    .filter((link) => key === undefined || link.actionKey === key)
    .reduce((sum, { data }) => sum + (typeof own(data, "amount") === "number" ? Number(own(data, "amount")) : 0), 0);

export const process: Variants = {
  "strict-chain": {
    title: "Four actions follow each other, each once; nothing tells it.",
    why,
    apply(s) {
      const keys = ["apply", "review", "approve", "archive"];
      follow(s, {
        actions: actionsOf(...keys.map((key) => `${key} of office`)),
        next: (done) => chain(keys, done),
      });
    },
  },
  "chain-declared": {
    title: "A permit: inspected three times at most, then granted, then over; the configuration says so.",
    why,
    apply(s) {
      follow(s, {
        actions: [
          { key: "request", groupLabel: "office", creates: true },
          { key: "inspect", groupLabel: "office", atMost: 3 },
          { key: "grant", groupLabel: "office", after: ["inspect"], ends: true },
        ],
        next: (done) =>
          done.includes("grant")
            ? []
            : [...(done.length < 4 ? ["inspect"] : []), ...(done.length > 1 ? ["grant"] : [])],
      });
    },
  },
  "listed-by-group-three-users": {
    title: "The state is data and nextActions, by group; each of three users acts for one group.",
    why,
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, people }));
    },
  },
  "listed-as-objects": {
    title: "The state lists what may come next under process.todo, as objects with a group and titled actions.",
    why: `${why} Nor is the content of the state shown.`,
    apply(s) {
      const { byGroup } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({
        ...data,
        process: {
          todo: Object.entries(byGroup(trace)).map(([group, keys]) => ({
            group,
            actions: keys.map((key) => ({ key, title: `Please ${key}` })),
          })),
        },
      }));
    },
  },
  "listed-below-groups": {
    title: "The state has an entry for each group, with what it can do next and how much it did.",
    why: `${why} Nor is the content of the state shown.`,
    apply(s) {
      const groups = [...new Set(trades.map(({ groupLabel }) => groupLabel))];
      const { byGroup } = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace) => ({
        data,
        actors: Object.fromEntries(
          groups.map((group) => [
            group,
            {
              can: byGroup(trace)[group] ?? [],
              did: trace.links.filter(({ groupLabel }) => groupLabel === group).length,
            },
          ]),
        ),
      }));
    },
  },
  "listed-with-their-group": {
    title:
      "The state lists actions, each beside its group; remarks are open to three groups, and stand there three times.",
    why: `${why} Several groups may do the same.`,
    apply(s) {
      const actions = [
        ...trades,
        ...actionsOf("", "remark of sales", "remark of warehouse", "remark of accounts").slice(1),
      ];
      const { byGroup } = follow(s, {
        actions,
        people,
        next: (done) => {
          const next = trade(done.filter((key) => key !== "remark"));
          return next.length > 0 ? [...next, "remark"] : [];
        },
      });
      present(s, (data, trace) => ({
        data,
        next: Object.entries(byGroup(trace)).flatMap(([group, keys]) => keys.map((action) => ({ action, group }))),
      }));
    },
  },
  "listed-by-key": {
    title: "The state says of each action whether it may come now: a map from keys to true or false.",
    why: `${why} Nor is the content of the state shown.`,
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({
        fields: data,
        allowed: Object.fromEntries(trades.map(({ key }) => [key, next(trace).includes(key)])),
      }));
    },
  },
  "listed-as-text": {
    title: "The state names what may come next in one text, parted by commas.",
    why: `${why} Nor is the content of the state shown.`,
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({ ...data, $next: next(trace).join(", ") }));
    },
  },
  "listed-for-the-reader": {
    title: "The state shows a reader what his own group may do next, as one list.",
    why: `${why} What the state shows may differ from reader to reader.`,
    apply(s) {
      const { byGroup, reader, groupsOf } = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace, call) => {
        const user = reader(call);
        const groups = user ? groupsOf(user) : [];
        return { data, todo: groups.flatMap((group) => byGroup(trace)[group] ?? []) };
      });
    },
  },
  "ends-silently": {
    title: "Actions come at any time, until one closes the trace for good.",
    why,
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "escalate of desk", "close of desk"),
        next: (done) => (done.includes("close") ? [] : ["note", "escalate", "close"]),
      });
    },
  },
  "by-turns": {
    title: "A thing is lent and brought back, by turns; nothing tells it.",
    why,
    apply(s) {
      follow(s, {
        actions: actionsOf("register of library", "lend of library", "return of library", "praise of readers"),
        next: (done) => ["praise", done.filter((key) => key !== "praise").at(-1) === "lend" ? "return" : "lend"],
      });
    },
  },
  reopened: {
    title: "A closed trace can only be opened again; the state has a status.",
    why,
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "close of desk", "reopen of leads"),
        next: (done) => (done.at(-1) === "close" ? ["reopen"] : ["note", "close"]),
      });
      present(s, (data, trace) => ({ ...data, status: keysOf(trace).at(-1) === "close" ? "closed" : "open" }));
    },
  },
  "four-eyes": {
    title: "Who drafted may not approve; two users are in the same group.",
    why: `${why} A rule may ask who did what before.`,
    apply(s) {
      follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "approve of clerks"),
        next: (done) => (done.includes("approve") ? ["comment"] : ["comment", "approve"]),
        people: { ines: { groups: ["clerks"] }, wim: { groups: ["clerks"] } },
      });
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        refuse(input.actionKey === "approve" && known?.links[0]?.author === user.email, "not by who drafted it");
        return workflow;
      };
    },
  },
  "reads-only-or-writes-only": {
    title: "Ines writes and reads, but may not search; Wim reads and searches, but may not write.",
    why: `${why} Nor is what a user may do.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks"),
        people: { ines: { groups: ["clerks"], may: ["read", "write"] }, wim: { groups: [], may: ["read", "search"] } },
      });
      const { search } = s;
      s.search = (workflow, filters, call) => {
        if (running.reader(call)?.email.startsWith("ines")) throw new Refusal("foreign", "you may not search");
        return search(workflow, filters, call);
      };
    },
  },
  "data-decides": {
    title: "A claim of 1000 and more must be approved before it is settled; the state lists what may come next.",
    why: `${why} A rule may look at the data.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("claim of clerks", "remark of clerks", "approve of leads", "settle of treasury"),
        next: (done, trace) => {
          if (done.includes("settle")) return [];
          const needs = amounts(trace, "claim") >= 1000 && !done.includes("approve");
          return ["remark", needs ? "approve" : "settle"];
        },
      });
      listNext(s, running);
    },
  },
  "sums-and-counts": {
    title: "The state is computed: sums of amounts, how often each action was done, the last data; nothing is gated.",
    why: "The keys and values of the state are not shown; a workflow computes them.",
    apply(s) {
      follow(s, { actions: actionsOf("open of desk", "charge of desk", "note of desk") });
      compute(s, (trace) => ({
        balance: amounts(trace),
        counts: Object.fromEntries(
          [...new Set(keysOf(trace))].map((key) => [key, keysOf(trace).filter((one) => one === key).length]),
        ),
        last: trace.links.at(-1)?.data ?? {},
      }));
    },
  },
  "renamed-and-stamped": {
    title: "Members come into the state under the name of their action, with the time, after an order of steps.",
    why: `${why} The keys and values of the state are not shown.`,
    apply(s) {
      follow(s, {
        actions: actionsOf("open of desk", "note of desk", "close of desk"),
        next: (done) => (done.includes("close") ? [] : ["note", "close"]),
      });
      onRecord(s, (link, trace) => {
        const state: Record<string, Json> = { updatedAt: new Date().toISOString() };
        for (const { actionKey, data } of trace.links) {
          for (const [name, value] of Object.entries(data)) state[`${actionKey}_${name}`] = value;
        }
        state["updatedBy"] = link.author;
        trace.state = state satisfies JsonObject;
      });
    },
  },
  "the-system-acts-too": {
    title: "After each shipment the service appends a label by its own hand; the process goes on from there.",
    why: "One action may cause others; the interface does not say that links are of users alone.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: (done) => trade(done.filter((key) => key !== "label")),
      });
      listNext(s, running);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "ship") return;
        const label = `${trace.id.slice(0, 8)}-${String(trace.links.length)}`;
        trace.links.push({
          ...link,
          id: crypto.randomUUID(),
          actionKey: "label",
          author: "system",
          data: { label },
          files: [],
        });
        trace.state = { ...trace.state, label };
      });
    },
  },
};
