/** Who sees which traces, links and parts of a state. */
import type { User } from "../../lib/service/domain.ts";
import type { Call } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Running } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import { aroundStep, after, changeResult } from "../tools.ts";

/** What traces a group has to do with: those on which it acted, and those on which it may act now. */
export const takesPart =
  ({ workflow, byGroup, groupsOf }: Running) =>
  (user: User, trace: Trace): boolean => {
    const acted = trace.links.map(
      ({ actionKey }) => workflow.actions.find(({ key }) => key === actionKey)?.groupLabel ?? "",
    );
    return groupsOf(user).some((group) => acted.includes(group) || group in byGroup(trace));
  };

/** Traces that this does not let a user see are unknown to him, also to his searches. */
export function hide(s: Service, running: Running, sees: (user: User, trace: Trace) => boolean): void {
  after(s, "findTrace", (trace, user) => {
    if (!sees(user, trace)) throw new Refusal("missing", "no such trace");
  });
  aroundStep(s, "search", (search) => (workflow, filters, call) => {
    const reader = running.reader(call);
    return search(workflow, filters, call).filter((id) => {
      const trace = s.traces.get(id);
      return reader !== undefined && trace !== undefined && sees(reader, trace);
    });
  });
}

/** Other groups see neither the data of the links of this group nor its part of the state. */
export function mask(s: Service, running: Running): void {
  const groupOf = (key: string) => running.workflow.actions.find((one) => one.key === key)?.groupLabel ?? "";
  const mine = (call: Call, key: string): boolean => {
    const user = running.reader(call);
    return user !== undefined && running.groupsOf(user).includes(groupOf(key));
  };
  const view = (trace: Trace, call: Call) =>
    trace.links.filter(({ actionKey }) => mine(call, actionKey)).reduce((all, { data }) => ({ ...all, ...data }), {});
  s.stateOf = (trace, call) => {
    const user = running.reader(call);
    const next = Object.entries(running.byGroup(trace));
    return {
      data: view(trace, call),
      nextActions: Object.fromEntries(next.filter(([group]) => user && running.groupsOf(user).includes(group))),
    };
  };
  const { matches } = s;
  changeResult(s, "linkView", (whole, link, _trace, call) => {
    if (mine(call, link.actionKey)) return whole;
    const { id, actionKey, groupLabel } = link;
    return { id, actionKey, groupLabel, masked: true };
  });
  s.matches = (trace, filters, call) => matches({ ...trace, state: view(trace, call) }, filters, call);
}

/** True where who asks may not see what is in a link. */
export type Withheld = (link: Link, trace: Trace, call: Call) => boolean;

/** Links and the state without what is withheld, which nobody finds either. */
export function withhold(s: Service, running: Running, isWithheld: Withheld, blank: object = { redacted: true }): void {
  const view = (trace: Trace, call: Call) => {
    const open = trace.links.filter((link) => !isWithheld(link, trace, call));
    return open.reduce((all, { data }) => ({ ...all, ...data }), {});
  };
  const { matches } = s;
  s.stateOf = (trace, call) => ({ data: view(trace, call), nextActions: running.byGroup(trace) });
  s.matches = (trace, filters, call) => matches({ ...trace, state: view(trace, call) }, filters, call);
  changeResult(s, "linkView", (whole, link, trace, call) => {
    if (!isWithheld(link, trace, call)) return whole;
    const { id, actionKey, groupLabel } = link;
    return { id, actionKey, groupLabel, ...blank };
  });
}
