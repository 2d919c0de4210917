/** Requests with the id of a trace in the other case: a UUID is the same in upper and lower case. */
import type { Intent } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { FaceRequest } from "../faces/build.ts";
import { UnsentStep } from "./unsent.ts";

interface Respelled {
  readonly step: OperationStep;
  readonly request: FaceRequest;
  readonly intent: Intent;
  readonly traits?: readonly string[];
  readonly support?: boolean;
}

/**
 * The order with the id of its trace in the other case, as an unusual trait, if the step says so.
 * @throws UnsentStep for an id without letters
 */
export function respelled<Order extends Respelled>(order: Order): Order {
  const { step, request, intent, support, traits = [] } = order;
  const isRespelled = "trace" in step && typeof step.trace !== "string" && step.trace.change === "other-case";
  if (!isRespelled || support === true || !("traceId" in intent)) return order;
  const { traceId } = intent;
  const other = otherCase(traceId);
  if (other === traceId) throw new UnsentStep(`the id ${traceId} has no letters that could be in the other case`);
  const path = request.path.replace(encodeURIComponent(traceId), encodeURIComponent(other));
  return { ...order, request: { ...request, path }, traits: [...traits, "path.other-case"] };
}

function otherCase(id: string): string {
  const lower = id.toLowerCase();
  return id === lower ? id.toUpperCase() : lower;
}
