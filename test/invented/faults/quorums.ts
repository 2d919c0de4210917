/** Groups, people and quotas that go wrong. */
import { json, type Call, type Face } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { demand } from "../paper.ts";
import { actionsOf, follow, keysOf, listNext, people, trade, trades, type Process } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { around, type Faults } from "../tools.ts";

/** A grant: remarked upon three times at most, then decided. */
const grant: Process = {
  actions: actionsOf("propose of scholars", "remark of referees", "decide of trustees"),
  next: (done) => (done.includes("decide") ? [] : ["remark", "decide"]),
};

const remarks = (trace: Trace): number => keysOf(trace).filter((key) => key === "remark").length;

/** The groups that the reader acts for. */
const mine = (running: ReturnType<typeof follow>, call: Call): readonly string[] => {
  const user = running.reader(call);
  return user ? running.groupsOf(user) : [];
};

/** Shows, of what may come next, the part of some groups. */
function listFor(
  s: Service,
  running: ReturnType<typeof follow>,
  groups: (trace: Trace, call: Call) => readonly string[],
) {
  s.stateOf = (trace, call) => ({
    data: trace.state,
    nextActions: Object.fromEntries(
      Object.entries(running.byGroup(trace)).filter(([group]) => groups(trace, call).includes(group)),
    ),
  });
}

export const quorums: Faults = {
  "refused-remarks-counted": {
    title: "A fourth remark is refused, and raises totalCount all the same: the quota's counter is the total.",
    apply(s) {
      listNext(s, follow(s, grant));
      const refused = new WeakMap<Trace, number>();
      demand(s, ({ actionKey }, known) => {
        if (actionKey !== "remark" || !known || remarks(known) < 3) return undefined;
        refused.set(known, (refused.get(known) ?? 0) + 1);
        return "three remarks at most";
      });
      s.total = (trace) => trace.links.length + (refused.get(trace) ?? 0);
    },
  },
  "quota-of-each-set": {
    title: "Three remarks are taken by each endpoint set: the fourth is refused by the one and accepted by the other.",
    apply(s) {
      listNext(s, follow(s, grant));
      const counts = new WeakMap<Trace, Record<Face, number>>();
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (input.actionKey !== "remark" || !known) return workflow;
        const count = counts.get(known) ?? { v2: 0, legacy: 0 };
        demandRoom(count[call.face] < 3);
        count[call.face] += 1;
        counts.set(known, count);
        return workflow;
      };
    },
  },
  "more-pages-of-what-others-did": {
    title:
      "A reader sees the links of the own groups alone, and hasNext still counts those of others: nothing follows.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listNext(s, running);
      const { linksOf, info } = s;
      const groupOf = (key: string) => trades.find((one) => one.key === key)?.groupLabel ?? "";
      s.linksOf = (trace, call) =>
        linksOf(trace, call).filter(({ actionKey }) => mine(running, call).includes(groupOf(actionKey)));
      s.info = (page, args, trace, call) => {
        const last = page.items.at(-1);
        return { ...info(page, args, trace, call), hasNext: last ? last !== trace.links.at(-1) : page.hasNext };
      };
    },
  },
  "view-of-the-former-reader": {
    title: "v2 keeps the state that one reader saw until the next action, and shows it to readers of other groups.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listFor(s, running, (_trace, call) => mine(running, call));
      const { stateOf } = s;
      const views = new Map<string, Awaited<ReturnType<Service["stateOf"]>>>();
      s.stateOf = async (trace, call) => {
        if (call.face === "legacy") return stateOf(trace, call);
        const key = `${trace.id} ${String(trace.links.length)}`;
        const view = views.get(key) ?? (await stateOf(trace, call));
        views.set(key, view);
        return view;
      };
    },
  },
  "list-of-the-last-actor": {
    title: "v2 lists what the reader may do next, legacy what whoever acted last may do.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listFor(s, running, (trace, call) => {
        if (call.face === "v2") return mine(running, call);
        const actor = s.users.find(({ email }) => email === trace.links.at(-1)?.author);
        return actor ? running.groupsOf(actor) : [];
      });
    },
  },
  "first-group-in-v2-tokens": {
    title:
      "A token of a v2 login carries the user's first group alone: actions of others are refused that legacy takes.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: trade,
        people: { ines: { groups: ["sales", "accounts"] }, wim: { groups: ["warehouse", "accounts"] } },
      });
      listNext(s, running);
      const narrow = new Set<string>();
      for (const key of ["POST /v2/login/credential", "POST /v2/login/privateKey"]) {
        around(s, key, (real) => async (call) => {
          const reply = await real(call);
          const { data } = JSON.parse(String(reply.body)) as { data: { token: string } };
          narrow.add(`Bearer ${data.token}`);
          return reply;
        });
      }
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const group = trades.find(({ key }) => key === input.actionKey)?.groupLabel;
        demandRoom(!narrow.has(call.headers.authorization ?? "") || group === running.groupsOf(user)[0]);
        return workflow;
      };
    },
  },
  "legacy-list-of-own-workflows": {
    title:
      "Legacy lists the workflows that the user's groups can begin, v2 all of the organization: two lists for some.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listNext(s, running);
      around(s, "GET /workflow/orgName/{}", (real) => async (call, name = "") => {
        const reply = await real(call, name);
        return mine(running, call).includes("sales") ? reply : json([]);
      });
    },
  },
  "hidden-from-v2-alone": {
    title: "Before it is a group's turn, a trace is unknown to it in v2, and read and found by it in the legacy set.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      listNext(s, running);
      const sees = (trace: Trace, call: Call): boolean => {
        const groups = mine(running, call);
        const acted = trace.links.flatMap(({ actionKey }) => trades.filter(({ key }) => key === actionKey));
        const involved = [...acted.map(({ groupLabel }) => groupLabel), ...Object.keys(running.byGroup(trace))];
        return call.face === "legacy" || involved.some((group) => groups.includes(group));
      };
      const { findTrace, search } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        if (!sees(trace, call)) throw new Refusal("missing", "no such trace");
        return trace;
      };
      s.search = (workflow, filters, call) =>
        search(workflow, filters, call).filter((id) => {
          const trace = s.traces.get(id);
          return trace !== undefined && sees(trace, call);
        });
    },
  },
};

function demandRoom(there: boolean): void {
  if (!there) throw new Refusal("foreign", "not now, or not for you");
}
