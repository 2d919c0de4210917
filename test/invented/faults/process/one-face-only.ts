/** What one endpoint set refuses or takes, and the other does not. */
import { admitOutOfTurn, atTheGate } from "../../changes/refusals.ts";
import { actionsOf, follow, keysOf, listNext, refuse, trade, trades } from "../../process.ts";
import { permit } from "../../processes/applications.ts";
import { desk } from "../../processes/desks.ts";
import { leaveOpen, printing } from "../../processes/prints.ts";
import { lending } from "../../processes/tool-cribs.ts";
import { honestTrade } from "../../processes/trade.ts";
import type { Link, Trace } from "../../service.ts";
import { aroundStep, after, type Faults, onRecord } from "../../tools.ts";
import { many, upTo } from "../../counts.ts";
import { deny, inState } from "../../rules.ts";
import { hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

export const oneFaceOnly: Faults = {
  // Two endpoint sets of one service: what one refuses as not allowed, the other takes.
  "legacy-begins-with-anything": {
    title: "v2 refuses to begin a trace with an action that does not begin one; the legacy set takes it.",
    apply(s) {
      listNext(s, follow(s, { actions: trades, next: trade }));
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        if (known || call.face === "v2") return checkAction(user, input, known, call);
        const action = trades.find(({ key }) => key === input.actionKey);
        const { groupLabel = "", creates = false } = action ?? {};
        const stranger = action && !creates && (input.groupLabel ?? groupLabel) === groupLabel;
        return stranger ? s.findWorkflow(user, input.workflowId ?? "", call) : checkAction(user, input, known, call);
      });
    },
  },
  "gate-in-v2-alone": {
    title: "What the state does not list is refused by v2 and accepted by the legacy set.",
    apply(s) {
      honestTrade(s);
      atTheGate(s, (refusal, call) => {
        if (call.face === "v2") throw refusal;
      });
    },
  },
  "unlisted-gate-in-legacy-alone": {
    title: "A closed trace takes no more actions from the legacy set, and any from v2; nothing lists what may come.",
    apply(s) {
      follow(s, desk);
      atTheGate(s, (refusal, call) => {
        if (call.face === "legacy") throw refusal;
      });
    },
  },
  "listed-and-refused-in-legacy": {
    title: "The legacy set refuses an invoice that the list names.",
    apply(s) {
      honestTrade(s);
      after(s, "checkAction", (_workflow, _user, input, _known, call) => {
        refuse(call.face === "legacy" && input.actionKey === "invoice", "006 action not allowed now");
      });
    },
  },
  "legacy-gate-from-a-copy": {
    title: "The legacy set asks a copy that is 200 ms old what may come; states and v2 know it at once.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, nextActions: inState });
      listNext(s, running);
      const at = new WeakMap<Link, number>();
      onRecord(s, (link) => at.set(link, Date.now()));
      const { next } = running;
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const copied = ({ links }: Trace) => links.filter((link) => (at.get(link) ?? 0) < Date.now() - 200);
        if (call.face === "legacy") running.next = (trace) => next({ ...trace, links: copied(trace) });
        try {
          return checkAction(user, input, known, call);
        } finally {
          running.next = next;
        }
      });
    },
  },
  "begun-by-any-in-legacy": {
    title: "A trace is begun with an application; the legacy set lets one begin it with any action.",
    apply(s) {
      const running = permit(s);
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const begins = running.workflow.actions.some(({ key, creates }) => key === input.actionKey && !creates);
        if (known ?? !(begins && call.face === "legacy")) return checkAction(user, input, known, call);
        return s.findWorkflow(user, input.workflowId ?? "", call);
      });
    },
  },
  "other-eyes-in-legacy": {
    title: "Who drafted may not approve, says v2; the legacy set says it of the one who acted last.",
    apply(s) {
      follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "approve of clerks"),
        next: (done) => (done.includes("approve") ? ["comment"] : ["comment", "approve"]),
        people: { ines: { groups: ["clerks"] }, wim: { groups: ["clerks"] } },
      });
      after(s, "checkAction", (_workflow, user, input, known, call) => {
        const other = call.face === "v2" ? known?.links[0] : known?.links.at(-1);
        refuse(input.actionKey === "approve" && other?.author === user.email, "006 four eyes are needed");
      });
    },
  },
  "own-steps-alone": {
    title: "The legacy set lets a grain elevator unload before any test, and settle before unloading; v2 refuses both.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "weigh", groupLabel: "scales", creates: true, examples: [{ plate: "KL 481", kg: 24_300 }] },
          { key: "test", groupLabel: "laboratory", atMost: 2, examples: [{ moisture: 13.5 }, { protein: 11.9 }] },
          { key: "unload", groupLabel: "silo", after: ["test"], atMost: 1, examples: [{ cell: 4 }] },
          { key: "settle", groupLabel: "office", after: ["unload"], ends: true, examples: [{ euros: 4620.5 }] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("settle")) return [];
          if (done.includes("unload")) return ["settle"];
          return [...upTo(2, done, "test"), ...(done.includes("test") ? ["unload"] : [])];
        },
      });
      admitOutOfTurn(s, running, ({ actionKey = "" }, known, call) => {
        const first = ["unload", "settle"].includes(actionKey) && many(known, actionKey) === 0;
        return call.face === "legacy" && first && !keysOf(known).includes("settle");
      });
      hold(s, running, { unload: sheet({ cell: int(1, 12) }), settle: sheet({ euros: num(0, 50_000) }) });
      listNext(s, running);
    },
  },
  "reopened-for-one-set": {
    title:
      "A hail claim that was reopened takes what its state lists by the legacy set alone; v2 still calls it closed.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "insured", creates: true },
          { key: "assess", groupLabel: "adjusters", atMost: 4 },
          { key: "close", groupLabel: "adjusters", after: ["assess"], atMost: 2 },
          { key: "reopen", groupLabel: "insured", after: ["close"], atMost: 1 },
          { key: "pay", groupLabel: "adjusters", after: ["close"], ends: true },
        ],
        people: { ines: { groups: ["insured", "adjusters"] }, mara: { groups: ["adjusters"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("pay")) return [];
          const at = done.findLast((key) => key === "close" || key === "reopen");
          if (at === "close") return [...upTo(1, done, "reopen"), "pay"];
          return [...upTo(4, done, "assess"), ...(done.at(-1) === "assess" ? ["close"] : [])];
        },
      });
      after(s, "checkAction", (_workflow, _user, input, known, call) => {
        const closed = known !== undefined && keysOf(known).includes("close");
        const moves = input.actionKey === "reopen" || input.actionKey === "pay";
        refuse(call.face === "v2" && closed && !moves, "006 the claim is closed");
      });
      listNext(s, running);
    },
  },
  "corrected-in-print": {
    title:
      "Once the book is in print it may no more be corrected, but the legacy set lets it; the state lists what may come.",
    apply(s) {
      const running = follow(s, { ...printing, nextActions: inState });
      leaveOpen(
        s,
        running,
        "legacy",
        "correct",
        (trace) => keysOf(trace).includes("print") && !keysOf(trace).includes("deliver"),
      );
      listNext(s, running);
    },
  },
  "proofs-untold": {
    title: "The same where no state lists anything: v2 takes another proof of a book that is in print.",
    apply(s) {
      const running = follow(s, printing);
      leaveOpen(s, running, "v2", "proof", (trace) => keysOf(trace).includes("print"));
    },
  },
  "broken-tool-lent-again": {
    title: "A tool that came back broken is not lent again, but the legacy set does not look.",
    apply(s) {
      lending(s, ({ face }) => face === "v2");
    },
  },
  "same-parcel-again": {
    title: "The same parcel is not packed twice, but the legacy set does not look.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "receive", groupLabel: "store", creates: true },
          { key: "pack", groupLabel: "store" },
          { key: "send", groupLabel: "store", after: ["pack"], ends: true },
        ],
        nextActions: inState,
        next: (done) => (done.includes("send") ? [] : ["pack", ...(done.includes("pack") ? ["send"] : [])]),
      });
      holdTold(s, running, { pack: sheet({ parcel: str(60), grams: int(1, 30_000) }) });
      after(s, "checkAction", (_found, _user, input, known, call) => {
        const isAgain = known?.links.some(
          ({ actionKey, data }) => actionKey === input.actionKey && JSON.stringify(data) === JSON.stringify(input.data),
        );
        deny(input.actionKey === "pack" && isAgain === true && call.face === "v2", "041 this parcel was packed");
      });
      listNext(s, running);
    },
  },
};
