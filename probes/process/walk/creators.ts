/** Finds another user who may create traces, where the usual user, whose groups are not told, was refused each time. */
import { isTaken } from "../../../spec/readings/actions.ts";
import { actsFor, senderOf, writersFor } from "../../../spec/readings/people.ts";
import { chooseActions } from "../../fixture/choose-actions.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder } from "../../seen/known-traces.ts";
import { creationsWith, isRefusedByBoth } from "../observations.ts";
import { maxInPlace } from "./bounds.ts";
import type { DoneBy } from "./done-by.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "histories">;

/** The first other user who was allowed to create a trace, by the label of the group; undefined where none was. */
export async function otherCreator({ run, runId, target, histories }: Asker): Promise<DoneBy | undefined> {
  const { workflow, create } = chooseActions(target);
  const sent = create ? creationsWith(inOrder(histories()), workflow, create.key) : [];
  const [refused] = sent;
  if (!create || !refused || !isRefusedByBoth(sent)) return undefined;
  const { key: action, groupLabel: label, examples: [example] = [] } = create;
  const others = writersFor(target.people ?? [], label).filter(
    (one) => one.account !== senderOf(refused) && actsFor(one, label) === undefined,
  );
  for (const [number, { account }] of others.slice(0, maxInPlace).entries()) {
    const input = example ? { data: example } : fitting(create, actionData(runId, "creator", number));
    const step = { op: "create", face: "v2", workflow, action, ...input, actor: account } as const;
    const [exchange] = await run("another user begins a trace", [{ ...step, candidateFor: "action-gating" }]);
    if (isTaken(exchange)) return { [label]: [account] };
  }
  return undefined;
}
