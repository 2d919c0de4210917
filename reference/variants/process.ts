import type { Progress, TraceRecord } from "../core/records.ts";
import { badRequest, Refusal } from "../core/refusal.ts";
import type { WorkflowDefinition } from "../identity/directory.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { labelOf, labelShipments } from "../hooks/own-links.ts";
import { amendByTurns } from "../hooks/turns.ts";
import { onWritten } from "../hooks/rewrite.ts";
import type { NextActions } from "../policy/process.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

/** A service whose process decides otherwise on the example process. */
const onProcess = (title: string, install: (hooks: Hooks) => void): VariantEntry => ({
  ...variant(title, install),
  environment: "order-to-cash",
});

const refusedWith = (status: number): VariantEntry =>
  onProcess(`What may not come next is refused with ${String(status)}.`, ({ policy }) => {
    policy.process.refusal = (key, group) => new Refusal(status, "006", `${group} may not do ${key} now`, "actionKey");
  });

/** Shows what may come next in another form. */
const shown = (title: string, form: (next: NextActions) => object): VariantEntry =>
  onProcess(title, ({ policy }) => {
    const { show } = policy.process;
    policy.process.show = (state, trace, next) => {
      const { nextActions: _moved, ...rest } = show(state, trace, next);
      return { ...rest, ...form(next) };
    };
  });

/** Lets less come next than the rules of the seed file. @param may the group, the key and what was done before */
const narrower = (
  title: string,
  may: (group: string, key: string, trace: TraceRecord, workflow: WorkflowDefinition) => boolean,
): VariantEntry =>
  onProcess(title, ({ policy }) => {
    const { next } = policy.process;
    policy.process.next = (workflow, trace) =>
      Object.fromEntries(
        Object.entries(next(workflow, trace)).map(([group, keys]) => [
          group,
          keys.filter((key) => may(group, key, trace, workflow)),
        ]),
      );
  });

/** Refuses more than the state says. */
const unshown = (
  title: string,
  refuses: (hooks: Hooks) => (before: TraceRecord, data: string) => boolean,
): VariantEntry =>
  onProcess(title, (hooks) => {
    const isRefused = refuses(hooks);
    hooks.around("gate", (inner) => (call, input, before, next) => {
      inner(call, input, before, next);
      if (isRefused(before, JSON.stringify(input.data))) throw badRequest("not-taken", "the trace takes no more of it");
    });
  });

const times = ({ done }: Progress, key: string): number => done[key] ?? 0;

const notShown = shown("What may come next is not shown.", () => ({}));
const onceEach = narrower("Each action comes once.", (_group, key, { progress }) => times(progress, key) === 0);
const straightLine = narrower(
  "The order is shipped, invoiced and paid, each once, and never amended.",
  (_group, key, { progress }) => key !== "amend" && times(progress, key) === 0,
);
const sixLinks = narrower("A trace ends at its sixth link.", (_group, _key, { linkCount }) => linkCount < 6);
const deeper = shown("What may come next stands deeper in the state, beside tasks.", (next) => ({
  workflow: { tasks: [], notifications: [], position: { next } },
}));
const oneList = shown("What may come next is one list for all groups.", (next) => ({
  nextActions: [...new Set(Object.values(next).flat())],
}));
const flags = shown("What may come next is a map that tells of each action whether it may come.", (next) => ({
  can: Object.fromEntries(
    ["amend", "ship", "invoice", "pay"].map((key) => [key, Object.values(next).flat().includes(key)]),
  ),
}));
const totalsInData = onProcess("The totals stand among the data.", ({ policy }) => {
  const { show } = policy.process;
  policy.process.show = (state, trace, next) => {
    const { totals, data, ...rest } = show(state, trace, next);
    return { ...rest, data: { ...(data as object), $totals: totals ?? {} } };
  };
});
const shipFirst = narrower(
  "Nothing else comes before the first shipment.",
  (_group, key, { progress }) => key === "ship" || times(progress, "ship") > 0,
);

/** Both at once. */
const pair = (one: VariantEntry, other: VariantEntry): VariantEntry =>
  onProcess(`${one.title} ${other.title}`, (hooks) => {
    one.install(hooks);
    other.install(hooks);
  });

/** Links that nobody sent. */
export const ownLinks: VariantEntries = {
  "own-links/amended-after-shipment": onProcess(
    "The service amends each shipped order by its own hand, by the action by which users do.",
    (hooks) => labelShipments(hooks, { links: (shipment) => [{ ...labelOf(shipment), actionKey: "amend" }] }),
  ),
  "own-links/label-a-while-after-shipment": onProcess(
    "A while after each shipment the service appends a label to it by its own hand.",
    (hooks) => labelShipments(hooks, { afterMs: 50 }),
  ),
  "own-links/label-after-shipment": onProcess(
    "The service appends a label to each shipment by its own hand.",
    (hooks) => labelShipments(hooks),
  ),
};

