/** Links that show other data than was sent. */
import type { Call } from "../../../lib/service/http.ts";
import { own, put } from "../../../lib/service/json.ts";
import { follow, keysOf, present, type Running } from "../../process.ts";
import type { Service } from "../../service.ts";
import { aroundStep, after, type Faults, onRecord, rewriteObject } from "../../tools.ts";
import { begun, linksBy, often, sum, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { among, holdTold, int, num, sheet } from "../../sheets.ts";

/** Meters that are read: no form has room for a text. */
function meters(s: Service): Running {
  const running = follow(s, {
    actions: [
      { key: "install", groupLabel: "fitters", creates: true },
      { key: "read", groupLabel: "fitters", atMost: 5 },
      { key: "close", groupLabel: "fitters", after: ["read"], ends: true },
    ],
    nextActions: inState,
    next(done) {
      if (done.includes("close")) return [];
      return [...upTo(5, done, "read"), ...(done.includes("read") ? ["close"] : [])];
    },
  });
  holdTold(s, running, {
    install: sheet({ meter: int(1000, 9999), phase: among("one", "three") }),
    read: sheet({ units: num(0.1, 900), day: int(1, 366) }),
    close: sheet({ credit: num(0, 500) }),
  });
  derive(s, running, (trace) => ({
    phase: begun(trace, "phase"),
    readings: often(keysOf(trace), "read"),
    used: sum(trace, "read", "units"),
  }));
  present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
  return running;
}

export const contents: Faults = {
  "billed-for-another": {
    title: "The readings of a meter that were sent last but one and before it stand in each other's links.",
    apply(s) {
      const running = meters(s);
      onRecord(s, ({ actionKey }, trace) => {
        const [one, two] = linksBy(trace, "read").slice(-2);
        if (actionKey !== "close" || !one || !two || trace.workflow !== running.workflow) return;
        [one.data, two.data] = [two.data, one.data];
      });
    },
  },
  "whole-units-in-links": {
    title: "The link of a reading shows whole units where a fraction was sent; the state has sums of what was sent.",
    apply(s) {
      const running = meters(s);
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        const units = link.data["units"];
        const isCut = trace.workflow === running.workflow && typeof units === "number";
        return linkView(isCut ? { ...link, data: { ...link.data, units: Math.floor(units) } } : link, trace, call);
      });
    },
  },
  // "links: array of objects"
  "links-by-reference": {
    title: "The v2 details give the ids of the links instead of the links.",
    apply(s) {
      const { linkView } = s;
      s.linkView = (link, trace, call) => (call.face === "v2" ? link.id : linkView(link, trace, call));
    },
  },
  "links-by-action-key": {
    title: "Every link shows the data of the latest action with the same action key.",
    apply(s) {
      aroundStep(s, "linkView", (linkView) => (link, trace, call) => {
        const latest = trace.links.findLast((one) => one.actionKey === link.actionKey);
        return linkView({ ...link, data: (latest ?? link).data }, trace, call);
      });
    },
  },
  "long-pages-abridged": {
    title: "On a page of more than five links, texts of more than 200 characters are cut off there.",
    apply(s) {
      const sizes = new WeakMap<Call, number>();
      after(s, "page", (found, _links, _args, _trace, call) => {
        sizes.set(call, found.items.length);
      });
      aroundStep(s, "linkView", (linkView) => (item, trace, call) => {
        if ((sizes.get(call) ?? 0) <= 5) return linkView(item, trace, call);
        const data = rewriteObject(item.data, (value) => (typeof value === "string" ? value.slice(0, 200) : value));
        return linkView({ ...item, data }, trace, call);
      });
    },
  },
  // "Each appended action becomes a link": what a link shows of its action is not another's
  "first-link-is-the-state": {
    title: "The state is the data object of the first link, and grows: that link shows what later actions brought.",
    apply(s) {
      s.merge = (trace, data) => {
        if (trace.links.length === 0) return data;
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
    },
  },
};
