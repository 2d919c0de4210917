/** Expenses, cash books and payment orders. */
import type { User } from "../../../lib/service/domain.ts";
import type { Json } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { text120 } from "../../changes/forms.ts";
import { checkForms } from "../../duties.ts";
import { noTransitions } from "../../left-open.ts";
import { follow, keysOf, present } from "../../process.ts";
import type { Trace } from "../../service.ts";
import { after, onRecord, onRefusal, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive, inState } from "../../rules.ts";
import { among, hold, int, like, sheet, str } from "../../sheets.ts";

export const accounts: Variants = {
  // "After each action the workflow decides"; "calls to other systems"; "requests ... in flight" on one trace.
  "expense-claims": {
    title:
      "After submission a claim is posted for 400 ms, in which nobody may do anything: 409, come again in a second.",
    why: noTransitions,
    apply(s) {
      const posting = new WeakMap<Trace, number>();
      const busy = (trace: Trace | undefined) => trace !== undefined && (posting.get(trace) ?? 0) > Date.now();
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "staff", creates: true },
          { key: "receipt", groupLabel: "staff", atMost: 8 },
          { key: "submit", groupLabel: "staff", after: ["receipt"] },
          { key: "return", groupLabel: "managers", after: ["submit"], atMost: 2 },
          { key: "approve", groupLabel: "managers", after: ["submit"], atMost: 1 },
          { key: "reimburse", groupLabel: "finance", after: ["approve"], ends: true },
        ],
        next(done) {
          if (done.includes("reimburse")) return [];
          if (done.includes("approve")) return ["reimburse"];
          if (done.at(-1) === "submit") return ["approve", ...(often(done, "return") < 2 ? ["return"] : [])];
          const receipt = often(done, "receipt") < 8 ? ["receipt"] : [];
          return [...receipt, ...(done.includes("receipt") ? ["submit"] : [])];
        },
        people: { ines: { groups: ["staff"] }, wim: { groups: ["managers"] }, ada: { groups: ["finance"] } },
        nextActions: inState,
      });
      checkForms(s, running, {
        receipt: sheet({ amount: { type: "number", minimum: 0.01, maximum: 900 }, "text?": text120 }),
      });
      s.statuses.busy = 409;
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
      after(s, "findTrace", (trace, _user, _id, call) => {
        const acting = ["link", "action"].includes(call.path.at(-1) ?? "");
        if (acting && busy(trace)) throw new Refusal("busy", "000 the claim is being posted");
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "submit" || actionKey === "approve") posting.set(trace, Date.now() + 400);
      });
      present(s, (data, trace) => ({
        data,
        receipts: often(keysOf(trace), "receipt"),
        posting: busy(trace),
        nextActions: busy(trace) ? {} : running.byGroup(trace),
      }));
    },
  },
  // A step that is possible only while a sum is nought; an undoing that names what it undoes by its number.
  "cash-books": {
    title: "A cash book closes only while debit and credit are even, and never by the hand of who posted in it.",
    why: noTransitions,
    apply(s) {
      const undone = (trace: Trace) => new Set(linksBy(trace, "reverse").map(({ data }) => data["entry"]));
      const posts = (trace: Trace) =>
        linksBy(trace, "post").map(({ id, data }, at) => ({ id, data, void: undone(trace).has(at + 1) }));
      const balance = (trace: Trace) =>
        posts(trace)
          .filter((entry) => !entry.void)
          .reduce((all, { data }) => all + amount(data["cents"]) * (data["side"] === "debit" ? 1 : -1), 0);
      const running = follow(s, {
        actions: [
          { key: "open-book", groupLabel: "cashiers", creates: true, examples: [{ till: "T2", day: "2026-03-04" }] },
          {
            key: "post",
            groupLabel: "cashiers",
            atMost: 12,
            examples: [
              { side: "debit", cents: 500, text: "Two coffees" },
              { side: "credit", cents: 500, text: "Till" },
            ],
          },
          { key: "reverse", groupLabel: "cashiers", after: ["post"], examples: [{ entry: 1 }, { entry: 2 }] },
          { key: "close-book", groupLabel: "auditors", after: ["post"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["cashiers"] }, ada: { groups: ["cashiers", "auditors"] } },
        nextActions: { path: ["book", "may"], by: "group" },
        next(done, trace) {
          if (done.includes("close-book")) return [];
          const open = posts(trace).filter((entry) => !entry.void).length;
          const close = open > 0 && balance(trace) === 0 ? ["close-book"] : [];
          return [...upTo(12, done, "post"), ...(open > 0 ? ["reverse"] : []), ...close];
        },
      });
      coded(s, { "006": 409, "021": 422, "077": 403, "078": 422 });
      hold(s, running, {
        "open-book": sheet({ till: str(8), day: str(10) }),
        post: sheet({ side: among("debit", "credit"), cents: int(1, 1_000_000), text: str(60) }),
        reverse: sheet({ entry: int(1, 12) }),
        "close-book": sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known, user) => {
        if (!known) return;
        const entry = posts(known)[amount(data["entry"]) - 1];
        deny(actionKey === "reverse" && (entry === undefined || entry.void), "078 no such entry, or reversed before");
        const posted = linksBy(known, "post").some(({ author }) => author === user.email);
        deny(actionKey === "close-book" && posted, "077 who posted must not close");
      });
      derive(s, running, (trace) => ({
        till: begun(trace, "till"),
        balance: (balance(trace) / 100).toFixed(2),
        closed: keysOf(trace).includes("close-book"),
      }));
      present(s, (state, trace) => ({
        book: {
          ...state,
          entries: Object.fromEntries(
            posts(trace).map(({ id, data, void: gone }): [string, Json] => [id, { ...data, reversed: gone }]),
          ),
          may: running.byGroup(trace),
        },
      }));
    },
  },
  // "who did what before" and "the data": how many must sign depends on the sum; each reader sees what is theirs.
  "payment-orders": {
    title: "An order of 10,000 or more needs two directors, and no one signs their own; readers see what they may do.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          {
            key: "prepare",
            groupLabel: "clerks",
            creates: true,
            examples: [
              { euros: 400, to: "NL02" },
              { euros: 25_000, to: "DE77" },
            ],
          },
          { key: "edit", groupLabel: "clerks", atMost: 3, examples: [{ euros: 380 }, { euros: 14_500 }] },
          { key: "sign", groupLabel: "directors", examples: [{}] },
          { key: "execute", groupLabel: "treasury", after: ["sign"], ends: true, examples: [{}] },
          { key: "recall", groupLabel: "clerks", ends: true, examples: [{ reason: "twice" }] },
        ],
        people: {
          ines: { groups: ["clerks", "directors"] },
          omar: { groups: ["directors"] },
          tess: { groups: ["directors", "treasury"] },
        },
        next(done, trace) {
          if (done.includes("execute") || done.includes("recall")) return [];
          const enough = signers(trace).length >= needed(trace);
          return [...upTo(3, done, "edit"), enough ? "execute" : "sign", "recall"];
        },
      });
      const euros = (trace: Trace) => amount(linksBy(trace, "prepare", "edit").at(-1)?.data["euros"]);
      const needed = (trace: Trace) => (euros(trace) < 10_000 ? 1 : 2);
      // An edit takes all signatures away.
      const signers = ({ links }: Trace) =>
        links
          .slice(links.findLastIndex(({ actionKey }) => actionKey === "edit") + 1)
          .filter(({ actionKey }) => actionKey === "sign")
          .map(({ author }) => author);
      const barred = (trace: Trace, user: User) =>
        trace.links[0]?.author === user.email || signers(trace).includes(user.email);
      coded(s, { "006": 409, "021": 400, "072": 403 });
      hold(s, running, {
        prepare: sheet({ euros: int(1, 90_000), to: like("^[A-Z]{2}[0-9]{2}$") }),
        edit: sheet({ euros: int(1, 90_000) }),
        recall: sheet({ reason: str(60) }),
      });
      checks(s, running, ({ actionKey }, known, user) => {
        deny(actionKey === "sign" && known !== undefined && barred(known, user), "072 somebody else has to sign");
      });
      derive(s, running, (trace) => ({
        euros: euros(trace),
        to: begun(trace, "to"),
        signatures: signers(trace).length,
        status: trace.links.at(-1)?.actionKey === "execute" ? "executed" : "open",
      }));
      present(s, (state, trace, call) => {
        const user = running.reader(call);
        const allowed = Object.entries(running.byGroup(trace))
          .filter(([group]) => user !== undefined && running.groupsOf(user).includes(group))
          .flatMap(([, keys]) => keys)
          .filter((key) => key !== "sign" || (user !== undefined && !barred(trace, user)));
        return { order: state, you: { may: allowed } };
      });
    },
  },
};
