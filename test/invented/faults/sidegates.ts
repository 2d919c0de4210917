/** Gates that only one of the two endpoint sets has: in the middle, at the end, for quotas, for what no list tells. */
import { Refusal } from "../../lib/service/refusal.ts";
import { follow, keysOf, listNext, type Process, type Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import type { Faults } from "../tools.ts";
import { deny, holdTold, inState, int, many, sheet, str, upTo } from "../works.ts";

/** Lets through what the process refuses, where it is asked in this way. */
function leave(
  s: Service,
  { workflow }: Running,
  face: "v2" | "legacy",
  key: string,
  when: (t: Trace) => boolean,
): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      const isGate = error instanceof Refusal && error.message.startsWith("006");
      if (!isGate || call.face !== face || input.actionKey !== key || !known || !when(known)) throw error;
      return workflow;
    }
  };
}

const print: Process = {
  actions: [
    { key: "order", groupLabel: "desk", creates: true },
    { key: "proof", groupLabel: "press", atMost: 3 },
    { key: "correct", groupLabel: "desk", after: ["proof"], atMost: 3 },
    { key: "print", groupLabel: "press", after: ["proof"], atMost: 2 },
    { key: "bind", groupLabel: "press", after: ["print"], atMost: 2 },
    { key: "deliver", groupLabel: "desk", after: ["bind"], ends: true },
  ],
  next(done) {
    if (done.includes("deliver")) return [];
    const isPrinted = done.includes("print");
    return [
      ...(isPrinted ? [] : upTo(3, done, "proof")),
      ...(done.includes("proof") && !isPrinted ? upTo(3, done, "correct") : []),
      ...(done.includes("proof") ? upTo(2, done, "print") : []),
      ...(isPrinted ? upTo(2, done, "bind") : []),
      ...(done.includes("bind") ? ["deliver"] : []),
    ];
  },
};

export const sidegates: Faults = {
  "corrected-in-print": {
    title:
      "Once the book is in print it may no more be corrected, but the legacy set lets it; the state lists what may come.",
    apply(s) {
      const running = follow(s, { ...print, nextActions: inState });
      leave(
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
      const running = follow(s, print);
      leave(s, running, "v2", "proof", (trace) => keysOf(trace).includes("print"));
    },
  },
  "bound-after-delivery": {
    title:
      "What was delivered is bound once more by legacy; no state lists anything, and the configuration says that it has ended.",
    apply(s) {
      const running = follow(s, print);
      leave(s, running, "legacy", "bind", (trace) => keysOf(trace).includes("deliver"));
    },
  },
  "one-print-too-many": {
    title: "Two prints are the most; v2 takes a third one, but only after something was bound.",
    apply(s) {
      const running = follow(s, { ...print, nextActions: inState });
      leave(
        s,
        running,
        "v2",
        "print",
        (trace) => many(trace, "print") >= 2 && many(trace, "bind") > 0 && many(trace, "deliver") === 0,
      );
      listNext(s, running);
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
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const found = checkAction(user, input, known, call);
        const isAgain = known?.links.some(
          ({ actionKey, data }) => actionKey === input.actionKey && JSON.stringify(data) === JSON.stringify(input.data),
        );
        deny(input.actionKey === "pack" && isAgain === true && call.face === "v2", "041 this parcel was packed");
        return found;
      };
      listNext(s, running);
    },
  },
};
