/**
 * Compares the state in the legacy answer to an action with the state that its sender reads right after, on ways
 * through processes.
 */
import { writersFor } from "../../../../spec/readings/people.ts";
import { type Face, otherFace } from "../../../../spec/operations.ts";
import type { Account, OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { begun } from "../processes/begun.ts";
import { waysOverAll } from "../processes/ways.ts";

/** Reads the state through one face, the other, and the first again. */
export function readBy(actor: Account, face: Face): readonly OperationStep[] {
  return [face, otherFace(face), face].map((through): OperationStep => ({
    op: "state",
    face: through,
    actor,
    trace: "$t",
  }));
}

/** Ways with an action of another user than the first. */
export function answersToOthers(context: SuiteContext, script: MakeScript) {
  const { people = [], workflows, may } = context.target;
  if (may?.includes("write") === false) return [];
  const found = workflows.flatMap((description, workflow) => {
    return waysOverAll(context.profile, description).flatMap((done) => {
      const senders = done.map((key) => {
        const { groupLabel } = description.actions.find((one) => one.key === key) ?? {};
        return writersFor(people, groupLabel)[0];
      });
      const isOfOthers = senders.slice(1).some((sender) => sender && sender.account !== "first");
      return isOfOthers ? [{ workflow, done, senders }] : [];
    });
  });
  const title = "Whose action is answered with a state reads the same state then";
  return found.slice(0, byDepth(context, { quick: 0, standard: mostWays, deep: 8 })).map((way, at) =>
    script(context, at === 0 ? "answers" : `answers-${String(at)}`, title, (draft) =>
      begun(draft, way.workflow, way.done, "legacy").flatMap((step, place): readonly OperationStep[] => {
        const sender = way.senders[place];
        const write: OperationStep = place > 0 ? { ...step, face: "legacy" } : step;
        if (place === 0 || !sender?.may.includes("read") || sender.account === "first") return [write];
        return [write, ...readBy(sender.account, "v2").slice(0, 2)];
      }),
    ),
  );
}

/** At most so many ways. */
const mostWays = 4;
