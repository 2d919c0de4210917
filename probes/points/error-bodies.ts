/** Open point `error-bodies`: what the bodies of refusals look like, per face. */
import type { Face } from "../../spec/operations.ts";
import { refused } from "../../spec/readings/outcome.ts";
import type { ReceivedResponse } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { commonest } from "../lib/tally.ts";
import { onePoint, unknown } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";

export const errorBodies = onePoint("error-bodies", { needs: ["everything"] }, ({ histories }) => {
  const refusals = inOrder(histories()).filter(refused);
  const shapeOn = (face: Face) =>
    commonest(
      refusals.flatMap((exchange) => (exchange.face === face && exchange.response ? [shapeOf(exchange.response)] : [])),
    );
  const [v2, legacy] = [shapeOn("v2"), shapeOn("legacy")];
  const evidence = `Refusals: v2 ${v2 ?? "none"}; legacy ${legacy ?? "none"}.`;
  const seen = v2 ?? legacy;
  return seen === undefined
    ? unknown(evidence)
    : { value: { v2: v2 ?? "none seen", legacy: legacy ?? "none seen" }, evidence };
});

/** Such as `application/json {data: null, error: {code: string}}`. */
export function shapeOf({ headers, json, bytes }: ReceivedResponse): string {
  const type = headers["content-type"]?.split(";")[0]?.trim() ?? "no content type";
  if (bytes === 0) return "empty";
  return json ? `${type} ${typeText(json.value)}` : type;
}

function typeText(value: Json, depth = 0): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (!isJsonObject(value)) return typeof value;
  if (depth > 2) return "object";
  const members = Object.entries(value).map(([name, member]) => `${name}: ${typeText(member, depth + 1)}`);
  return `{${members.toSorted().join(", ")}}`;
}