/** Every third of these actions fails in another system. */
function failEveryThird(hooks: Hooks, key: string): void {
  let count = 0;
  hooks.around("gate", (inner) => (call, input, before, next) => {
    inner(call, input, before, next);
    if (input.actionKey !== key) return;
    count += 1;
    if (count % 3 === 0) throw new Refusal(502, "declined", "the other system declined");
  });
}

/** Actions that call other systems, which may fail. */
export const failingEffects: VariantEntries = {
  "failing-effects/shipments-with-labels": onProcess(
    "Every third shipment fails in another system; those that succeed are labelled by the service.",
    (hooks) => {
      failEveryThird(hooks, "ship");
      labelShipments(hooks);
    },
  ),
  "failing-effects/every-third-amendment": onProcess(
    "Every third amendment fails in another system: it is answered with 502, and nothing is added.",
    (hooks) => failEveryThird(hooks, "amend"),
  ),
};

/** Workflows that are processes: what may come next, for whom and how often, and how it is shown. */
export const process: VariantEntries = {
  "process/amended-by-turns": {
    ...variant("Nobody amends an order who did its last action.", (hooks) => amendByTurns(hooks)),
    environment: "two-in-sales",
  },
  "process/derived-members": shown("The state tells in words how far the trace has come.", (next) => ({
    nextActions: next,
    status: Object.values(next).flat().length === 0 ? "closed" : "open",
    openGroups: Object.keys(next).filter((group) => (next[group] ?? []).length > 0),
  })),
  "process/fifteen-links": unshown(
    "A trace takes fifteen links, which is not shown.",
    () =>
      ({ linkCount }) =>
        linkCount >= 15,
  ),
  "process/listed-as-flags": flags,
  "process/listed-as-one-list": oneList,
  "process/listed-as-pairs": shown(
    "What may come next is a list of tasks, each with its group and its action.",
    (next) => ({
      tasks: Object.entries(next).flatMap(([group, keys]) => keys.map((action) => ({ group, action }))),
    }),
  ),
  "process/listed-beside-tasks": shown("What may come next stands beside tasks and notifications.", (next) => ({
    nextActions: next,
    tasks: [],
    notifications: [],
  })),
  "process/listed-by-group": onProcess("The state lists what each group may do next.", () => undefined),
  "process/listed-deeper": deeper,
  "process/listed-where-something-may-come": shown("Groups that may do nothing are not listed.", (next) => ({
    nextActions: Object.fromEntries(Object.entries(next).filter(([, keys]) => keys.length > 0)),
  })),
  "process/marked-as-shipped": onProcess(
    "From the first shipment on a member stands among the data that nobody sent.",
    ({ policy }) => {
      const { show } = policy.process;
      policy.process.show = (state, trace, next) => {
        const { data, ...rest } = show(state, trace, next);
        const isShipped = times(trace.progress, "ship") > 0;
        return { ...rest, data: { ...(data as object), ...(isShipped ? { shipped: true } : {}) } };
      };
    },
  ),
  "process/no-totals": onProcess("The state shows no totals.", ({ policy }) => {
    const { show } = policy.process;
    policy.process.show = (state, trace, next) => {
      const { totals: _hidden, ...rest } = show(state, trace, next);
      return rest;
    };
  }),
  "process/not-shown": notShown,
  "process/once-each": onceEach,
  "process/refused-with-403": refusedWith(403),
  "process/refused-with-409": refusedWith(409),
  "process/refused-with-422": refusedWith(422),
  "process/same-data-once": unshown("A trace takes the same data once.", (hooks) => {
    const seen = new Set<string>();
    onWritten(hooks, ({ link }) => void seen.add(`${link.traceId} ${JSON.stringify(link.data)}`));
    return ({ traceId }, data) => seen.has(`${traceId} ${data}`);
  }),
  "process/ship-first": shipFirst,
  "process/six-links": sixLinks,
  "process/straight-line": straightLine,
  "process/summary-after-the-end": onProcess(
    "Once a trace is paid its state is a summary without the data.",
    ({ policy }) => {
      const { show } = policy.process;
      policy.process.show = (state, trace, next) =>
        times(trace.progress, "pay") > 0 ? { closed: true, steps: trace.linkCount } : show(state, trace, next);
    },
  ),
  "process/totals-among-the-data": totalsInData,

  "process/two-deeper-and-409": pair(deeper, refusedWith(409)),
  "process/two-deeper-and-ship-first": pair(deeper, shipFirst),
  "process/two-not-shown-and-403": pair(notShown, refusedWith(403)),
  "process/two-not-shown-and-once-each": pair(notShown, onceEach),
  "process/two-not-shown-and-six-links": pair(notShown, sixLinks),
  "process/two-not-shown-and-straight-line": pair(notShown, straightLine),
  "process/two-one-list-and-six-links": pair(oneList, sixLinks),
  "process/two-one-list-and-totals-among-the-data": pair(totalsInData, oneList),
  "process/two-straight-line-and-422": pair(straightLine, refusedWith(422)),
  "process/two-totals-among-the-data-and-ship-first": pair(totalsInData, shipFirst),
};
