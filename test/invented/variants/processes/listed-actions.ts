/** How the state tells what may come next. */
import { json } from "../../../lib/service/http.ts";
import type { Json, JsonObject } from "../../../lib/service/json.ts";
import { searchShown } from "../../changes/states.ts";
import { ofTheWorkflow, stateNotShown } from "../../left-open.ts";
import { actionsOf, compute, follow, keysOf, listNext, people, present, trade, trades } from "../../process.ts";
import { batch } from "../../processes/batches.ts";
import { customerClaim } from "../../processes/customer-claims.ts";
import { handled, handlingActions } from "../../processes/desks.ts";
import { essays, sentBack } from "../../processes/essays.ts";
import { appealablePermit } from "../../processes/permits.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, type Variants } from "../../tools.ts";

const typeName = (value: Json): string => {
  if (value === null) return "Null";
  if (Array.isArray(value)) return "Json";
  return { string: "String", number: "Double", boolean: "Boolean" }[typeof value as string] ?? "Json";
};

/** What a process is called and shows without its data: a number for each trace. */
function numbers(): (trace: Trace) => string {
  const given = new WeakMap<Trace, string>();
  let last = 40;
  return (trace) => {
    const number = given.get(trace) ?? `C-${String((last += 1))}`;
    given.set(trace, number);
    return number;
  };
}

const shown = `${ofTheWorkflow} Nor is the content of the state shown.`;

