/** Refused actions that leave a link, or move or remove one. */
import { type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { atTheGate, onRefused } from "../../changes/refusals.ts";
import { checkForms, declining } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { answerWith } from "../../paper.ts";
import { actionsOf, follow, listNext, present, refuse, trade, trades } from "../../process.ts";
import { followApplication, permit } from "../../processes/applications.ts";
import { chargingDesk, desk } from "../../processes/desks.ts";
import { honestTrade } from "../../processes/trade.ts";
import type { Service, Trace } from "../../service.ts";
import { aroundStep, whenRefused, after, type Faults, onRecord } from "../../tools.ts";
import { allotments } from "../../processes/allotments.ts";
import { begun, linksBy, often, sum, upTo } from "../../counts.ts";
import { checks, derive, inState } from "../../rules.ts";
import { among, hold, int, num, sheet } from "../../sheets.ts";

const visitForm = sheet({
  on: { type: "string", format: "date" },
  finding: { type: "string", minLength: 1, maxLength: 80 },
});

/** Does something before a refusal for these words goes out. */
function onRefusedFor(
  s: Service,
  words: string,
  act: (asked: { key: string; data: JsonObject; author: string }, known: Trace | undefined) => void,
): void {
  whenRefused(s, "checkAction", (error, user, input, known) => {
    if (error instanceof Refusal && error.message.startsWith(words)) {
      act({ key: input.actionKey ?? "", data: input.data ?? {}, author: user.email }, known);
    }
  });
}

const note: JsonObject = {
  type: "object",
  properties: { note: { type: "string", minLength: 1, maxLength: 200 } },
  required: ["note"],
};

export const links: Faults = {
  "an-opinion-that-is-refused-stays": {
    title: "A second opinion of an officer is refused, and its link stays on the trace all the same.",
    apply(s) {
      allotments(s);
      whenRefused(s, "checkAction", (_error, _user, input, known) => {
        const data = input.data ?? {};
        const isOpinion = input.actionKey === "opinion" && linksBy(known, "opinion").length > 0;
        if (isOpinion) known?.links.push({ ...ownLink("opinion", data), files: [] });
      });
    },
  },
  "first-report-moved": {
    title:
      "A pour that was reported before is refused as a duplicate, and the first report moves to the end of the links.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "mould", groupLabel: "foundry", creates: true, examples: [{ alloy: "bronze" }] },
          {
            key: "pour",
            groupLabel: "foundry",
            atMost: 6,
            examples: [
              { ladle: 1, kilos: 80 },
              { ladle: 2, kilos: 74.5 },
              { ladle: 3, kilos: 12 },
            ],
          },
          { key: "break-out", groupLabel: "foundry", after: ["pour"], ends: true, examples: [{ cracks: 0 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("break-out")) return [];
          return [...upTo(6, done, "pour"), ...(done.includes("pour") ? ["break-out"] : [])];
        },
      });
      hold(s, running, {
        mould: sheet({ alloy: among("bronze", "brass", "iron") }),
        pour: sheet({ ladle: int(1, 9), kilos: num(0.5, 400) }),
        "break-out": sheet({ cracks: int(0, 20) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const former = linksBy(known, "pour").find((link) => sameJson(link.data, data));
        if (actionKey !== "pour" || !known || !former) return;
        known.links = [...known.links.filter((link) => link !== former), former];
        throw new Refusal("invalid", "031 this pour was reported");
      });
      derive(s, running, (trace) => ({
        alloy: begun(trace, "alloy"),
        poured: sum(trace, "pour", "kilos"),
        cracks: own(linksBy(trace, "break-out")[0]?.data ?? {}, "cracks") ?? null,
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "double-refused-and-kept": {
    title: "An action that repeats the data of the one before it is refused with 409, and its link is there.",
    apply(s) {
      followApplication(s);
      onRecord(s, (link, trace) => {
        const former = trace.links.at(-2);
        if (former?.actionKey === link.actionKey && sameJson(former.data, link.data)) {
          throw new Refusal("invalid", "duplicate of the step before");
        }
      });
      answerWith(s, 409, "duplicate");
    },
  },
  "refused-duplicate-gets-a-link": {
    title: "An action that is refused as a duplicate gets a link all the same.",
    apply(s) {
      follow(s, chargingDesk);
      aroundStep(s, "record", (record) => async (call, user, workflow, input, known) => {
        const last = known?.links.at(-1);
        const again =
          last?.actionKey === input.actionKey && JSON.stringify(last?.data) === JSON.stringify(input.data ?? {});
        const recorded = await record(call, user, workflow, input, known);
        if (again) throw new Refusal("invalid", "duplicate");
        return recorded;
      });
    },
  },
  "refused-gets-a-link": {
    title: "An action that may not come now is refused, and becomes a link.",
    apply(s) {
      honestTrade(s);
      atTheGate(s, (refusal, _call, trace, data) => {
        const [first] = trace.links;
        if (first) trace.links.push({ ...first, id: crypto.randomUUID(), actionKey: "amend", data, files: [] });
        throw refusal;
      });
    },
  },
  // "Each appended action becomes a link of the trace."
  "rollback-of-the-one-before": {
    title: "An action that comes after the end is refused, and the rollback removes the link of the one before it.",
    apply(s) {
      follow(s, desk);
      onRefused(s, (trace, error) => {
        if (error.message.startsWith("006") && trace.links.length > 1) trace.links.pop();
      });
    },
  },
  // A refused action is no action: no link follows from it.
  "label-for-the-refused": {
    title: "A shipment that may not come now is refused, but its label becomes a link by the service's own hand.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "label")) }));
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") trace.links.push(ownLink("label", { label: trace.links.length }));
      });
      whenRefused(s, "checkAction", (_error, _user, input, known) => {
        if (known && input.actionKey === "ship") known.links.push(ownLink("label", { label: known.links.length }));
      });
    },
  },
  // A refused action is no action: it becomes no link.
  "full-trace-keeps-what-it-refuses": {
    title: "A trace has twelve links; the thirteenth action is refused after it was stored, and is a link.",
    apply(s) {
      follow(s, { actions: desk.actions.slice(0, 2) });
      after(s, "record", (recorded) => {
        refuse(recorded.trace.links.length > 12, "the trace is full");
      });
    },
  },
  // 429 says that the request was not served; here it was, and becomes a link.
  "too-many-but-done": {
    title: "Of more than thirty actions a second the others are answered with 429 and Retry-After: 1, and done.",
    apply(s) {
      follow(s, desk);
      const times: number[] = [];
      const { refuse: usual } = s;
      after(s, "record", (_recorded, ...args) => {
        while ((times[0] ?? Date.now()) < Date.now() - 1000) times.shift();
        if (args[4] && times.length >= 30) throw new Refusal("busy", "too many requests");
        times.push(Date.now());
      });
      s.refuse = (call, error) => {
        const reply = usual(call, error);
        return error.kind === "busy" ? { ...reply, headers: { ...reply.headers, "Retry-After": "1" } } : reply;
      };
    },
  },
  "wrong-form-and-linked": {
    title: "A visit that breaks the form is refused, and becomes a link: the form is looked at after storing.",
    apply(s) {
      checkForms(s, permit(s), { visit: visitForm });
      onRefusedFor(s, "data", ({ key, data, author }, known) => {
        known?.links.push({ ...ownLink(key, data), author, groupLabel: "office" });
      });
    },
  },
  "form-checked-after-writing": {
    // A trace "is built by appending actions to it. Each appended action becomes a link": what is refused is none.
    title: "The form of a remark is checked after it was written: it is refused with 400, and its link stays.",
    apply(s) {
      const [begin, remark, ...rest] = actionsOf("open of desk", "remark of desk", "decide of leads");
      const told = [begin, remark && { ...remark, data: note }, ...rest].filter((one) => one !== undefined);
      follow(s, { actions: told, next: (done) => (done.includes("decide") ? [] : ["remark", "decide"]) });
      after(s, "record", (_recorded, _call, _user, _workflow, input) => {
        const text = own(input.data ?? {}, "note");
        const fits = typeof text === "string" && text.length >= 1 && text.length <= 200;
        if (input.actionKey === "remark" && !fits) throw new Refusal("invalid", "a remark needs a note of 1 to 200");
      });
    },
  },
  "declined-kept": {
    title: "A berth fee above 500 is declined by the bank with 402, after its link was written: it stays in the trace.",
    apply(s) {
      const decline = declining(s);
      const running = follow(s, {
        actions: [
          { key: "moor", groupLabel: "harbour", creates: true },
          { key: "supply", groupLabel: "harbour", atMost: 5 },
          { key: "charge", groupLabel: "cashiers", atMost: 3 },
          { key: "leave", groupLabel: "harbour", after: ["charge"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("leave")) return [];
          const charges = often(done, "charge");
          const supply = often(done, "supply") < 5 ? ["supply"] : [];
          return [...supply, ...(charges < 3 ? ["charge"] : []), ...(charges > 0 ? ["leave"] : [])];
        },
      });
      checkForms(s, running, { charge: sheet({ fee: int(1, 900), "berth?": { type: "string", maxLength: 20 } }) });
      onRecord(s, ({ actionKey, data }) => {
        if (actionKey === "charge" && Number(data["fee"]) > 500) decline(402, "000 declined by the bank");
      });
      listNext(s, running);
    },
  },
};
