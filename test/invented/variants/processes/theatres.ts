/** Processes of theatres: budgets, casting, seats, safety, tours. */
import { type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { enclose } from "../../duties.ts";
import { indexLater, ownLink } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { closed, type Form, form, useForms } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { actionLike, inGroups } from "../../processes/theatre.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, before, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, sum, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

/** What a production has spent, and what it may still spend: an explanation allows what went beyond. */
function ledger(trace: Trace): Record<"budget" | "spent" | "left", number> {
  let left = amount(begun(trace, "euros"));
  for (const { actionKey, data } of trace.links) {
    if (actionKey === "spend") left -= amount(own(data, "euros"));
    if (actionKey === "explain") left = Math.max(left, 0);
  }
  const spent = sum(trace, "spend", "euros");
  return { budget: spent + left, spent, left };
}

/** The seats of a contingent that are booked: what is given back is the latest booking that is left. */
function bookings(trace: Trace): number[] {
  const open: number[] = [];
  for (const { actionKey, data } of trace.links) {
    if (actionKey === "book") open.push(amount(own(data, "seats")));
    if (actionKey === "give-back") open.pop();
  }
  return open;
}

const checksOfStage = ["check-fire", "check-rigging", "check-electrics"];

/** Who has signed what was offered last. */
const signed = (done: readonly string[]): string[] =>
  done.slice(Math.max(done.lastIndexOf("revise"), 0)).filter((key) => key.startsWith("sign-"));

export const theatres: Variants = {
  // "The rules may depend on the data"; "sums, counters, lists, derived … members".
  budgets: {
    title: "Beyond its budget a production may spend nothing until it explains itself; controllers freeze and thaw it.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "propose of directors",
          "spend of workshops",
          "explain of directors",
          "freeze of controllers",
          "thaw of controllers",
          "close of controllers",
        ),
        people: { ines: inGroups("directors", "workshops"), kai: inGroups("controllers") },
        nextActions: { path: ["ledger", "may"], by: "group" },
        next(done, trace) {
          if (done.includes("close")) return [];
          if (ledger(trace).left < 0) return ["explain"];
          if (done.lastIndexOf("freeze") > done.lastIndexOf("thaw")) return ["thaw", "close"];
          return [...upTo(12, done, "spend"), ...upTo(2, done, "freeze"), "close"];
        },
      });
      running.workflow.name = "Production budgets";
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        propose: sheet({ play: str(80), euros: int(100, 5000) }),
        spend: sheet({ euros: num(1, 900), for: among("wood", "cloth", "light", "paint") }),
        explain: sheet({ reason: str(200) }),
      });
      derive(s, running, (trace) => ({ play: begun(trace, "play"), ...ledger(trace) }));
      present(s, ({ play = null, ...sums }, trace) => ({ play, ledger: { ...sums, may: running.byGroup(trace) } }));
    },
  },
  // "who did what before"; "What the state shows may differ from reader to reader"; no form is told.
  casting: {
    title: "Each juror votes once, and is then listed no vote any more; a role is cast once more than half are for it.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          actionLike("call of directors", [{ role: "Nora" }, { role: "Hamlet", age: "18-30" }], { creates: true }),
          actionLike(
            "audition of agents",
            [
              { actor: "J. Weiss", minutes: 8 },
              { actor: "A. Lund", minutes: 12 },
            ],
            { atMost: 3 },
          ),
          actionLike("vote of jury", [{ for: true }, { for: false }], { after: ["audition"], atMost: 3 }),
          actionLike("cast of directors", [{ fee: 900 }, { fee: 400 }], { after: ["vote"], ends: true }),
          actionLike("turn-down of directors", [{}, { politely: true }], { ends: true }),
        ],
        people: { ines: inGroups("directors", "jury"), ben: inGroups("agents", "jury"), cleo: inGroups("jury") },
        nextActions: { path: ["casting", "next"], by: "group" },
        next(done, trace) {
          if (done.includes("cast") || done.includes("turn-down")) return [];
          const votes = linksBy(trace, "vote");
          const ayes = votes.filter(({ data }) => data["for"] === true).length;
          return [
            ...(votes.length === 0 ? upTo(3, done, "audition") : []),
            ...(done.includes("audition") && votes.length < 3 ? ["vote"] : []),
            ...(votes.length >= 2 && ayes * 2 > votes.length ? ["cast"] : []),
            "turn-down",
          ];
        },
      });
      running.workflow.name = "Casting";
      coded(s, { "006": 403, "007": 409, "021": 400 });
      hold(s, running, {
        call: sheet({ role: str(40), "age?": like("^\\d\\d-\\d\\d$") }),
        audition: sheet({ actor: str(60), minutes: int(1, 30) }),
        vote: sheet({ for: { type: "boolean" } }),
        cast: sheet({ fee: int(1, 5000) }),
        "turn-down": sheet({ "politely?": { type: "boolean" } }),
      });
      const voted = (trace?: Trace, email = "") => linksBy(trace, "vote").some(({ author }) => author === email);
      checks(s, running, ({ actionKey }, known, user) => {
        deny(actionKey === "vote" && voted(known, user.email), "007 one vote each");
      });
      derive(s, running, (trace) => ({
        role: begun(trace, "role"),
        votes: many(trace, "vote"),
        cast: many(trace, "cast") > 0,
      }));
      present(s, (state, trace, call) => {
        const { jury = [], ...others } = running.byGroup(trace);
        const mine = voted(trace, running.reader(call)?.email) ? [] : jury;
        return { ...state, casting: { next: { ...others, jury: mine } } };
      });
    },
  },
  // "other people's traffic all the time, in the same workflows"; "searches that lag"; "on how often".
  contingents: {
    title: "Seats are booked while there are enough; strangers release contingents in between; searches lag a little.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "release of box office",
          "book of agents",
          "give-back of agents",
          "add-seats of box office",
          "settle of box office",
        ),
        people: { ines: inGroups("box office", "agents") },
        nextActions: { path: ["process", "now", "may do"], by: "group" },
        next(done, trace) {
          if (done.includes("settle")) return [];
          const booked = bookings(trace);
          const taken = booked.reduce((all, one) => all + one, 0);
          const free = amount(begun(trace, "seats")) + sum(trace, "add-seats", "seats") - taken;
          return [
            ...(free >= 10 ? ["book"] : upTo(2, done, "add-seats")),
            ...(booked.length > 0 ? ["give-back"] : []),
            ...(done.includes("book") ? ["settle"] : []),
          ];
        },
      });
      running.workflow.name = "Contingents";
      holdTold(s, running, {
        release: sheet({ play: str(80), evening: like("^20\\d\\d-[01]\\d-[0-3]\\d$"), seats: int(10, 60) }, true),
        book: sheet({ seats: int(1, 10) }),
        "add-seats": sheet({ seats: int(10, 20) }),
      });
      const strangers: Trace[] = [];
      onRecord(s, (_link, trace) => {
        if (trace.links.length !== 2) return;
        const stranger = s.newTrace(trace.workflow);
        const data: JsonObject = { play: "The Seagull", evening: "2031-04-02", seats: 30 };
        stranger.links.push({ ...ownLink("release", data), groupLabel: "box office", author: "stranger" });
        stranger.state = data;
        s.traces.set(stranger.id, stranger);
        strangers.push(stranger);
      });
      indexLater(s, 350);
      changeResult(s, "search", (found, workflow, filters, call) => [
        ...found,
        ...strangers.filter((one) => one.workflow === workflow && s.matches(one, filters, call)).map(({ id }) => id),
      ]);
      present(s, (data, trace) => ({
        ...data,
        process: { now: { booked: bookings(trace), "may do": running.byGroup(trace) } },
      }));
    },
  },
  // "members that depend on others"; parallel branches; a failed check is made again.
  safety: {
    title: "Three offices check a stage in any order; what fails says why, and is checked again, three times at most.",
    why: noTransitions,
    apply(s) {
      const passed = (trace: Trace, key: string): boolean => linksBy(trace, key).at(-1)?.data["ok"] === true;
      const running = follow(s, {
        actions: actionsOf(
          "plan of stage",
          "check-fire of fire brigade",
          "check-rigging of riggers",
          "check-electrics of electricians",
          "admit of inspectors",
          "forbid of inspectors",
        ),
        people: {
          ines: inGroups("stage", "inspectors"),
          ron: inGroups("fire brigade", "riggers"),
          sue: inGroups("electricians"),
        },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("admit") || done.includes("forbid")) return [];
          const missing = checksOfStage.filter((key) => !passed(trace, key));
          const ends = missing.length === 0 ? ["admit"] : missing.some((key) => done.includes(key)) ? ["forbid"] : [];
          return [...missing.flatMap((key) => upTo(3, done, key)), ...ends];
        },
      });
      running.workflow.name = "Stage safety";
      const checked: Form = {
        ...form({ ok: { type: "boolean" }, remark: { type: "string", minLength: 3, maxLength: 200 } }, closed),
        required: ["ok"],
        if: { properties: { ok: { const: false } } },
        then: { required: ["remark"] },
      };
      useForms(s, running, {
        plan: form({ play: { type: "string", minLength: 1 }, seats: { type: "integer", minimum: 0, maximum: 1200 } }),
        ...Object.fromEntries(checksOfStage.map((key) => [key, checked])),
        admit: form({ until: { type: "string", format: "date" } }, closed),
      });
      present(s, (data, trace) => ({
        data,
        checks: checksOfStage.filter((key) => passed(trace, key)),
        nextActions: running.byGroup(trace),
      }));
    },
  },
  // "A reader need not be able to write, a writer not to search"; "generated documents".
  tours: {
    title:
      "A revision voids the signatures; the second one ends the trace and encloses the contract; one may only read.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "offer", groupLabel: "tour office", creates: true },
          { key: "revise", groupLabel: "tour office", atMost: 3 },
          { key: "sign-office", groupLabel: "tour office" },
          { key: "sign-host", groupLabel: "hosts" },
          { key: "withdraw", groupLabel: "hosts", ends: true },
        ],
        people: {
          ines: inGroups("tour office"),
          hugo: { ...inGroups("hosts"), may: ["read", "write"] },
          lea: { ...inGroups(), may: ["read"] },
        },
        nextActions: { path: ["contract", "next"], by: "all" },
        next(done) {
          const names = signed(done);
          if (done.includes("withdraw") || names.length === 2) return [];
          const toSign = ["sign-office", "sign-host"].filter((key) => !names.includes(key));
          return [...upTo(3, done, "revise"), ...toSign, "withdraw"];
        },
      });
      running.workflow.name = "Guest performances";
      holdTold(s, running, {
        offer: sheet({ town: str(60), evenings: int(1, 9), fee: int(0, 40_000) }),
        revise: sheet({ evenings: int(1, 9), fee: int(0, 40_000) }),
        "sign-office": sheet({ "place?": str(60) }),
        "sign-host": sheet({ "place?": str(60) }),
      });
      before(s, async (call, key) => {
        if (!key.includes("search")) return;
        const { email } = await s.authenticate(call);
        if (/^(hugo|lea)@/.test(email)) throw new Refusal("foreign", "you may not search");
      });
      onRecord(s, (link, trace) => {
        if (signed(keysOf(trace)).length < 2) return;
        enclose(s, trace, link, "contract.txt", `Contract ${trace.id}\nFee: ${String(trace.state["fee"])} euros\n`);
      });
      present(s, (data, trace) => ({
        contract: { ...data, signed: signed(keysOf(trace)), next: [...running.next(trace)] },
      }));
    },
  },
  // "the actions that each group may begin a trace with"; views by group.
  subscriptions: {
    title: "A subscription begins at the box office or with an invitation by friends, who are not shown the price.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "subscribe", groupLabel: "box office", creates: true },
          { key: "invite", groupLabel: "friends", creates: true, appends: true },
          { key: "accept", groupLabel: "box office", after: ["invite"], atMost: 1 },
          { key: "pay", groupLabel: "treasury", atMost: 3 },
          { key: "assign", groupLabel: "box office", after: ["pay"], ends: true },
          { key: "cancel", groupLabel: "box office", ends: true },
        ],
        people: { ines: inGroups("box office", "treasury"), fay: inGroups("friends") },
        nextActions: inState,
        next(done) {
          if (done.includes("assign") || done.includes("cancel")) return [];
          if (done[0] === "invite" && !done.includes("accept")) return ["accept", "cancel"];
          const paid = done.includes("pay");
          return [...upTo(2, done, "invite"), ...upTo(3, done, "pay"), paid ? "assign" : "cancel"];
        },
      });
      running.workflow.name = "Subscriptions";
      coded(s, { "006": 400 });
      holdTold(s, running, {
        subscribe: sheet({ name: str(60), price: num(20, 900), seats: int(1, 6) }),
        invite: sheet({ name: str(60), "greeting?": str(200) }),
        accept: sheet({ price: num(20, 900), seats: int(1, 6) }),
        pay: sheet({ price: num(1, 900) }),
        assign: sheet({ row: like("^[A-Z]$"), "box?": int(1, 12) }),
      });
      listNext(s, running);
      aroundStep(s, "stateOf", (stateOf) => (trace, call) => {
        if (!running.reader(call)?.email.startsWith("fay@")) return stateOf(trace, call);
        const { price: _price, ...data } = trace.state;
        return { data, nextActions: running.byGroup(trace) };
      });
    },
  },
};
