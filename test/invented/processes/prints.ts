/** The printing of books: what may follow what, and how often. */
import { Refusal } from "../../lib/service/refusal.ts";
import type { Process, Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { upTo } from "../counts.ts";
import { aroundStep } from "../tools.ts";

/** Lets through what the process refuses, where it is asked in this way. */
export function leaveOpen(
  s: Service,
  { workflow }: Running,
  face: "v2" | "legacy",
  key: string,
  when: (t: Trace) => boolean,
): void {
  aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      const isGate = error instanceof Refusal && error.message.startsWith("006");
      if (!isGate || call.face !== face || input.actionKey !== key || !known || !when(known)) throw error;
      return workflow;
    }
  });
}

export const printing: Process = {
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
