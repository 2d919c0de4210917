/** Requests with a chunked body, where their step says so. */
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import type { FaceRequest } from "../faces/build.ts";

interface Chunked {
  readonly step: OperationStep;
  readonly request: FaceRequest;
  readonly traits?: readonly string[];
  readonly support?: boolean;
}

/**
 * The order with a chunked body where the step says so; it may be refused with "411 Length Required" (RFC 9110,
 * 15.5.12).
 */
export function chunked<Order extends Chunked>(order: Order): Order {
  const { step, request, support, traits = [] } = order;
  if (step.chunked !== true || support === true || request.bytes === undefined) return order;
  return { ...order, request: { ...request, chunked: true }, traits: [...traits, "request.chunked"] };
}