export const listedActions: Variants = {
  "open-steps-as-records": {
    title: "A permit whose state lists the open steps as records of step, office and days left, beside the facts.",
    why: "The keys and values of the state are not shown; many engines list tasks, not keys of actions.",
    apply(s) {
      const running = follow(s, appealablePermit);
      present(s, (facts, trace) => ({
        case: {
          facts,
          openSteps: Object.entries(running.byGroup(trace)).flatMap(([office, steps]) =>
            steps.map((step) => ({ step, office, daysLeft: 14 })),
          ),
        },
      }));
    },
  },
  "variables-and-activities": {
    title: "The state is an engine's: variables with type and value, and all activities, each enabled or not.",
    why: "The state's content is left open; an engine shows its own model, also the steps that cannot be done now.",
    apply(s) {
      const running = follow(s, appealablePermit);
      present(s, (data, trace) => ({
        variables: Object.entries(data).map(([name, value]) => ({ name, type: typeName(value), value })),
        activities: Object.fromEntries(
          running.workflow.actions.map(({ key, groupLabel }) => [
            key,
            { enabled: running.next(trace).includes(key), candidateGroups: [groupLabel] },
          ]),
        ),
      }));
    },
  },
  "to-do-for-everyone": {
    title: "The state is a number and one list of what may come, told as `by: all`; searches know the number alone.",
    why: stateNotShown,
    apply(s) {
      const { next } = follow(s, {
        actions: essays,
        nextActions: { path: ["todo"], by: "all" },
        next: sentBack,
      });
      const numberOf = numbers();
      const show = (trace: Trace): JsonObject => ({ number: numberOf(trace), todo: [...next(trace)] });
      present(s, (_data, trace) => show(trace));
      searchShown(s, show);
    },
  },
  "allowed-named-in-refusals": {
    title: "What may come is told only by refusals: 409, with the list of what is allowed.",
    why: "The type and content of the member `error` are not shown.",
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade });
      aroundStep(s, "refuse", (refuse) => (call, error) => {
        const trace = s.traces.get((call.path[call.face === "v2" ? 2 : 1] ?? "").toLowerCase());
        if (!trace || !error.message.startsWith("006")) return refuse(call, error);
        const told: Json = { code: "006", message: "not now", allowed: [...next(trace)], done: keysOf(trace).length };
        return json(call.face === "v2" ? { error: told, data: null } : { error: told }, 409);
      });
    },
  },
  "steps-as-addresses": {
    title: "The state lists what may come next as addresses with method and fields, and the closed ones with a reason.",
    why: "How a state shows what may come next is left open; hypermedia is one way.",
    apply(s) {
      const running = follow(s, customerClaim);
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
  "pairs-of-group-and-steps": {
    title: "Seven groups in a row; the state lists what may come next as pairs of a group and its steps.",
    why: "How a state shows what may come next is left open.",
    apply(s) {
      const running = follow(s, batch);
      present(s, (data, trace) => ({ batch: data, allowed: Object.entries(running.byGroup(trace)) }));
    },
  },
  "machine-in-one-string": {
    title: "A machine starts, pauses and resumes, three rounds at most; the state says it all in strings.",
    why: "The state is any JSON object; loops are processes, too.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("set up of fitters", "start of fitters", "pause of fitters", "stop of fitters"),
        next(done) {
          if (done.filter((key) => key === "stop").length > 2) return [];
          if (done.at(-1) === "start") return ["pause", "stop"];
          return done.at(-1) === "pause" ? ["start", "stop"] : ["start"];
        },
      });
      compute(s, (trace) => ({
        machine: trace.links.map(({ actionKey, data }) => `${actionKey} ${JSON.stringify(data)}`).join("; "),
        buttons: running.next(trace).join("|"),
      }));
    },
  },
  "listed-by-group-three-users": {
    title: "The state is data and nextActions, by group; each of three users acts for one group.",
    why: ofTheWorkflow,
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade, people }));
    },
  },
  "listed-as-objects": {
    title: "The state lists what may come next under process.todo, as objects with a group and titled actions.",
    why: `${ofTheWorkflow} Nor is the content of the state shown.`,
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
    why: `${ofTheWorkflow} Nor is the content of the state shown.`,
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
    why: `${ofTheWorkflow} Several groups may do the same.`,
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
    why: `${ofTheWorkflow} Nor is the content of the state shown.`,
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
    why: `${ofTheWorkflow} Nor is the content of the state shown.`,
    apply(s) {
      const { next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({ ...data, $next: next(trace).join(", ") }));
    },
  },
  "listed-for-the-reader": {
    title: "The state shows a reader what his own group may do next, as one list.",
    why: `${ofTheWorkflow} What the state shows may differ from reader to reader.`,
    apply(s) {
      const { byGroup, reader, groupsOf } = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace, call) => {
        const user = reader(call);
        const groups = user ? groupsOf(user) : [];
        return { data, todo: groups.flatMap((group) => byGroup(trace)[group] ?? []) };
      });
    },
  },
  "listed-as-hypermedia": {
    title: "The state has a link for each action that may come next, with an address, a title and the group.",
    why: shown,
    apply(s) {
      const { workflow, next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({
        ...data,
        _links: Object.fromEntries([
          ["self", { href: `/v2/traces/${trace.id}/state` }],
          ...workflow.actions
            .filter(({ key }) => next(trace).includes(key))
            .map(({ key, groupLabel }) => [
              key,
              { href: `/v2/traces/${trace.id}/action`, title: `Do ${key}`, group: groupLabel },
            ]),
        ]) as JsonObject,
      }));
    },
  },
  "listed-with-reasons": {
    title: "The state lists all actions; those that may not come now are not enabled, and it says why.",
    why: shown,
    apply(s) {
      const { workflow, next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => ({
        data,
        actions: workflow.actions.map(({ key, groupLabel }): JsonObject =>
          next(trace).includes(key)
            ? { key, group: groupLabel, enabled: true }
            : { key, group: groupLabel, enabled: false, reason: "not at this stage" },
        ),
      }));
    },
  },
  "steps-done-current-pending": {
    title: "The state shows all steps with their actions, and of each whether it is done, current or pending.",
    why: shown,
    apply(s) {
      const stages = [
        { name: "Preparation", actions: ["amend"] },
        { name: "Delivery", actions: ["ship"] },
        { name: "Accounts", actions: ["invoice", "pay"] },
      ];
      const { next } = follow(s, { actions: trades, next: trade });
      present(s, (data, trace) => {
        const may = next(trace);
        const current = stages.findIndex(({ actions }) => actions.some((key) => may.includes(key)));
        const phase = (at: number) =>
          current === -1 || at < current ? "done" : at === current ? "current" : "pending";
        return { fields: data, steps: stages.map((stage, at) => ({ ...stage, phase: phase(at) })) };
      });
    },
  },
  "history-in-the-state": {
    title: "The state names the actions that were done and the last one, and nothing of what may come.",
    why: shown,
    apply(s) {
      follow(s, { actions: handlingActions, next: handled });
      present(s, (data, trace) => ({ ...data, history: keysOf(trace), lastAction: keysOf(trace).at(-1) ?? "" }));
    },
  },
  "permissions-in-the-state": {
    title: "The state shows which actions each group may do at all, whatever may come now; nothing lists that.",
    why: shown,
    apply(s) {
      const { workflow } = follow(s, { actions: trades, next: trade, people });
      const permissions: Record<string, string[]> = {};
      for (const { key, groupLabel } of workflow.actions) (permissions[groupLabel] ??= []).push(key);
      present(s, (data) => ({ data, permissions }));
    },
  },
};
