/** What an action names of what the service made on the trace: read from its state when the action is sent. */
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import { shownValuesOf, textsIn } from "../../spec/readings/shown-values.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { ActStep, WalkStep } from "../../spec/vocabulary/script.ts";
import { operationFor, stateRequest } from "../faces/build.ts";
import type { Connection } from "../execute/connection.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";

/** An action that is to be sent on a trace. */
interface Sending {
  readonly step: ActStep | WalkStep;
  readonly at: PlacedStep;
  readonly workflowId: string;
  readonly actionKey: string;
  readonly traceId: string;
  readonly data: JsonObject;
}

/** By each text of an example in the data that stands for what the service makes: what the state of the trace shows in its place. */
export async function shownInPlace(
  connection: Connection,
  run: ScriptRun,
  { step, at, workflowId, actionKey, traceId, data }: Sending,
): Promise<Readonly<Record<string, string>>> {
  const known = Object.entries(shownValuesOf(run.profile, workflowId));
  const texts = known.length === 0 ? new Set<string>() : textsIn(data);
  const wanted = known.filter(([text]) => texts.has(text));
  if (wanted.length === 0) return {};
  // What was seen of the trace before may lack what its last action made.
  const reading = { op: "state", face: step.face, trace: traceId } as const;
  const request = stateRequest(operationFor("state", step.face), traceId);
  const intent = { kind: "state", traceId } as const;
  const exchange = await send(connection, run, { at, step: reading, request, intent, defects: [], support: true });
  const state = succeeded(exchange) ? payloadMember(exchange, "state") : undefined;
  const named = run.named.get(`${traceId} ${actionKey}`);
  return Object.fromEntries(
    wanted.flatMap(([text, path]) => {
      const values = valuesAt(state, path).filter((value) => typeof value === "string");
      // Of several things each is named once by an action of a kind before one is again.
      const value = values.find((one) => named?.has(one) !== true) ?? values.at(-1);
      return value === undefined ? [] : [[text, value]];
    }),
  );
}

/** Told that the action was taken which named these. */
export function named(run: ScriptRun, traceId: string, actionKey: string, values: readonly string[]): void {
  const key = `${traceId} ${actionKey}`;
  run.named.set(key, new Set([...(run.named.get(key) ?? []), ...values]));
}
