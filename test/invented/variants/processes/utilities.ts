/** Processes of water and power: meters, outages, rights. */
import { randomUUID } from "node:crypto";
import type { User } from "../../../lib/service/domain.ts";
import { type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { atLast, checkForms, declining, onTurn } from "../../duties.ts";
import { defaultPages, ownLink, spawn } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { compute, follow, keysOf, listNext, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { after, changeResult, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { hold, like, num, sheet } from "../../sheets.ts";

/** The value of the latest link of one of these actions. */
const latest = (trace: Trace | undefined, keys: string[], member: string): number => {
  const link = trace?.links.findLast(({ actionKey }) => keys.includes(actionKey));
  const value = own(link?.data ?? {}, member);
  return typeof value === "number" ? value : 0;
};

export const utilities: Variants = {
  // A link of the service's own after each action, a second when it escalates; newest first; different default pages.
  "outage-tickets": {
    title:
      "Each action on a power outage makes a link of the service too, the third report another; the newest is first.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "control room", creates: true },
          { key: "report", groupLabel: "control room", atMost: 5 },
          { key: "isolate", groupLabel: "crews", atMost: 1 },
          { key: "restore", groupLabel: "crews", after: ["isolate"], ends: true },
        ],
        people: { ines: { groups: ["control room"] }, finn: { groups: ["crews"] } },
        nextActions: { path: ["ticket", "open to"], by: "group" },
        next(done) {
          if (done.includes("restore")) return [];
          return [...upTo(5, done, "report"), done.includes("isolate") ? "restore" : "isolate"];
        },
      });
      onRecord(s, ({ actionKey, id }, trace) => {
        if (trace.workflow !== running.workflow) return;
        trace.links.push(ownLink("dispatch-sms", { about: id }));
        if (actionKey === "report" && many(trace, "report") === 3) trace.links.push(ownLink("escalate", { level: 2 }));
        trace.state = { ...trace.state, level: many(trace, "escalate") + 1, messages: many(trace, "dispatch-sms") };
      });
      s.linksOf = (trace) => trace.links.toReversed();
      defaultPages(s, 20, 5);
      present(s, (data, trace) => ({
        ...data,
        ticket: { number: trace.id.slice(0, 8), "open to": running.byGroup(trace) },
      }));
    },
  },
  // Only who takes part sees a trace; to others it is as if it were not; an appeal begins a trace by the service.
  "water-rights": {
    title:
      "Who takes no part in a water right is told that there is none, and finds none; an appeal begins another trace.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "file", groupLabel: "farmers", creates: true },
          { key: "survey", groupLabel: "engineers", atMost: 1 },
          { key: "grant", groupLabel: "engineers", after: ["survey"], ends: true },
          { key: "refuse", groupLabel: "engineers", after: ["survey"], atMost: 1 },
          { key: "appeal", groupLabel: "farmers", after: ["refuse"], ends: true },
          { key: "hear", groupLabel: "court", ends: true },
        ],
        people: { ines: { groups: ["farmers"] }, emil: { groups: ["engineers"] }, ruth: { groups: ["court"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("grant") || done.includes("appeal") || done.includes("hear")) return [];
          if (done[0] === "deliver") return ["hear"];
          if (done.includes("refuse")) return ["appeal"];
          return often(done, "survey") > 0 ? ["grant", "refuse"] : ["survey"];
        },
      });
      coded(s, { "006": 409 });
      spawn(s, ({ actionKey }) => actionKey === "appeal");
      const parties = (trace: Trace) =>
        keysOf(trace)[0] === "deliver" ? ["court", "farmers"] : ["farmers", "engineers"];
      const sees = (user: User | undefined, trace: Trace) =>
        user !== undefined &&
        (trace.workflow !== running.workflow || running.groupsOf(user).some((group) => parties(trace).includes(group)));
      after(s, "findTrace", (trace, user) => {
        if (!sees(user, trace)) throw new Refusal("missing", "no such trace");
      });
      changeResult(s, "search", (found, _workflow, _filters, call) =>
        found.filter((id) => {
          const trace = s.traces.get(id);
          return trace !== undefined && sees(running.reader(call), trace);
        }),
      );
      const dockets = new WeakMap<Trace, string>();
      present(s, (data, trace): Json => {
        const docket = dockets.get(trace) ?? `WR-${randomUUID().slice(0, 6)}`;
        dockets.set(trace, docket);
        const stage = keysOf(trace).at(-1) ?? null;
        if (running.next(trace).length === 0) return { docket, data, stage };
        return { docket, data, stage, nextActions: running.byGroup(trace) };
      });
    },
  },
  // "The rules may depend on the data, on how often an action was done"; "sums, counters"; forms with ranges.
  "meter-readings": {
    title: "A reading is never below the one before; three readings are billed; the state tells consumption alone.",
    why: noTransitions,
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "install", groupLabel: "fitters", creates: true },
          { key: "read", groupLabel: "readers", examples: [{ reading: 1204.5 }, { reading: 1377 }] },
          { key: "replace", groupLabel: "fitters", atMost: 2, examples: [{ reading: 0 }] },
          { key: "bill", groupLabel: "billing", after: ["read"] },
          { key: "terminate", groupLabel: "billing", after: ["bill"], ends: true },
        ],
        next(done) {
          if (done.includes("terminate")) return [];
          const since = often(done.slice(done.lastIndexOf("bill") + 1), "read");
          const replace = often(done, "replace") < 2 ? ["replace"] : [];
          const terminate = done.at(-1) === "bill" ? ["terminate"] : [];
          return [...(since < 3 ? ["read"] : []), ...replace, ...(since > 0 ? ["bill"] : []), ...terminate];
        },
        people: { ines: { groups: ["fitters", "readers"] }, ada: { groups: ["billing"] } },
        nextActions: inState,
      });
      const reading: JsonObject = { type: "number", minimum: 0, maximum: 99_999.9 };
      checkForms(s, running, {
        install: sheet({ serial: { type: "string", pattern: "^[A-Z0-9]{6,12}$" }, reading }),
        read: sheet({ reading }),
        replace: sheet({ reading }),
      });
      onTurn(s, 409);
      const counted = ["install", "read", "replace"];
      atLast(s, ({ key, data }, known) => {
        const value = data["reading"];
        if (key !== "read" || typeof value !== "number") return;
        if (value < latest(known, counted, "reading")) decline(422, "000 the reading is below the one before");
      });
      compute(s, (trace) => {
        let [used, before] = [0, 0];
        for (const { actionKey, data } of trace.links) {
          const value = data["reading"];
          if (typeof value !== "number") continue;
          if (actionKey === "read") used += value - before;
          before = value;
        }
        const bills = often(keysOf(trace), "bill");
        return { serial: begun(trace, "serial"), consumption: Math.round(used * 10) / 10, bills };
      });
      listNext(s, running);
    },
  },
  // A range that depends on what was sent before; the list has the form of links of a hypermedia state.
  "meter-rounds": {
    title: "A water meter's reading is refused below the former one; the state tells litres, and the next as `_links`.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "install", groupLabel: "fitters", creates: true, examples: [{ serial: "WM-220917" }] },
          {
            key: "read",
            groupLabel: "readers",
            atMost: 6,
            examples: [{ cubicMetres: 12.5 }, { cubicMetres: 31 }, { cubicMetres: 48.25 }],
          },
          { key: "exchange", groupLabel: "fitters", after: ["read"], atMost: 1, examples: [{ serial: "WM-300001" }] },
          { key: "bill", groupLabel: "office", after: ["read"], atMost: 2, examples: [{ rate: 1.95 }] },
          { key: "remove", groupLabel: "fitters", after: ["bill"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["fitters", "office"] }, rolf: { groups: ["readers"] } },
        next(done) {
          if (done.includes("remove")) return [];
          const billed = done.includes("bill");
          const some = done.includes("read");
          return [
            ...upTo(6, done, "read"),
            ...(some ? upTo(1, done, "exchange") : []),
            ...(done.at(-1) === "read" ? upTo(2, done, "bill") : []),
            ...(billed ? ["remove"] : []),
          ];
        },
      });
      // A new meter begins at zero.
      const readings = (trace: Trace | undefined) => {
        const parts: number[][] = [[]];
        for (const { actionKey, data } of trace?.links ?? []) {
          if (actionKey === "exchange") parts.push([]);
          if (actionKey === "read") parts.at(-1)?.push(amount(data["cubicMetres"]));
        }
        return parts;
      };
      coded(s, { "006": 400, "021": 400, "022": 422 });
      const meter = sheet({ serial: like("^WM-[0-9]{6}$") });
      hold(s, running, {
        install: meter,
        read: sheet({ cubicMetres: num(0, 9999) }),
        exchange: meter,
        bill: sheet({ rate: num(0.1, 9) }),
        remove: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const former = readings(known).at(-1)?.at(-1) ?? 0;
        deny(actionKey === "read" && amount(data["cubicMetres"]) < former, "022 below the former reading");
      });
      derive(s, running, (trace) => ({
        meter: linksBy(trace, "install", "exchange").at(-1)?.data["serial"] ?? null,
        litres: Math.round(readings(trace).reduce((all, part) => all + (part.at(-1) ?? 0), 0) * 1000),
        bills: many(trace, "bill"),
      }));
      present(s, (state, trace) => ({
        ...state,
        _links: {
          self: { href: `/v2/traces/${trace.id}/state` },
          ...Object.fromEntries(
            Object.entries(running.byGroup(trace)).flatMap(([group, keys]) =>
              keys.map((key) => [key, { href: `/v2/traces/${trace.id}/action`, title: `${key} (${group})` }]),
            ),
          ),
        },
      }));
    },
  },
};
