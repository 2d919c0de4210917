/** What an action names of what the service made on the trace: read from its state when the action is sent. */
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { shownValuesOf, textsIn } from "../../spec/readings/shown-values.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { Account, ActStep, WalkStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { accountFor } from "../execute/account.ts";
import { operationFor, stateRequest } from "../faces/build.ts";
import type { Connection } from "../execute/connection.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";

/** An action that is to be sent on a trace. */
interface Sending {
  readonly step: ActStep | WalkStep;
  readonly at: PlacedStep;
  readonly workflow: WorkflowDescription;
  readonly action: ActionDescription;
  readonly traceId: string;
  readonly data: JsonObject;
}

/** By each text of an example in the data that stands for what the service makes: what the state of the trace shows in its place. */
export async function shownInPlace(
  connection: Connection,
  run: ScriptRun,
  sending: Sending,
): Promise<Readonly<Record<string, string>>> {
  const { step, at, workflow, action, traceId, data } = sending;
  const known = Object.entries(shownValuesOf(run.profile, workflow.id));
  const texts = known.length === 0 ? new Set<string>() : textsIn(data);
  const wanted = known.filter(([text]) => texts.has(text));
  if (wanted.length === 0) return {};
  let state: Json | undefined;
  for (const actor of readersFor(connection, run, sending)) {
    // What was seen of the trace before may lack what its last action made.
    const reading = {
      op: "state",
      face: step.face,
      trace: traceId,
      ...(actor === undefined ? {} : { actor }),
    } as const;
    const request = stateRequest(operationFor("state", step.face), traceId);
    const intent = { kind: "state", traceId } as const;
    const exchange = await send(connection, run, { at, step: reading, request, intent, defects: [], support: true });
    state = succeeded(exchange) ? payloadMember(exchange, "state") : undefined;
    if (wanted.every(([, path]) => valuesAt(state, path).length > 0)) break;
  }
  const named = run.named.get(`${traceId} ${action.key}`);
  return Object.fromEntries(
    wanted.flatMap(([text, path]) => {
      const values = valuesAt(state, path).filter((value) => typeof value === "string");
      // Of several things each is named once by an action of a kind before one is again.
      const value = values.find((one) => named?.has(one) !== true) ?? values.at(-1);
      return value === undefined ? [] : [[text, value]];
    }),
  );
}

/** Who is asked what the state shows: who sends the action, as others may not be shown it, and else who usually reads. */
function readersFor(
  { environment, senders }: Connection,
  { profile }: ScriptRun,
  { step, workflow, action, traceId }: Sending,
): readonly (Account | undefined)[] {
  const { people = [], workflows } = environment;
  if (people.length < 2) return [undefined];
  const { key: actionKey, groupLabel } = action;
  const intent = { kind: "act", traceId, actionKey, groupLabel, workflow: workflows.indexOf(workflow) } as const;
  const request = { operation: operationFor("act", step.face) };
  const sender = accountFor(environment, { step, request, intent }, profile, senders.of(intent));
  return people.some(({ account, may }) => account === sender && may.includes("read"))
    ? [sender, undefined]
    : [undefined];
}

/** Told that the action was taken which named these. */
export function named(run: ScriptRun, traceId: string, actionKey: string, values: readonly string[]): void {
  const key = `${traceId} ${actionKey}`;
  run.named.set(key, new Set([...(run.named.get(key) ?? []), ...values]));
}
